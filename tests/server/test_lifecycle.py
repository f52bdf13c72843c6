"""
One server, however it is started, and whatever happened to the one before.

The tests build on one another: a start takes ten seconds.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from neo4j import GraphDatabase

from graph import server
from graph.server import process
from graph.server.ports import BOLT, HTTP, is_free

if TYPE_CHECKING:
    from .conftest import Canon

STOPPED = 3


def test_two_starters_get_one_server_on_free_ports(canon: Canon) -> None:
    with ExitStack() as taken:
        for port in (BOLT, HTTP):
            if is_free(port):
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
        both = [canon.begin("up", "--json") for _ in range(2)]
        told = [running.communicate(timeout=300) for running in both]
    assert [running.returncode for running in both] == [0, 0], told
    one, other = (json.loads(out) for out, _err in told)
    assert one["pid"] == other["pid"]
    assert one["uri"] != f"bolt://127.0.0.1:{BOLT}"
    assert one["browser"] != f"http://127.0.0.1:{HTTP}/browser/"


def test_up_again_is_the_same_server_at_once(canon: Canon, monkeypatch: pytest.MonkeyPatch) -> None:
    before = canon.facts("status")
    assert canon.facts("up")["pid"] == before["pid"]
    enter(canon, monkeypatch)
    server.ensure()
    begun = time.perf_counter()
    target = server.ensure()
    assert time.perf_counter() - begun < 0.05
    assert (target.uri, target.managed) == (before["uri"], True)


def test_the_password_is_its_owners(canon: Canon) -> None:
    password = Path(canon.facts("status")["password_file"])
    assert password.stat().st_mode & 0o777 == 0o600
    assert password.parent.stat().st_mode & 0o777 == 0o700
    assert password.read_text().strip() not in command_line(canon)


def test_a_well_server_passes_every_check(canon: Canon) -> None:
    done = canon("doctor")
    assert done.returncode == 0, done.stdout
    assert {line.split()[0] for line in done.stdout.splitlines()} == {"ok"}
    password = Path(canon.facts("status")["password_file"])
    password.chmod(0o644)
    assert f"run `chmod 600 {password}`" in canon("doctor").stdout
    password.chmod(0o600)
    assert canon("status").returncode == 0


def test_a_wrong_password_is_found(canon: Canon) -> None:
    now = canon.facts("status")
    password = Path(now["password_file"])
    right = password.read_text()
    password.write_text("wrong\n")
    checks = json.loads(canon("doctor", "--json").stdout)
    assert [check["what"] for check in checks["checks"] if check["level"] == "fail"] == ["Bolt"]
    state = password.with_name("neo4j.json")
    state.write_text(state.read_text().replace("true", "false"))
    done = canon("up")
    assert done.returncode == 1
    assert f"put the password of this store into {password}" in done.stderr
    password.write_text(right)
    assert canon.facts("up")["pid"] == now["pid"]


def test_another_version_is_refused_while_this_one_runs(canon: Canon) -> None:
    version = canon.facts("status")["version"]
    other = "5.26.30" if version != "5.26.30" else "2026.09.0"
    done = canon("up", CANON_NEO4J_VERSION=other)
    assert done.returncode == 1
    assert "run `canon down`, then `canon up`" in done.stderr
    assert canon("status", CANON_NEO4J_VERSION=other).returncode == 0


def test_a_lost_state_is_found_again(canon: Canon) -> None:
    before = canon.facts("status")
    Path(before["password_file"]).with_name("neo4j.json").unlink()
    after = canon.facts("up")
    assert (after["pid"], after["uri"]) == (before["pid"], before["uri"])


def test_a_killed_server_recovers_and_a_strangers_process_is_left_alone(
    canon: Canon, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = canon.facts("status")
    enter(canon, monkeypatch)
    query(server.ensure(), "CREATE (:Kept {uid: 'before the end'})")
    os.kill(before["pid"], signal.SIGKILL)
    until_gone(before["pid"], canon)
    assert canon("status").returncode == STOPPED
    assert "ended without `canon down`" in canon("doctor").stdout
    with subprocess.Popen(["sleep", "300"]) as stranger:
        state = Path(before["password_file"]).with_name("neo4j.json")
        state.write_text(state.read_text().replace(str(before["pid"]), str(stranger.pid)))
        assert canon("status").returncode == STOPPED
        after = canon.facts("up")
        assert stranger.poll() is None
        stranger.kill()
    assert after["pid"] not in (before["pid"], stranger.pid)
    assert after["uri"] == before["uri"]
    assert query(server.ensure(), "MATCH (k:Kept) RETURN k.uid AS uid") == [{"uid": "before the end"}]


def test_down_stops_it_and_says_so(canon: Canon) -> None:
    now = canon.facts("status")
    assert canon("down").stdout == "Neo4j has stopped\n"
    assert is_free(int(now["uri"].rpartition(":")[2]))
    assert canon("down").stdout == "Neo4j was not running\n"
    assert canon("status").returncode == STOPPED
    assert canon("doctor").returncode == 0


def test_a_store_of_a_newer_neo4j_is_refused(canon: Canon) -> None:
    stamp = canon.home / "data" / "neo4j" / "version"
    right = stamp.read_text()
    stamp.write_text("2099.01.0\n")
    done = canon("up")
    assert done.returncode == 1
    assert "is of Neo4j 2099.01.0" in done.stderr
    assert canon("doctor").returncode == 1
    stamp.write_text(right)


def test_a_lost_password_is_said_before_anything_starts(canon: Canon) -> None:
    password = canon.home / "data" / "neo4j.password"
    kept = password.rename(password.with_name("kept"))
    done = canon("up")
    assert done.returncode == 1
    assert "is missing" in done.stderr
    assert not password.exists()
    assert f"fail  Password: {password} is missing" in canon("doctor").stdout
    kept.rename(password)


def command_line(canon: Canon) -> str:
    return process.command_line(canon.facts("status")["pid"])


def enter(canon: Canon, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in canon.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NEO4J_URI", raising=False)


def query(target: server.Target, statement: str) -> list[dict[str, Any]]:
    with GraphDatabase.driver(target.uri, auth=(target.user, target.password)) as driver:
        return [record.data() for record in driver.execute_query(statement).records]


def until_gone(pid: int, canon: Canon) -> None:
    home = canon.home / "data" / "neo4j"
    while process.is_server(pid, home):
        time.sleep(0.05)
