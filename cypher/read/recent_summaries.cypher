// name:    recent_summaries
// params:  project, before, revision, revealed_before
// returns: uid, level, first, last, from_order, to_order, at, text, placeholder, stale
// rows:    many
// access:  read
//
// The summaries of the last three chapters before the view.
MATCH (s:Summary)
WHERE s.level = 0 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
  AND s.added <= $revision AND s.removed > $revision
WITH s ORDER BY s.project DESC, s.level DESC, s.at DESC LIMIT 3
RETURN s.uid AS uid, s.level AS level, s.first AS first, s.last AS last, s.from_order AS from_order,
  s.to_order AS to_order, s.at AS at, s.text AS text, s.placeholder AS placeholder, s.stale AS stale
ORDER BY from_order, uid
