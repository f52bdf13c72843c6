// name:    rule_position
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// The rules in force.
CREATE INDEX rule_position IF NOT EXISTS FOR (r:WorldRule) ON (r.project, r.at)
