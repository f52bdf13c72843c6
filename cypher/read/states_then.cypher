// name:    states_then
// params:  wanted, fixed, project, before, revision, revealed_before, viewer
// returns: subject, dimension, value, refs, at, seq, record, revealed_at, audience, story_label, story_time
// rows:    many
// access:  read
//
// The state of each wanted uid at its story time, as far as the view was told; fixed dimensions hold at all times.
UNWIND $wanted AS want
MATCH (h:Stateful {uid: want.uid})
WHERE h.project = $project
CALL (h, want) {
  UNWIND [d IN h.dimensions WHERE split(h.uid, "/")[1] + "/" + d IN $fixed] AS dimension
  CALL (h, dimension) {
    MATCH (s:State)
    USING INDEX s:State(subject, dimension, at, seq)
    WHERE s.subject = h.uid AND s.dimension = dimension AND s.seq >= 0
      AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
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
  RETURN s
  UNION ALL
  UNWIND [d IN h.dimensions WHERE NOT split(h.uid, "/")[1] + "/" + d IN $fixed] AS dimension
  CALL (h, dimension, want) {
    MATCH (s:State)
    USING INDEX s:State(subject, dimension, story_from, at, seq)
    WHERE s.subject = h.uid AND s.dimension = dimension AND s.seq >= 0
      AND s.story_from <= want.story_time
      AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
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
    RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.story_from DESC, s.at DESC, s.seq DESC LIMIT 1
  }
  RETURN s
}
WITH s, want WHERE s.value IS NOT NULL AND (s.story_until IS NULL OR s.story_until >= want.story_time)
RETURN s.subject AS subject, s.dimension AS dimension, s.value AS value, s.refs AS refs, s.at AS at, s.seq AS seq,
  s.uid AS record, s.revealed_at AS revealed_at, s.audience AS audience, s.story_label AS story_label,
  want.story_time AS story_time
ORDER BY story_time, subject, dimension, record
