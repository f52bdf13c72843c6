"""
Bring the jars of a release into the cache folder, each one checked against the committed list.

Resolves nothing and trusts nothing: a jar is downloaded beside its place, checked, and only then moved
there, so an interrupted download goes on where it stopped. The repositories are those of jgo's configuration.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graph.server.errors import InstallError
from graph.server.flock import held
from graph.server.places import MIB, made, room, unwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jgo.maven import MavenContext

    from graph.server.release import Jar
    from graph.server.report import Report

AT_ONCE = 16
TRIES = 3
SPARE = 64 * MIB


def install(jars: Sequence[Jar], folder: Path, report: Report) -> list[Path]:
    """The files of *jars*, present in *folder* and right, in the same order."""
    made(folder)
    with held(folder / "lock", report, "the download of another program"):
        # All of them are hashed each time: it takes a fraction of a second, a start takes ten.
        wrong = mismatches(folder, jars)
        if wrong:
            _fetch_all(wrong, folder, report, total=sum(jar.size for jar in jars))
    return [folder / jar.name for jar in jars]


def mismatches(folder: Path, jars: Sequence[Jar]) -> list[Jar]:
    """Those of *jars* that are missing from *folder* or are not what the list says."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        right = list(pool.map(lambda jar: _is_right(folder / jar.name, jar), jars))
    return [jar for jar, good in zip(jars, right, strict=True) if not good]


def context(folder: Path, progress: Callable[[int], None] | None = None) -> MavenContext:
    """jgo's Maven context with the user's repositories, keeping what it downloads in *folder*."""
    from jgo.config import GlobalSettings
    from jgo.maven import MavenContext, PythonResolver

    @contextmanager
    def one_file(_name: str, _size: int) -> Iterator[Callable[[int], None]]:
        yield progress or (lambda _count: None)

    maven = MavenContext(resolver=PythonResolver(progress_callback=one_file), repo_cache=folder, timeout=30)
    maven.remote_repos.update(GlobalSettings.load().repositories)
    return maven


def _fetch_all(wrong: Sequence[Jar], folder: Path, report: Report, *, total: int) -> None:
    missing = sum(jar.size for jar in wrong)
    report.step(f"Downloading Neo4j: {len(wrong)} jars, {missing / MIB:.0f} MiB")
    room(folder, missing + SPARE)
    partial = folder / "partial"
    shutil.rmtree(partial, ignore_errors=True)
    tally = _Tally(total - missing, total, report)
    maven = context(partial, tally.add)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for done in as_completed([pool.submit(_fetch, jar, folder, maven) for jar in wrong]):
                done.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    shutil.rmtree(partial, ignore_errors=True)


def _fetch(jar: Jar, folder: Path, maven: MavenContext) -> None:
    problem = ""
    for _try in range(TRIES):
        problem = _fetch_once(jar, folder, maven)
        if not problem:
            return
    raise InstallError(
        f"{jar.coordinate} could not be downloaded ({problem}): check the network, or name a mirror in "
        "jgo's settings, and run `canon up` again; what is already here is kept"
    )


def _fetch_once(jar: Jar, folder: Path, maven: MavenContext) -> str:
    """What went wrong, or nothing."""
    from requests import RequestException

    component = maven.project(jar.group, jar.artifact).at_version(jar.version)
    artifact = component.artifact(jar.classifier)
    try:
        # jgo refuses to write over what an earlier try left.
        if artifact.cached_path:
            artifact.cached_path.unlink(missing_ok=True)
        path = artifact.resolve()
        if not _is_right(path, jar):
            return "its content is not what the list names"
        _keep(path, folder / jar.name)
    except (RequestException, RuntimeError) as error:
        return (str(error) or type(error).__name__).splitlines()[0][:200]
    except OSError as error:
        raise unwritable(folder, error) from error
    return ""


def _keep(path: Path, place: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
    path.replace(place)


def _is_right(path: Path, jar: Jar) -> bool:
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size != jar.size:
                return False
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except FileNotFoundError:
        return False


class _Tally:
    def __init__(self, done: int, total: int, report: Report) -> None:
        self.done, self.total, self.report = done, total, report
        self.lock = threading.Lock()

    def add(self, count: int) -> None:
        with self.lock:
            self.done += count
            self.report.amount(min(self.done, self.total), self.total)
