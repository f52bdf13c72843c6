// name:    cover
// params:  project, before, revision, revealed_before, summaries
// returns: uid, level, first, last, from_order, to_order, at, text, placeholder, stale, closed_volume
// rows:    many
// access:  read
//
// The cover of the past, coarsest first, then refined from the latest chapter backwards: this many summaries at most.
CALL () {
  OPTIONAL MATCH (s:Summary)
  WHERE s.level = 3 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
  RETURN coalesce(s.to_order, 0) AS third ORDER BY s.project DESC, s.level DESC, s.at DESC LIMIT 1
}
CALL () {
  OPTIONAL MATCH (s:Summary)
  WHERE s.level = 2 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
  RETURN coalesce(s.to_order, 0) AS second ORDER BY s.project DESC, s.level DESC, s.at DESC LIMIT 1
}
CALL (third, second) {
  MATCH (s:Summary)
  WHERE s.level = 3 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.project DESC, s.level DESC, s.at DESC
  UNION ALL
  MATCH (s:Summary)
  WHERE s.level = 2 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
    AND s.from_order > third AND s.at > third * 1000
  RETURN s ORDER BY s.project DESC, s.level DESC, s.at DESC
  UNION ALL
  MATCH (s:Summary)
  WHERE s.level = 1 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
    AND s.from_order > second AND s.at > second * 1000
  RETURN s ORDER BY s.project DESC, s.level DESC, s.at DESC
  UNION ALL
  MATCH (s:Summary)
  WHERE s.level = 0 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.project DESC, s.level DESC, s.at DESC
}
WITH s, CASE WHEN second > third THEN second ELSE third END AS closed_volume LIMIT $summaries
RETURN s.uid AS uid, s.level AS level, s.first AS first, s.last AS last, s.from_order AS from_order,
  s.to_order AS to_order, s.at AS at, s.text AS text, s.placeholder AS placeholder, s.stale AS stale, closed_volume
ORDER BY level DESC, from_order, uid
