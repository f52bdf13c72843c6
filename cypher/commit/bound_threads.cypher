// name:    bound_threads
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// Each of these threads stays open no longer than its bound says: the position from which everybody may know that it
// is closed for good, else for ever. The bound holds for views from this revision on.
UNWIND $heads AS head
MATCH (t:Thread:Stateful {uid: $project + "/" + head})
USING INDEX t:Stateful(uid)
CALL (t) {
  OPTIONAL MATCH (s:State)
  USING INDEX s:State(subject, dimension, at, seq)
  WHERE s.subject = t.uid AND s.dimension = "status" AND s.at >= 0 AND s.seq >= 0
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
SET t.bounded = $revision, t.open_until = CASE
    WHEN NOT s.value IN ["resolved", "abandoned"] OR s.audience <> "common" THEN 9007199254740991
    WHEN s.revealed_at > s.at THEN s.revealed_at
    ELSE coalesce(s.at, 9007199254740991) END
