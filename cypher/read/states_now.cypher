// name:    states_now
// params:  uids, project, before, revision, revealed_before, viewer
// returns: subject, dimension, value, refs, at, seq, record, revealed_at, audience, story_label
// rows:    many
// access:  read
//
// The state of these subjects in the view, in every dimension.
UNWIND $uids AS uid
MATCH (h:Stateful {uid: uid})
WHERE h.project = $project
UNWIND h.dimensions AS dimension
CALL (h, dimension) {
  MATCH (s:State)
  WHERE s.subject = h.uid AND s.dimension = dimension AND s.seq >= 0 AND s.present AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
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
WITH s WHERE s.value IS NOT NULL
RETURN s.subject AS subject, s.dimension AS dimension, s.value AS value, s.refs AS refs, s.at AS at, s.seq AS seq,
  s.uid AS record, s.revealed_at AS revealed_at, s.audience AS audience, s.story_label AS story_label
ORDER BY subject, dimension, record
