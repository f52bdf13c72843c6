// name:    online_indexes
// params:  -
// returns: name
// rows:    many
// access:  read
//
// The names of the indexes that are ready; a constraint's index has its name.
SHOW INDEXES YIELD name, state WHERE state = "ONLINE"
RETURN name
ORDER BY name
