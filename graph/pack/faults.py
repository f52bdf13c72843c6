"""What can be wrong with a record beside the canon that it is to stand in, one function a kind of record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from graph.canon import (
    entity_kinds,
    find_dimension,
    first_dimension,
    keyed_facts,
    places_of,
    reference_of,
    revealed_with,
)
from graph.models import (
    Alias,
    Anything,
    Belief,
    Chapter,
    Entity,
    Event,
    Fact,
    Head,
    Header,
    Known,
    Relationship,
    Rule,
    Scene,
    State,
    Step,
    Summary,
    Volume,
)
from graph.values import ENTITY_KINDS, FIRST, LONGEST_NAME, Dimension, normal

Fault = tuple[tuple[str | int, ...], str]
"""The path of the field, and what is wrong with it."""

EVENTS = frozenset({"event"})
CALLED_BACK = frozenset({"event", "step"})
KEYED = frozenset({"event", "rule", "state", "alias"})

BARE_TITLES = frozenset(files("graph.pack").joinpath("bare_titles.txt").read_text("utf-8").split())
"""Pronouns and bare titles: they name whoever is meant, and so nobody."""


def inherited(fact: Fact, scene: Scene) -> dict[str, Any]:
    """What *fact* takes from the scene that tells it, where it does not say otherwise itself."""
    taken: dict[str, Any] = {}
    if "story_from" not in fact.model_fields_set and scene.story_from is not None:
        taken = {name: getattr(scene, name) for name in ("story_from", "story_until", "story_label")}
    if "present" not in fact.model_fields_set and scene.mode != "actual":
        taken["present"] = False
    return taken


class Merged:
    """The canon as it would be with a pack in it: what is wrong with a record of it."""

    def __init__(self, header: Header, records: Mapping[str, Anything], broken: frozenset[str]) -> None:
        self.broken = broken
        self.header = header
        self.records = records
        self.kinds = entity_kinds(records.values())
        self.bearers = Counter(record.key for record in records.values() if isinstance(record, Entity))
        self.places = places_of(records.values())
        self.keyed = keyed_facts(records.values())
        self.keys = Counter(reference_of(record) for record in records.values() if isinstance(record, Known))
        self.named = {
            record.of
            for record in records.values()
            if isinstance(record, State) and record.dimension == FIRST.get(record.of.partition("/")[0], "name")
        }
        self.table: dict[type, Callable[[Any], Iterator[Fault]]] = {
            Dimension: self._dimension,
            Volume: lambda volume: iter(()),
            Chapter: self._chapter,
            Entity: self._entity,
            Relationship: self._relationship,
            Step: self._step,
            Alias: self._alias,
            State: self._state,
            Event: self._event,
            Rule: lambda rule: self._are_entities(("governs",), rule.governs),
            Scene: self._scene,
            Summary: self._summary,
            Belief: self._belief,
        }

    def faults(self, record: Anything) -> Iterator[Fault]:
        yield from self.table.get(type(record), lambda _: iter(()))(record)
        if isinstance(record, Known) and record.key and self.keys[reference_of(record)] > 1:
            yield ("key",), f"{record.key!r} is the key of something else too, or of two dimensions"
        if isinstance(record, Head) and not isinstance(record, Volume | Chapter) and not self._named(record):
            yield ("key",), f"{record.id} never appears: it has no state of dimension {first_dimension(record)!r}"

    def settled(self, record: Anything) -> Anything:
        """*record* with the chapters among its values as orders, and the story time of its scene."""
        if isinstance(record, Fact):
            scene = self.records.get(f"scene/{record.at}")
            record = record.model_copy(update=inherited(record, scene)) if isinstance(scene, Scene) else record
        if isinstance(record, Belief) and record.revealed_at is None:
            return record.model_copy(update={"revealed_at": revealed_with(record, self.keyed)})
        if not isinstance(record, State) or record.value is None:
            return record
        dimension = find_dimension(self.records, record.of.partition("/")[0], record.dimension)
        if dimension is None or dimension.type != "chapter":
            return record
        return record.model_copy(update={"value": self.places.order(record.value)})  # type: ignore[arg-type] # checked

    def _absent(self, reference: str) -> bool:
        there = reference in self.records or reference in self.keyed
        return not there and not self.broken & {reference, reference.rpartition("/")[2]}

    def _named(self, head: Head) -> bool:
        return head.id in self.named or bool(self.broken & {head.id, head.key})

    def _is_entity(self, path: tuple[str | int, ...], key: str, kind: str | None = None) -> Iterator[Fault]:
        if key not in self.kinds:
            if key not in self.broken:
                yield path, f"no entity {key!r}"
        elif kind and self.kinds[key] != kind:
            yield path, f"{key!r} is a {self.kinds[key]}, not a {kind}"

    def _are_entities(self, path: tuple[str | int, ...], keys: tuple[str, ...]) -> Iterator[Fault]:
        for number, key in enumerate(keys):
            yield from self._is_entity((*path, number), key)

    def _are_there(self, path: str, references: tuple[str, ...], kinds: frozenset[str]) -> Iterator[Fault]:
        for number, reference in enumerate(references):
            if reference.partition("/")[0] not in kinds:
                yield (path, number), f"{reference!r} is none of {', '.join(sorted(kinds))}"
            elif self._absent(reference):
                yield (path, number), f"nothing is called {reference!r}"

    def _dimension(self, dimension: Dimension) -> Iterator[Fault]:
        if (dimension.change == "limited") != (dimension.limit is not None):
            yield ("limit",), "a limit goes with `change: limited`, and only with it"
        default = find_dimension({}, dimension.of, dimension.name)
        if default and (default.type, default.many) != (dimension.type, dimension.many):
            yield (
                ("type",),
                f"{dimension.name} of a {dimension.of} is a {default.type} by default and stays one",
            )

    def _chapter(self, chapter: Chapter) -> Iterator[Fault]:
        if chapter.key == "start":
            yield ("key",), "`start` is the position before the first chapter"
        if chapter.volume and self._absent(f"volume/{chapter.volume}"):
            yield ("volume",), f"no volume {chapter.volume!r}"

    def _entity(self, entity: Entity) -> Iterator[Fault]:
        if self.bearers[entity.key] > 1:
            yield ("key",), f"{entity.key!r} is the key of another entity too"

    def _relationship(self, relationship: Relationship) -> Iterator[Fault]:
        yield from self._are_entities(("between",), relationship.between)

    def _step(self, step: Step) -> Iterator[Fault]:
        if self._absent(f"chain/{step.chain}"):
            yield ("chain",), f"no chain {step.chain!r}"

    def _alias(self, alias: Alias) -> Iterator[Fault]:
        yield from self._is_entity(("entity",), alias.entity)
        if normal(alias.text) in BARE_TITLES and not self.header.bare_titles:
            yield ("text",), f"{alias.text!r} could be anyone; `bare_titles: true` allows it"

    def _state(self, state: State) -> Iterator[Fault]:
        kind = state.of.partition("/")[0]
        if state.of not in self.records:
            if self._absent(state.of):
                yield ("of",), f"nothing is called {state.of!r}"
            return
        if kind in {"chapter", "volume"}:
            yield ("of",), f"what changes about a {kind} is written in its own entry"
            return
        dimension = find_dimension(self.records, kind, state.dimension)
        path = ("set", state.dimension)
        if dimension is None:
            yield path, f"no dimension {state.dimension!r} of a {kind} is declared"
            return
        yield from self._value(path, dimension, state)

    def _value(self, path: tuple[str | int, ...], dimension: Dimension, state: State) -> Iterator[Fault]:
        value = state.value
        if value is None:
            if dimension.name == FIRST.get(dimension.of, "name"):
                yield path, f"{dimension.name} is what the {dimension.of} exists by: it cannot be null"
            return
        if dimension.name == "name" and len(str(value)) > LONGEST_NAME:
            yield path, f"a name has at most {LONGEST_NAME} characters"
        if isinstance(value, tuple) != dimension.many:
            yield path, "a list of values" if dimension.many else "one value, not a list"
            return
        for one in value if isinstance(value, tuple) else (value,):
            if dimension.type == "chapter":
                yield from self._is_chapter(path, one)
            elif isinstance(one, str) == (dimension.type == "number"):
                yield path, f"a {dimension.type}, not {one!r}"
            elif dimension.type == "reference":
                yield from self._is_entity(path, str(one))

    def _is_chapter(self, path: tuple[str | int, ...], value: Any) -> Iterator[Fault]:
        try:
            self.places.order(value)
        except ValueError as error:
            yield path, str(error)

    def _event(self, event: Event) -> Iterator[Fault]:
        yield from self._are_entities(("involves",), tuple(one.entity for one in event.involves))
        if len({one.entity for one in event.involves}) < len(event.involves):
            yield ("involves",), "an entity stands twice"
        if event.place:
            yield from self._is_entity(("place",), event.place, "location")
        yield from self._are_there("before", tuple(f"event/{key}" for key in event.before), EVENTS)
        yield from self._are_there("causes", tuple(f"event/{key}" for key in event.causes), EVENTS)

    def _scene(self, scene: Scene) -> Iterator[Fault]:
        if scene.at < 1000:
            yield ("at",), "a scene stands in a chapter"
        yield from self._are_entities(("features",), tuple(one.entity for one in scene.features))
        if len({one.entity for one in scene.features}) < len(scene.features):
            yield ("features",), "an entity stands twice"
        if scene.place:
            yield from self._is_entity(("place",), scene.place, "location")
        for number, key in enumerate(scene.threads):
            if self._absent(f"thread/{key}"):
                yield ("threads", number), f"no thread {key!r}"
        yield from self._are_there("callbacks", scene.callbacks, CALLED_BACK)
        yield from self._are_there("relies_on", scene.relies_on, KEYED)

    def _summary(self, summary: Summary) -> Iterator[Fault]:
        for name in ("first", "last"):
            if getattr(summary, name) in self.broken:
                return
            if getattr(summary, name) not in self.places.orders:
                yield (name,), f"no chapter {getattr(summary, name)!r}"
                return
        if self.places.orders[summary.first] > self.places.orders[summary.last]:
            yield ("last",), "stands before the first"
        if summary.level == 0 and summary.first != summary.last:
            yield ("last",), "a summary of level 0 covers one chapter"

    def _belief(self, belief: Belief) -> Iterator[Fault]:
        yield from self._is_entity(("holder",), belief.holder)
        yield from self._are_there("about", belief.about, KEYED | ENTITY_KINDS)
        if belief.told_by:
            yield from self._is_entity(("told_by",), belief.told_by)
