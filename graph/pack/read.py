"""
From a pack's file to records: the form of each entry, and nothing about how they fit together (`check` does that).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError
from pydantic_core import ErrorDetails

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
    """What a file holds: its header, its records, and the entries that are none."""

    header: Header
    records: tuple[Placed, ...]
    problems: tuple[Problem, ...] = ()
    broken: frozenset[str] = frozenset()
    """What the entries that are no records meant to be or to change: nothing is said of what refers to these."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's entries, of which only the header was read."""

    header: Header
    found: tuple[Piece, ...]
    problems: tuple[Problem, ...]
    """What is wrong with the header."""

    @classmethod
    def of(cls, path: Path) -> Source:
        """The file at *path*. Raises `PackError` when it is not written as packs are."""
        found = tuple(pieces(path))
        header, problems = _header(found, path.name)
        return cls(header, found, tuple(problems))

    def pack(self, known: Mapping[str, int]) -> Pack:
        """The records; *known*: the orders of the chapters that the project's canon has already."""
        orders, problems = _orders(self.found, known)
        context = {"places": Places.of(orders)}
        placed: list[Placed] = []
        broken: set[str] = set()
        for piece in self.found:
            if piece.section == "canon":
                continue
            if piece.section not in SECTIONS:
                problems.append(piece.problem((), f"no such list; there are {', '.join(SECTIONS)}"))
                continue
            record = _entry(piece, context, orders, problems)
            if record is None:
                broken |= {str(piece.data[name]) for name in ("key", "of") if name in piece.data}
            records = record.each() if isinstance(record, States) else [record] if record else []
            placed += (Placed(one, piece) for one in records)  # type: ignore[arg-type] # a section's class is a record
        return Pack(self.header, tuple(placed), (*self.problems, *problems), frozenset(broken))


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


KEYED = frozenset({"key", "chain", "volume", "first", "last", "of", "entity", "holder", "topic", "title", "project"})
"""The fields of an entry whose texts may be written as whole numbers."""


def _keys_as_text(data: dict[str, Any]) -> dict[str, Any]:
    # A chapter's key is often a number, which YAML reads as one.
    return {name: str(value) if name in KEYED and type(value) is int else value for name, value in data.items()}


def _header(found: Iterable[Piece], file: str) -> tuple[Header, list[Problem]]:
    """The header, as far as it can be read, and what is wrong with it."""
    headers = [piece for piece in found if piece.section == "canon"]
    if len(headers) != 1:
        raise PackError([Problem(file, 1, "canon", f"a pack has one header, this has {len(headers)}")])
    data = _keys_as_text(headers[0].data)
    try:
        return Header.model_validate(data), []
    except ValidationError as error:
        problems = _problems(headers[0], error)
        wrong = {detail["loc"][0] for detail in error.errors()}
    right = {name: value for name, value in data.items() if name not in wrong}
    return Header.model_validate({"canon": 1, "project": "unnamed", "title": "unnamed"} | right), problems


def _problems(piece: Piece, error: ValidationError) -> list[Problem]:
    seen: dict[tuple[str | int, ...], str] = {}
    ours: set[tuple[str | int, ...]] = set()
    for detail in error.errors(include_url=False):
        path = _within(piece.data, detail)
        if path == ("revealed_at",) and "revealed_at" not in piece.data:
            continue  # it was taken from `at`, of which the same is said
        what = detail["msg"].removeprefix("Value error, ")
        if piece.section == "canon" and path[:1] and path[0] in SECTIONS:
            what = "is a list of entries"
        if path in ours:
            continue
        if detail["type"] == "value_error":
            ours.add(path)  # what this program says is meant; of a union's other alternatives nobody wants to hear
            seen.pop(path, None)
        seen[path] = f"{seen[path]}; or {what}" if path in seen else what
    return [piece.problem(path, what) for path, what in seen.items()]


def _within(data: Any, detail: ErrorDetails) -> tuple[str | int, ...]:
    """The path of a fault in *data*, without the names that pydantic gives to the alternatives of a union."""
    path: list[str | int] = []
    for part in detail["loc"]:
        inside = part in data if isinstance(data, dict) else isinstance(data, list) and isinstance(part, int)
        if inside:
            data = data[part]
            path.append(part)
    lacking = detail["type"] == "missing" or not path
    return (*path, detail["loc"][-1]) if lacking and detail["loc"] else tuple(path)


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
