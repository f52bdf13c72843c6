// name:    declare_subjects
// params:  project, rows
// returns: -
// rows:    none
// access:  write
//
// Each subject lists the dimensions it ever had and is introduced no later than its row: loose bounds, the states decide.
UNWIND $rows AS row
MATCH (h:Stateful {uid: $project + "/" + row.of})
USING INDEX h:Stateful(uid)
SET h.dimensions = h.dimensions + [d IN row.dimensions WHERE NOT d IN h.dimensions],
  h.introduced = CASE WHEN row.at < h.introduced THEN row.at ELSE h.introduced END
