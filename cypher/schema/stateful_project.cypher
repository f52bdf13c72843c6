// name:    stateful_project
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// All heads of a project, for export.
CREATE INDEX stateful_project IF NOT EXISTS FOR (h:Stateful) ON (h.project)
