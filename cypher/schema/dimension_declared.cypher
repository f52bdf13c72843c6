// name:    dimension_declared
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// One declaration a dimension.
CREATE CONSTRAINT dimension_declared IF NOT EXISTS FOR (d:Dimension) REQUIRE (d.project, d.of, d.name) IS UNIQUE
