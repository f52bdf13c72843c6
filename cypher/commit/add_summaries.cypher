// name:    add_summaries
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live summary of the chapters from its first to its last.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
CREATE (s:Summary:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, level: row.level, first: row.first,
    last: row.last, from_order: row.from_order, to_order: row.to_order, at: row.at, revealed_at: row.at,
    text: row.text, placeholder: row.placeholder, stale: row.stale, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(s)
WITH s, row
CALL (s, row) {
  MATCH (h:Chapter:Stateful {uid: $project + "/chapter/" + row.first})
  USING INDEX h:Stateful(uid)
  WHERE row.level = 0
  CREATE (s)-[:COVERS]->(h)
}
CALL (s, row) {
  MATCH (below:Summary)
  USING INDEX below:Summary(project, level, at)
  WHERE below.project = $project AND below.level = row.level - 1 AND below.at <= row.at
    AND below.at > row.from_order * 1000 AND below.removed > $revision
  CREATE (s)-[:COVERS]->(below)
}
