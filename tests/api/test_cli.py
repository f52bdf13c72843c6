"""The command line, as somebody types it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Canon = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = pytest.mark.smoke

SAMPLE = Path(__file__).parents[2] / "api" / "sample"
CARD = str(SAMPLE / "chapter-13.yaml")


def test_demo_prints_one_object_and_nothing_else(canon: Canon) -> None:
    first, second = canon("demo", "--json"), canon("demo", "--json")
    told = json.loads(first.stdout)
    assert first.returncode == 0
    named = "project chapter worker revision tokens budget tiers items hash neo4j"
    assert set(told) >= set(named.split())
    assert (told["project"], told["chapter"], told["worker"]) == ("nine-hours", 13, "writer")
    assert sum(told["tiers"].values()) == told["tokens"] <= told["budget"]
    assert set(told["neo4j"]) == {"uri", "browser", "version"}
    assert told["neo4j"]["version"].split(".")[0] in {"5", "2025", "2026"}
    assert json.loads(second.stdout) == told, "the second time starts and adds nothing"


def test_demo_shows_the_packet_the_tiers_and_where_to_look(canon: Canon) -> None:
    shown = canon("demo").stdout
    assert "## Scene cards" in shown
    assert "tier  section" in shown
    assert "Left out:" in shown
    assert shown.count("MATCH ") == 3


def test_a_packet_is_the_same_in_every_form(canon: Canon, sample_project: str) -> None:
    words = ("packet", "-p", sample_project, "--card", CARD)
    text = canon(*words).stdout
    packet = json.loads(canon(*words, "--format", "json").stdout)
    explained = canon(*words, "--explain").stdout
    assert packet["text"] == text
    assert packet["manifest"]["hash"][:16] in explained
    assert all(f"[{one['reference']}]" in explained for one in packet["manifest"]["included"])


def test_a_scene_of_the_cards_is_compiled_alone(canon: Canon, sample_project: str) -> None:
    shown = canon("packet", "-p", sample_project, "--card", CARD, "--scene", "2").stdout
    assert "Scene 2 “For After”" in shown
    assert "Scene 1 " not in shown


def test_export_is_read_back_to_the_same_canon(canon: Canon, sample_project: str, tmp_path: Path) -> None:
    for name in ("out.yaml", "out.jsonl"):
        out = tmp_path / name
        assert canon("export", "pack", "-p", sample_project, "-o", str(out)).returncode == 0
        again = json.loads(canon("import", "--json", str(out)).stdout)
        assert (again["added"], again["removed"], again["commits"]) == (0, 0, 0)


def test_list_knows_the_project(canon: Canon, sample_project: str) -> None:
    listed = json.loads(canon("list", "--json").stdout)["projects"]
    assert {"project": sample_project, "title": "Nine Hours of Water", "language": "en", "head": 1} in listed


def test_entity_tells_what_is_known_then(canon: Canon, sample_project: str) -> None:
    def told(chapter: str, viewer: str = "author") -> str:
        return canon("entity", "Cobb", "-p", sample_project, "-c", chapter, "--viewer", viewer).stdout

    assert "life: dead" in told("8")
    assert "life: dead" not in told("7")
    assert "stone deaf" in told("5")
    assert "stone deaf" not in told("5", "reader")
    assert "stone deaf" in told("7", "reader")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("packet", "-p", "no-such-project", "-c", "1"), "no project 'no-such-project'"),
        (("packet", "-p", "PROJECT", "-c", "99"), "no chapter '99'; the last is 12"),
        (("packet", "-p", "PROJECT", "-c", "13"), "give its scene cards"),
        (("packet", "-p", "PROJECT", "--card", CARD, "--scene", "9"), "no scene 9 among the cards; there are 1, 2, 3"),
        (("packet", "-p", "PROJECT", "--card", CARD, "--budget", "100"), "P0 needs"),
        (("packet", "-p", "PROJECT", "--card", CARD, "--viewer", "cob"), "close to it: "),
        (("packet", "-p", "PROJECT", "--card", __file__), "the pack is refused"),
        (("entity", "nobody-at-all", "-p", "PROJECT", "-c", "3"), "nothing confirmed is called 'nobody-at-all'"),
        (("import", "no-such-file.yaml"), "no such file"),
        (("import", __file__), "the pack is refused"),
        (("export", "pack", "-p", "PROJECT", "-o", "/no/such/folder/x.yaml"), "/no/such/folder/x.yaml"),
    ],
)
def test_a_mistake_is_a_sentence_and_not_a_traceback(
    canon: Canon, sample_project: str, words: tuple[str, ...], said: str
) -> None:
    done = canon(*(sample_project if word == "PROJECT" else word for word in words))
    assert done.returncode == 1
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_is_not_there_is_a_sentence(canon: Canon) -> None:
    done = canon("list", NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 1
    assert "no Neo4j answers at bolt://127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pack_is_checked_without_a_database(canon: Canon, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("canon: 1\nproject: x\ntitle: X\nentities:\n- {key: a b, kind: item}\n- {key: c, kind: item}\n")
    good = canon("pack", "check", str(SAMPLE / "canon.yaml"), NEO4J_URI="bolt://127.0.0.1:1")
    refused = canon("pack", "check", str(bad), NEO4J_URI="bolt://127.0.0.1:1")
    assert good.returncode == 0
    assert refused.returncode == 1
    assert "bad.yaml:5: entities.key: " in refused.stderr
    assert "bad.yaml:6: entities.key: item/c never appears" in refused.stderr


def test_the_schema_is_json(canon: Canon) -> None:
    assert json.loads(canon("pack", "schema").stdout)["title"] == "Canon pack"
