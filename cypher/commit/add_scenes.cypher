// name:    add_scenes
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live scene of its chapter, with its cast, place, threads and what it comes back to.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
MATCH (h:Chapter:Stateful {uid: $project + "/chapter/" + row.chapter})
USING INDEX h:Stateful(uid)
CREATE (h)-[:HAS_SCENE]->(s:Scene:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, at: row.at, revealed_at: row.at,
    title: row.title, mode: row.mode, story_from: row.story_from, story_until: row.story_until,
    story_label: row.story_label, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(s)
WITH s, row
CALL (s, row) {
  UNWIND range(0, size(row.features) - 1) AS n
  MATCH (one:Entity {project: $project, key: row.features[n].entity})
  USING INDEX one:Entity(project, key)
  CREATE (s)-[:FEATURES {entity: one.uid, at: s.at, presence: row.features[n].presence,
    seen: s.mode = "actual" AND NOT row.features[n].presence IN ["off_stage", "mentioned"],
    role: row.features[n].role, nth: n}]->(one)
}
CALL (s, row) {
  MATCH (place:Entity {project: $project, key: row.place})
  USING INDEX place:Entity(project, key)
  CREATE (s)-[:SET_IN {entity: place.uid, at: s.at}]->(place)
}
CALL (s, row) {
  UNWIND range(0, size(row.threads) - 1) AS n
  MATCH (t:Thread:Stateful {uid: $project + "/thread/" + row.threads[n]})
  USING INDEX t:Stateful(uid)
  CREATE (s)-[:TOUCHES {nth: n}]->(t)
}
