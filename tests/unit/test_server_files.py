"""What the server keeps on disk: its state, its password, its configuration, its lock."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from graph.server import home, ports, process, state
from graph.server.errors import FolderError, StartError, VersionError
from graph.server.flock import held, is_held
from graph.server.places import Places, made, room, unwritable
from graph.server.release import DEFAULT, RELEASES
from graph.server.report import QUIET, Report
from graph.server.state import State

RUNNING = State(bolt=7687, http=7474, version=DEFAULT, pid=5, started=1.0, ready=True)


@pytest.fixture
def here(tmp_path: Path) -> Places:
    made(tmp_path / "data")
    return Places(cache=tmp_path / "cache", data=tmp_path / "data")


def test_a_state_comes_back_as_it_was(here: Places) -> None:
    assert state.load(here) == State()
    state.save(here, RUNNING)
    assert state.load(here) == RUNNING
    assert RUNNING.stopped() == replace(RUNNING, pid=0, started=0.0, ready=False)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"colour": "red"}'])
def test_a_state_that_cannot_be_read_is_none(here: Places, text: str) -> None:
    here.state.write_text(text)
    assert state.load(here) == State()


def test_a_password_is_made_once_and_is_its_owners(here: Places) -> None:
    assert state.known_password(here) is None
    password = state.password(here)
    assert len(password) > 20
    assert state.password(here) == password
    assert here.password.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in here.data.iterdir()] == [here.password.name]


def test_the_configuration_keeps_to_this_machine(here: Places) -> None:
    for release in RELEASES.values():
        home.lay_out(here, release, RUNNING)
        lines = (here.home / "conf" / "neo4j.conf").read_text().splitlines()
        addresses = [line.partition("=")[2] for line in lines if "_address=" in line]
        assert len(addresses) == 5
        assert all(address.startswith("127.0.0.1") for address in addresses)
        assert "dbms.usage_report.enabled=false" in lines
        state.write(here.stamp, release.version)
        assert home.configured(here) == State(bolt=7687, http=7474, version=release.version)


def test_a_store_is_upgraded_never_downgraded(here: Places) -> None:
    made(here.home)
    home.check_version(here, RELEASES["5.26.30"])
    here.stamp.write_text("5.26.30\n")
    home.check_version(here, RELEASES[DEFAULT])
    here.stamp.write_text("2026.09.0\n")
    with pytest.raises(VersionError, match=r"is of Neo4j 2026\.09\.0, and this program starts 5\.26\.30"):
        home.check_version(here, RELEASES["5.26.30"])


def test_the_last_telling_lines_are_quoted_from_this_start_alone(here: Places) -> None:
    made(here.log.parent)
    here.log.write_text("2026-01-01 00:00:00.000+0000 ERROR of yesterday\n")
    since = home.log_size(here)
    with here.log.open("a") as log:
        log.write("2026-01-02 00:00:00.000+0000 INFO  Starting...\n2026-01-02 00:00:01.000+0000 ERROR today\n")
    here.console.write_text("Exception in thread main\n\tat there\nCaused by: a full moon\n")
    said = home.complaints(here, since=since)
    assert said == ["ERROR today", "Exception in thread main", "Caused by: a full moon"]


def test_a_lock_is_held_by_one_and_the_next_waits(here: Places) -> None:
    class Steps(Report):
        def __init__(self) -> None:
            self.told: list[str] = []

        def step(self, text: str) -> None:
            self.told.append(text)

    report = Steps()
    order: list[str] = []

    def second() -> None:
        with held(here.lock, report, "the first"):
            order.append("second")

    assert not is_held(here.lock)
    with held(here.lock, QUIET, "nobody"):
        assert is_held(here.lock)
        waits = Thread(target=second)
        waits.start()
        while not report.told:
            waits.join(0.01)
        order.append("first")
    waits.join()
    assert order == ["first", "second"]
    assert report.told == ["Waiting for the first"]


def test_a_full_disk_and_a_foreign_folder_are_said(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="free some space"):
        room(tmp_path, 1 << 60)
    assert "full disk" in str(unwritable(tmp_path, OSError(errno.ENOSPC, "No space left on device")))
    assert "change its owner" in str(unwritable(tmp_path, PermissionError(errno.EACCES, "Permission denied")))
    (tmp_path / "file").touch()
    with pytest.raises(FolderError, match="cannot be written"):
        made(tmp_path / "file" / "folder")


def test_only_the_process_of_this_home_is_the_server(tmp_path: Path) -> None:
    sleeper = (sys.executable, "-c", "import time; time.sleep(60)", process.home_argument(tmp_path))
    pid = process.spawn(sleeper, log=tmp_path / "log", environment=os.environ)
    assert process.is_server(pid, tmp_path)
    assert not process.is_server(pid, tmp_path.parent)
    assert not process.is_server(os.getpid(), tmp_path)
    assert not process.is_server(0, tmp_path)
    assert process.find(tmp_path) == pid
    assert process.end(pid, tmp_path, seconds=10)
    assert process.find(tmp_path) == 0


def test_a_process_has_its_output_in_the_log_and_a_session_of_its_own(tmp_path: Path) -> None:
    log = tmp_path / "a log"
    told = "import os, sys; print(os.getsid(0), sys.stdin.read() == '')"
    pid = process.spawn((sys.executable, "-c", told), log=log, environment=os.environ)
    while process.command_line(pid).strip():
        pass
    session, empty = log.read_text().split()
    assert int(session) != os.getsid(0)
    assert empty == "True"


def test_a_taken_port_is_passed_over_unless_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANON_BOLT_PORT", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert not ports.is_free(port)
        assert ports.bolt_port(port) not in (port, 0)
        assert not ports.listens(port, seconds=0.1)
        monkeypatch.setenv("CANON_BOLT_PORT", str(port))
        with pytest.raises(StartError, match="name another port"):
            ports.bolt_port(0)
    assert ports.bolt_port(0) == port
    monkeypatch.setenv("CANON_BOLT_PORT", "0")
    assert ports.bolt_port(port) != 0


def test_looking_at_the_server_imports_nothing_heavy() -> None:
    heavy = "print({'neo4j', 'jgo', 'rich', 'requests', 'pydantic'} & set(sys.modules))"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys; import graph.server; {heavy}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(home.__file__).parents[2],
    )
    assert told.stdout == "set()\n"
