// name:    show_names
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// For people in Neo4j Browser: each of these heads carries its newest name. No packet reads it.
UNWIND $heads AS head
MATCH (h:Stateful {uid: $project + "/" + head})
USING INDEX h:Stateful(uid)
CALL (h) {
  OPTIONAL MATCH (s:State)
  USING INDEX s:State(subject, dimension, at, seq)
  WHERE s.subject = h.uid AND s.dimension = CASE
      WHEN h:Relationship THEN "standing" WHEN h:Volume OR h:Chapter THEN "title" ELSE "name" END
    AND s.at >= 0 AND s.seq >= 0 AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
SET h.name = s.value
