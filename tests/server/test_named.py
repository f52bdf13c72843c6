"""With NEO4J_URI set nothing is managed, and what is wrong with that server is said."""

from __future__ import annotations

import json
import socket
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from graph import server

    from .conftest import Canon


@pytest.fixture
def named(tmp_path: Path, neo4j_target: server.Target, canon: Canon) -> Canon:
    """The command line with the tests' server named."""
    settings = {
        "NEO4J_URI": neo4j_target.uri,
        "NEO4J_USER": neo4j_target.user,
        "NEO4J_PASSWORD": neo4j_target.password,
    }
    return replace(canon, home=tmp_path / "home", settings=settings)


def test_nothing_is_managed(named: Canon) -> None:
    assert "nothing is managed here" in named("up").stdout
    assert "nothing is managed here" in named("down").stdout
    assert not named.home.exists()


def test_the_named_server_is_looked_at(named: Canon) -> None:
    assert named("status").returncode == 0
    assert named("doctor").returncode == 0
    assert named.facts("status")["managed"] is False
    assert not named.home.exists()


def test_a_closed_port_is_said(named: Canon) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        uri = f"bolt://127.0.0.1:{closed.getsockname()[1]}"
    done = named("status", NEO4J_URI=uri)
    assert done.returncode == 1
    assert done.stderr == (
        f"canon: No Neo4j answers at {uri}: start that server, or unset NEO4J_URI to use the one that "
        "`canon up` starts\n"
    )
    checked = named("doctor", "--json", NEO4J_URI=uri)
    assert checked.returncode == 1
    assert json.loads(checked.stdout)["checks"][0]["level"] == "fail"


@pytest.mark.parametrize("password", ["", "wrong"])
def test_a_missing_or_wrong_password_is_said(named: Canon, password: str) -> None:
    done = named("status", NEO4J_PASSWORD=password)
    assert done.returncode == 1
    assert "set NEO4J_USERNAME and NEO4J_PASSWORD" in done.stderr


def test_an_unknown_database_is_said(named: Canon) -> None:
    done = named("status", NEO4J_DATABASE="nosuch")
    assert done.returncode == 1
    assert "set NEO4J_DATABASE" in done.stderr


def test_an_address_that_is_none_is_said(named: Canon) -> None:
    done = named("status", NEO4J_URI="http://localhost:7474")
    assert done.returncode == 1
    assert "set NEO4J_URI to something like bolt://host:7687" in done.stderr
