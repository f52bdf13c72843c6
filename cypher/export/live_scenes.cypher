// name:    live_scenes
// params:  project, revision
// returns: uid, at, title, mode, story_from, story_until, story_label, place, features, threads, callbacks, relies_on
// rows:    many
// access:  read
//
// Every live scenes record of the project at the revision.
MATCH (r:Scene)
WHERE r.project = $project AND r.at >= 0 AND r.added <= $revision AND r.removed > $revision
RETURN r.uid AS uid, r.at AS at, r.title AS title, r.mode AS mode, r.story_from AS story_from,
  r.story_until AS story_until, r.story_label AS story_label, head([(r)-[:SET_IN]->(p) | p.key]) AS place,
  COLLECT { MATCH (r)-[f:FEATURES]->(e)
    RETURN {entity: e.key, presence: f.presence, role: f.role} ORDER BY f.nth } AS features,
  COLLECT { MATCH (r)-[t:TOUCHES]->(h) RETURN h.key ORDER BY t.nth } AS threads,
  COLLECT { MATCH (r)-[b:CALLS_BACK]->() RETURN b.reference ORDER BY b.nth } AS callbacks,
  COLLECT { MATCH (r)-[b:RELIES_ON]->() RETURN b.reference ORDER BY b.nth } AS relies_on
ORDER BY uid
