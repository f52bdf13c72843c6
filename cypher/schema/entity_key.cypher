// name:    entity_key
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Entities by key; a key belongs to one entity of a project.
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (e:Entity) REQUIRE (e.project, e.key) IS UNIQUE
