// name:    projects
// params:  -
// returns: project, title, language, head
// rows:    many
// access:  read
//
// Every project of the database.
MATCH (p:Project)
WHERE p.key > ""
RETURN p.key AS project, p.title AS title, p.language AS language, p.head AS head
ORDER BY project
