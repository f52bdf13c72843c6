// name:    stateful_uid
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// One head a uid.
CREATE CONSTRAINT stateful_uid IF NOT EXISTS FOR (h:Stateful) REQUIRE h.uid IS UNIQUE
