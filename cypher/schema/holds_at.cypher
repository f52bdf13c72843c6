// name:    holds_at
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Beliefs of an entity, walked backwards.
CREATE INDEX holds_at IF NOT EXISTS FOR ()-[r:HOLDS]-() ON (r.entity, r.at)
