"""The lists of jars are whole, and a version is compared as a version."""

from __future__ import annotations

import re

import pytest

from graph.server.errors import VersionError
from graph.server.release import DEFAULT, RELEASES, Release, chosen, order


@pytest.mark.parametrize("release", RELEASES.values(), ids=RELEASES)
def test_a_list_names_every_jar_once(release: Release) -> None:
    jars = release.jars()
    assert len({jar.name for jar in jars}) == len(jars)
    assert all(re.fullmatch("[0-9a-f]{64}", jar.sha256) and jar.size > 0 for jar in jars)
    names = {jar.coordinate for jar in jars}
    assert {f"org.neo4j:neo4j:{release.version}", f"org.neo4j.app:neo4j-server:{release.version}"} <= names
    assert any(jar.artifact == "neo4j-browser" for jar in jars)


@pytest.mark.parametrize("release", RELEASES.values(), ids=RELEASES)
def test_a_list_is_sorted(release: Release) -> None:
    coordinates = [line.split()[2] for line in release.listing.read_text().splitlines()]
    assert coordinates == sorted(coordinates)


def test_the_default_release_is_chosen_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANON_NEO4J_VERSION", raising=False)
    assert chosen().version == DEFAULT
    monkeypatch.setenv("CANON_NEO4J_VERSION", "5.26.30")
    assert chosen().version == "5.26.30"
    monkeypatch.setenv("CANON_NEO4J_VERSION", "3.5.0")
    with pytest.raises(VersionError, match="can run 2026"):
        chosen()


def test_versions_are_ordered_by_number() -> None:
    versions = ["5.9.0", "5.26.30", "2025.01.0", "2026.09.0-12345"]
    assert sorted(versions, key=order) == versions
    assert order("5.27-aura") == (5, 27)
