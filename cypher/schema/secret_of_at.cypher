// name:    secret_of_at
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Secrets that touch an entity, walked backwards.
CREATE INDEX secret_of_at IF NOT EXISTS FOR ()-[r:SECRET_OF]-() ON (r.entity, r.at)
