// name:    involves_at
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Events of an entity, walked backwards.
CREATE INDEX involves_at IF NOT EXISTS FOR ()-[r:INVOLVES]-() ON (r.entity, r.at)
