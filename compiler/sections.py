"""
The table of sections: what each worker's packet may hold, by tier, and the read behind it.

The order is that of layout: what seldom changes between chapters first, what changes each chapter last. What a tag asks
for is a line here, never a branch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler import given, people, plot
from compiler.cast import Cast
from compiler.items import Section
from graph import queries
from graph.bound import Reading
from graph.connection import Read

WRITER = frozenset({"writer"})
PLANNER = frozenset({"planner"})
BOTH = WRITER | PLANNER

SUMMARIES_READ = 60
"""Summaries that one packet may choose from: what fits, at the lengths of the design, several times over."""


def _of(query: Reading[Any], **more: Any) -> Callable[[Cast], Read | None]:
    """A read of the view alone."""
    return lambda cast: Read(query, cast.view.params | more)


def _uids(query: Reading[Any], uids: Callable[[Cast], tuple[str, ...]], **more: Any) -> Callable[[Cast], Read | None]:
    """A read about these uids; none, no read."""
    return lambda cast: Read(query, cast.view.params | {"uids": list(uids(cast))} | more) if uids(cast) else None


def _then(cast: Cast) -> Read | None:
    wanted = [{"uid": uid, "story_time": time} for uid, time in cast.then]
    params = cast.view.params | {"wanted": wanted, "fixed": list(cast.place.fixed)}
    return Read(queries.states_then, params) if wanted else None


def _with(dimension: str, uids: tuple[str, ...]) -> list[dict[str, str]]:
    return [{"dimension": dimension, "value": uid.split("/", 2)[2]} for uid in uids]


def _holdings(cast: Cast) -> Read | None:
    wanted = [
        *_with("holder", tuple(uid for uid in cast.now if uid in cast.tagged["characters"])),
        *_with("place", tuple(uid for uid in cast.now if uid in cast.tagged["locations"])),
    ]
    return Read(queries.subjects_with, cast.view.params | {"wanted": wanted}) if wanted else None


def _core(cast: Cast) -> Read:
    return Read(queries.subjects_with, cast.view.params | {"wanted": [{"dimension": "tier", "value": "core"}]})


def _pairs(cast: Cast) -> Read | None:
    uids = sorted(cast.entities)
    pairs = [f"{one}|{other}" for number, one in enumerate(uids) for other in uids[number + 1 :]]
    return Read(queries.relationships_among, cast.view.params | {"pairs": pairs}) if pairs else None


def _threads(cast: Cast) -> Read:
    return Read(queries.thread_states, cast.view.params | {"tagged": list(cast.tagged["threads"])})


def _events(cast: Cast) -> Read | None:
    params = {"uids": list(cast.entities), "places": list(cast.tagged["locations"]), "each": 8}
    return Read(queries.recent_events, cast.view.params | params) if cast.entities else None


def _characters(cast: Cast) -> tuple[str, ...]:
    return cast.tagged["characters"]


def _entities(cast: Cast) -> tuple[str, ...]:
    return cast.entities


def _now(cast: Cast) -> tuple[str, ...]:
    return cast.now


_cover = _of(queries.cover, summaries=SUMMARIES_READ)
_rules = _of(queries.rules_in_force)

SECTIONS: tuple[Section, ...] = (
    Section("contract", "P0", "Your task", BOTH, given.contract),
    Section("style", "P0", "Style", WRITER, given.style),
    Section("writing_rules", "P0", "Rules of writing", WRITER, given.writing_rules),
    Section("binding_rules", "P0", "Rules that cannot be broken", BOTH, plot.binding_rules, _rules),
    Section("other_rules", "P3", "Other rules in force", BOTH, plot.other_rules, _rules),
    Section("past", "P3", "Before this volume", BOTH, plot.past, _cover, cap=0.5, minds=False),
    Section("core", "P1", "Core characters", BOTH, people.core, _core, cap=0.1),
    Section("chains", "P4", "Developments", BOTH, plot.chains, _uids(queries.chains_of, _entities), minds=False),
    Section(
        "recent", "P2", "The last chapters", BOTH, plot.summaries, _of(queries.recent_summaries), floor=3, minds=False
    ),
    Section("volume_so_far", "P2", "This volume so far", BOTH, plot.volume_so_far, _cover, cap=0.4, minds=False),
    Section("callbacks", "P2", "Called back to", BOTH, plot.callbacks, floor=12),
    Section("timeline", "P2", "What happened, latest first", BOTH, plot.events, _events, floor=3, cap=0.3),
    Section(
        "secrets",
        "P1",
        "Who knows what",
        BOTH,
        people.secrets,
        _uids(queries.secrets_of, _entities),
        floor=3,
        minds=False,
    ),
    Section(
        "beliefs", "P1", "What they hold true", BOTH, people.beliefs, _uids(queries.beliefs_of, _characters), cap=0.15
    ),
    Section("states", "P1", "As things stand", BOTH, people.states, _uids(queries.states_now, _now)),
    Section("states_then", "P1", "As things stood then", BOTH, people.states_then, _then),
    Section("aliases", "P1", "Names", BOTH, people.aliases, _uids(queries.aliases_of, _entities)),
    Section("last_seen", "P1", "Last seen", BOTH, people.last_seen, _uids(queries.last_seen, _characters), minds=False),
    Section("holdings", "P1", "What is where", BOTH, people.holdings, _holdings),
    Section("relationships", "P1", "Among the cast", BOTH, people.relationships, _pairs),
    Section("threads", "P1", "Threads", BOTH, plot.threads, _threads, floor=3, minds=False),
    Section("goal", "P0", "Goal of the chapter", BOTH, given.goal),
    Section("cards", "P0", "Scene cards", BOTH, given.cards),
)
