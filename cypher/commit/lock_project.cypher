// name:    lock_project
// params:  project
// returns: head
// rows:    maybe
// access:  write
//
// The head of the project; from here to the end of the transaction nobody else commits to it.
// The lock is taken before anything is read: a head read while waiting for it would be the one of before.
MATCH (p:Project {key: $project})
SET p.locked = true
WITH p
MATCH (same:Project {key: p.key})
RETURN same.head AS head
