// name:    relationships_among
// params:  pairs, project, before, revision, revealed_before, viewer
// returns: uid, kind, from_uid, to_uid, symmetric, dimension, value, at, record, revealed_at, audience
// rows:    many
// access:  read
//
// How the two of each pair stand to each other in the view.
UNWIND $pairs AS pair
MATCH (r:Relationship)
WHERE r.pair = pair AND r.project = $project
UNWIND r.dimensions AS dimension
CALL (r, dimension) {
  MATCH (s:State)
  WHERE s.subject = r.uid AND s.dimension = dimension AND s.seq >= 0 AND s.present AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
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
WITH r, s WHERE s.value IS NOT NULL
RETURN r.uid AS uid, r.kind AS kind, r.ends[0] AS from_uid, r.ends[1] AS to_uid, r.symmetric AS symmetric,
  s.dimension AS dimension, s.value AS value, s.at AS at, s.uid AS record, s.revealed_at AS revealed_at,
  s.audience AS audience
ORDER BY uid, dimension, record
