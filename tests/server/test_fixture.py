"""The fixture that the other tests rely on."""

from __future__ import annotations

from graph import server
from graph.server import bolt


def test_the_target_of_the_tests_answers(neo4j_target: server.Target) -> None:
    assert bolt.probe(neo4j_target)
