// name:    commit_revision
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// One commit a revision.
CREATE CONSTRAINT commit_revision IF NOT EXISTS FOR (c:Commit) REQUIRE (c.project, c.revision) IS UNIQUE
