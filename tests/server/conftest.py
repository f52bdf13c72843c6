"""A command line in a home of its own, and a repository of jars on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import graph
from graph.server.fetch import install
from graph.server.places import places
from graph.server.release import chosen
from graph.server.report import QUIET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.server.release import Jar

ROOT = Path(graph.__file__).parents[1]
CANON = (sys.executable, "-W", "error", "-c", "from api.cli import main; main()")


@dataclass(frozen=True)
class Canon:
    """The `canon` command, with a home of its own."""

    home: Path
    settings: dict[str, str] = field(default_factory=dict)

    def begin(self, *words: str, **settings: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*CANON, *words],
            env=self.environment(**settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        with self.begin(*words, **settings) as running:
            out, err = running.communicate(timeout=300)
        return subprocess.CompletedProcess(words, running.returncode, out, err)

    def facts(self, *words: str, **settings: str) -> dict[str, Any]:
        done = self(*words, "--json", **settings)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    def environment(self, **settings: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "CANON_"))}
        own = {"CANON_HOME": str(self.home), "CANON_CACHE": str(places().cache), "PYTHONPATH": str(ROOT)}
        # These servers live for seconds: the second compiler would cost more than it gives.
        release = {"CANON_NEO4J_VERSION": chosen().version, "CANON_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1"}
        return {**kept, **own, **release, **self.settings, **settings}


@pytest.fixture(scope="module")
def canon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Canon]:
    """A command line of this file's tests alone; its server has stopped at the end."""
    command = Canon(tmp_path_factory.mktemp("a canon"))
    yield command
    assert command("down").returncode == 0


@dataclass
class Repository:
    """A Maven repository on this machine, which can be told to fail."""

    folder: Path
    asked: list[str] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    """A repository that has the release's jars, and that jgo's settings name in place of the usual one."""
    release = chosen()
    folder = places().jars(release.version)
    install(release.jars(), folder, QUIET)
    kept = Repository(folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), answers(kept)) as http:
        thread = Thread(target=http.serve_forever, args=(0.05,))
        thread.start()
        settings = tmp_path / "jgo.conf"
        settings.write_text(f"[repositories]\ncentral = http://127.0.0.1:{http.server_port}\n")
        monkeypatch.setenv("JGO_CONFIG_FILE", str(settings))
        yield kept
        http.shutdown()
        thread.join()


def answers(kept: Repository) -> type[BaseHTTPRequestHandler]:
    """What the repository answers."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = Path(self.path).name
            file = kept.folder / name
            if name.endswith(".jar"):
                kept.asked.append(name)
            if name in kept.missing or not file.exists():
                self.send_error(404)
                return
            content = file.read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            half = len(content) // 2 if name in kept.cut else len(content)
            kept.cut.discard(name)
            self.wfile.write(content[:half])

        def log_message(self, *_: object) -> None:
            pass

    return Answers


@pytest.fixture
def jars() -> tuple[Jar, ...]:
    """A few small jars of the release."""
    return tuple(sorted(chosen().jars(), key=lambda jar: jar.size)[20:26])
