"""What is said when a start goes wrong, and how it is taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph.server.java import java
from graph.server.release import chosen

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Canon

ANY_PORTS = {"CANON_BOLT_PORT": "0", "CANON_HTTP_PORT": "0"}


def test_nothing_yet_is_no_failure(canon: Canon, tmp_path: Path) -> None:
    empty = {"CANON_HOME": str(tmp_path / "none"), "CANON_CACHE": str(tmp_path / "cache")}
    done = canon("doctor", **empty)
    assert done.returncode == 0, done.stdout
    assert "jars are not downloaded" in done.stdout
    assert canon("status", **empty).returncode == 3
    assert canon("down", **empty).stdout == "Neo4j was not running\n"
    assert not list(tmp_path.iterdir())


def test_a_start_cut_off_before_the_password_was_set_is_taken_up(canon: Canon) -> None:
    done = canon("up", CANON_START_SECONDS="1", **ANY_PORTS)
    assert done.returncode == 1
    assert "did not answer within 1 s: it may still be starting: run `canon up` again" in done.stderr
    begun = canon("status")
    assert begun.returncode == 3
    assert "starting" in begun.stdout
    assert canon.facts("up")["state"] == "running"
    assert canon("doctor").returncode == 0


def test_a_server_that_ends_while_it_starts_is_quoted(canon: Canon, tmp_path: Path) -> None:
    (tmp_path / "data" / "neo4j" / "data").mkdir(parents=True)
    (tmp_path / "data" / "neo4j" / "data" / "server_id").mkdir()
    done = canon("up", CANON_HOME=str(tmp_path), **ANY_PORTS)
    assert done.returncode == 1
    assert "Neo4j ended while it was starting" in done.stderr
    assert "\n  Caused by: java.io.IOException: Is a directory" in done.stderr
    assert canon("down", CANON_HOME=str(tmp_path)).stdout == "Neo4j was not running\n"


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("java.io.IOException: No space left on device", "the disk is full"),
        ("java.net.BindException: Address already in use", "its port was taken meanwhile"),
    ],
)
def test_a_known_cause_has_its_own_advice(canon: Canon, tmp_path: Path, printed: str, said: str) -> None:
    false = tmp_path / "java"
    false.write_text(f'#!/bin/sh\n[ "$1" = -version ] && exec {java()} -version\necho "{printed}"\nexit 1\n')
    false.chmod(0o755)
    done = canon("up", CANON_HOME=str(tmp_path), CANON_JAVA=str(false), **ANY_PORTS)
    assert done.returncode == 1
    assert said in done.stderr


def test_a_java_that_does_not_run_or_is_too_old_is_said(canon: Canon, tmp_path: Path) -> None:
    done = canon("up", CANON_HOME=str(tmp_path), CANON_JAVA=str(tmp_path / "none"))
    assert "does not run" in done.stderr
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    old.chmod(0o755)
    done = canon("up", CANON_HOME=str(tmp_path), CANON_JAVA=str(old))
    assert f"is 11, Neo4j needs {chosen().java}" in done.stderr


def test_a_port_that_was_asked_for_and_is_taken_is_said(canon: Canon, tmp_path: Path) -> None:
    port = str(canon.facts("status")["uri"].rpartition(":")[2])
    done = canon("up", CANON_HOME=str(tmp_path), CANON_BOLT_PORT=port)
    assert f"Port {port} (CANON_BOLT_PORT) cannot be had" in done.stderr
