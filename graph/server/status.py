"""How the server is now: a look that starts nothing and changes nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph.server import bolt, lifecycle
from graph.server.home import written_by
from graph.server.places import places
from graph.server.target import USER, named

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Status:
    """What `canon status` tells."""

    state: str
    managed: bool
    uri: str | None = None
    browser: str | None = None
    user: str | None = None
    password_file: str | None = None
    pid: int | None = None
    version: str | None = None
    data: str | None = None
    data_bytes: int | None = None
    uptime_seconds: int | None = None

    @property
    def runs(self) -> bool:
        """Whether the server can be used."""
        return self.state == "running"


def status() -> Status:
    """The server's status; the one that `NEO4J_URI` names is asked, and an error tells what is wrong."""
    target = named()
    if target is not None:
        return Status("running", managed=False, uri=target.uri, user=target.user, version=bolt.probe(target))
    here = places()
    size = _size(here.home)
    ready = lifecycle.ready(here)
    known = lifecycle.located(here)
    if not known.pid:
        return Status("stopped", True, version=written_by(here), data=str(here.home), data_bytes=size)
    return Status(
        "running" if ready else "starting",
        managed=True,
        uri=known.uri,
        browser=known.browser,
        user=USER,
        password_file=str(here.password),
        pid=known.pid,
        version=known.version,
        data=str(here.home),
        data_bytes=size,
        uptime_seconds=round(time.time() - known.started),
    )


def _size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_size if file.is_file() else 0
        except FileNotFoundError:
            continue
    return total
