// name:    commit_key
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// One commit an idempotency key.
CREATE CONSTRAINT commit_key IF NOT EXISTS FOR (c:Commit) REQUIRE (c.project, c.key) IS UNIQUE
