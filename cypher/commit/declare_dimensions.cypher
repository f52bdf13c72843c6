// name:    declare_dimensions
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live declaration of a dimension.
MATCH (c:Commit {project: $project, revision: $revision})-[:OF]->(p:Project)
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
CREATE (p)-[:DECLARES]->(d:Dimension:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, of: row.of, name: row.name, type: row.type,
    many: row.many, change: row.change, limit: row.limit, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(d)
