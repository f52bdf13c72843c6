// name:    live_aliases
// params:  project, revision
// returns: uid, at, revealed_at, audience, key, quote, entity, text, exclude
// rows:    many
// access:  read
//
// Every live aliases record of the project at the revision.
MATCH (c:Commit)-[:ADDED]->(r:Alias)
USING INDEX c:Commit(project, revision)
WHERE c.project = $project AND c.revision <= $revision AND r.removed > $revision
RETURN r.uid AS uid, r.at AS at, r.revealed_at AS revealed_at, r.audience AS audience, r.key AS key, r.quote AS quote, head([(r)-[:NAMES]->(e) | e.key]) AS entity, r.text AS text, r.exclude AS exclude
ORDER BY uid
