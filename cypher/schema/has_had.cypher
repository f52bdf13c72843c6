// name:    has_had
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Who ever had a value.
CREATE INDEX has_had IF NOT EXISTS FOR ()-[r:HAS_HAD]-() ON (r.project, r.dimension, r.lookup)
