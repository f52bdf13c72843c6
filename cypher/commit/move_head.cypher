// name:    move_head
// params:  project, revision, kind, author, chapter, key, committed_at, settings
// returns: -
// rows:    none
// access:  write
//
// The commit of this revision stands, behind the one before it, and is the head. It carries the project's settings, so
// that an older revision keeps its own.
MATCH (p:Project {key: $project})
SET p.head = $revision
CREATE (c:Commit {project: $project, revision: $revision, kind: $kind, author: $author, chapter: $chapter,
  key: $key, committed_at: $committed_at})
SET c += $settings, p.title = $settings.title, p.language = $settings.language
CREATE (c)-[:OF]->(p)
WITH c
MATCH (last:Commit {project: $project, revision: $revision - 1})
USING INDEX last:Commit(project, revision)
CREATE (c)-[:FOLLOWS]->(last)
