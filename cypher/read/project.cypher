// name:    project
// params:  project, revision
// returns: project, title, language, story_unit, style, writing_rules, bare_titles, head, revision
// rows:    maybe
// access:  read
//
// The project of this key as it was set up at the revision (none: the newest), and its newest revision.
MATCH (p:Project {key: $project})
MATCH (c:Commit {project: $project, revision: coalesce($revision, p.head)})
RETURN p.key AS project, c.title AS title, c.language AS language, c.story_unit AS story_unit, c.style AS style,
  c.writing_rules AS writing_rules, c.bare_titles AS bare_titles, p.head AS head, c.revision AS revision
