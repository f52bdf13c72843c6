// name:    chains_of
// params:  uids, project, before, revision, revealed_before, viewer
// returns: chain, step, status, progress, order, at
// rows:    many
// access:  read
//
// The development chains that concern these entities, step by step, as far as the view goes.
UNWIND $uids AS uid
MATCH (c:Chain)-[k:CONCERNS]->()
USING INDEX k:CONCERNS(entity)
WHERE k.entity = uid AND c.project = $project
WITH DISTINCT c
CALL (c) {
  MATCH (i:State)
  WHERE i.subject = c.uid AND i.dimension = "involves" AND i.seq >= 0 AND i.project = $project AND i.at < $before AND i.revealed_at < $revealed_before
    AND i.added <= $revision AND i.removed > $revision
    AND ($viewer IS NULL OR i.audience = "common"
      OR i.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = i.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (i)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(i)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN i.refs AS refs ORDER BY i.subject DESC, i.dimension DESC, i.at DESC, i.seq DESC LIMIT 1
}
WITH c, refs WHERE any(ref IN refs WHERE ref IN $uids)
MATCH (c)-[:HAS_STEP]->(h:ChainStep)
OPTIONAL CALL (h) {
  MATCH (s:State)
  WHERE s.subject = h.uid AND s.dimension = "status" AND s.seq >= 0 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
    AND ($viewer IS NULL OR s.audience = "common"
      OR s.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = s.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (s)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(s)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
OPTIONAL CALL (h) {
  MATCH (p:State)
  WHERE p.subject = h.uid AND p.dimension = "progress" AND p.seq >= 0 AND p.project = $project AND p.at < $before AND p.revealed_at < $revealed_before
    AND p.added <= $revision AND p.removed > $revision
    AND ($viewer IS NULL OR p.audience = "common"
      OR p.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = p.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (p)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(p)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN p.value AS progress ORDER BY p.subject DESC, p.dimension DESC, p.at DESC, p.seq DESC LIMIT 1
}
RETURN c.uid AS chain, h.uid AS step, s.value AS status, progress, h.order AS order, s.at AS at
ORDER BY chain, order, step
