"""A file of scene cards is read strictly, and says where it is wrong."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from compiler.card import Blueprint, CardError, SceneCard, Tags, blueprint
from compiler.request import PacketRequest

FULL = """
chapter: 5
title: The letter
goal: >-
  Mira
  reads it.
scenes:
  - scene: 1
    mode: memory
    story_time: -30
    words: [200, 300]
    tags: {characters: [mira, "ＭＩＲＡ "], threads: [the-letter]}
    introduces: [tomas]
    beats: [yes, no, 12:30]
  - {scene: 2}
"""


@pytest.fixture
def read(tmp_path):
    def work(text: str) -> Blueprint:
        file = tmp_path / "cards.yaml"
        file.write_text(text, "utf-8")
        return blueprint(file)

    return work


def test_a_card_is_read_as_it_is_written(read):
    made = read(FULL)
    assert (made.chapter, made.title, made.goal) == ("5", "The letter", "Mira reads it.")
    first, second = made.scenes
    assert (first.mode, first.story_time, first.words) == ("memory", -30, (200, 300))
    assert first.tags.characters == ("mira", "ＭＩＲＡ")
    assert first.beats == ("yes", "no", "12:30")
    assert (second.mode, second.tags) == ("actual", Tags())


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("scene: 1", "scene: -1", 8, "scenes.0.scene"),
        ("scene: 1", "scene: 1000", 8, "scenes.0.scene"),
        ("mode: memory", "mode: remembered", 9, "scenes.0.mode"),
        ("story_time: -30", "story_time: long ago", 10, "scenes.0.story_time"),
        ("words: [200, 300]", "words: [200]", 11, "scenes.0.words"),
        ("threads: [the-letter]", "thread: [the-letter]", 12, "scenes.0.tags.thread"),
        ("threads: [the-letter]", "threads: ['']", 12, "scenes.0.tags.threads.0"),
        ("introduces: [tomas]", "introduces: tomas", 13, "scenes.0.introduces"),
        ("{scene: 2}", "{scene: 1}", 7, "scenes"),
        ("chapter: 5", "chapter: [5]", 2, "chapter"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_field(read, old, new, line, field):
    with pytest.raises(CardError) as caught:
        read(FULL.replace(old, new, 1))
    assert f"cards.yaml:{line}: {field}" in str(caught.value)


def test_everything_that_is_wrong_is_said_at_once(read):
    with pytest.raises(CardError) as caught:
        read(FULL.replace("mode: memory", "mode: no").replace("story_time: -30", "story_time: no"))
    assert len(caught.value.problems) == 2


def test_a_scene_has_one_card():
    scene = SceneCard(scene=1)
    with pytest.raises(ValidationError, match="more than one card is of scene 1"):
        PacketRequest(project="p", chapter="1", scenes=(scene, scene))
    assert len(PacketRequest(project="p", chapter="1", scenes=(scene, SceneCard(scene=2))).scenes) == 2


@pytest.mark.parametrize("bad", ["", " ", "x" * 201, "a\x1b[2Jb", "a\x00"])
def test_a_tag_is_a_short_text_without_control_characters(bad):
    assert Tags(characters=("李偉", "Mira of the harbour")).characters
    with pytest.raises(ValidationError):
        Tags(characters=(bad,))
    with pytest.raises(ValidationError):
        SceneCard(scene=1, introduces=(bad,))
