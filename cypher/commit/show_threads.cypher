// name:    show_threads
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// For people in Neo4j Browser: chapters PLANT, ADVANCE and RESOLVE each of these threads. No packet reads it.
UNWIND $heads AS head
MATCH (t:Thread:Stateful {uid: $project + "/" + head})
USING INDEX t:Stateful(uid)
OPTIONAL MATCH (t)<-[old:PLANTS|ADVANCES|RESOLVES]-()
DELETE old
WITH DISTINCT t
MATCH (t)-[:HAS_STATE]->(s:State)
WHERE s.dimension IN ["name", "progress", "status"] AND s.added <= $revision AND s.removed > $revision
MATCH (c:Chapter)
USING INDEX c:Chapter(project, order)
WHERE c.project = $project AND c.order = s.at / 1000
FOREACH (_ IN CASE WHEN s.dimension = "name" THEN [1] ELSE [] END |
  MERGE (c)-[:PLANTS]->(t))
FOREACH (_ IN CASE WHEN s.dimension = "progress" THEN [1] ELSE [] END |
  CREATE (c)-[:ADVANCES {note: s.value}]->(t))
FOREACH (_ IN CASE WHEN s.dimension = "status" AND s.value IN ["resolved", "abandoned"] THEN [1] ELSE [] END |
  CREATE (c)-[:RESOLVES {note: s.value}]->(t))
