// name:    add_rules
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live rule of the world, over the entities it governs.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
CREATE (r:WorldRule:Fact:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, key: row.key, statement: row.statement,
    overridable: row.overridable, limit: row.limit, at: row.at, revealed_at: row.revealed_at, audience: row.audience, present: row.present,
    story_from: row.story_from, story_until: row.story_until, story_label: row.story_label,
    story_precision: row.story_precision, quote: row.quote, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(r)
WITH r, row
UNWIND range(0, size(row.governs) - 1) AS n
MATCH (one:Entity {project: $project, key: row.governs[n]})
USING INDEX one:Entity(project, key)
CREATE (r)-[:GOVERNS {entity: one.uid, at: r.at, nth: n}]->(one)
