"""Packs and rows for tests of the store. Rows are read with plain Cypher: what is stored, not what a read tells."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from graph.canon import Canon
from graph.pack import checked, read

sys.path.insert(0, str(Path(__file__).parent))  # tests are no package

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from graph.connection import Graph

SAMPLE = Path(str(files("api"))) / "sample" / "canon.yaml"

SMALL = """
canon: 1
project: PROJECT
title: Small
chapters:
  - {key: 1, title: One, number: 1}
  - {key: 2, title: Two, number: 2}
  - {key: 3, title: Three, number: 3}
entities:
  - {key: mira, kind: character}
  - {key: tom, kind: character}
  - {key: harbour, kind: location}
  - {key: mill, kind: location}
  - {key: letter, kind: item}
relationships:
  - {key: mira-tom, kind: sister, between: [mira, tom]}
threads:
  - {key: forged}
chains:
  - {key: trust}
steps:
  - {key: doubt, chain: trust, order: 1}
  - {key: proof, chain: trust, order: 2}
states:
  - {of: mira, at: 1/1, set: {name: Mira, place: harbour}}
  - {of: tom, at: 1/1, set: {name: Tom, place: harbour}}
  - {of: harbour, at: 1/1, set: {name: the harbour}}
  - {of: mill, at: 1/1, set: {name: the mill}}
  - {of: letter, at: 1/1, set: {name: the letter, holder: tom}}
  - {of: relationship/mira-tom, at: 1/1, set: {standing: close, trust: 5}}
  - {of: thread/forged, at: 1/1, set: {name: Who forged it?, status: open, due_until: 3}}
  - {of: chain/trust, at: 1/1, set: {name: Trust}}
  - {of: step/doubt, at: 1/1, set: {name: Doubt, status: done}}
  - {of: step/proof, at: 2/1, set: {name: Proof}}
"""


@pytest.fixture
def small(project: str) -> str:
    """The text of a small pack of the test's project."""
    return SMALL.lstrip().replace("PROJECT", project)


@pytest.fixture
def sample(project: str) -> str:
    """The text of the sample pack, as one of the test's project."""
    return re.sub("^project: .*$", f"project: {project}", SAMPLE.read_text("utf-8"), flags=re.MULTILINE)


@pytest.fixture
def pack_of(tmp_path: Path) -> Callable[..., Path]:
    """Writes a pack's text to a file."""

    def write(text: str, name: str = "pack.yaml") -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.fixture
def canon_of(pack_of: Callable[..., Path]) -> Callable[[str], Canon]:
    """The canon that a pack's text describes."""
    return lambda text: checked(read(pack_of(text)))


@pytest.fixture
def ask(graph: Graph, project: str) -> Callable[..., Awaitable[list[Any]]]:
    """The first column of what a Cypher text answers about the test's project."""

    async def rows(text: str, **params: Any) -> list[Any]:
        async def work(tx: Any) -> list[Any]:
            result = await tx.run(text, {"project": project, **params})
            return [list(record) if len(record) > 1 else record[0] async for record in result]

        return await graph.read(work)

    return rows
