"""A tiled pack is a long canon that is told as the short one was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tile import tiled

from graph.canon import Canon
from graph.models import Alias, Chapter, Entity, Event, Relationship, Scene, State, Summary, Volume
from graph.pack import checked, read

SHORT = [
    {"record": "canon", "canon": 1, "project": "short", "title": "Short"},
    {"record": "volumes", "key": "one", "title": "One", "number": 1, "at": "1/0"},
    *(
        {
            "record": "chapters",
            "key": str(n),
            "title": f"Chapter {n}",
            "number": n,
            "order": 100 * n,
            "volume": "one",
        }
        for n in (1, 2, 3)
    ),
    {"record": "entities", "key": "mira", "kind": "character"},
    {"record": "entities", "key": "tomas", "kind": "character"},
    {"record": "entities", "key": "port", "kind": "location"},
    {"record": "relationships", "key": "pair", "kind": "sister", "between": ["mira", "tomas"]},
    {"record": "threads", "key": "letter"},
    {"record": "aliases", "entity": "mira", "text": "the girl", "at": "1/1", "revealed_at": "2"},
    {"record": "states", "of": "mira", "set": {"name": "Mira"}, "at": "1/1"},
    {"record": "states", "of": "port", "set": {"name": "The port"}, "at": "start"},
    {"record": "states", "of": "tomas", "set": {"name": "Tomas"}, "at": "3/1"},
    {"record": "states", "of": "relationship/pair", "set": {"standing": "close"}, "at": "2/1"},
    {"record": "states", "of": "thread/letter", "set": {"name": "The letter"}, "at": "2", "key": "planted"},
    {"record": "events", "key": "meet", "summary": "They meet.", "at": "1/2", "before": ["part"]},
    {
        "record": "events",
        "key": "part",
        "summary": "They part.",
        "at": "2/1",
        "involves": [{"entity": "mira"}],
    },
    {"record": "events", "key": "end", "summary": "It ends.", "at": "3/1"},
    {
        "record": "scenes",
        "at": "2/1",
        "place": "port",
        "features": [{"entity": "mira"}, {"entity": "tomas"}],
        "threads": ["letter"],
        "callbacks": ["meet", "event/end"],
        "relies_on": ["state/planted"],
    },
    {"record": "summaries", "level": 0, "first": "2", "last": "2", "text": "They part."},
    {"record": "summaries", "level": 1, "first": "1", "last": "3", "text": "All of it."},
    {
        "record": "beliefs",
        "holder": "mira",
        "topic": "him",
        "view": "gone",
        "at": "2",
        "about": ["tomas", "mira"],
    },
]


@pytest.fixture
def short() -> list[str]:
    return [json.dumps(record) for record in SHORT]


def canon_of(lines: list[str], folder: Path) -> Canon:
    out = folder / "tiled.jsonl"
    out.write_text("".join(lines), encoding="utf-8")
    return checked(read(out))


def every(canon: Canon, kind: type) -> list:
    return [record for record in canon.records.values() if isinstance(record, kind)]


def test_what_is_told_stands_once_a_tile_and_who_there_is_once(short: list[str], tmp_path: Path) -> None:
    canon = canon_of(list(tiled(short, 3, 2)), tmp_path)
    assert [(c.key, c.order) for c in every(canon, Chapter)] == [(str(n), 100 * n) for n in range(1, 7)]
    assert [v.key for v in every(canon, Volume)] == ["one", "one.t2", "one.t3"]
    assert [e.key for e in every(canon, Entity)] == ["mira", "port"]
    assert [a.at for a in every(canon, Alias)] == [100_001]
    assert [e.at for e in every(canon, Event)] == [100_002, 200_001, 300_002, 400_001, 500_002, 600_001]
    assert [s.at for s in every(canon, State) if s.of == "character/mira"] == [100_001, 300_001, 500_001]
    assert [s.at for s in every(canon, State) if s.of == "location/port"] == [0]
    assert [(s.first, s.last) for s in every(canon, Summary)] == [("2", "2"), ("4", "4"), ("6", "6")]


def test_a_tile_points_at_itself(short: list[str], tmp_path: Path) -> None:
    canon = canon_of(list(tiled(short, 2, 2)), tmp_path)
    assert canon.records["event/meet.t2"].before == ("part.t2",)
    scene = every(canon, Scene)[1]
    assert (scene.at, scene.callbacks, scene.relies_on) == (
        400_001,
        ("event/meet.t2",),
        ("state/planted.t2",),
    )


def test_what_the_first_chapters_do_not_introduce_is_left_out(short: list[str], tmp_path: Path) -> None:
    text = "".join(tiled(short, 2, 2))
    assert "tomas" not in text
    assert "It ends." not in text
    assert not every(canon_of([text], tmp_path), Relationship)


def test_once_over_is_the_same_canon(short: list[str], tmp_path: Path) -> None:
    tiles, whole = tmp_path / "tiles", tmp_path / "whole"
    tiles.mkdir()
    whole.mkdir()
    once = canon_of(list(tiled(short, 1)), tiles)
    assert once.records == canon_of([f"{line}\n" for line in short], whole).records


def test_a_long_real_canon_is_accepted(bible_pack: Path, tmp_path: Path) -> None:
    lines = bible_pack.read_text(encoding="utf-8").split("\n")
    made = list(tiled(lines, 5, 20))
    assert made == list(tiled(lines, 5, 20))
    canon = canon_of(made, tmp_path)
    assert len(every(canon, Chapter)) == 100
    assert len(every(canon, Scene)) == 100
