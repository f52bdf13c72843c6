// name:    scene_position
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Scenes in the order of the telling.
CREATE INDEX scene_position IF NOT EXISTS FOR (s:Scene) ON (s.project, s.at)
