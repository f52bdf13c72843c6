// name:    secrets_of
// params:  uids, project, before, revision, revealed_before, viewer
// returns: uid, kind, key, text, subject, dimension, refs, at, revealed_at, audience, touches, knowers, current
// rows:    many
// access:  read
//
// What is kept from somebody and touches these entities, the latest 20 each; who knows it since when, and whether it
// still is so.
UNWIND $uids AS entity
CALL (entity) {
  MATCH (r:Record)-[t:SECRET_OF]->()
  USING INDEX t:SECRET_OF(entity, at)
  WHERE t.entity = entity AND t.at < $before AND (r.audience = "secret" OR r.revealed_at >= $before)
    AND r.project = $project AND r.at < $before AND r.revealed_at < $revealed_before
    AND r.added <= $revision AND r.removed > $revision
    AND ($viewer IS NULL OR r.audience = "common"
      OR r.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = r.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (r)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(r)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN r ORDER BY t.entity DESC, t.at DESC, r.uid DESC LIMIT 20
}
WITH DISTINCT r
CALL (r) {
  MATCH (b:Belief)-[:ABOUT]->(r)
  WHERE b.stance = "believes" AND ($viewer IS NULL OR b.holder = $viewer) AND b.project = $project AND b.at < $before AND b.revealed_at < $revealed_before
    AND b.added <= $revision AND b.removed > $revision
  WITH b.holder AS holder, min(b.at) AS since
  ORDER BY holder
  RETURN collect([holder, since]) AS knowers
}
OPTIONAL CALL (r) {
  MATCH (l:State)
  WHERE l.subject = r.subject AND l.dimension = r.dimension AND l.seq >= 0 AND l.present = r.present
    AND l.project = $project AND l.at < $before AND l.revealed_at < $revealed_before
    AND l.added <= $revision AND l.removed > $revision
    AND ($viewer IS NULL OR l.audience = "common"
      OR l.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = l.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (l)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(l)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN l.uid AS latest ORDER BY l.subject DESC, l.dimension DESC, l.at DESC, l.seq DESC LIMIT 1
}
RETURN r.uid AS uid, CASE WHEN r:Event THEN "event" WHEN r:Alias THEN "alias" WHEN r:WorldRule THEN "rule"
    ELSE "state" END AS kind, r.key AS key,
  CASE WHEN r:State THEN r.value ELSE coalesce(r.summary, r.text, r.statement) END AS text,
  coalesce(r.subject, r.entity) AS subject, r.dimension AS dimension,
  coalesce(r.refs, []) AS refs, r.at AS at, r.revealed_at AS revealed_at,
  r.audience AS audience, COLLECT { MATCH (r)-[t:SECRET_OF]->() RETURN t.entity ORDER BY t.entity } AS touches, knowers,
  NOT r:State OR latest = r.uid AS current
ORDER BY at DESC, uid
