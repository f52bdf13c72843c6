"""The sample serial: its canon, its chapters and its blueprint agree with each other."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from compiler.card import Blueprint, blueprint
from graph.canon import Canon
from graph.models import Alias, Entity, Event, Fact, Rule, State, Step, Thread
from graph.pack import canon_hash, checked, read, written

SAMPLE = Path(str(files("api"))) / "sample"
CHAPTERS = sorted((SAMPLE / "chapters").glob("*.md"))


@pytest.fixture(scope="module")
def canon() -> Canon:
    return checked(read(SAMPLE / "canon.yaml"))


@pytest.fixture(scope="module")
def card() -> Blueprint:
    return blueprint(SAMPLE / "chapter-13.yaml")


def test_every_scene_of_the_text_is_a_scene_of_the_pack(canon):
    scenes = [
        f"{number}/{nth}"
        for number, path in enumerate(CHAPTERS, 1)
        for nth, _ in enumerate(path.read_text().split("\n* * *\n"), 1)
    ]
    found = sorted(r.at for r in canon.records.values() if r.id.startswith("scene/"))
    assert [canon.places.written(at) for at in found] == scenes
    assert len(scenes) == 32


@pytest.mark.parametrize("form", ["yaml", "jsonl"])
def test_the_pack_survives_being_written_and_read(canon, form, tmp_path):
    again = tmp_path / f"again.{form}"
    again.write_text(written(canon, form))
    assert canon_hash(checked(read(again))) == canon_hash(canon)


def test_every_quote_stands_in_the_chapters_word_for_word(canon):
    paragraphs = [line for path in CHAPTERS for line in path.read_text().splitlines()]
    quotes = {r.quote for r in canon.records.values() if isinstance(r, Fact) and r.quote}
    assert len(quotes) > 100
    assert [quote for quote in quotes if not any(quote in line for line in paragraphs)] == []


def test_titles_of_the_pack_are_those_of_the_text(canon):
    headings = [path.read_text().splitlines()[0] for path in CHAPTERS]
    chapters = sorted((r for r in canon.records.values() if r.id.startswith("chapter/")), key=lambda r: r.order)
    assert [f"# Chapter {c.number}: {c.title}" for c in chapters] == headings


def test_twelve_chapters_of_the_promised_length():
    assert len(CHAPTERS) == 12
    for path in CHAPTERS:
        prose = [line for line in path.read_text().splitlines() if line != "* * *" and not line.startswith("# ")]
        assert 850 <= len(" ".join(prose).split()) <= 1000, path.name


def test_what_is_kept_secret_has_someone_who_knows_it(canon):
    known = {about for r in canon.records.values() if r.id.startswith("belief/") for about in r.about}
    secrets = [r for r in canon.records.values() if getattr(r, "audience", "") == "secret"]
    assert secrets
    for secret in secrets:
        assert f"{type(secret).__name__.lower()}/{secret.key}" in known, secret.id


def test_every_tag_of_the_blueprint_names_something_of_the_pack(canon, card):
    there = canon.records.values()
    kinds = {
        "characters": {r.key for r in there if isinstance(r, Entity) and r.kind == "character"},
        "locations": {r.key for r in there if isinstance(r, Entity) and r.kind == "location"},
        "items": {r.key for r in there if isinstance(r, Entity) and r.kind == "item"},
        "threads": {r.key for r in there if isinstance(r, Thread)},
        "callbacks": {r.key for r in there if isinstance(r, Event | Step)},
    }
    for scene in card.scenes:
        tags = scene.tags.model_dump(exclude_defaults=True)
        assert set(tags) >= {"characters", "locations", "threads", "callbacks"}
        for kind, keys in tags.items():
            assert set(keys) <= kinds[kind], (scene.scene, kind)


def test_every_anchor_that_is_a_key_names_something_of_the_pack(canon, card):
    keyed = {
        f"{type(r).__name__.lower()}/{r.key}"
        for r in canon.records.values()
        if isinstance(r, Alias | State | Event | Rule)
    }
    anchors = {anchor for scene in card.scenes for anchor in scene.anchors if " " not in anchor}
    assert anchors
    assert anchors <= keyed | set(canon.records)
