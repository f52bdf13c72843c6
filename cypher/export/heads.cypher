// name:    heads
// params:  project
// returns: uid, key, order, volume, kind, symmetric, between, chain, at
// rows:    many
// access:  read
//
// Every head of the project, with what never changes about it.
MATCH (h:Stateful)
WHERE h.project = $project
RETURN h.uid AS uid, h.key AS key, h.order AS order, h.volume AS volume, h.kind AS kind, h.symmetric AS symmetric,
  COLLECT { UNWIND h.ends AS end MATCH (e:Entity:Stateful {uid: end}) RETURN e.key } AS between, h.chain AS chain,
  h.at AS at
ORDER BY uid
