// name:    record_key
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Facts, aliases and events by key.
CREATE INDEX record_key IF NOT EXISTS FOR (r:Record) ON (r.project, r.key)
