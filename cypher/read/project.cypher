// name:    project
// params:  project
// returns: project, title, language, story_unit, style, writing_rules, bare_titles, head
// rows:    maybe
// access:  read
//
// The project of this key, and its newest revision.
MATCH (p:Project {key: $project})
RETURN p.key AS project, p.title AS title, p.language AS language, p.story_unit AS story_unit, p.style AS style,
  p.writing_rules AS writing_rules, p.bare_titles AS bare_titles, p.head AS head
