"""Start the managed server, and stop it. Two programs that start it at once get the same one."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from graph.server import bolt, home, ports, process, state
from graph.server.errors import FolderError, StartError, VersionError
from graph.server.flock import held
from graph.server.places import MIB, made, places, room
from graph.server.release import chosen
from graph.server.report import QUIET
from graph.server.target import USER, Target, named

if TYPE_CHECKING:
    from graph.server.places import Places
    from graph.server.release import Release
    from graph.server.report import Report
    from graph.server.state import State

PATIENCE = 180.0
FAREWELL = 120.0
LEAST_ROOM = 200 * MIB


def ensure(*, report: Report = QUIET) -> Target:
    """The server to use: the one that `NEO4J_URI` names, else the managed one, which now runs."""
    target = named()
    if target is not None:
        return target
    here, release = places(), chosen()
    known = ready(here)
    return _target(here, _of(release, known)) if known else _started(here, release, report)


def stop(*, report: Report = QUIET) -> bool:
    """Whether the managed server ran; it no longer does."""
    here = places()
    if named() or not here.data.exists():
        return False
    with held(here.lock, report, "another program that starts or stops Neo4j"):
        known = located(here)
        if known.pid:
            report.step(f"Stopping Neo4j (process {known.pid})")
            if not process.end(known.pid, here.home, seconds=FAREWELL):
                what = f"Neo4j (process {known.pid}) did not stop within {FAREWELL:.0f} s"
                raise StartError(
                    what, f"end it with `kill -9 {known.pid}`; its next start recovers what it was writing"
                )
        if known.bolt:
            state.save(here, known.stopped())
        return bool(known.pid)


def ready(here: Places) -> State | None:
    """The state of the managed server, if it runs, is ready and answers."""
    known = state.load(here)
    if known.ready and process.is_server(known.pid, here.home) and ports.listens(known.bolt):
        return known
    return None


def located(here: Places) -> State:
    """The state, its process id put right: 0 if no server of this home runs."""
    known = state.load(here)
    if process.is_server(known.pid, here.home):
        return known
    found = process.find(here.home) if here.home.exists() else 0
    if not found:
        return known.stopped()
    # The state was lost, or its writer died before it wrote: the configuration has the ports.
    return replace(home.configured(here), pid=found, started=time.time())


def _started(here: Places, release: Release, report: Report) -> Target:
    begun = time.monotonic()
    made(here.data, mode=0o700)
    with held(here.lock, report, "another program that starts Neo4j"):
        known = ready(here)
        if known:
            return _target(here, _of(release, known))
        known = located(here)
        since = home.log_size(here)
        known = _of(release, known) if known.pid else _launched(here, release, known, report)
        report.step(f"Starting Neo4j {known.version} on {known.uri}")
        _wait(here, known, since)
        known = replace(known, ready=True)
        state.save(here, known)
        report.step(f"Neo4j is ready after {time.monotonic() - begun:.1f} s")
        return _target(here, known)


def _launched(here: Places, release: Release, known: State, report: Report) -> State:
    from graph.server.fetch import install
    from graph.server.java import java, java_version, options

    home.check_version(here, release)
    if home.has_store(here) and state.known_password(here) is None:
        raise FolderError(here.password, "is missing", _lost(here))
    program = java()
    jvm = (*release.jvm, *options(java_version(program, at_least=release.java)))
    jars = install(release.jars(), here.jars(release.version), report)
    room(here.data, LEAST_ROOM)
    known = replace(
        known.stopped(),
        bolt=ports.bolt_port(known.bolt),
        http=ports.http_port(known.http),
        version=release.version,
    )
    home.lay_out(here, release, known)
    state.password(here)
    state.write(here.stamp, release.version + "\n")
    class_path = os.pathsep.join(map(str, jars))
    arguments = (process.home_argument(here.home), f"--config-dir={here.home / 'conf'}")
    command = [str(program), *jvm, "-cp", class_path, release.main, *arguments]
    state.save(here, known)
    pid = process.spawn(command, log=here.console, environment=_environment())
    known = replace(known, pid=pid, started=time.time())
    state.save(here, known)
    return known


def _wait(here: Places, known: State, since: int) -> None:
    patience = _patience()
    until = time.monotonic() + patience
    password = state.password(here)
    while not (ports.listens(known.bolt) and bolt.is_usable(known.uri, password, advice=_lost(here))):
        if not process.is_server(known.pid, here.home):
            state.save(here, known.stopped())
            raise _ended(here, since)
        if time.monotonic() > until:
            what = f"Neo4j did not answer within {patience:.0f} s"
            advice = "it may still be starting: run `canon up` again to wait on, or `canon down` to stop it"
            raise StartError(what, advice, log=here.log)
        time.sleep(0.1)


def _patience() -> float:
    asked = os.environ.get("CANON_START_SECONDS", "")
    return float(asked) if asked.isdigit() else PATIENCE


def _ended(here: Places, since: int) -> StartError:
    lines = home.complaints(here, since=since)
    text = "\n".join(lines)
    if "No space left" in text:
        advice = "the disk is full; free some space and run `canon up` again"
    elif "Address already in use" in text or "BindException" in text:
        advice = "its port was taken meanwhile; run `canon up` again"
    else:
        advice = "see the lines below, then run `canon doctor`"
    return StartError("Neo4j ended while it was starting", advice, log=here.home / "logs" / "neo4j.log", lines=lines)


def _of(release: Release, known: State) -> State:
    if known.version != release.version:
        raise VersionError(
            f"Neo4j {known.version} runs here and {release.version} is asked for: run `canon down`, then `canon up`"
        )
    return known


def _lost(here: Places) -> str:
    return f"put the password of this store into {here.password}, or set CANON_HOME to another folder"


def _target(here: Places, known: State) -> Target:
    password = state.known_password(here)
    if password is None:
        raise FolderError(here.password, "is missing", _lost(here))
    return Target(known.uri, USER, password, browser=known.browser, version=known.version, managed=True)


def _environment() -> dict[str, str]:
    # None of the user's Java options; and Java reads a path of Chinese characters only in a UTF-8 locale.
    kept = ("PATH", "HOME", "USER", "TZ", "TMPDIR")
    return {**{name: os.environ[name] for name in kept if name in os.environ}, "LC_ALL": "C.UTF-8"}
