// name:    live_rules
// params:  project, revision
// returns: uid, at, revealed_at, audience, key, present, story_from, story_until, story_label, story_precision, quote, statement, overridable, limit, governs
// rows:    many
// access:  read
//
// Every live rules record of the project at the revision.
MATCH (r:WorldRule)
WHERE r.project = $project AND r.at >= 0 AND r.added <= $revision AND r.removed > $revision
RETURN r.uid AS uid, r.at AS at, r.revealed_at AS revealed_at, r.audience AS audience, r.key AS key, r.present AS present,
  CASE r.story_from WHEN -9007199254740991 THEN "always" WHEN 9007199254740991 THEN null ELSE r.story_from END
    AS story_from, r.story_until AS story_until,
  r.story_label AS story_label, r.story_precision AS story_precision, r.quote AS quote, r.statement AS statement, r.overridable AS overridable, r.limit AS limit,
  COLLECT { MATCH (r)-[g:GOVERNS]->(e) RETURN e.key ORDER BY g.nth } AS governs
ORDER BY uid
