// name:    lock_project
// params:  project
// returns: head
// rows:    maybe
// access:  write
//
// The head of the project; from here to the end of the transaction nobody else commits to it.
MATCH (p:Project {key: $project})
SET p.locked = p.head
RETURN p.head AS head
