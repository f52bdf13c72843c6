// name:    concerns_entity
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Threads and chains that ever concerned an entity: a loose bound, the states decide.
CREATE INDEX concerns_entity IF NOT EXISTS FOR ()-[r:CONCERNS]-() ON (r.entity)
