// name:    show_relationships
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// For people in Neo4j Browser: the ends of each of these relationships RELATE_TO each other. No packet reads it.
UNWIND $heads AS head
MATCH (h:Relationship:Stateful {uid: $project + "/" + head})
USING INDEX h:Stateful(uid)
CALL (h) {
  OPTIONAL MATCH (s:State)
  USING INDEX s:State(subject, dimension, at, seq)
  WHERE s.subject = h.uid AND s.dimension = "standing" AND s.at >= 0 AND s.seq >= 0 AND s.present
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
CALL (h) {
  OPTIONAL MATCH (t:State)
  USING INDEX t:State(subject, dimension, at, seq)
  WHERE t.subject = h.uid AND t.dimension = "trust" AND t.at >= 0 AND t.seq >= 0 AND t.present
    AND t.added <= $revision AND t.removed > $revision
  RETURN t ORDER BY t.subject DESC, t.dimension DESC, t.at DESC, t.seq DESC LIMIT 1
}
CALL (h) {
  MATCH (a:Stateful {uid: h.ends[0]})
  USING INDEX a:Stateful(uid)
  RETURN a
}
CALL (h) {
  MATCH (b:Stateful {uid: h.ends[1]})
  USING INDEX b:Stateful(uid)
  RETURN b
}
CALL (h, a, b) {
  MATCH (a)-[old:RELATES_TO]->(b)
  WHERE old.relationship = h.uid
  DELETE old
}
WITH h, a, b, s, t
WHERE s.value IS NOT NULL
CREATE (a)-[:RELATES_TO {relationship: h.uid, type: h.kind, standing: s.value, trust: t.value}]->(b)
