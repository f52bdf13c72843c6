// name:    alias_entity
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// The aliases of an entity.
CREATE INDEX alias_entity IF NOT EXISTS FOR (a:Alias) ON (a.entity, a.at)
