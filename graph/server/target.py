"""Which database the program talks to: the address, the user, and whether the program manages the server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

URI = "NEO4J_URI"
USER = "neo4j"
DATABASE = "neo4j"


@dataclass(frozen=True, slots=True)
class Target:
    """A Neo4j to connect to."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str = DATABASE
    browser: str | None = None
    version: str | None = None
    managed: bool = False


def named() -> Target | None:
    """The server that `NEO4J_URI` names, or none: then the program manages its own."""
    uri = os.environ.get(URI, "").strip()
    if not uri:
        return None
    user = os.environ.get("NEO4J_USERNAME") or os.environ.get("NEO4J_USER") or USER
    return Target(
        uri=uri,
        user=user,
        password=os.environ.get("NEO4J_PASSWORD", ""),
        database=os.environ.get("NEO4J_DATABASE") or DATABASE,
    )
