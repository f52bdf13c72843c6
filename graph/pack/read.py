"""
From a pack's file to records: the form of each entry, and nothing about how they fit together (`check` does that).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from graph.models import (
    Alias,
    Anything,
    Belief,
    Chain,
    Chapter,
    Entity,
    Event,
    Fact,
    Header,
    Relationship,
    Rule,
    Scene,
    State,
    Step,
    Summary,
    Thread,
    Volume,
)
from graph.pack.source import PackError, Piece, Problem, pieces
from graph.values import Canonical, Dimension, Key, Places, Reference, StateValue


class States(Fact):
    """What changes about one subject at one position; each entry of `set` becomes a `State`."""

    of: Reference
    set: Annotated[dict[Key, StateValue], Field(min_length=1)]
    seq: Annotated[int, Field(ge=0, lt=1000)] = 0

    def each(self) -> list[State]:
        """One state a dimension."""
        shared = {name: getattr(self, name) for name in self.model_fields_set - {"set"}}
        return [State(**shared, dimension=name, value=value) for name, value in self.set.items()]


SECTIONS: Mapping[str, type[Canonical]] = {
    "dimensions": Dimension,
    "volumes": Volume,
    "chapters": Chapter,
    "entities": Entity,
    "relationships": Relationship,
    "threads": Thread,
    "chains": Chain,
    "steps": Step,
    "aliases": Alias,
    "states": States,
    "events": Event,
    "rules": Rule,
    "scenes": Scene,
    "summaries": Summary,
    "beliefs": Belief,
}
"""The lists of a pack; the order is that of an export. In JSON Lines `record` names the list."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A record and the entry it was read from."""

    record: Anything
    piece: Piece


@dataclass(frozen=True, slots=True)
class Pack:
    """What a file holds: its header and its records."""

    header: Header
    records: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A file's entries, of which only the header was read."""

    name: str
    header: Header
    found: tuple[Piece, ...]

    @classmethod
    def of(cls, path: Path) -> Source:
        """The file at *path*. Raises `PackError` when it has not the form of a pack."""
        found = tuple(pieces(path))
        return cls(path.name, _header(found, path.name), found)

    def pack(self, known: Mapping[str, int]) -> Pack:
        """
        The records; *known*: the orders of the chapters that the project's canon has already.

        Raises `PackError` with every entry that is not of its form.
        """
        orders, problems = _orders(self.found, known)
        context = {"places": Places.of(orders)}
        placed: list[Placed] = []
        for piece in self.found:
            if piece.section == "canon":
                continue
            if piece.section not in SECTIONS:
                problems.append(piece.problem((), f"no such list; there are {', '.join(SECTIONS)}"))
                continue
            record = _entry(piece, context, orders, problems)
            records = record.each() if isinstance(record, States) else [record] if record else []
            placed += (Placed(one, piece) for one in records)  # type: ignore[arg-type] # a section's class is a record
        if problems:
            raise PackError(problems)
        return Pack(self.header, tuple(placed))


def read(path: Path) -> Pack:
    """The pack in the file at *path*, by itself. Raises `PackError` with every entry that is not of its form."""
    return Source.of(path).pack({})


def _entry(
    piece: Piece, context: dict[str, Any], orders: Mapping[str, int], problems: list[Problem]
) -> Canonical | None:
    data = piece.data
    if piece.section == "chapters" and data.get("order") is None and str(data.get("key")) in orders:
        data = {**data, "order": orders[str(data["key"])]}
    try:
        return SECTIONS[piece.section].model_validate(_keys_as_text(data), context=context)
    except ValidationError as error:
        problems += _problems(piece, error)
        return None


_KEYED = {"key", "chain", "volume", "first", "last", "of", "entity", "holder", "topic", "title", "project"}


def _keys_as_text(data: dict[str, Any]) -> dict[str, Any]:
    # A chapter's key is often a number, which YAML reads as one.
    return {name: str(value) if name in _KEYED and type(value) is int else value for name, value in data.items()}


def _header(found: Iterable[Piece], file: str) -> Header:
    headers = [piece for piece in found if piece.section == "canon"]
    if len(headers) != 1:
        raise PackError([Problem(file, 1, "canon", f"a pack has one header, this has {len(headers)}")])
    try:
        return Header.model_validate(_keys_as_text(headers[0].data))
    except ValidationError as error:
        raise PackError(_problems(headers[0], error)) from None


def _problems(piece: Piece, error: ValidationError) -> list[Problem]:
    seen: dict[tuple[str | int, ...], str] = {}
    for detail in error.errors(include_url=False):
        path = tuple(detail["loc"])
        while path and isinstance(path[-1], str) and path not in piece.lines and len(path) > 1:
            path = path[:-1]  # pydantic ends a union's path in the name of the alternative
        what = detail["msg"].removeprefix("Value error, ")
        seen[path] = f"{seen[path]}; or {what}" if path in seen else what
    return [piece.problem(path, what) for path, what in seen.items()]


def _orders(found: Iterable[Piece], known: Mapping[str, int]) -> tuple[dict[str, int], list[Problem]]:
    orders, problems, taken = dict(known), [], set(known.values())
    for piece in (piece for piece in found if piece.section == "chapters"):
        key, order = str(piece.data.get("key")), piece.data.get("order")
        if not isinstance(order, int) or isinstance(order, bool):
            order = known.get(key) or max(taken, default=0) + 100
        if key in orders and key not in known:
            problems.append(piece.problem(("key",), f"chapter {key!r} stands twice"))
        elif key in known and known[key] != order:
            problems.append(piece.problem(("order",), f"chapter {key!r} stands at {known[key]}: it never moves"))
        elif key not in known and order in taken:
            problems.append(piece.problem(("order",), f"{order} is taken by another chapter"))
        orders[key] = order
        taken.add(order)
    return orders, problems
