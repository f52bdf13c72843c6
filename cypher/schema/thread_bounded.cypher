// name:    thread_bounded
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Threads by the revision since which their bound holds: older views cannot rely on it.
CREATE INDEX thread_bounded IF NOT EXISTS FOR (t:Thread) ON (t.project, t.bounded)
