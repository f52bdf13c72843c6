"""What is known of the managed server between commands: its process, its ports, its password."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from graph.server.errors import FolderError
from graph.server.places import unwritable

if TYPE_CHECKING:
    from pathlib import Path

    from graph.server.places import Places

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class State:
    """The server as it was last started; the ports are kept when it stops."""

    bolt: int = 0
    http: int = 0
    version: str = ""
    pid: int = 0
    started: float = 0.0
    ready: bool = False

    @property
    def uri(self) -> str:
        """Its Bolt address."""
        return f"bolt://{HOST}:{self.bolt}"

    @property
    def browser(self) -> str:
        """The address of its Neo4j Browser."""
        return f"http://{HOST}:{self.http}/browser/"

    def stopped(self) -> State:
        """The same, without a process."""
        return replace(self, pid=0, started=0.0, ready=False)


def load(here: Places) -> State:
    """The state on disk; one that cannot be read counts as none: a running server is found by its home."""
    try:
        return State(**json.loads(here.state.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return State()


def save(here: Places, state: State) -> None:
    """*state* is on disk, whole."""
    write(here.state, json.dumps(asdict(state), indent=1) + "\n")


def password(here: Places) -> str:
    """The password; made, and on disk, if there was none."""
    known = known_password(here)
    if known is None:
        import secrets

        known = secrets.token_urlsafe(24)
        write(here.password, known + "\n")
    return known


def known_password(here: Places) -> str | None:
    """The password on disk, or none."""
    try:
        return here.password.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None
    except OSError as error:
        what = f"cannot be read ({error.strerror})"
        raise FolderError(here.password, what, "make it readable for the user who runs this program") from error


def write(path: Path, text: str) -> None:
    """*path* holds *text*, readable by its owner alone; a crash leaves the old file or the new one."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise unwritable(path, error) from error
