// name:    set_in_at
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Scenes at a place, walked backwards.
CREATE INDEX set_in_at IF NOT EXISTS FOR ()-[r:SET_IN]-() ON (r.entity, r.at)
