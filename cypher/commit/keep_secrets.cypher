// name:    keep_secrets
// params:  project, revision, rows
// returns: -
// rows:    none
// access:  write
//
// Each record of this revision that is kept back from somebody is a secret of the subjects of its row.
UNWIND $rows AS row
MATCH (r:Record {uid: $project + "/" + row.id + "@" + $revision})
USING INDEX r:Record(uid)
UNWIND row.subjects AS subject
MATCH (e:Entity:Stateful {uid: $project + "/" + subject})
USING INDEX e:Stateful(uid)
CREATE (r)-[:SECRET_OF {entity: e.uid, at: r.at}]->(e)
