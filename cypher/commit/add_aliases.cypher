// name:    add_aliases
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live alias of its entity.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
MATCH (e:Entity {project: $project, key: row.entity})
USING INDEX e:Entity(project, key)
CREATE (a:Alias:Name:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, key: row.key, entity: e.uid,
    text: row.text, norm: row.norm, exclude: row.exclude, at: row.at, revealed_at: row.revealed_at,
    audience: row.audience, quote: row.quote, added: $revision, removed: 9007199254740991
  })-[:NAMES]->(e)
CREATE (c)-[:ADDED]->(a)
