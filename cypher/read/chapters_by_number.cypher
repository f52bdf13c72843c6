// name:    chapters_by_number
// params:  project, revision, name
// returns: uid, key, order, number, title
// rows:    many
// access:  read
//
// The chapters whose printed number is this name.
MATCH (n:State)
WHERE n.project = $project AND n.dimension = "number" AND n.lookup = $name AND n.at >= 0
  AND n.added <= $revision AND n.removed > $revision
MATCH (c:Chapter:Stateful {uid: n.subject})
CALL (c) {
  MATCH (s:State)
  WHERE s.subject = c.uid AND s.dimension = "title" AND s.at >= 0 AND s.seq >= 0 AND s.project = $project
    AND s.added <= $revision AND s.removed > $revision
  RETURN s.value AS title ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
RETURN DISTINCT c.uid AS uid, c.key AS key, c.order AS order, n.value AS number, title
ORDER BY order, uid
