// name:    bound_values
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// The subject of each row is among those that ever had this value: a bound that lets too many through, never too few.
MATCH (:Commit {project: $project, revision: $revision})
MATCH (p:Project {key: $project})
UNWIND $rows AS row
MATCH (h:Stateful {uid: $project + "/" + row.of})
USING INDEX h:Stateful(uid)
MERGE (p)-[:HAS_HAD {project: $project, dimension: row.dimension, lookup: row.lookup}]->(h)
