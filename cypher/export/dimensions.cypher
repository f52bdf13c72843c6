// name:    dimensions
// params:  project, revision
// returns: uid, of, name, type, many, change, limit
// rows:    many
// access:  read
//
// Every dimension that the project declares at the revision.
MATCH (d:Dimension)
WHERE d.project = $project AND d.of > "" AND d.name > "" AND d.added <= $revision AND d.removed > $revision
RETURN d.uid AS uid, d.of AS of, d.name AS name, d.type AS type, d.many AS many, d.change AS change, d.limit AS limit
ORDER BY of, name, uid
