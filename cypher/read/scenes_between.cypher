// name:    scenes_between
// params:  project, from_at, before, revision, revealed_before
// returns: uid, at, title, mode, story_from, story_label, place, features, threads, callbacks
// rows:    many
// access:  read
//
// The scenes from a position on, before the view's, with their tags.
MATCH (s:Scene)
WHERE s.at >= $from_at AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
  AND s.added <= $revision AND s.removed > $revision
RETURN s.uid AS uid, s.at AS at, s.title AS title, s.mode AS mode, s.story_from AS story_from,
  s.story_label AS story_label, head([(s)-[p:SET_IN]->() | p.entity]) AS place,
  COLLECT { MATCH (s)-[f:FEATURES]->()
    WHERE f.presence <> "disguised" OR $revealed_before <> $before RETURN f.entity ORDER BY f.nth } AS features,
  COLLECT { MATCH (s)-[t:TOUCHES]->(h) RETURN h.key ORDER BY t.nth } AS threads,
  COLLECT { MATCH (s)-[c:CALLS_BACK]->() RETURN c.reference ORDER BY c.nth } AS callbacks
ORDER BY at, uid
