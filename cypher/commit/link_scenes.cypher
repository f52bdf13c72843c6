// name:    link_scenes
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each scene of this revision calls back to, and relies on, what its row names; scenes of a chapter follow each other.
UNWIND $rows AS row
MATCH (s:Scene:Record {uid: $project + "/" + row.id + "@" + $revision})
USING INDEX s:Record(uid)
CALL (s, row) {
  UNWIND row.callback_keys AS back
  MATCH (r:Record)
  USING INDEX r:Record(project, key)
  WHERE r.project = $project AND r.key = back.key AND r.removed > $revision AND back.label IN labels(r)
  CREATE (s)-[:CALLS_BACK {reference: back.reference, nth: back.nth}]->(r)
}
CALL (s, row) {
  UNWIND row.callback_uids AS back
  MATCH (h:Stateful {uid: $project + "/" + back.reference})
  USING INDEX h:Stateful(uid)
  CREATE (s)-[:CALLS_BACK {reference: back.reference, nth: back.nth}]->(h)
}
CALL (s, row) {
  UNWIND row.relies_keys AS fact
  MATCH (r:Record)
  USING INDEX r:Record(project, key)
  WHERE r.project = $project AND r.key = fact.key AND r.removed > $revision AND fact.label IN labels(r)
  CREATE (s)-[:RELIES_ON {reference: fact.reference, nth: fact.nth}]->(r)
}
CALL (s) {
  MATCH (before:Scene)
  USING INDEX before:Scene(project, at)
  WHERE before.project = $project AND before.at < s.at AND before.at >= s.at / 1000 * 1000
    AND before.removed > $revision
  WITH before, s ORDER BY before.project DESC, before.at DESC LIMIT 1
  OPTIONAL MATCH (before)-[old:NEXT]->(:Scene)
  DELETE old
  MERGE (before)-[:NEXT]->(s)
}
CALL (s) {
  MATCH (after:Scene)
  USING INDEX after:Scene(project, at)
  WHERE after.project = $project AND after.at > s.at AND after.at < s.at / 1000 * 1000 + 1000
    AND after.removed > $revision
  WITH after, s ORDER BY after.project, after.at LIMIT 1
  MERGE (s)-[:NEXT]->(after)
}
