"""
Make the list of a release's jars: `python -m graph.server.lock VERSION [BROWSER]`.

For maintainers. Resolves Neo4j Community, its server and Neo4j Browser, downloads every jar into a throw-away
folder, and writes each one's sha256, size and coordinate. Users resolve nothing: they get what is listed.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from graph.server.release import DEFAULT

if TYPE_CHECKING:
    from jgo.maven import Artifact, MavenContext

BROWSER = ("org.neo4j.client", "neo4j-browser")


def main() -> None:
    """Write `neo4j-VERSION.jars` beside this module."""
    parser = argparse.ArgumentParser(prog="python -m graph.server.lock", description=__doc__)
    parser.add_argument("version", help=f"of Neo4j, such as {DEFAULT}")
    parser.add_argument("browser", nargs="?", help="version of Neo4j Browser; the newest if left out")
    asked = parser.parse_args()
    listing = Path(__file__).with_name(f"neo4j-{asked.version}.jars")
    with tempfile.TemporaryDirectory() as folder:
        lines = list_jars(asked.version, asked.browser, folder=Path(folder))
    listing.write_text("\n".join(lines) + "\n", encoding="utf-8")


def list_jars(version: str, browser: str | None, *, folder: Path) -> list[str]:
    """The lines of the list, sorted by coordinate; the jars are left in *folder*."""
    from concurrent.futures import ThreadPoolExecutor

    from graph.server.fetch import context

    maven = context(folder)
    artifacts = _resolve(maven, version, browser or _newest_browser(maven))
    with ThreadPoolExecutor(16) as pool:
        return sorted(pool.map(_line, artifacts), key=lambda line: line.split()[2])


def _resolve(maven: MavenContext, version: str, browser: str) -> list[Artifact]:
    roots = (
        f"org.neo4j:neo4j:{version}",
        f"org.neo4j.app:neo4j-server:{version}",
        ":".join((*BROWSER, browser)),
    )
    given, needed = maven.resolver.resolve([maven.create_dependency(root) for root in roots])
    return [dependency.artifact for dependency in (*given, *needed) if dependency.type == "jar"]


def _newest_browser(maven: MavenContext) -> str:
    project = maven.project(*BROWSER)
    project.update()
    return str(project.release)


def _line(artifact: Artifact) -> str:
    content = artifact.resolve().read_bytes()
    parts = (artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier)
    coordinate = ":".join(part for part in parts if part)
    return f"{hashlib.sha256(content).hexdigest()} {len(content):>9} {coordinate}"


if __name__ == "__main__":
    main()
