// name:    subjects_with
// params:  wanted, project, before, revision, revealed_before, viewer
// returns: dimension, lookup, subject, record, at, revealed_at, audience
// rows:    many
// access:  read
//
// Who has each wanted value now: who is at a place, what somebody carries, who is core.
// The bound on the subject lets too many through, never too few.
UNWIND $wanted AS want
MATCH ()-[had:HAS_HAD]->(h:Entity)
USING INDEX had:HAS_HAD(project, dimension, lookup)
WHERE had.project = $project AND had.dimension = want.dimension AND had.lookup = want.value
  AND h.project = $project
CALL (h, want) {
  MATCH (t:State)
  WHERE t.subject = h.uid AND t.dimension = want.dimension AND t.seq >= 0 AND t.present AND t.project = $project AND t.at < $before AND t.revealed_at < $revealed_before
    AND t.added <= $revision AND t.removed > $revision
    AND ($viewer IS NULL OR t.audience = "common"
      OR t.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = t.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (t)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(t)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN t ORDER BY t.subject DESC, t.dimension DESC, t.at DESC, t.seq DESC LIMIT 1
}
WITH want, h, t WHERE t.lookup = want.value
RETURN DISTINCT want.dimension AS dimension, want.value AS lookup, h.uid AS subject, t.uid AS record, t.at AS at,
  t.revealed_at AS revealed_at, t.audience AS audience
ORDER BY dimension, lookup, at DESC, record
