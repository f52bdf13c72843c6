// name:    add_relationships
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// A relationship for each row, between its two entities; one that is there stays as it is.
UNWIND $rows AS row
MATCH (a:Entity {project: $project, key: row.between[0]})
USING INDEX a:Entity(project, key)
MATCH (b:Entity {project: $project, key: row.between[1]})
USING INDEX b:Entity(project, key)
MERGE (h:Stateful {uid: $project + "/" + row.id})
  ON CREATE SET h:Relationship, h.project = $project, h.key = row.key, h.dimensions = [],
    h.introduced = 9007199254740991, h.kind = row.kind, h.symmetric = row.symmetric, h.ends = [a.uid, b.uid],
    h.pair = CASE WHEN a.uid < b.uid THEN a.uid + "|" + b.uid ELSE b.uid + "|" + a.uid END
MERGE (h)-[:BETWEEN {role: "from"}]->(a)
MERGE (h)-[:BETWEEN {role: "to"}]->(b)
