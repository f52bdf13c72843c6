// name:    add_steps
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// A step of its chain for each row; one that is there stays as it is.
UNWIND $rows AS row
MATCH (c:Chain:Stateful {uid: $project + "/chain/" + row.chain})
USING INDEX c:Stateful(uid)
MERGE (h:Stateful {uid: $project + "/" + row.id})
  ON CREATE SET h:ChainStep, h.project = $project, h.key = row.key, h.dimensions = [],
    h.introduced = 9007199254740991, h.order = row.order, h.chain = row.chain
MERGE (c)-[:HAS_STEP]->(h)
