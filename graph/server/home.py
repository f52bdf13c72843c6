"""The server's home: its folders, its configuration, the version that wrote its store, what its log says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.server.errors import VersionError
from graph.server.places import made
from graph.server.release import order
from graph.server.state import HOST, State, write

if TYPE_CHECKING:
    from pathlib import Path

    from graph.server.places import Places
    from graph.server.release import Release

FOLDERS = ("conf", "data", "logs", "run", "plugins", "import")
_TELLS = re.compile(
    r" ERROR |^Caused by: |^Exception in |^Error|Exception: |No space left|command not found|not found$"
)
_STAMP = re.compile(r"^\d{4}-\d\d-\d\d \S+ ")


def lay_out(here: Places, release: Release, state: State) -> None:
    """The home has its folders and a configuration for the ports of *state*."""
    made(here.data, mode=0o700)
    for folder in FOLDERS:
        made(here.home / folder, mode=0o700)
    write(here.home / "conf" / "neo4j.conf", "\n".join(configuration(release, state)) + "\n")


def configuration(release: Release, state: State) -> list[str]:
    """The lines of the server's configuration; it listens on this machine alone."""
    return [
        "# Written by `canon up` each time it starts the server.",
        f"server.default_listen_address={HOST}",
        f"server.bolt.listen_address={HOST}:{state.bolt}",
        f"server.bolt.advertised_address={HOST}:{state.bolt}",
        f"server.http.listen_address={HOST}:{state.http}",
        f"server.http.advertised_address={HOST}:{state.http}",
        "server.https.enabled=false",
        "dbms.usage_report.enabled=false",
        "server.memory.pagecache.size=512m",
        # A log that starts small: else each of the two databases takes 256 MiB before the first fact.
        "db.tx_log.preallocate=false",
        *release.settings,
    ]


def configured(here: Places) -> State:
    """The ports and the version that the server of the home was last started with."""
    try:
        text = (here.home / "conf" / "neo4j.conf").read_text(encoding="utf-8")
    except FileNotFoundError:
        return State()
    ports = dict(re.findall(r"^server\.(bolt|http)\.listen_address=.*:(\d+)$", text, re.MULTILINE))
    return State(int(ports.get("bolt", 0)), int(ports.get("http", 0)), version=written_by(here) or "")


def check_version(here: Places, release: Release) -> None:
    """Refuse a store that a newer Neo4j wrote; an older one is upgraded by the server itself."""
    written = written_by(here)
    if written and order(written) > order(release.version):
        raise VersionError(
            f"{here.home} is of Neo4j {written}, and this program starts {release.version}: "
            "get the newer program, or set CANON_HOME to another folder"
        )


def written_by(here: Places) -> str | None:
    """The version that last wrote the store, or none."""
    try:
        return here.stamp.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None


def has_store(here: Places) -> bool:
    """Whether a server has written a store into the home."""
    return (here.home / "data" / "databases").exists()


def complaints(here: Places, *, since: int = 0, most: int = 4) -> list[str]:
    """The last *most* lines that tell why the server ended; its log is read from byte *since*."""
    lines = [*_read(here.log, since), *_read(here.console, 0)]
    telling = [_STAMP.sub("", line).strip()[:300] for line in lines if _TELLS.search(line)]
    return list(dict.fromkeys(telling or [line[:300] for line in lines if line.strip()]))[-most:]


def log_size(here: Places) -> int:
    """How long the server's log is now."""
    return here.log.stat().st_size if here.log.exists() else 0


def _read(path: Path, since: int) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            file.seek(since)
            return file.read().splitlines()
    except FileNotFoundError:
        return []
