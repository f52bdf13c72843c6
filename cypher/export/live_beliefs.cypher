// name:    live_beliefs
// params:  project, revision
// returns: uid, revealed_at, quote, holder, topic, view, at, stance, channel, about, told_by
// rows:    many
// access:  read
//
// Every live beliefs record of the project at the revision.
MATCH (c:Commit)-[:ADDED]->(r)
WHERE c.project = $project AND c.revision <= $revision AND r.removed > $revision AND "Belief" IN labels(r)
RETURN r.uid AS uid, r.revealed_at AS revealed_at, r.quote AS quote, head([(e)-[:HOLDS]->(r) | e.key]) AS holder, r.topic AS topic, r.view AS view, r.at AS at,
  r.stance AS stance, r.channel AS channel, r.about AS about, head([(r)-[:TOLD_BY]->(e) | e.key]) AS told_by
ORDER BY uid
