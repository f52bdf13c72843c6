// name:    chapter_order
// params:  -
// returns: -
// rows:    none
// access:  schema
//
// Chapters in the order of the telling.
CREATE INDEX chapter_order IF NOT EXISTS FOR (c:Chapter) ON (c.project, c.order)
