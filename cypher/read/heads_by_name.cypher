// name:    heads_by_name
// params:  names, project, before, revision, revealed_before, viewer
// returns: wanted, uid, key, kind, name, found_by
// rows:    many
// access:  read
//
// The thread, chain or step that each of these names (uids and norm) means in the view.
UNWIND $names AS wanted
CALL (wanted) {
  UNWIND wanted.uids AS uid
  MATCH (h:Stateful {uid: uid})
  RETURN h, "key" AS found_by
  UNION
  MATCH (m:State:Name)
  WHERE m.norm = wanted.norm AND m.project = $project AND m.at < $before AND m.revealed_at < $revealed_before
    AND m.added <= $revision AND m.removed > $revision
    AND ($viewer IS NULL OR m.audience = "common"
      OR m.audience = "witnessed" AND (EXISTS {
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = m.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }
        OR EXISTS { MATCH (m)-[took:INVOLVES]->() WHERE took.entity = $viewer })
      OR EXISTS {
        MATCH (held:Belief)-[:ABOUT]->(m)
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision })
  MATCH (h:Stateful {uid: m.subject})
  RETURN h, CASE WHEN m.text = wanted.text THEN "name" ELSE "fold" END AS found_by
}
WITH wanted, h, found_by
WHERE (h:Thread OR h:ChainStep) AND h.project = $project
CALL (h) {
  MATCH (n:State)
  WHERE n.subject = h.uid AND n.dimension = "name" AND n.seq >= 0 AND n.project = $project AND n.at < $before AND n.revealed_at < $revealed_before
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
  RETURN n.value AS name ORDER BY n.subject DESC, n.dimension DESC, n.at DESC, n.seq DESC LIMIT 1
}
RETURN DISTINCT wanted.text AS wanted, h.uid AS uid, h.key AS key, split(h.uid, "/")[1] AS kind, name, found_by
ORDER BY wanted, uid, found_by
