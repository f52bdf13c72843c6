// name:    concern_entities
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// Each chain concerns the entities of its row: a loose bound, the states decide.
UNWIND $rows AS row
MATCH (h:Chain:Stateful {uid: $project + "/" + row.of})
UNWIND row.refs AS uid
MATCH (e:Entity:Stateful {uid: uid})
MERGE (h)-[:CONCERNS {entity: e.uid}]->(e)
