// name:    remove_records
// params:  project, revision, uids
// returns: removed
// rows:    one
// access:  write
//
// The live records of these uids end at this revision; how many did.
MATCH (c:Commit {project: $project, revision: $revision})
USING INDEX c:Commit(project, revision)
CALL (c) {
  UNWIND $uids AS uid
  MATCH (r:Record {uid: uid})
  USING INDEX r:Record(uid)
  WHERE r.project = $project AND r.removed > $revision
  SET r.removed = $revision
  CREATE (c)-[:REMOVED]->(r)
  RETURN count(r) AS removed
}
RETURN removed
