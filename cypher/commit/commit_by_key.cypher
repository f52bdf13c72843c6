// name:    commit_by_key
// params:  project, key
// returns: revision
// rows:    maybe
// access:  read
//
// The revision that this idempotency key made.
MATCH (c:Commit {project: $project, key: $key})
RETURN c.revision AS revision
