// name:    show_steps
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// For people in Neo4j Browser: chapters DEVELOP each of these steps of a chain. No packet reads it.
UNWIND $heads AS head
MATCH (h:ChainStep:Stateful {uid: $project + "/" + head})
USING INDEX h:Stateful(uid)
OPTIONAL MATCH (h)<-[old:DEVELOPS]-()
DELETE old
WITH DISTINCT h
MATCH (h)-[:HAS_STATE]->(s:State)
WHERE s.dimension = "status" AND s.added <= $revision AND s.removed > $revision
MATCH (c:Chapter)
USING INDEX c:Chapter(project, order)
WHERE c.project = $project AND c.order = s.at / 1000
CREATE (c)-[:DEVELOPS {note: s.value}]->(h)
