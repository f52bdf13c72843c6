// name:    summary_position
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Summaries of a level in the order of the telling.
CREATE INDEX summary_position IF NOT EXISTS FOR (s:Summary) ON (s.project, s.level, s.at)
