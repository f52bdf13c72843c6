"""A canon of every kind of record survives being written and read, whatever its texts and numbers are."""

from __future__ import annotations

import json
import random

import pytest
from canons import canon as made_up
from hypothesis import HealthCheck, given, settings

from graph.models import Alias, Belief, Event, Rule, Scene, State, Summary
from graph.pack import canon_hash, checked, read, written

EVERY_KIND = {Alias, Belief, Event, Rule, Scene, State, Summary}


@pytest.fixture
def again(tmp_path):
    """A canon written to a file and read from it."""

    def round_trip(canon, form):
        path = tmp_path / f"pack.{form}"
        path.write_text(written(canon, form), "utf-8")
        return checked(read(path))

    return round_trip


@pytest.mark.parametrize("form", ["yaml", "jsonl"])
def test_what_is_written_is_read_back_to_the_same_canon(again, form):
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(made_up())
    def holds(canon):
        assert {type(record) for record in canon.records.values()} >= EVERY_KIND
        back = again(canon, form)
        assert back.records == canon.records
        assert back.header == canon.header
        assert canon_hash(back) == canon_hash(canon)

    holds()


def test_the_order_of_entries_in_a_file_means_nothing(tmp_path):
    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(made_up())
    def holds(canon):
        head, *lines = written(canon, "jsonl").splitlines()
        random.Random(len(lines)).shuffle(lines)  # noqa: S311 # an order, no secret
        path = tmp_path / "shuffled.jsonl"
        path.write_text("\n".join([head, *lines]), "utf-8")
        assert canon_hash(checked(read(path))) == canon_hash(canon)

    holds()


@pytest.mark.parametrize(
    "text", ["08", "007", "1e5", "-.5", "1E5", "+5", "12345678901234567890", "no", "~", "null", ""]
)
def test_a_text_that_looks_like_something_else_stays_a_text(tmp_path, again, text):
    lines = [
        {"record": "canon", "canon": 1, "project": "p", "title": "P"},
        {"record": "chapters", "key": "1", "title": text or "One", "number": 1},
        {"record": "entities", "key": "a", "kind": "character"},
        {"record": "states", "of": "a", "at": "1/1", "set": {"name": "A", "goal": text}},
    ]
    path = tmp_path / "pack.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    canon = checked(read(path))
    back = again(canon, "yaml")
    assert back.records["state/character/a/goal/100001.0"].value == text
    assert canon_hash(back) == canon_hash(canon)
