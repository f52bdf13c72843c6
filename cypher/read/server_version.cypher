// name:    server_version
// params:  -
// returns: version
// rows:    one
// access:  read
//
// The version of the server.
CALL dbms.components() YIELD name, versions
WITH name, versions WHERE name = "Neo4j Kernel"
RETURN versions[0] AS version
