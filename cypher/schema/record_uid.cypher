// name:    record_uid
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// One record a uid.
CREATE CONSTRAINT record_uid IF NOT EXISTS FOR (r:Record) REQUIRE r.uid IS UNIQUE
