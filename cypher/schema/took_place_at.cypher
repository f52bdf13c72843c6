// name:    took_place_at
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Events at a place, walked backwards.
CREATE INDEX took_place_at IF NOT EXISTS FOR ()-[r:TOOK_PLACE_AT]-() ON (r.entity, r.at)
