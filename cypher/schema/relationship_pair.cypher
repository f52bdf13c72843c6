// name:    relationship_pair
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Relationships by the sorted pair of their ends.
CREATE INDEX relationship_pair IF NOT EXISTS FOR (r:Relationship) ON (r.pair)
