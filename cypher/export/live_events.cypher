// name:    live_events
// params:  project, revision
// returns: uid, at, revealed_at, audience, key, present, story_from, story_until, story_label, story_precision, quote, summary, type, involves, place, before, causes
// rows:    many
// access:  read
//
// Every live events record of the project at the revision.
MATCH (c:Commit)-[:ADDED]->(r)
WHERE c.project = $project AND c.revision <= $revision AND r.removed > $revision AND "Event" IN labels(r)
RETURN r.uid AS uid, r.at AS at, r.revealed_at AS revealed_at, r.audience AS audience, r.key AS key, r.present AS present,
  CASE r.story_from WHEN -9007199254740991 THEN "always" WHEN 9007199254740991 THEN null ELSE r.story_from END
    AS story_from, r.story_until AS story_until,
  r.story_label AS story_label, r.story_precision AS story_precision, r.quote AS quote, r.summary AS summary, r.type AS type,
  COLLECT { MATCH (r)-[i:INVOLVES]->(e) RETURN {entity: e.key, role: i.role} ORDER BY i.nth } AS involves,
  head([(r)-[:TOOK_PLACE_AT]->(p) | p.key]) AS place,
  r.before AS before, r.causes AS causes
ORDER BY uid
