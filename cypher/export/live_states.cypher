// name:    live_states
// params:  project, revision
// returns: uid, at, revealed_at, audience, key, present, story_from, story_until, story_label, story_precision, quote, subject, dimension, value, seq
// rows:    many
// access:  read
//
// Every live states record of the project at the revision.
MATCH (c:Commit)-[:ADDED]->(r)
WHERE c.project = $project AND c.revision <= $revision AND r.removed > $revision AND "State" IN labels(r)
RETURN r.uid AS uid, r.at AS at, r.revealed_at AS revealed_at, r.audience AS audience, r.key AS key, r.present AS present,
  CASE r.story_from WHEN -9007199254740991 THEN "always" WHEN 9007199254740991 THEN null ELSE r.story_from END
    AS story_from, r.story_until AS story_until,
  r.story_label AS story_label, r.story_precision AS story_precision, r.quote AS quote, r.subject AS subject,
  r.dimension AS dimension, r.value AS value, r.seq AS seq
ORDER BY uid
