// name:    features_at
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Scenes of an entity, walked backwards.
CREATE INDEX features_at IF NOT EXISTS FOR ()-[r:FEATURES]-() ON (r.entity, r.at)
