"""All that a view knows of one entity, for a person to read: no tiers, no budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from compiler import people, plot
from compiler.cast import Cast
from compiler.items import Item, Material, flat
from compiler.material import material_of
from compiler.resolve import KINDS, entity_named, seen_by
from compiler.where import place_of
from graph import queries
from graph.bound import Reading
from graph.connection import Graph, Read
from graph.view import AUTHOR

EVENTS = 20
"""So many of the latest events."""


ASKED: tuple[tuple[str, Reading[Any], Callable[[Material, Sequence[Any]], Iterable[Item | None]]], ...] = (
    ("As things stand", queries.states_now, people.states),
    ("Names", queries.aliases_of, people.aliases),
    ("Related to", queries.relationships_of, people.standings),
    ("Who knows what", queries.secrets_of, people.secrets),
    ("Holds true", queries.beliefs_of, people.beliefs),
    ("What happened, latest first", queries.recent_events, plot.events),
)


async def portrait(
    graph: Graph, project: str, name: str, chapter: str, *, viewer: str = AUTHOR, revision: int | None = None
) -> dict[str, list[str]]:
    """
    What is known of the entity called *name* as *chapter* begins: lines by heading.

    Raises `UnknownProjectError`, `UnknownChapterError`, `UnknownTagError` and `AmbiguousTagError`.
    """
    place, view = await place_of(graph, project, chapter, revision)
    view = await seen_by(graph, view, viewer)
    uid = await entity_named(graph, view, name)
    tagged: dict[str, tuple[str, ...]] = dict.fromkeys(KINDS, ()) | {"characters": (uid,)}
    cast = Cast(place, view, "portrait", None, (), tagged, (uid,), (), ())
    params = view.params | {"uids": [uid], "places": [uid], "each": EVENTS}
    # Who else knows is for the author and the reader: no mind sees into another.
    asked = [line for line in ASKED if not (view.mind and line[1] is queries.secrets_of)]
    rows = await graph.fetch_all([Read(query, params) for _, query, _ in asked])
    material = await material_of(graph, cast, rows)
    told = {
        title: [flat(item.text) for item in items(material, lines) if item]
        for (title, _, items), lines in zip(asked, rows, strict=True)
    }
    return {title: lines for title, lines in told.items() if lines}
