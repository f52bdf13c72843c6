"""Look at everything the server needs, one check a thing, each with what to do about it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from graph.errors import CanonError
from graph.server import bolt, home, lifecycle, ports, state
from graph.server.flock import is_held
from graph.server.places import MIB, places
from graph.server.release import chosen
from graph.server.target import USER, Target, named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from graph.server.places import Places
    from graph.server.release import Release
    from graph.server.state import State

Level = Literal["ok", "warn", "fail"]
UP = "run `canon up`"
AGAIN = "run `canon down`, then `canon up`"
ENOUGH_ROOM = 5 * lifecycle.LEAST_ROOM


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    what: str
    level: Level
    found: str
    advice: str = ""


def doctor() -> list[Check]:
    """Every check of the server in use."""
    target = named()
    if target is not None:
        return [_tried("Bolt", lambda: Check("Bolt", "ok", f"Neo4j {bolt.probe(target)} answers at {target.uri}"))]
    here, release = places(), chosen()
    known = lifecycle.located(here)
    checks: tuple[tuple[str, Callable[[], Check]], ...] = (
        ("Java", lambda: _java(release)),
        ("Jars", lambda: _jars(here, release)),
        ("Folder", lambda: _folder(here)),
        ("Disk", lambda: _disk(here)),
        ("Data version", lambda: _data(here, release)),
        ("Lock", lambda: _lock(here)),
        ("Password", lambda: _password(here)),
        ("Process", lambda: _server(here, known)),
    )
    return [*(_tried(what, check) for what, check in checks), *_doors(here, known)]


def _tried(what: str, check: Callable[[], Check]) -> Check:
    try:
        return check()
    except CanonError as error:
        said, _, advice = str(error).partition(": ")
        return Check(what, "fail", said, advice)
    except OSError as error:
        return Check(what, "fail", str(error), "put right what it says")


def _java(release: Release) -> Check:
    from graph.server.java import java, java_version

    program = java()
    return Check("Java", "ok", f"Java {java_version(program, at_least=release.java)} at {program}")


def _jars(here: Places, release: Release) -> Check:
    from graph.server.fetch import mismatches

    jars = release.jars()
    folder = here.jars(release.version)
    wrong = mismatches(folder, jars)
    if not wrong:
        return Check("Jars", "ok", f"{len(jars)} jars of Neo4j {release.version} in {folder}")
    spoilt = [jar.name for jar in wrong if (folder / jar.name).exists()]
    if spoilt:
        return Check(
            "Jars",
            "fail",
            f"not what the list says: {', '.join(spoilt)}",
            f"{UP}, which downloads them again",
        )
    size = sum(jar.size for jar in wrong) // MIB
    return Check("Jars", "warn", f"{len(wrong)} of {len(jars)} jars are not downloaded ({size} MiB)", UP)


def _folder(here: Places) -> Check:
    for folder in (here.data, here.cache):
        if not os.access(_standing(folder), os.W_OK | os.X_OK):
            advice = "change its owner, or set CANON_HOME to a folder of yours"
            return Check("Folder", "fail", f"{folder} cannot be written", advice)
    return Check("Folder", "ok", f"{here.data} and {here.cache} can be written")


def _disk(here: Places) -> Check:
    free = shutil.disk_usage(_standing(here.data)).free
    level: Level = "fail" if free < lifecycle.LEAST_ROOM else "warn" if free < ENOUGH_ROOM else "ok"
    advice = "" if level == "ok" else "free some space, or set CANON_HOME to a larger disk"
    return Check("Disk", level, f"{free // MIB} MiB free for {here.data}", advice)


def _standing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())


def _data(here: Places, release: Release) -> Check:
    home.check_version(here, release)
    written = home.written_by(here)
    if written is None:
        return Check("Data version", "ok", "no data yet")
    if written != release.version:
        said = f"written by Neo4j {written}; {release.version} will upgrade it"
        return Check("Data version", "warn", said, f"copy {here.home} first: there is no way back")
    return Check("Data version", "ok", f"written by Neo4j {written}")


def _lock(here: Places) -> Check:
    if is_held(here.lock):
        return Check("Lock", "warn", "another program starts or stops Neo4j now", "wait for it")
    return Check("Lock", "ok", "free")


def _password(here: Places) -> Check:
    if state.known_password(here) is None:
        if home.has_store(here):
            said, advice = f"{here.password} is missing", "put the password of this store there"
            return Check("Password", "fail", said, advice)
        return Check("Password", "ok", "none yet; the first start makes one")
    if here.password.stat().st_mode & 0o077:
        said, advice = f"others can read {here.password}", f"run `chmod 600 {here.password}`"
        return Check("Password", "warn", said, advice)
    return Check("Password", "ok", f"in {here.password}")


def _server(here: Places, known: State) -> Check:
    if known.pid:
        return Check("Process", "ok", f"{known.pid} runs Neo4j {known.version}")
    if state.load(here).pid:
        return Check("Process", "warn", "Neo4j ended without `canon down`", f"{UP}; it recovers what it was writing")
    return Check("Process", "warn", "Neo4j does not run", UP)


def _doors(here: Places, known: State) -> Iterator[Check]:
    if not known.pid:
        for port, variable in ((known.bolt or ports.BOLT, "BOLT"), (known.http or ports.HTTP, "HTTP")):
            if ports.is_free(port):
                yield Check(f"Port {port}", "ok", "free")
            else:
                advice = f"nothing: `canon up` takes a free one; or set CANON_{variable}_PORT"
                yield Check(f"Port {port}", "warn", "another program listens there", advice)
        return
    target = Target(known.uri, USER, state.known_password(here) or "", version=known.version, managed=True)
    yield _tried("Bolt", lambda: Check("Bolt", "ok", f"Neo4j {bolt.probe(target)} answers at {target.uri}"))
    yield _browser(known)


def _browser(known: State) -> Check:
    import urllib.request

    try:
        with urllib.request.urlopen(known.browser, timeout=5) as page:  # noqa: S310 - the address is our own
            title = b"Neo4j Browser" in page.read()
    except OSError as error:
        return Check("Browser", "fail", f"{known.browser} does not answer ({error})", AGAIN)
    if not title:
        return Check("Browser", "fail", f"{known.browser} is not Neo4j Browser", AGAIN)
    return Check("Browser", "ok", f"Neo4j Browser answers at {known.browser}")
