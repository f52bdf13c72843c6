// name:    known_names
// params:  project, before, revision, revealed_before, viewer
// returns: text, kind
// rows:    many
// access:  read
//
// Every key and name of an entity or thread in the view: what an error may suggest.
MATCH (h:Stateful)
USING INDEX h:Stateful(project)
WHERE h.project = $project AND (h:Entity OR h:Thread OR h:ChainStep)
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
UNWIND [h.key, name] AS text
RETURN DISTINCT text, split(h.uid, "/")[1] AS kind
ORDER BY text, kind
