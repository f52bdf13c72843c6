// name:    bound_threads
// params:  project, revision, heads
// returns: -
// rows:    none
// access:  write
//
// Each of these threads stays open no longer than its bound says: the position that closed it last, else for ever.
UNWIND $heads AS head
MATCH (t:Thread:Stateful {uid: $project + "/" + head})
CALL (t) {
  OPTIONAL MATCH (s:State)
  WHERE s.subject = t.uid AND s.dimension = "status" AND s.at >= 0 AND s.seq >= 0
    AND s.added <= $revision AND s.removed > $revision
  RETURN s ORDER BY s.subject DESC, s.dimension DESC, s.at DESC, s.seq DESC LIMIT 1
}
SET t.open_until = CASE WHEN s.value IN ["resolved", "abandoned"] THEN s.at ELSE 9007199254740991 END
