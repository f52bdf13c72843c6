// name:    dimensions
// params:  project
// returns: of, name, type, many, change, limit
// rows:    many
// access:  read
//
// Every dimension that the project declares.
MATCH (d:Dimension)
WHERE d.project = $project AND d.of > "" AND d.name > ""
RETURN d.of AS of, d.name AS name, d.type AS type, d.many AS many, d.change AS change, d.limit AS limit
ORDER BY of, name
