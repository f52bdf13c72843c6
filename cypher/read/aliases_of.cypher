// name:    aliases_of
// params:  uids, project, before, revision, revealed_before, viewer
// returns: uid, entity, text, at, revealed_at, audience
// rows:    many
// access:  read
//
// The other names of these entities in the view.
UNWIND $uids AS entity
MATCH (a:Alias)
WHERE a.entity = entity AND a.project = $project AND a.at < $before AND a.revealed_at < $revealed_before
  AND a.added <= $revision AND a.removed > $revision
  AND ($viewer IS NULL OR a.audience = "common"
    OR a.audience = "witnessed" AND (EXISTS {
      MATCH (seen:Scene)-[f:FEATURES]->()
      WHERE f.entity = $viewer AND f.at = a.at AND f.presence IN ["on_stage", "disguised", "spirit"]
        AND seen.mode IN ["actual", "memory"]
        AND seen.added <= $revision AND seen.removed > $revision }
      OR EXISTS { MATCH (a)-[took:INVOLVES]->() WHERE took.entity = $viewer })
    OR EXISTS {
      MATCH (held:Belief)-[:ABOUT]->(a)
      WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
        AND held.added <= $revision AND held.removed > $revision })
RETURN DISTINCT a.uid AS uid, a.entity AS entity, a.text AS text, a.at AS at, a.revealed_at AS revealed_at, a.audience AS audience
ORDER BY entity, at, uid
