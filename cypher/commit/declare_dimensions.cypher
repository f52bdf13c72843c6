// name:    declare_dimensions
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// Each dimension is declared as in its row.
MATCH (p:Project {key: $project})
UNWIND $rows AS row
MERGE (d:Dimension {project: $project, of: row.of, name: row.name})
SET d.type = row.type, d.many = row.many, d.change = row.change, d.limit = row.limit
MERGE (p)-[:DECLARES]->(d)
