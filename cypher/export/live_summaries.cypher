// name:    live_summaries
// params:  project, revision
// returns: uid, level, first, last, text, placeholder, stale
// rows:    many
// access:  read
//
// Every live summaries record of the project at the revision.
MATCH (c:Commit)-[:ADDED]->(r:Summary)
USING INDEX c:Commit(project, revision)
WHERE c.project = $project AND c.revision <= $revision AND r.removed > $revision
RETURN r.uid AS uid, r.level AS level, r.first AS first, r.last AS last, r.text AS text, r.placeholder AS placeholder,
  r.stale AS stale
ORDER BY uid
