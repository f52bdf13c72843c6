// name:    chapters_at
// params:  project, orders, revision
// returns: order, key, number
// rows:    many
// access:  read
//
// How the chapters that stand at these orders are called.
UNWIND $orders AS order
MATCH (c:Chapter)
WHERE c.project = $project AND c.order = order
CALL (c) {
  MATCH (s:State)
  WHERE s.subject = c.uid AND s.dimension = "number" AND s.at >= 0 AND s.seq >= 0 AND s.project = $project
    AND s.added <= $revision AND s.removed > $revision
  RETURN s.value AS number ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
RETURN c.order AS order, c.key AS key, number
ORDER BY order
