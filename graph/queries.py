"""Every statement, bound once. The caller owns the transaction."""

from __future__ import annotations

from typing import Any

from graph import lines, models, stored
from graph.bound import Many, Maybe, One, Run
from graph.rows import HEADS, RECORDS
from graph.statements import statements

# Reads of a view.
project = Maybe("project", lines.ProjectLine)
projects = Many("projects", lines.ProjectName)
chapter_by_key = Maybe("chapter_by_key", lines.ChapterLine)
chapters_by_number = Many("chapters_by_number", lines.ChapterLine)
chapters_at = Many("chapters_at", lines.ChapterName)
last_chapter = Maybe("last_chapter", lines.ChapterLine)
entities_by_name = Many("entities_by_name", lines.Found)
heads_by_name = Many("heads_by_name", lines.Found)
events_by_key = Many("events_by_key", lines.EventLine)
known_names = Many("known_names", lines.TextLine)
states_now = Many("states_now", lines.StateLine)
states_then = Many("states_then", lines.StateThen)
names_of = Many("names_of", lines.Named)
aliases_of = Many("aliases_of", lines.AliasLine)
last_seen = Many("last_seen", lines.SeenLine)
subjects_with = Many("subjects_with", lines.HasLine)
relationships_among = Many("relationships_among", lines.RelationLine)
relationships_of = Many("relationships_of", lines.RelationshipLine)
thread_states = Many("thread_states", lines.StateLine)
secrets_of = Many("secrets_of", lines.SecretLine)
beliefs_of = Many("beliefs_of", lines.BeliefLine)
recent_summaries = Many("recent_summaries", lines.SummaryLine)
cover = Many("cover", lines.CoverLine)
recent_events = Many("recent_events", lines.EventLine)
rules_in_force = Many("rules_in_force", lines.RuleLine)
chains_of = Many("chains_of", lines.StepLine)
last_scenes = Many("last_scenes", lines.SceneLine)
scenes_between = Many("scenes_between", lines.SceneLine)

# What an export reads.
heads = Many("heads", stored.StoredHead)
dimensions = Many("dimensions", stored.StoredDimension)
live: dict[type[models.Record], Many[Any]] = {
    model: Many(f"live_{name}", line)
    for model, name, line in (
        (models.Alias, "aliases", stored.StoredAlias),
        (models.State, "states", stored.StoredState),
        (models.Event, "events", stored.StoredEvent),
        (models.Rule, "rules", stored.StoredRule),
        (models.Scene, "scenes", stored.StoredScene),
        (models.Summary, "summaries", stored.StoredSummary),
        (models.Belief, "beliefs", stored.StoredBelief),
    )
}

# What a commit runs.
create_project = Run("create_project")
lock_project = Maybe("lock_project", lines.HeadRevision)
commit_by_key = Maybe("commit_by_key", lines.Revision)
move_head = Run("move_head")
declare_dimensions = Run("declare_dimensions")
remove_records = One("remove_records", lines.Removed)
add = {name: Run(f"add_{name}") for name in (*HEADS, *RECORDS)}
link_steps = Run("link_steps")
link_events = Run("link_events")
link_scenes = Run("link_scenes")
declare_subjects = Run("declare_subjects")
keep_secrets = Run("keep_secrets")
bound_threads = Run("bound_threads")
bound_values = Run("bound_values")
concern_entities = Run("concern_entities")
show = {
    dimension: Run(f"show_{name}")
    for dimension, name in (
        ("name", "names"),
        ("place", "places"),
        ("holder", "holders"),
        ("relationship", "relationships"),
        ("thread", "threads"),
        ("step", "steps"),
    )
}

server_version = One("server_version", lines.Version)
online_indexes = Many("online_indexes", lines.NameLine)
await_indexes = Run("await_indexes")
schema = tuple(Run(name) for name, statement in statements().items() if statement.access == "schema")
