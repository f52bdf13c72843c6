// name:    live_summaries
// params:  project, revision
// returns: uid, level, first, last, text, placeholder, stale
// rows:    many
// access:  read
//
// Every live summaries record of the project at the revision.
MATCH (r:Summary)
WHERE r.project = $project AND r.level >= 0 AND r.at >= 0 AND r.added <= $revision AND r.removed > $revision
RETURN r.uid AS uid, r.level AS level, r.first AS first, r.last AS last, r.text AS text, r.placeholder AS placeholder,
  r.stale AS stale
ORDER BY uid
