// name:    link_steps
// params:  project, chains
// returns: -
// rows:    none
// access:  write
//
// The steps of these chains follow each other in their order.
UNWIND $chains AS key
MATCH (c:Chain:Stateful {uid: $project + "/chain/" + key})-[:HAS_STEP]->(step:ChainStep)
USING INDEX c:Stateful(uid)
OPTIONAL MATCH (step)-[old:NEXT]->(:ChainStep)
DELETE old
WITH DISTINCT c, step ORDER BY c.uid, step.order, step.uid
WITH c, collect(step) AS steps
UNWIND range(0, size(steps) - 2) AS n
WITH steps[n] AS one, steps[n + 1] AS other
CREATE (one)-[:NEXT]->(other)
