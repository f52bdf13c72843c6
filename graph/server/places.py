"""Where the managed server keeps its files: jars in the user's cache folder, the canon in the data folder."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from graph.server.errors import FolderError

APP = "canon-engine"
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files of one managed server."""

    cache: Path
    data: Path

    @property
    def home(self) -> Path:
        """The server's home: its configuration, its store, its logs."""
        return self.data / "neo4j"

    @property
    def state(self) -> Path:
        """What is known of the running server."""
        return self.data / "neo4j.json"

    @property
    def password(self) -> Path:
        """The password of the user `neo4j`; readable by its owner alone."""
        return self.data / "neo4j.password"

    @property
    def lock(self) -> Path:
        """Held while the server is started or stopped."""
        return self.data / "neo4j.lock"

    @property
    def stamp(self) -> Path:
        """Which version wrote the store; it travels with a copy of the home."""
        return self.home / "version"

    @property
    def log(self) -> Path:
        """The server's own log."""
        return self.home / "logs" / "neo4j.log"

    @property
    def console(self) -> Path:
        """What the server's process printed since it was last started."""
        return self.home / "logs" / "console.log"

    def jars(self, version: str) -> Path:
        """The jars of *version*."""
        return self.cache / f"neo4j-{version}"


def places() -> Places:
    """The folders of this user: `CANON_HOME`, else the system's own; `CANON_CACHE` moves the cache alone."""
    home = os.environ.get("CANON_HOME")
    cache = os.environ.get("CANON_CACHE")
    if home:
        root = Path(home).expanduser().absolute()
        return Places(cache=_at(cache) or root / "cache", data=root / "data")
    import platformdirs

    data = Path(platformdirs.user_data_dir(APP, appauthor=False))
    return Places(cache=_at(cache) or Path(platformdirs.user_cache_dir(APP, appauthor=False)), data=data)


def made(folder: Path, *, mode: int = 0o777) -> Path:
    """*folder*, made and writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=mode)
    except OSError as error:
        raise unwritable(folder, error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FolderError(folder, "cannot be written", "change its owner, or set CANON_HOME to a folder of yours")
    return folder


def unwritable(path: Path, error: OSError) -> FolderError:
    """*error* of writing to *path*, with what to do."""
    import errno

    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FolderError(
            path, "is on a full disk", "free some space, or set CANON_HOME to a larger disk; then try again"
        )
    what = f"cannot be written ({error.strerror})"
    return FolderError(path, what, "change its owner, or set CANON_HOME to a folder of yours")


def room(folder: Path, needed: int) -> None:
    """Refuse if the disk of *folder* has less than *needed* bytes free."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        what = f"has {free // MIB} MiB free and needs {needed // MIB}"
        raise FolderError(folder, what, "free some space, or set CANON_HOME to a larger disk")


def _at(folder: str | None) -> Path | None:
    return Path(folder).expanduser().absolute() if folder else None
