// name:    thread_states
// params:  tagged, project, before, revision, revealed_before, viewer
// returns: subject, dimension, value, refs, at, seq, record, revealed_at, audience, story_label
// rows:    many
// access:  read
//
// Every dimension of the threads that are open in the view, and of these tagged ones whatever their status.
// The bound on the node lets too many through, never too few.
CALL () {
  MATCH (t:Thread)
  WHERE t.project = $project AND t.open_until >= $before AND t.introduced < $before
  RETURN t
  UNION
  MATCH (t:Thread)
  WHERE t.project = $project AND t.bounded > $revision
  RETURN t
  UNION
  UNWIND $tagged AS uid
  MATCH (t:Thread:Stateful {uid: uid})
  WHERE t.project = $project
  RETURN t
}
OPTIONAL CALL (t) {
  MATCH (s:State)
  WHERE s.subject = t.uid AND s.dimension = "status" AND s.seq >= 0 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
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
  RETURN s.value AS status ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
WITH t, status WHERE coalesce(status, "open") = "open" OR t.uid IN $tagged
UNWIND t.dimensions AS dimension
CALL (t, dimension) {
  MATCH (s:State)
  WHERE s.subject = t.uid AND s.dimension = dimension AND s.seq >= 0 AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
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
