"""A whole canon in memory: what import compares, export writes and the hash covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from graph.models import (
    Anything,
    Belief,
    Chapter,
    Entity,
    Event,
    Head,
    Header,
    Known,
    Relationship,
    Step,
    Volume,
)
from graph.values import DEFAULT_DIMENSIONS, FIRST, Dimension, Places

Fixed = Mapping[str, Any]
"""Values by name."""


@dataclass(frozen=True)
class Canon:
    """The live records of one project at one revision, by id. What is derived from them is derived once."""

    header: Header
    records: Mapping[str, Anything]
    uids: Mapping[str, str] = field(default_factory=dict)
    """The uid under which each stored record lives; empty for what was never stored."""
    revision: int = 0
    heads: Mapping[str, Fixed] = field(default_factory=dict)
    """What never changes about each stored head, of those too that no longer exist."""

    @cached_property
    def orders(self) -> dict[str, int]:
        """The order of each chapter, by key."""
        return {r.key: r.order for r in self.records.values() if isinstance(r, Chapter)}

    @cached_property
    def places(self) -> Places:
        """How positions of this canon are written."""
        return places_of(self.records.values())

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kind of each entity, by key."""
        return entity_kinds(self.records.values())

    @cached_property
    def links(self) -> dict[str, list[tuple[str, str, str]]]:
        """Under the key of each event, every edge at it: from, `before` or `causes`, to."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for event in (record for record in self.records.values() if isinstance(record, Event)):
            for kind, targets in (("before", event.before), ("causes", event.causes)):
                for target in targets:
                    for end in {event.key, target}:
                        found.setdefault(end, []).append((event.key, kind, target))
        return found

    def dimension(self, of: str, name: str) -> Dimension | None:
        """How *name* may change about a subject of kind *of*: as declared, else as by default."""
        return find_dimension(self.records, of, name)


_DEFAULTS = {dimension.id: dimension for dimension in DEFAULT_DIMENSIONS}


def find_dimension(records: Mapping[str, Anything], of: str, name: str) -> Dimension | None:
    """The declaration of dimension *name* of kind *of*: the project's own first."""
    found = records.get(f"dimension/{of}/{name}") or _DEFAULTS.get(f"dimension/{of}/{name}")
    return found if isinstance(found, Dimension) else None


def first_dimension(head: Head) -> str:
    """The dimension whose live state makes *head* exist in a view."""
    return FIRST.get(kind_of(head), "name")


def kind_of(head: Head) -> str:
    """The kind of *head*, as its uid begins."""
    return head.kind if isinstance(head, Entity) else head.id.partition("/")[0]


def full(reference: str, entities: Mapping[str, str]) -> str:
    """*reference* as `kind/key`; *entities* maps each entity's key to its kind."""
    if "/" in reference or reference not in entities:
        return reference
    return f"{entities[reference]}/{reference}"


def entity_kinds(records: Iterable[Anything]) -> dict[str, str]:
    """The kind of each entity, by key."""
    return {record.key: record.kind for record in records if isinstance(record, Entity)}


def keyed_facts(records: Iterable[Anything]) -> dict[str, Known]:
    """What beliefs and callbacks may point at, by reference: `event/KEY`, `state/KEY` and so on."""
    return {reference_of(record): record for record in records if isinstance(record, Known) and record.key}


def reference_of(record: Known) -> str:
    """How *record* is pointed at, when it has a key."""
    return f"{type(record).__name__.lower()}/{record.key}"


def revealed_with(belief: Belief, keyed: Mapping[str, Known]) -> int:
    """From where the reader knows of *belief*, unless it says: when all that it is about is revealed."""
    return max([belief.at, *(keyed[about].revealed_at for about in belief.about if about in keyed)])


def places_of(records: Iterable[Anything]) -> Places:
    """How positions are written where the chapters are those among *records*."""
    chapters = sorted((record for record in records if isinstance(record, Chapter)), key=lambda one: one.order)
    return Places.of({one.key: one.order for one in chapters}, chapters[-1].number if chapters else 0)


def fixed_of(head: Head) -> Fixed:
    """What never changes about *head*, beside its kind and key."""
    names = {Chapter: ("order", "volume"), Volume: ("at",), Step: ("chain", "order")}.get(type(head), ())
    if isinstance(head, Relationship):
        names = ("kind", "between", "symmetric")
    return {name: getattr(head, name) for name in names}
