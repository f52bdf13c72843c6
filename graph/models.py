"""
The records of a canon, as a pack writes them and as the program holds them.

One class serves both: read with `Places` as context a position is text (`12/3`), else the sortable integer.
A record's `id` names it within its project, whatever the revision; two live records never share one.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from graph.values import (
    ALWAYS,
    NEVER,
    Audience,
    Canonical,
    Dimension,
    EntityKind,
    Key,
    Label,
    Position,
    Reference,
    StateValue,
    Text,
    normal,
)

Order = Annotated[int, Field(ge=1, le=2**40)]
Printed = Annotated[int, Field(ge=-NEVER, le=NEVER)]
"""A printed number."""
StoryTime = Annotated[int, Field(gt=ALWAYS, lt=NEVER)]


class Header(Canonical):
    """What a pack says of itself and of its project; the first record of every pack."""

    canon: Literal[1]
    project: Key
    title: Text
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")] = "en"
    story_unit: Literal["minute", "hour", "day", "month", "year"] = "day"
    style: tuple[Text, ...] = ()
    writing_rules: tuple[Text, ...] = ()
    bare_titles: bool = False
    """Whether pronouns and bare titles (he, captain, 老者) may be aliases."""


class Volume(Canonical):
    key: Key
    title: Text
    number: Printed
    at: Position
    """Where it begins."""

    @property
    def id(self) -> str:
        return f"volume/{self.key}"


class Chapter(Canonical):
    key: Key
    title: Text
    number: Printed
    """The printed number: a label, which may restart by volume."""
    order: Order
    """Its place in the telling: sparse, 100 apart when appended, never changed."""
    volume: Key | None = None

    @property
    def id(self) -> str:
        return f"chapter/{self.key}"


class Entity(Canonical):
    key: Key
    kind: EntityKind

    @property
    def id(self) -> str:
        return f"{self.kind}/{self.key}"


class Relationship(Canonical):
    key: Key
    kind: Text
    between: tuple[Key, Key]
    """The two entities; *kind* is what the first is of the second: `father`; or what both are: `estranged friends`."""
    symmetric: bool = False

    @property
    def id(self) -> str:
        return f"relationship/{self.key}"


class Thread(Canonical):
    key: Key

    @property
    def id(self) -> str:
        return f"thread/{self.key}"


class Chain(Canonical):
    key: Key

    @property
    def id(self) -> str:
        return f"chain/{self.key}"


class Step(Canonical):
    key: Key
    chain: Key
    order: Order

    @property
    def id(self) -> str:
        return f"step/{self.key}"


class Known(Canonical):
    """What a commit adds or removes, with where it holds and who may know it."""

    at: Position
    """From where in the telling it holds."""
    revealed_at: Position = NEVER
    """From where the reader knows it: `at` unless given; `kept` while it is kept back."""
    audience: Audience = "common"
    key: Key | None = None
    """Names it, so that beliefs and callbacks can point at it."""
    quote: Text | None = None
    """The sentence that evidences it, word for word."""

    @model_validator(mode="before")
    @classmethod
    def _revealed_where_it_holds(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("revealed_at") is None:
            return {**data, "revealed_at": data.get("at")}
        return data


class Fact(Known):
    """A confirmed statement."""

    present: bool = True
    """False for what a flashback, vision or tale adds about another time."""
    story_from: StoryTime | Literal["always"] | None = None
    """When in the world it begins to hold; `always`: at any time; none: nobody said, so no flashback is told it."""
    story_until: StoryTime | None = None
    story_label: Text | None = None
    story_precision: Annotated[int, Field(ge=0, lt=NEVER)] | None = None
    """How far off the story time may be either way, in the project's unit."""

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        if isinstance(self.story_from, int) and self.story_until is not None and self.story_from > self.story_until:
            raise ValueError("story_from is after story_until")
        return self


class Alias(Known):
    entity: Key
    text: Label
    exclude: tuple[Text, ...] = ()
    """Phrases in which the text does not name the entity."""

    @property
    def id(self) -> str:
        return f"alias/{self.entity}/{normal(self.text)}/{self.at}"


class State(Fact):
    of: Reference
    dimension: Key
    value: StateValue
    seq: Annotated[int, Field(ge=0, lt=1000)] = 0
    """Order among changes of one dimension at one position."""

    @property
    def id(self) -> str:
        return f"state/{self.of}/{self.dimension}/{self.at}.{self.seq}"


class Involved(Canonical):
    entity: Key
    role: Text = "takes part"


class Event(Fact):
    key: Key
    summary: Text
    type: Key = "event"
    involves: tuple[Involved, ...] = ()
    place: Key | None = None
    before: tuple[Key, ...] = ()
    causes: tuple[Key, ...] = ()

    @property
    def id(self) -> str:
        return f"event/{self.key}"


class Rule(Fact):
    key: Key
    statement: Text
    overridable: bool = False
    governs: tuple[Key, ...] = ()
    """The entities it binds; none named: everyone."""
    limit: float | None = None

    @property
    def id(self) -> str:
        return f"rule/{self.key}"


class Featured(Canonical):
    entity: Key
    presence: Literal["on_stage", "off_stage", "mentioned", "corpse", "spirit", "disguised"] = "on_stage"
    role: Text | None = None


class Scene(Canonical):
    at: Position
    title: Text | None = None
    mode: Literal["actual", "memory", "vision", "dream", "told"] = "actual"
    story_from: StoryTime | None = None
    story_until: StoryTime | None = None
    story_label: Text | None = None
    place: Key | None = None
    features: tuple[Featured, ...] = ()
    threads: tuple[Key, ...] = ()
    callbacks: tuple[Reference, ...] = ()
    """Events (`event/KEY`) and chain steps (`step/KEY`) it comes back to."""
    relies_on: tuple[Reference, ...] = ()

    @property
    def id(self) -> str:
        return f"scene/{self.at}"


class Summary(Canonical):
    level: Annotated[int, Field(ge=0, le=9)]
    first: Key
    last: Key
    text: Text
    placeholder: bool = False
    stale: bool = False

    @property
    def id(self) -> str:
        return f"summary/{self.level}/{self.first}-{self.last}"


class Belief(Canonical):
    """What one mind holds; may be false. Written by play, not through the gate."""

    holder: Key
    topic: Label
    view: Text
    at: Position
    stance: Literal["believes", "disbelieves", "uncertain"] = "believes"
    channel: Literal["observed", "told", "inferred", "rumor"] = "observed"
    revealed_at: Position | None = None
    """From where the reader knows of it; left out: when it is held and all that it is about is revealed."""
    quote: Text | None = None
    about: tuple[Reference, ...] = ()
    """Facts by key (`event/KEY`, `rule/KEY`, `state/KEY`, `alias/KEY`) or entities."""
    told_by: Key | None = None

    @property
    def id(self) -> str:
        return f"belief/{self.holder}/{normal(self.topic)}/{self.at}"


Head = Volume | Chapter | Entity | Relationship | Thread | Chain | Step
Record = Alias | State | Event | Rule | Scene | Summary | Belief
Anything = Dimension | Head | Record
