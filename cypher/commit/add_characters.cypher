// name:    add_characters
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// A head for each row; one that is there stays as it is.
UNWIND $rows AS row
MERGE (h:Stateful {uid: $project + "/" + row.id})
  ON CREATE SET h:Entity:Character, h.project = $project, h.key = row.key, h.dimensions = [], h.introduced = 9007199254740991
