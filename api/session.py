"""What the commands share: a connection for one command, the project meant, and how results are printed."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import typer

from api.database import Told
from graph import queries, server
from graph.connection import Graph, connect
from graph.errors import InputError

T = TypeVar("T")

Project = Annotated[
    str | None,
    typer.Option(
        "--project", "-p", envvar="CANON_PROJECT", help="Key of the project; may be left out if there is one."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else, to stdout.")]


class WhichProjectError(InputError):
    """The project was left out, and there is not exactly one."""

    def __init__(self, projects: list[str]) -> None:
        self.projects = tuple(projects)
        known = ", ".join(projects)
        super().__init__(
            f"say which project with --project: there are {known}"
            if projects
            else "no project yet; `canon import FILE` makes one, `canon demo` loads the sample"
        )


def run(work: Callable[[Graph, server.Target], Awaitable[T]]) -> T:
    """What *work* returns, given the database: named by NEO4J_URI, else our own, started if need be."""
    with Told() as report:
        target = server.ensure(report=report)

    async def connected() -> T:
        async with connect(target.uri, target.user, target.password, target.database) as graph:
            return await work(graph, target)

    return asyncio.run(connected())


async def project_meant(graph: Graph, project: str | None) -> str:
    """*project*, or the only one there is."""
    if project:
        return project
    there = [line.project for line in await graph.read(queries.projects) if line.head]
    if len(there) != 1:
        raise WhichProjectError(there)
    return there[0]


def put(text: str) -> None:
    """*text* on standard output, as UTF-8 whatever the terminal says."""
    sys.stdout.buffer.write(text.encode() + (b"" if text.endswith("\n") else b"\n"))
    sys.stdout.buffer.flush()


def put_json(value: Any) -> None:
    """*value* as one JSON object."""
    put(json.dumps(value, ensure_ascii=False, indent=2))
