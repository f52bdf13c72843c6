// name:    entities_by_name
// params:  names, project, before, revision, revealed_before, viewer
// returns: wanted, uid, key, kind, name, found_by
// rows:    many
// access:  read
//
// What each of these names (key, text and norm) means in the view: by key, by name or alias as written, or folded.
UNWIND $names AS wanted
CALL (wanted) {
  MATCH (e:Entity {project: $project, key: wanted.text})
  RETURN e, "key" AS found_by
  UNION
  MATCH (m:Name)
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
  MATCH (e:Entity:Stateful {uid: m.entity})
  RETURN e, CASE WHEN m.text = wanted.text THEN "name" ELSE "fold" END AS found_by
}
CALL (e) {
  MATCH (n:State)
  WHERE n.subject = e.uid AND n.dimension = "name" AND n.seq >= 0 AND n.project = $project AND n.at < $before AND n.revealed_at < $revealed_before
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
RETURN DISTINCT wanted.text AS wanted, e.uid AS uid, e.key AS key, split(e.uid, "/")[1] AS kind, name, found_by
ORDER BY wanted, uid, found_by
