// name:    create_project
// params:  project
// returns: -
// rows:    none
// access:  write
//
// The project is there, with head 0 when it is new.
MERGE (p:Project {key: $project})
  ON CREATE SET p.head = 0
