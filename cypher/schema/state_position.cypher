// name:    state_position
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// The value of a dimension at a position: walked backwards, the first live state is the value.
CREATE INDEX state_position IF NOT EXISTS FOR (s:State) ON (s.subject, s.dimension, s.at, s.seq)
