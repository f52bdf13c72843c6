// name:    last_seen
// params:  uids, project, before, revision, revealed_before
// returns: uid, entity, at, presence, place
// rows:    many
// access:  read
//
// The last scene of the present in which each of these entities was there, and where.
UNWIND $uids AS entity
CALL (entity) {
  MATCH (s:Scene)-[f:FEATURES]->()
  USING INDEX f:FEATURES(entity, seen, at)
  WHERE f.entity = entity AND f.seen = true AND (f.presence <> "disguised" OR $revealed_before <> $before) AND f.at < $before
    AND s.project = $project AND s.at < $before AND s.revealed_at < $revealed_before
    AND s.added <= $revision AND s.removed > $revision
  RETURN s, f ORDER BY f.entity DESC, f.seen DESC, f.at DESC LIMIT 1
}
RETURN DISTINCT s.uid AS uid, f.entity AS entity, s.at AS at, f.presence AS presence,
  head([(s)-[p:SET_IN]->() | p.entity]) AS place
ORDER BY entity, uid
