// name:    name_norm
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Names and aliases as they are compared.
CREATE INDEX name_norm IF NOT EXISTS FOR (n:Name) ON (n.project, n.norm)
