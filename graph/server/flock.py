"""One at a time: a lock file that the system lets go of when its holder ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graph.errors import ServerError
from graph.server.places import unwritable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from graph.server.report import Report


@contextmanager
def held(path: Path, report: Report, by: str) -> Iterator[None]:
    """Hold *path*'s lock for the block; while another has it, wait and report that it is held *by*."""
    descriptor = _opened(path)
    try:
        if not _taken(descriptor):
            report.step(f"Waiting for {by}")
            while not _taken(descriptor):
                time.sleep(0.05)
        yield
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether some program has *path*'s lock now."""
    if not path.exists():
        return False
    descriptor = _opened(path)
    try:
        return not _taken(descriptor)
    finally:
        os.close(descriptor)


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unwritable(path, error) from error


def _taken(descriptor: int) -> bool:
    if sys.platform == "win32":
        raise ServerError("The managed Neo4j needs Linux or macOS: set NEO4J_URI to a server of yours")
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
