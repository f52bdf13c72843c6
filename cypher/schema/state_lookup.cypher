// name:    state_lookup
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Which subjects had a value: who is at a place, who carries what, who is core.
CREATE INDEX state_lookup IF NOT EXISTS FOR (s:State) ON (s.project, s.dimension, s.lookup, s.at)
