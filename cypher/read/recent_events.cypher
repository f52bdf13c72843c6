// name:    recent_events
// params:  uids, places, each, project, before, revision, revealed_before, viewer
// returns: uid, key, summary, at, quote, story_label, place, revealed_at, audience
// rows:    many
// access:  read
//
// The latest events of these entities and at these places, so many of each.
CALL () {
  UNWIND $uids AS entity
  CALL (entity) {
    MATCH (e:Event)-[i:INVOLVES]->()
    USING INDEX i:INVOLVES(entity, at)
    WHERE i.entity = entity AND i.at < $before AND e.project = $project AND e.at < $before AND e.revealed_at < $revealed_before
      AND e.added <= $revision AND e.removed > $revision
      AND ($viewer IS NULL OR e.audience = "common"
        OR e.audience = "witnessed" AND (EXISTS {
          MATCH (seen:Scene)-[f:FEATURES]->()
          WHERE f.entity = $viewer AND f.at = e.at AND f.presence IN ["on_stage", "disguised", "spirit"]
            AND seen.mode IN ["actual", "memory"]
            AND seen.added <= $revision AND seen.removed > $revision }
          OR EXISTS { MATCH (e)-[took:INVOLVES]->() WHERE took.entity = $viewer })
        OR EXISTS {
          MATCH (held:Belief)-[:ABOUT]->(e)
          WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
            AND held.added <= $revision AND held.removed > $revision })
    RETURN e ORDER BY i.entity DESC, i.at DESC, e.uid DESC LIMIT $each
  }
  RETURN e
  UNION ALL
  UNWIND $places AS place
  CALL (place) {
    MATCH (e:Event)-[p:TOOK_PLACE_AT]->()
    USING INDEX p:TOOK_PLACE_AT(entity, at)
    WHERE p.entity = place AND p.at < $before AND e.project = $project AND e.at < $before AND e.revealed_at < $revealed_before
      AND e.added <= $revision AND e.removed > $revision
      AND ($viewer IS NULL OR e.audience = "common"
        OR e.audience = "witnessed" AND (EXISTS {
          MATCH (seen:Scene)-[f:FEATURES]->()
          WHERE f.entity = $viewer AND f.at = e.at AND f.presence IN ["on_stage", "disguised", "spirit"]
            AND seen.mode IN ["actual", "memory"]
            AND seen.added <= $revision AND seen.removed > $revision }
          OR EXISTS { MATCH (e)-[took:INVOLVES]->() WHERE took.entity = $viewer })
        OR EXISTS {
          MATCH (held:Belief)-[:ABOUT]->(e)
          WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
            AND held.added <= $revision AND held.removed > $revision })
    RETURN e ORDER BY p.entity DESC, p.at DESC, e.uid DESC LIMIT $each
  }
  RETURN e
}
WITH DISTINCT e
RETURN e.uid AS uid, e.key AS key, e.summary AS summary, e.at AS at, e.quote AS quote,
  e.story_label AS story_label, head([(e)-[p:TOOK_PLACE_AT]->() | p.entity]) AS place, e.revealed_at AS revealed_at, e.audience AS audience
ORDER BY at DESC, uid
