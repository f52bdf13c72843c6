// name:    beliefs_of
// params:  uids, project, before, revision, revealed_before, viewer
// returns: uid, holder, topic, view, stance, channel, told_by, at
// rows:    many
// access:  read
//
// What these minds hold, true or not: the latest 12 each.
UNWIND $uids AS holder
WITH holder WHERE ($viewer IS NULL OR $viewer = holder)
CALL (holder) {
  MATCH ()-[h:HOLDS]->(b:Belief)
  USING INDEX h:HOLDS(entity, at)
  WHERE h.entity = holder AND h.at < $before
    AND b.project = $project AND b.at < $before AND b.revealed_at < $revealed_before
    AND b.added <= $revision AND b.removed > $revision
  RETURN b ORDER BY h.entity DESC, h.at DESC, b.uid DESC LIMIT 12
}
RETURN DISTINCT b.uid AS uid, b.holder AS holder, b.topic AS topic, b.view AS view, b.stance AS stance,
  b.channel AS channel, head([(b)-[:TOLD_BY]->(t) | t.uid]) AS told_by, b.at AS at
ORDER BY holder, at DESC, uid
