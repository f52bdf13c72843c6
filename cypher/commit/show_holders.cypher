// name:    show_holders
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// For people in Neo4j Browser: the newest holder of each of these heads CARRIES it. No packet reads it.
UNWIND $heads AS head
MATCH (h:Entity:Stateful {uid: $project + "/" + head})
USING INDEX h:Stateful(uid)
OPTIONAL MATCH (h)<-[old:CARRIES]-()
DELETE old
WITH DISTINCT h
CALL (h) {
  OPTIONAL MATCH (s:State)
  USING INDEX s:State(subject, dimension, at, seq)
  WHERE s.subject = h.uid AND s.dimension = "holder" AND s.at >= 0 AND s.seq >= 0 AND s.present
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
MATCH (holder:Entity:Stateful {uid: s.refs[0]})
USING INDEX holder:Stateful(uid)
CREATE (holder)-[:CARRIES]->(h)
