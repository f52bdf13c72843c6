// name:    show_relationships
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// For people in Neo4j Browser: the ends of each of these relationships RELATE_TO each other. No packet reads it.
UNWIND $heads AS head
MATCH (h:Relationship:Stateful {uid: $project + "/" + head})
MATCH (a:Entity:Stateful {uid: h.ends[0]})
MATCH (b:Entity:Stateful {uid: h.ends[1]})
OPTIONAL MATCH (a)-[old:RELATES_TO {relationship: h.uid}]->(b)
DELETE old
WITH DISTINCT h, a, b
CALL (h) {
  OPTIONAL MATCH (s:State)
  WHERE s.subject = h.uid AND s.dimension = "standing" AND s.at >= 0 AND s.seq >= 0 AND s.present
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
CALL (h) {
  OPTIONAL MATCH (t:State)
  WHERE t.subject = h.uid AND t.dimension = "trust" AND t.at >= 0 AND t.seq >= 0 AND t.present
    AND t.added <= $revision AND t.removed > $revision
  RETURN t ORDER BY t.subject DESC, t.dimension DESC, t.at DESC, t.seq DESC LIMIT 1
}
WITH h, a, b, s, t
WHERE s.value IS NOT NULL
CREATE (a)-[:RELATES_TO {relationship: h.uid, type: h.kind, standing: s.value, trust: t.value}]->(b)
