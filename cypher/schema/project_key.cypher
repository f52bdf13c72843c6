// name:    project_key
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// One project a key.
CREATE CONSTRAINT project_key IF NOT EXISTS FOR (p:Project) REQUIRE p.key IS UNIQUE
