// name:    live_aliases
// params:  project, revision
// returns: uid, at, revealed_at, audience, key, quote, entity, text, exclude
// rows:    many
// access:  read
//
// Every live aliases record of the project at the revision.
MATCH (r:Alias:Name)
WHERE r.project = $project AND r.norm >= "" AND r.added <= $revision AND r.removed > $revision
RETURN r.uid AS uid, r.at AS at, r.revealed_at AS revealed_at, r.audience AS audience, r.key AS key, r.quote AS quote, head([(r)-[:NAMES]->(e) | e.key]) AS entity, r.text AS text, r.exclude AS exclude
ORDER BY uid
