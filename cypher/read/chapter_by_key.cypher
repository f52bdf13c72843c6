// name:    chapter_by_key
// params:  project, revision, name
// returns: uid, key, order, number, title
// rows:    maybe
// access:  read
//
// The chapter of this key.
MATCH (c:Chapter:Stateful {uid: $project + "/chapter/" + $name})
CALL (c) {
  MATCH (s:State)
  WHERE s.subject = c.uid AND s.dimension = "number" AND s.at >= 0 AND s.seq >= 0 AND s.project = $project
    AND s.added <= $revision AND s.removed > $revision
  RETURN s.value AS number ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
CALL (c) {
  MATCH (s:State)
  WHERE s.subject = c.uid AND s.dimension = "title" AND s.at >= 0 AND s.seq >= 0 AND s.project = $project
    AND s.added <= $revision AND s.removed > $revision
  RETURN s.value AS title ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
RETURN c.uid AS uid, c.key AS key, c.order AS order, number, title
