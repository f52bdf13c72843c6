"""The rows that reads return: flat values, whose fields are exactly the columns of their statement."""

from __future__ import annotations

from graph.values import Audience, Canonical, HeadKind, StateValue


class Line(Canonical):
    """A row of a read."""


class Version(Line):
    version: str


class NameLine(Line):
    name: str


class ProjectLine(Line):
    """A project as it was set up at *revision*; *head* is its newest."""

    project: str
    title: str
    language: str
    story_unit: str
    style: tuple[str, ...]
    writing_rules: tuple[str, ...]
    bare_titles: bool
    head: int
    revision: int


class ProjectName(Line):
    project: str
    title: str | None
    language: str | None
    head: int


class HeadRevision(Line):
    head: int


class Revision(Line):
    revision: int


class Removed(Line):
    removed: int


class ChapterLine(Line):
    uid: str
    key: str
    order: int
    number: int
    title: str


class ChapterName(Line):
    order: int
    key: str
    number: int


class Found(Line):
    """What a written name means."""

    wanted: str
    uid: str
    key: str
    kind: HeadKind
    name: str
    found_by: str


class TextLine(Line):
    text: str
    kind: str


class EventLine(Line):
    uid: str
    key: str
    summary: str
    at: int
    quote: str | None
    story_label: str | None
    place: str | None
    revealed_at: int
    audience: Audience


class StateLine(Line):
    """The value of one dimension of one subject; *refs*: the uids it refers to."""

    subject: str
    dimension: str
    value: StateValue
    refs: tuple[str, ...]
    at: int
    seq: int
    record: str
    revealed_at: int
    audience: Audience
    story_label: str | None


class StateThen(StateLine):
    story_time: int


class Named(Line):
    uid: str
    name: str


class AliasLine(Line):
    uid: str
    entity: str
    text: str
    at: int
    revealed_at: int
    audience: Audience


class SeenLine(Line):
    uid: str
    entity: str
    at: int
    presence: str
    place: str | None


class HasLine(Line):
    dimension: str
    lookup: str
    subject: str
    record: str
    at: int
    revealed_at: int
    audience: Audience


class RelationLine(Line):
    uid: str
    kind: str
    from_uid: str
    to_uid: str
    symmetric: bool
    dimension: str
    value: StateValue
    at: int
    record: str
    revealed_at: int
    audience: Audience


class RelationshipLine(Line):
    uid: str
    kind: str
    from_uid: str
    to_uid: str
    symmetric: bool
    standing: StateValue


class Uid(Line):
    uid: str


class SecretLine(Line):
    """*knowers*: pairs of a holder's uid and the position since when."""

    uid: str
    kind: str
    key: str | None
    text: StateValue
    subject: str | None
    dimension: str | None
    refs: tuple[str, ...]
    at: int
    revealed_at: int
    audience: Audience
    touches: tuple[str, ...]
    knowers: tuple[tuple[str, int], ...]
    current: bool
    """Whether no later state took its place."""


class BeliefLine(Line):
    uid: str
    holder: str
    topic: str
    view: str
    stance: str
    channel: str
    told_by: str | None
    at: int


class SummaryLine(Line):
    uid: str
    level: int
    first: str
    last: str
    from_order: int
    to_order: int
    at: int
    text: str
    placeholder: bool
    stale: bool


class CoverLine(SummaryLine):
    """*closed_volume*: the order of the last chapter of the last volume that is closed; 0: none is."""

    closed_volume: int


class RuleLine(Line):
    uid: str
    key: str
    statement: str
    overridable: bool
    limit: float | None
    at: int
    governs: tuple[str, ...]
    revealed_at: int
    audience: Audience


class StepLine(Line):
    chain: str
    step: str
    status: StateValue
    progress: StateValue
    order: int
    at: int | None


class SceneLine(Line):
    uid: str
    at: int
    title: str | None
    mode: str
    story_from: int | None
    story_label: str | None
    place: str | None
    features: tuple[str, ...]
    threads: tuple[str, ...]
    callbacks: tuple[str, ...]
