// name:    dimension_name
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// What a project declares.
CREATE INDEX dimension_name IF NOT EXISTS FOR (d:Dimension) ON (d.project, d.of, d.name)
