"""From a canon to the text of its pack, and to the hash of its content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Literal

import yaml

from graph.canon import Canon, keyed_facts, revealed_with
from graph.models import Anything, Belief, Chapter, Fact, Known, Scene, State
from graph.pack.read import SECTIONS, States
from graph.pack.source import READ_AS_NUMBER
from graph.values import NEVER, Canonical, Places


def canon_hash(canon: Canon) -> str:
    """
    SHA-256 of the live content, as 64 hexadecimal digits.

    Covers declarations and records; not uids, revisions, commits, nor the project's key, title and settings.
    """
    made = hashlib.sha256()
    for name in sorted(canon.records):
        content = [name, canon.records[name].model_dump(mode="json")]
        made.update(json.dumps(content, sort_keys=True, ensure_ascii=False).encode() + b"\n")
    return made.hexdigest()


def written(canon: Canon, form: Literal["yaml", "jsonl"]) -> str:
    """The pack of *canon*: the same text for the same content, and readable by `read` to the same canon."""
    header = canon.header.model_dump(mode="json", exclude_defaults=True)
    sections = {name: list(_entries(canon, name)) for name in SECTIONS}
    if form == "jsonl":
        lines = [{"record": "canon", **header}]
        lines += ({"record": name, **entry} for name, entries in sections.items() for entry in entries)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    filled = {name: entries for name, entries in sections.items() if entries}
    return yaml.dump(
        header | filled,
        Dumper=_Dumper,
        allow_unicode=True,
        sort_keys=False,
        width=110,
        default_flow_style=False,
    )


class _Dumper(yaml.CSafeDumper):
    """Writes what this project's reader reads back: no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


# A text that the reader would take for a number is written in quotes; PyYAML by itself knows those of YAML 1.1 alone.
_Dumper.add_implicit_resolver("tag:yaml.org,2002:float", READ_AS_NUMBER, list("-+.0123456789"))


def _entries(canon: Canon, section: str) -> Iterator[dict[str, Any]]:
    kind = SECTIONS[section]
    found: list[Any] = [r for r in canon.records.values() if isinstance(r, State if kind is States else kind)]
    if kind is States:
        found = list(_grouped(canon, found))
    places = canon.places
    context, keyed = {"places": places}, keyed_facts(canon.records.values())
    for record in sorted(found, key=_telling):
        entry = record.model_dump(mode="json", exclude_defaults=True, context=context)
        if isinstance(record, Known):
            # Kept back is the field's default, and yet not what a pack means by leaving it out.
            entry.pop("revealed_at", None)
            if record.revealed_at != record.at:
                entry["revealed_at"] = _revealed(record.revealed_at, places)
        if isinstance(record, Fact):
            _without_inherited(entry, record, canon)
        if isinstance(record, Belief):
            entry.pop("revealed_at", None)
            if record.revealed_at not in {None, revealed_with(record, keyed)}:
                entry["revealed_at"] = _revealed(record.revealed_at, places)
        yield _plain(entry)


def _without_inherited(entry: dict[str, Any], fact: Fact, canon: Canon) -> None:
    scene = canon.records.get(f"scene/{fact.at}")
    if not isinstance(scene, Scene):
        return
    told = ("story_from", "story_until", "story_label")
    if [getattr(fact, name) for name in told] == [getattr(scene, name) for name in told]:
        for name in told:
            entry.pop(name, None)
    elif fact.story_from is None:
        entry["story_from"] = None
    if fact.present == (scene.mode == "actual"):
        entry.pop("present", None)
    else:
        entry["present"] = fact.present


def _revealed(position: int | None, places: Places) -> str | None:
    return None if position is None else "kept" if position == NEVER else places.written(position)


def _telling(record: Canonical) -> tuple[Any, ...]:
    if isinstance(record, Chapter):
        return (record.order,)
    position = getattr(record, "at", 0)
    return (position, record.id if not isinstance(record, States) else f"{record.of}.{record.seq}")  # type: ignore[attr-defined] # every record has an id


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _grouped(canon: Canon, states: list[State]) -> Iterator[States]:
    shared = [name for name in States.model_fields if name != "set"]
    groups: dict[tuple[Any, ...], list[State]] = {}
    for state in sorted(states, key=lambda state: state.dimension):
        groups.setdefault(tuple(getattr(state, name) for name in shared), []).append(state)
    for alike, members in groups.items():
        values = {state.dimension: _written_value(canon, state) for state in members}
        yield States.model_construct(**dict(zip(shared, alike, strict=True)), set=values)


def _written_value(canon: Canon, state: State) -> Any:
    dimension = canon.dimension(state.of.partition("/")[0], state.dimension)
    if dimension is None or dimension.type != "chapter" or not isinstance(state.value, int):
        return state.value
    return canon.places.chapter(state.value)


def one_line(record: Anything) -> str:
    """A record as a person compares it: its content, without defaults."""
    return json.dumps(record.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, sort_keys=True)
