// name:    thread_open
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Threads by a loose bound on how long they stay open.
CREATE INDEX thread_open IF NOT EXISTS FOR (t:Thread) ON (t.project, t.open_until, t.introduced)
