// name:    relationships_of
// params:  uids, project, before, revision, revealed_before, viewer
// returns: uid, kind, from_uid, to_uid, symmetric, standing
// rows:    many
// access:  read
//
// Every relationship of these entities in the view.
UNWIND $uids AS uid
MATCH (e:Entity:Stateful {uid: uid})<-[:BETWEEN]-(r:Relationship)
WHERE r.project = $project
WITH DISTINCT r
CALL (r) {
  MATCH (n:State)
  WHERE n.subject = r.uid AND n.dimension = "standing" AND n.seq >= 0 AND n.project = $project AND n.at < $before AND n.revealed_at < $revealed_before
    AND n.added <= $revision AND n.removed > $revision
    AND ($viewer IS NULL OR n.audience = "common"
      OR n.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = n.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (n)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(n)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  RETURN n.value AS standing ORDER BY n.subject DESC, n.dimension DESC, n.at DESC, n.seq DESC LIMIT 1
}
RETURN r.uid AS uid, r.kind AS kind, r.ends[0] AS from_uid, r.ends[1] AS to_uid, r.symmetric AS symmetric, standing
ORDER BY uid
