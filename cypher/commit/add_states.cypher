// name:    add_states
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live state of its subject.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
MATCH (h:Stateful {uid: $project + "/" + row.of})
USING INDEX h:Stateful(uid)
CREATE (h)-[:HAS_STATE]->(s:State:Fact:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, key: row.key, subject: h.uid,
    dimension: row.dimension, at: row.at, seq: row.seq, value: row.value, lookup: row.lookup, refs: row.refs,
    revealed_at: row.revealed_at, audience: row.audience, present: row.present, story_from: row.story_from,
    story_until: row.story_until, story_label: row.story_label, story_precision: row.story_precision,
    quote: row.quote, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(s)
