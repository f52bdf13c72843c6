// name:    add_events
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is a live event, with those it involves and where it took place.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
CREATE (e:Event:Fact:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, key: row.key, summary: row.summary,
    type: row.type, before: row.before, causes: row.causes, at: row.at, revealed_at: row.revealed_at, audience: row.audience, present: row.present,
    story_from: row.story_from, story_until: row.story_until, story_label: row.story_label,
    story_precision: row.story_precision, quote: row.quote, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(e)
WITH e, row
CALL (e, row) {
  UNWIND range(0, size(row.involves) - 1) AS n
  MATCH (one:Entity {project: $project, key: row.involves[n].entity})
  USING INDEX one:Entity(project, key)
  CREATE (e)-[:INVOLVES {entity: one.uid, at: e.at, role: row.involves[n].role, nth: n}]->(one)
}
CALL (e, row) {
  MATCH (place:Entity {project: $project, key: row.place})
  USING INDEX place:Entity(project, key)
  CREATE (e)-[:TOOK_PLACE_AT {entity: place.uid, at: e.at}]->(place)
}
