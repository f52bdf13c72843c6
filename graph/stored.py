"""The rows of an export, and the records they were: the way back from the database."""

from __future__ import annotations

from typing import Any, ClassVar

from graph.lines import Line
from graph.models import (
    Alias,
    Belief,
    Chain,
    Chapter,
    Entity,
    Event,
    Head,
    Record,
    Relationship,
    Rule,
    Scene,
    State,
    Step,
    Summary,
    Thread,
    Volume,
)
from graph.values import ENTITY_KINDS, Audience, Dimension, StateValue


class StoredDimension(Line):
    uid: str
    of: str
    name: str
    type: str
    many: bool
    change: str
    limit: float | None

    def record(self) -> Dimension:
        return Dimension.model_validate(self.model_dump(exclude={"uid"}))


class StoredHead(Line):
    uid: str
    key: str
    order: int | None
    volume: str | None
    between: tuple[str, ...]
    kind: str | None
    symmetric: bool | None
    chain: str | None
    at: int | None

    def fixed(self) -> dict[str, Any]:
        """What never changes about it: `graph.canon.fixed_of` its head."""
        names = {
            "chapter": ("order", "volume"),
            "volume": ("at",),
            "step": ("chain", "order"),
            "relationship": ("kind", "between", "symmetric"),
        }.get(self.uid.split("/")[1], ())
        return {name: getattr(self, name) for name in names}

    def head(self, states: dict[str, Any]) -> Head:
        """The head; *states*: what its title and number are, where they are its own."""
        kind = self.uid.split("/")[1]
        if kind in ENTITY_KINDS:
            return Entity.model_validate({"key": self.key, "kind": kind})
        if kind == "thread":
            return Thread(key=self.key)
        if kind == "chain":
            return Chain(key=self.key)
        fields = self.fixed() | {"key": self.key}
        models: dict[str, type[Head]] = {
            "relationship": Relationship,
            "step": Step,
            "volume": Volume,
            "chapter": Chapter,
        }
        return models[kind].model_validate(fields | states)


class StoredKnown(Line):
    uid: str
    at: int
    revealed_at: int
    audience: Audience
    key: str | None
    quote: str | None


class StoredFact(StoredKnown):
    present: bool
    story_from: int | str | None
    story_until: int | None
    story_label: str | None
    story_precision: int | None


class StoredAlias(StoredKnown):
    entity: str
    text: str
    exclude: tuple[str, ...]

    model: ClassVar = Alias


class StoredState(StoredFact):
    subject: str
    dimension: str
    value: StateValue
    seq: int

    model: ClassVar = State


class StoredEvent(StoredFact):
    summary: str
    type: str
    involves: tuple[dict[str, Any], ...]
    place: str | None
    before: tuple[str, ...]
    causes: tuple[str, ...]

    model: ClassVar = Event


class StoredRule(StoredFact):
    statement: str
    overridable: bool
    limit: float | None
    governs: tuple[str, ...]

    model: ClassVar = Rule


class StoredScene(Line):
    uid: str
    at: int
    title: str | None
    mode: str
    story_from: int | None
    story_until: int | None
    story_label: str | None
    place: str | None
    features: tuple[dict[str, Any], ...]
    threads: tuple[str, ...]
    callbacks: tuple[str, ...]
    relies_on: tuple[str, ...]

    model: ClassVar = Scene


class StoredSummary(Line):
    uid: str
    level: int
    first: str
    last: str
    text: str
    placeholder: bool
    stale: bool

    model: ClassVar = Summary


class StoredBelief(Line):
    uid: str
    revealed_at: int
    quote: str | None
    holder: str
    topic: str
    view: str
    at: int
    stance: str
    channel: str
    about: tuple[str, ...]
    told_by: str | None

    model: ClassVar = Belief


def record_of(line: Any, project: str) -> Record:
    """The record that *line* was."""
    fields = line.model_dump()
    del fields["uid"]
    if isinstance(line, StoredState):
        fields["of"] = fields.pop("subject").removeprefix(f"{project}/")
    record: Record = line.model.model_validate(fields)
    return record
