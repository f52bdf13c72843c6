// name:    chapter_orders
// params:  project
// returns: key, order
// rows:    many
// access:  read
//
// Where each chapter of the project stands.
MATCH (c:Chapter)
WHERE c.project = $project AND c.order > 0
RETURN c.key AS key, c.order AS order
ORDER BY order, key
