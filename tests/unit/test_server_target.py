"""Which server is used: the environment decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.server import Target, ensure, named, stop
from graph.server.bolt import _new_enough
from graph.server.errors import VersionError
from graph.server.places import places

NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE")


@pytest.fixture(autouse=True)
def no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_no_server_is_named_by_default() -> None:
    assert named() is None


def test_a_named_server_has_the_usual_user_and_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://there")
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    assert ensure() == Target("bolt://there", "neo4j", "secret", database="neo4j", managed=False)
    assert stop() is False


def test_a_named_server_may_have_everything_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in zip(NAMES, ("neo4j+s://there", "ann", "bob", "secret", "canon"), strict=True):
        monkeypatch.setenv(name, value)
    assert named() == Target("neo4j+s://there", "ann", "secret", database="canon")
    monkeypatch.delenv("NEO4J_USERNAME")
    assert ensure().user == "bob"


def test_a_password_is_never_shown() -> None:
    assert "secret" not in repr(Target("bolt://there", "neo4j", "secret"))


def test_an_old_server_is_refused() -> None:
    assert _new_enough("5.26.0") == "5.26.0"
    assert _new_enough("5.27-aura") == "5.27-aura"
    with pytest.raises(VersionError, match=r"Neo4j 4\.4\.40: this program needs 5\.26 or newer"):
        _new_enough("4.4.40")


def test_canon_home_moves_everything_and_canon_cache_the_jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANON_CACHE", raising=False)
    monkeypatch.setenv("CANON_HOME", str(tmp_path))
    assert (places().cache, places().data) == (tmp_path / "cache", tmp_path / "data")
    monkeypatch.setenv("CANON_CACHE", str(tmp_path / "jars"))
    assert (places().cache, places().data) == (tmp_path / "jars", tmp_path / "data")
    monkeypatch.delenv("CANON_HOME")
    assert places().cache == tmp_path / "jars"
    assert places().data.name == "canon-engine"


def test_stopping_what_never_ran_makes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANON_HOME", str(tmp_path / "none"))
    assert stop() is False
    assert not (tmp_path / "none").exists()
