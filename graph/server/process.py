"""The server's process: outlives the command that starts it, known by its command line, ended politely."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The shell ends at once, so the server belongs to nobody: no child to reap, no terminal to lose.
_DETACH = '"$@" >"$0" 2>&1 </dev/null & echo $!'


def spawn(command: Sequence[str], *, log: Path, environment: Mapping[str, str]) -> int:
    """The process id of *command*, running in a session of its own, its output in *log*."""
    told = subprocess.run(  # noqa: S603 - the command is this program's own
        ["/bin/sh", "-c", _DETACH, str(log), *command],
        cwd="/",
        env=dict(environment),
        stdout=subprocess.PIPE,
        start_new_session=True,
        check=True,
    )
    return int(told.stdout)


def is_server(pid: int, home: Path) -> bool:
    """Whether *pid* is the server of *home*: a number may have been given to another program since."""
    return pid > 0 and f" {home_argument(home)} " in command_line(pid)


def home_argument(home: Path) -> str:
    """The argument by which the server of *home* is known."""
    return f"--home-dir={home}"


def end(pid: int, home: Path, *, seconds: float) -> bool:
    """Whether the server of *home* ended within *seconds* of being asked to."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + seconds
    while is_server(pid, home):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def find(home: Path) -> int:
    """The process id of a server of *home* that no state file knows of, or 0."""
    if sys.platform == "linux":
        pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    else:
        told = subprocess.run(["/bin/ps", "-axo", "pid="], capture_output=True, text=True, check=False)
        pids = [int(line) for line in told.stdout.split()]
    return next((pid for pid in pids if pid != os.getpid() and is_server(pid, home)), 0)


def command_line(pid: int) -> str:
    """The command line of *pid*, a space after each word; empty if there is no such process."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            return ""
    told = subprocess.run(  # noqa: S603 - the argument is a number
        ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return f"{told.stdout.strip()} "
