// name:    state_lookup
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Chapters by their printed number.
CREATE INDEX state_lookup IF NOT EXISTS FOR (s:State) ON (s.project, s.dimension, s.lookup, s.at)
