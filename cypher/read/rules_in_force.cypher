// name:    rules_in_force
// params:  project, before, revision, revealed_before, viewer
// returns: uid, key, statement, overridable, limit, at, governs, revealed_at, audience
// rows:    many
// access:  read
//
// The rules of the world in the view, and whom each governs (nobody named: everyone).
MATCH (r:WorldRule)
WHERE r.project = $project AND r.at < $before AND r.revealed_at < $revealed_before
  AND r.added <= $revision AND r.removed > $revision
  AND ($viewer IS NULL OR r.audience = "common"
    OR r.audience = "witnessed" AND (EXISTS {
      MATCH (seen:Scene)-[f:FEATURES]->()
      WHERE f.entity = $viewer AND f.at = r.at AND f.presence IN ["on_stage", "disguised", "spirit"]
        AND seen.mode IN ["actual", "memory"]
        AND seen.added <= $revision AND seen.removed > $revision }
      OR EXISTS { MATCH (r)-[took:INVOLVES]->() WHERE took.entity = $viewer })
    OR EXISTS {
      MATCH (held:Belief)-[:ABOUT]->(r)
      WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
        AND held.added <= $revision AND held.removed > $revision })
RETURN r.uid AS uid, r.key AS key, r.statement AS statement, r.overridable AS overridable, r.limit AS limit,
  r.at AS at, [(r)-[g:GOVERNS]->() | g.entity] AS governs, r.revealed_at AS revealed_at, r.audience AS audience
ORDER BY at, key, uid
