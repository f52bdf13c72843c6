"""The Neo4j releases the program can run, and what each wants of Java and of its configuration."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from graph.server.errors import VersionError

DEFAULT = "2026.09.0"
OLDEST = (5, 26)
# Nobody is left to serve once a server stops: the ten seconds of quiet it would keep help nobody.
_QUIET = "internal.dbms.bolt.netty_server_shutdown_quiet_period"
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of a release: where the repository has it, and what it must be."""

    sha256: str
    size: int
    group: str
    artifact: str
    version: str
    classifier: str = ""

    @property
    def name(self) -> str:
        """Its file's name."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    @property
    def coordinate(self) -> str:
        """Its name in a Maven repository."""
        parts = (self.group, self.artifact, self.version, self.classifier)
        return ":".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Release:
    """One version of Neo4j Community."""

    version: str
    main: str
    java: int
    jvm: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def listing(self) -> Path:
        """The committed list of its jars."""
        return Path(__file__).with_name(f"neo4j-{self.version}.jars")

    def jars(self) -> tuple[Jar, ...]:
        """Every jar of it, in the order of the class path."""
        lines = self.listing.read_text(encoding="utf-8").splitlines()
        return tuple(_jar(line) for line in lines if line and not line.startswith("#"))


RELEASES = {
    release.version: release
    for release in (
        Release(
            "2026.09.0",
            main="org.neo4j.server.Neo4jCommunity",
            java=21,
            settings=(
                "dbms.fleet_manager.enabled=false",
                "server.fleet_discovery.enabled=false",
                f"{_QUIET}_duration=0s",
            ),
        ),
        Release(
            "5.26.30",
            main="org.neo4j.server.CommunityEntryPoint",
            java=17,
            jvm=tuple(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
            settings=(f"{_QUIET}=0",),
        ),
    )
}


def chosen() -> Release:
    """The release that `CANON_NEO4J_VERSION` names, else the default."""
    version = os.environ.get("CANON_NEO4J_VERSION") or DEFAULT
    if version not in RELEASES:
        known = ", ".join(RELEASES)
        raise VersionError(f"CANON_NEO4J_VERSION is {version!r}: this program can run {known}")
    return RELEASES[version]


def order(version: str) -> tuple[int, ...]:
    """*version* as a sortable value: `5.26.30` before `2026.09.0`."""
    return tuple(int(part) for part in version.split("-")[0].split("+")[0].split(".") if part.isdigit())


def _jar(line: str) -> Jar:
    sha256, size, coordinate = line.split()
    group, artifact, version, *classifier = coordinate.split(":")
    return Jar(sha256, int(size), group, artifact, version, *classifier)
