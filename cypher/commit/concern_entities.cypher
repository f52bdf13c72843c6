// name:    concern_entities
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// Each chain concerns the entities of its row: a loose bound, the states decide.
UNWIND $rows AS row
MATCH (h:Chain:Stateful {uid: $project + "/" + row.of})
USING INDEX h:Stateful(uid)
UNWIND row.refs AS uid
MATCH (e:Entity:Stateful {uid: uid})
USING INDEX e:Stateful(uid)
MERGE (h)-[:CONCERNS {entity: e.uid}]->(e)
