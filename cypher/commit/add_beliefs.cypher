// name:    add_beliefs
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each row is what its holder believes, about the facts and entities it names.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
UNWIND $rows AS row
MATCH (e:Entity {project: $project, key: row.holder})
USING INDEX e:Entity(project, key)
CREATE (e)-[:HOLDS {entity: e.uid, at: row.at}]->(b:Belief:Subjective:Record {
    uid: $project + "/" + row.id + "@" + $revision, project: $project, holder: e.uid, topic: row.topic,
    view: row.view, stance: row.stance, channel: row.channel, at: row.at, revealed_at: row.revealed_at, quote: row.quote, about: row.about,
    told_by: row.told_by, added: $revision, removed: 9007199254740991
  })
CREATE (c)-[:ADDED]->(b)
WITH b, row
CALL (b, row) {
  UNWIND row.about_keys AS fact
  MATCH (r:Record)
  USING INDEX r:Record(project, key)
  WHERE r.project = $project AND r.key = fact.key AND r.removed > $revision AND fact.label IN labels(r)
  CREATE (b)-[:ABOUT]->(r)
}
CALL (b, row) {
  UNWIND row.about_uids AS uid
  MATCH (h:Stateful {uid: $project + "/" + uid})
  USING INDEX h:Stateful(uid)
  CREATE (b)-[:ABOUT]->(h)
}
CALL (b, row) {
  MATCH (teller:Entity {project: $project, key: row.told_by})
  USING INDEX teller:Entity(project, key)
  CREATE (b)-[:TOLD_BY]->(teller)
}
