"""What can go wrong with the database server. Each sentence says what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class InstallError(ServerError):
    """The server's jars, or its Java, could not be had."""


class StartError(ServerError):
    """The server ended while it was starting, or never answered."""

    def __init__(self, what: str, advice: str, *, log: Path | None = None, lines: Sequence[str] = ()) -> None:
        self.what = what
        self.advice = advice
        self.log = log
        self.lines = tuple(lines)
        said = "".join(f"\n  {line}" for line in self.lines)
        where = f" Its log is {log}." if log else ""
        super().__init__(f"{what}: {advice}.{where}{said}")


class FolderError(ServerError):
    """A folder cannot be written, is full, or was written by another version."""

    def __init__(self, folder: Path, what: str, advice: str) -> None:
        self.folder = folder
        super().__init__(f"{folder} {what}: {advice}")


class ConnectError(ServerError):
    """Nothing that can be used answers at the address."""

    def __init__(self, uri: str, what: str, advice: str) -> None:
        self.uri = uri
        super().__init__(f"{what} at {uri}: {advice}")


class PasswordError(ConnectError):
    """The server refuses the user and the password."""


class VersionError(ServerError):
    """Another version of Neo4j than this program can use."""
