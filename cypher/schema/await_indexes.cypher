// name:    await_indexes
// params:  -
// returns: -
// rows:    none
// access:  read
//
// Every index is ready, or five minutes are over.
CALL db.awaitIndexes(300)
