// name:    features_seen
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Scenes of the present in which an entity was there, walked backwards.
CREATE INDEX features_seen IF NOT EXISTS FOR ()-[r:FEATURES]-() ON (r.entity, r.seen, r.at)
