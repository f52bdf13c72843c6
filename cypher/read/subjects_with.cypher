// name:    subjects_with
// params:  wanted, project, before, revision, revealed_before, viewer
// returns: dimension, lookup, subject, name, record, at
// rows:    many
// access:  read
//
// Who has each wanted value now: who is at a place, what somebody carries, who is core. The latest 40 a value.
UNWIND $wanted AS want
CALL (want) {
  MATCH (s:State)
  WHERE s.dimension = want.dimension AND s.lookup = want.value AND s.present AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
    AND ($viewer IS NULL OR s.audience = "common"
      OR s.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = s.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (s)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(s)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN s ORDER BY s.project DESC, s.dimension DESC, s.lookup DESC, s.at DESC, s.uid DESC LIMIT 200
}
MATCH (h:Entity:Stateful {uid: s.subject})
CALL (h, want) {
  MATCH (t:State)
  WHERE t.subject = h.uid AND t.dimension = want.dimension AND t.seq >= 0 AND t.present AND t.project = $project AND t.at < $before AND t.revealed_at < $revealed_before
    AND t.added <= $revision AND t.removed > $revision
    AND ($viewer IS NULL OR t.audience = "common"
      OR t.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = t.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (t)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(t)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN t ORDER BY t.subject DESC, t.dimension DESC, t.at DESC, t.seq DESC LIMIT 1
}
WITH want, h, s, t WHERE s.uid = t.uid
CALL (h) {
  MATCH (n:State)
  WHERE n.subject = h.uid AND n.dimension = "name" AND n.seq >= 0 AND n.project = $project AND n.at < $before AND n.revealed_at < $revealed_before
    AND n.added <= $revision AND n.removed > $revision
    AND ($viewer IS NULL OR n.audience = "common"
      OR n.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = n.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (n)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(n)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN n.value AS name ORDER BY n.subject DESC, n.dimension DESC, n.at DESC, n.seq DESC LIMIT 1
}
RETURN DISTINCT want.dimension AS dimension, want.value AS lookup, h.uid AS subject, name, s.uid AS record, s.at AS at
ORDER BY dimension, lookup, at DESC, record
