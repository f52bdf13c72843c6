// name:    link_events
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// The live event of each row's key stands before, or causes, the live event of its target, where both are there yet.
UNWIND $rows AS row
MATCH (e:Record:Event)
USING INDEX e:Record(project, key)
WHERE e.project = $project AND e.key = row.key AND e.removed > $revision
MATCH (other:Record:Event)
USING INDEX other:Record(project, key)
WHERE other.project = $project AND other.key = row.target AND other.removed > $revision
FOREACH (_ IN CASE row.type WHEN "before" THEN [1] ELSE [] END |
  MERGE (e)-[:BEFORE]->(other))
FOREACH (_ IN CASE row.type WHEN "causes" THEN [1] ELSE [] END |
  MERGE (e)-[:CAUSES]->(other))
