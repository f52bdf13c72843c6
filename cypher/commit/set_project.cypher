// name:    set_project
// params:  project, settings
// returns: -
// rows:    none
// access:  write
//
// The project's title, language and rules of writing are these.
MATCH (p:Project {key: $project})
SET p += $settings
