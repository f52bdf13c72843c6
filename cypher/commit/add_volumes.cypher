// name:    add_volumes
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// A volume for each row; one that is there stays as it is.
UNWIND $rows AS row
MERGE (h:Stateful {uid: $project + "/" + row.id})
  ON CREATE SET h:Volume, h.project = $project, h.key = row.key, h.dimensions = [], h.introduced = row.at,
    h.at = row.at
