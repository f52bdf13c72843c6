"""
From records to the rows that the statements of `cypher/commit` take.

Pure: no statement is run here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graph.canon import Canon, find_dimension, kind_of
from graph.models import (
    Alias,
    Anything,
    Belief,
    Chain,
    Chapter,
    Entity,
    Event,
    Fact,
    Relationship,
    Rule,
    Scene,
    State,
    Step,
    Summary,
    Thread,
    Volume,
)
from graph.values import ALWAYS, ENTITY_KINDS, NEVER, Dimension, Places, normal

Row = dict[str, Any]

LABELS = {"event": "Event", "rule": "WorldRule", "state": "State", "alias": "Alias"}
"""The label behind the kind of a reference to something that has a key."""

HEADS: tuple[str, ...] = (
    "volumes",
    "chapters",
    "characters",
    "locations",
    "factions",
    "items",
    "concepts",
    "relationships",
    "threads",
    "chains",
    "steps",
)
"""Heads in the order in which they can be added."""

RECORDS: tuple[str, ...] = ("states", "names", "aliases", "events", "rules", "scenes", "summaries", "beliefs")


def head_rows(records: Iterable[Anything]) -> dict[str, list[Row]]:
    """The rows of `add_*` for the heads among *records*, by the last word of the statement's name."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for record in records:
        if isinstance(record, Entity | Thread | Chain | Step | Relationship | Volume | Chapter):
            rows[f"{kind_of(record)}s"].append(record.model_dump() | {"id": record.id})
    return rows


def record_rows(canon: Canon, records: Iterable[Anything]) -> dict[str, list[Row]]:
    """The rows of `add_*` for what changes among *records*; *canon* is the whole they belong to."""
    kinds, places = canon.kinds, canon.places
    rows: dict[str, list[Row]] = defaultdict(list)
    for record in records:
        for one in _with_states(record):
            kind, row = _row(one, canon, kinds, places)
            if kind:
                rows[kind].append(row)
    return rows


def _with_states(record: Anything) -> Iterator[Anything]:
    """A chapter's and a volume's title and number are states of it, from where it begins."""
    if isinstance(record, Chapter | Volume):
        at = record.order * 1000 if isinstance(record, Chapter) else record.at
        for dimension in ("title", "number"):
            yield State(of=record.id, dimension=dimension, value=getattr(record, dimension), at=at)
        return
    yield record


def _row(record: Anything, canon: Canon, kinds: Mapping[str, str], places: Places) -> tuple[str, Row]:
    if isinstance(record, Dimension | Entity | Thread | Chain | Step | Relationship | Volume | Chapter):
        return "", {}
    row: Row = record.model_dump() | {"id": record.id}
    if isinstance(record, Fact):
        row["story_from"] = {None: NEVER, "always": ALWAYS}.get(record.story_from, record.story_from)  # type: ignore[arg-type]
    match record:
        case State():
            return _state_row(record, row, canon, kinds)
        case Alias():
            return "aliases", row | {"norm": normal(record.text)}
        case Event():
            return "events", row
        case Rule():
            return "rules", row
        case Scene():
            return "scenes", row | _scene_links(record, places)
        case Summary():
            first, last = places.orders[record.first], places.orders[record.last]
            return "summaries", row | {"from_order": first, "to_order": last, "at": last * 1000 + 999}
        case Belief():
            keyed, uids = _targets(record.about, kinds)
            return "beliefs", row | {"about_keys": keyed, "about_uids": [uid["reference"] for uid in uids]}
    raise TypeError(type(record).__name__)


def _state_row(state: State, row: Row, canon: Canon, kinds: Mapping[str, str]) -> tuple[str, Row]:
    kind = state.of.partition("/")[0]
    dimension = find_dimension(canon.records, kind, state.dimension)
    values = state.value if isinstance(state.value, tuple) else (state.value,)
    refers = dimension is not None and dimension.type == "reference"
    row["refs"] = [f"{canon.header.project}/{kinds[str(v)]}/{v}" for v in values if refers and v is not None]
    # Only short values are looked up, and an index entry has a greatest size.
    single = state.value if not isinstance(state.value, tuple) else None
    row["lookup"] = str(single) if single is not None and len(str(single)) <= 200 else None
    if state.dimension == "name" and isinstance(state.value, str):
        return "names", row | {"norm": normal(state.value)}
    return "states", row


def _targets(references: Iterable[str], kinds: Mapping[str, str]) -> tuple[list[Row], list[Row]]:
    """References by key of a record, and by uid of a head."""
    keyed, uids = [], []
    for nth, reference in enumerate(references):
        kind, _, key = reference.rpartition("/")
        if kind in LABELS:
            keyed.append({"reference": reference, "key": key, "label": LABELS[kind], "nth": nth})
        else:
            uid = reference if kind else f"{kinds[key]}/{key}"
            uids.append({"reference": uid, "nth": nth})
    return keyed, uids


def _scene_links(scene: Scene, places: Places) -> Row:
    callbacks, heads = _targets(scene.callbacks, {})
    relies, _ = _targets(scene.relies_on, {})
    return {
        "chapter": places.keys[scene.at // 1000],
        "callback_keys": callbacks,
        "callback_uids": heads,
        "relies_keys": relies,
    }


def event_links(canon: Canon, added: Iterable[Anything]) -> list[Row]:
    """The edges between events of which one is *added*; the other may be still to come, and then links back."""
    links = {link for record in added if isinstance(record, Event) for link in canon.links.get(record.key, ())}
    return [{"key": key, "type": kind, "target": target} for key, kind, target in sorted(links)]


def secret_rows(canon: Canon, records: Iterable[Anything]) -> list[Row]:
    """For each record that is kept back from somebody: the entities that it touches."""
    rows = []
    for record in records:
        if not isinstance(record, Alias | State | Event | Rule):
            continue
        if record.audience == "secret" or record.revealed_at > record.at:
            touched = {f"{canon.kinds[key]}/{key}" for key in _touched(canon, record)}
            rows.append({"id": record.id, "subjects": sorted(touched)})
    return rows


def _touched(canon: Canon, record: Alias | State | Event | Rule) -> tuple[str, ...]:
    match record:
        case Alias():
            return (record.entity,)
        case Event():
            return tuple(one.entity for one in record.involves)
        case Rule():
            return record.governs
    relationship = canon.records.get(record.of)
    if isinstance(relationship, Relationship):
        return relationship.between
    kind, _, key = record.of.partition("/")
    return (key,) if kind in ENTITY_KINDS else ()
