"""A session of the driver, for what the program itself never does: explain its own statements."""

from __future__ import annotations

import re
import uuid
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from neo4j import AsyncGraphDatabase

from graph.exchange import import_pack
from graph.statements import statements

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from graph import server
    from graph.connection import Graph
    from graph.statements import Statement


@pytest.fixture(scope="session")
async def summaries(
    neo4j_target: server.Target, graph: Graph, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[dict[str, Any]]:
    """What the server says of each statement without running it, in a database that holds a canon."""
    text = (Path(str(files("api"))) / "sample" / "canon.yaml").read_text("utf-8")
    text = re.sub("^project: .*$", f"project: explained-{uuid.uuid4().hex[:12]}", text, flags=re.MULTILINE)
    relying = text.replace("title: The slate table\n", "title: The slate table\n    relies_on: [rule/sworn-hands]\n", 1)
    assert relying != text
    pack = tmp_path_factory.mktemp("sample") / "canon.yaml"
    # Twice over: so every label, type and property of a canon is there, with records that ended.
    for content in (relying, text, relying):
        pack.write_text(content)
        await import_pack(graph, pack, replace=True)
    target = neo4j_target
    async with (
        AsyncGraphDatabase.driver(target.uri, auth=(target.user, target.password)) as driver,
        driver.session(database=target.database) as session,
    ):
        yield {name: await explained(session, statement) for name, statement in statements().items()}


async def explained(session: Any, statement: Statement) -> Any:
    result = await session.run("EXPLAIN " + statement.text, dict.fromkeys(statement.params))
    return result.keys(), await result.consume()
