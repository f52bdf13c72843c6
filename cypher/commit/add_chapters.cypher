// name:    add_chapters
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// A chapter for each row, in its volume and between its neighbours; one that is there stays as it is.
UNWIND $rows AS row
MERGE (h:Stateful {uid: $project + "/" + row.id})
  ON CREATE SET h:Chapter, h.project = $project, h.key = row.key, h.dimensions = [],
    h.introduced = row.order * 1000, h.order = row.order, h.volume = row.volume
WITH h, row
CALL (h, row) {
  MATCH (v:Volume:Stateful {uid: $project + "/volume/" + row.volume})
  USING INDEX v:Stateful(uid)
  MERGE (v)-[:CONTAINS]->(h)
}
CALL (h) {
  MATCH (before:Chapter)
  USING INDEX before:Chapter(project, order)
  WHERE before.project = $project AND before.order < h.order
  WITH before, h ORDER BY before.project DESC, before.order DESC LIMIT 1
  OPTIONAL MATCH (before)-[old:NEXT]->(:Chapter)
  DELETE old
  MERGE (before)-[:NEXT]->(h)
}
CALL (h) {
  MATCH (after:Chapter)
  USING INDEX after:Chapter(project, order)
  WHERE after.project = $project AND after.order > h.order
  WITH after, h ORDER BY after.project, after.order LIMIT 1
  MERGE (h)-[:NEXT]->(after)
}
