"""The long real canon says what the data says, no more, and each thing at its verse."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import bible
from oracle import Oracle, Said, Told

from graph.canon import Canon
from graph.models import Alias, Chapter, Entity, Event, Relationship, Scene, State, Volume
from graph.pack import canon_hash, checked, read, written


def every(canon: Canon, kind: type) -> list:
    return [record for record in canon.records.values() if isinstance(record, kind)]


def states(canon: Canon, dimension: str, kind: str = "character") -> list[State]:
    found = (state for state in every(canon, State) if state.dimension == dimension)
    return [state for state in found if state.of.startswith(f"{kind}/")]


def position(said: Said) -> int:
    return said.chapter * 100_000 + said.verse


def told(what: Told) -> set[tuple[str, str, int]]:
    return {
        (one, unicodedata.normalize("NFC", said.what), position(said)) for one, found in what.items() for said in found
    }


def rows(data: Path, name: str) -> list[dict[str, str]]:
    with (data / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_pack_tells_every_chapter_in_order(bible_canon: Canon) -> None:
    chapters = sorted(every(bible_canon, Chapter), key=lambda chapter: chapter.order)
    assert [(c.key, c.order) for c in chapters] == [(str(n), 100 * n) for n in range(1, 1190)]
    assert [v.number for v in every(bible_canon, Volume)] == list(range(1, 67))
    assert (chapters[0].title, chapters[-1].title, chapters[-1].volume) == (
        "Genesis 1",
        "Revelation 22",
        "rev",
    )


def test_everyone_of_the_data_is_there(bible_canon: Canon, data: Path) -> None:
    people = {e.key for e in every(bible_canon, Entity) if e.kind == "character"}
    assert people == {bible.key(row["person_id"]) for row in rows(data, "bible_bibledata/BibleData-Person")}


def test_every_label_stands_once_where_it_is_first_given(bible_canon: Canon, oracle: Oracle, data: Path) -> None:
    names = [(s.of.partition("/")[2], str(s.value), s.at) for s in states(bible_canon, "name")]
    aliases = [(a.entity, a.text, a.at) for a in every(bible_canon, Alias) if not a.entity.startswith("place-")]
    assert len(set(names + aliases)) == len(names + aliases)
    assert set(names + aliases) == told(oracle.all_labels)
    given = {
        (bible.key(row["person_id"]), bible.same(row["english_label"]))
        for row in rows(data, "bible_bibledata/BibleData-PersonLabel")
    }
    assert {(one, bible.same(text)) for one, text, _ in names + aliases} == given


def test_a_name_is_the_first_label(bible_canon: Canon, oracle: Oracle) -> None:
    names = {s.of.partition("/")[2]: s.at for s in states(bible_canon, "name")}
    assert names == {one: position(found[0]) for one, found in oracle.all_labels.items()}


def test_every_relationship_stands_once_where_it_is_first_stated(bible_canon: Canon, oracle: Oracle) -> None:
    since = {s.of: s for s in states(bible_canon, "standing", "relationship")}
    found = [
        (r.between[0], r.kind, r.between[1], since[r.id].at)
        for r in every(bible_canon, Relationship)
        if since[r.id].value == r.kind
    ]
    expected = {(*s.what, position(s)) for said in oracle.all_relationships.values() for s in said}
    assert len(found) == len(set(found)) == len(since) == len(expected)
    assert set(found) == expected


def test_every_event_stands_at_the_first_verse_that_tells_it(bible_canon: Canon, oracle: Oracle, data: Path) -> None:
    events = {event.key: event for event in every(bible_canon, Event)}
    at = {key: chapter * 100_000 + verse for key, (chapter, verse) in oracle.told_at.items()}
    assert {key: event.at for key, event in events.items()} == at
    table = rows(data, "bible_theographic/Events")
    assert {(e.key, e.summary) for e in events.values()} == {(f"e{row['ID']}", row["title"]) for row in table}
    taking_part = {(one.entity, event.key) for event in events.values() for one in event.involves}
    assert taking_part == {(one, s.what) for one, said in oracle.all_events.items() for s in said}


def test_predecessors_come_before_even_where_the_data_errs(bible_canon: Canon, data: Path) -> None:
    table = rows(data, "bible_theographic/Events")
    keys = {row["title"]: f"e{row['ID']}" for row in table}
    named = [(row["predecessor"].strip('"'), keys[row["title"]]) for row in table if row["predecessor"]]
    found = {(event.key, later) for event in every(bible_canon, Event) for later in event.before}
    assert found == {(keys[first], later) for first, later in named}
    assert len(found) == len(named)


def test_every_reign_that_a_verse_states_is_there(bible_canon: Canon, oracle: Oracle) -> None:
    found = [(s.of.partition("/")[2], str(s.value), s.at) for s in states(bible_canon, "reign")]
    assert len(found) == 47
    assert set(found) == told(oracle.all_reigns)


def test_a_scene_names_whom_its_chapter_names(bible_canon: Canon, oracle: Oracle) -> None:
    scenes = {scene.at: {one.entity for one in scene.features} for scene in every(bible_canon, Scene)}
    assert scenes == {n * 100_000 + 1: oracle.in_chapter.get(n, set()) for n in range(1, 1190)}


def test_the_same_data_makes_the_same_bytes_and_oddities_are_said(bible_pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "again.jsonl"
    command = [sys.executable, bible.__file__, str(out)]
    env = os.environ | {"PYTHONHASHSEED": "7", "CANON_DATA": str(bible.folder())}
    said = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", env=env)
    assert out.read_bytes() == bible_pack.read_bytes()
    assert "label Ephraim_1_1: 'GEN 45:52' read as (41, 52)" in said.stderr


def test_the_pack_survives_being_written_and_read(bible_canon: Canon, tmp_path: Path) -> None:
    out = tmp_path / "written.jsonl"
    out.write_text(written(bible_canon, "jsonl"), encoding="utf-8")
    assert canon_hash(checked(read(out))) == canon_hash(bible_canon)


def test_the_oracle_knows_a_label_from_the_chapter_after_its_verse_on(oracle: Oracle) -> None:
    assert "Abraham" not in oracle.labels(["Abram_1"], 17)["Abram_1"]
    assert "Abraham" in oracle.labels(["Abram_1"], 17, later=True)["Abram_1"]
    assert "Abraham" in oracle.labels(["Abram_1"], 18)["Abram_1"]
    assert "Abraham" not in oracle.labels(["Abram_1"], 18, later=True)["Abram_1"]


def test_what_is_known_and_what_comes_later_are_everything(oracle: Oracle) -> None:
    for n in (1, 300, 1189):
        for one in ("David_1", "Solomon_1", "Simon_1"):
            parts = oracle.relationships_of(one, n), oracle.relationships_of(one, n, later=True)
            assert parts[0] | parts[1] == oracle.relationships_of(one, 1190)
            assert not parts[0] & parts[1]
            assert oracle.events(one, n) + oracle.events(one, n, later=True) == oracle.events(one, 1190)
            assert oracle.reigns(one, n) + oracle.reigns(one, n, later=True) == oracle.reigns(one, 1190)


def test_the_oracle_relates_only_those_asked_for(oracle: Oracle) -> None:
    assert ("Adam_1", "husband", "Eve_1") in oracle.relationships({"Adam_1", "Eve_1"}, 4)
    assert not oracle.relationships({"Adam_1", "Eve_1"}, 1)
    assert not oracle.relationships({"Adam_1"}, 1190)
    assert "Adam_1" in oracle.cast(3)
    assert "Adam_1" not in oracle.cast(1)
