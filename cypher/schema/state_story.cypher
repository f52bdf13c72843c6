// name:    state_story
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// The value of a dimension at a story time, walked the same way.
CREATE INDEX state_story IF NOT EXISTS FOR (s:State) ON (s.subject, s.dimension, s.story_from, s.at, s.seq)
