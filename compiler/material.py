"""The names behind what was read: the last of a packet's waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.cast import Cast
from compiler.items import Material, orders_of, uids_of
from graph import queries
from graph.connection import Graph, Read
from graph.lines import ChapterName, Named


async def material_of(graph: Graph, cast: Cast, rows: Sequence[Sequence[Any]]) -> Material:
    """The names of everything and every chapter that the rows speak of."""
    lines = [line for found in rows for line in found] + list(cast.events)
    uids = sorted({*uids_of(lines), *cast.entities, *(line.place for line in cast.events if line.place)})
    orders = sorted(set(orders_of(lines)))
    names: list[Named]
    chapters: list[ChapterName]
    names, chapters = await graph.fetch_all(
        [
            Read(queries.names_of, cast.view.params | {"uids": uids}),
            Read(queries.chapters_at, cast.view.params | {"orders": orders}),
        ]
    )
    called = {line.order: line.key for line in chapters}
    return Material(cast, {line.uid: line.name for line in names}, _ahead(cast, called, orders))


def _ahead(cast: Cast, called: dict[int, str], orders: Sequence[int]) -> Mapping[int, str]:
    """Chapters that are still to be written have the number that they will have."""
    end, number = (cast.place.last.order, cast.place.last.number) if cast.place.last else (0, 0)
    return {one: called.get(one, str(number + (one - end) // 100) if one > end else "?") for one in orders}
