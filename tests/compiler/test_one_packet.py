"""The same request is the same packet: whatever else is in the database, and however the canon came into it."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from compiler.card import SceneCard
from compiler.packet import compile_packet
from compiler.request import PacketRequest
from graph.exchange import UnknownProjectError
from graph.pack import checked, read, written

if TYPE_CHECKING:
    from collections.abc import Callable

FULL = 100_000


def fresh() -> str:
    return f"again-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def shuffled(sample_text, tmp_path) -> Callable[[str, int], list[str]]:
    """The records of the sample for another project, a line each, in another order; the header comes first."""

    def made(project: str, seed: int) -> list[str]:
        pack = tmp_path / "whole.yaml"
        pack.write_text(sample_text(project), "utf-8")
        header, *lines = written(checked(read(pack)), "jsonl").splitlines(keepends=True)
        random.Random(seed).shuffle(lines)  # noqa: S311 # nobody is to be surprised by it
        return [header, *lines]

    return made


async def test_the_same_request_gives_the_same_bytes(compiled, plan13):
    one, other = [await compiled(13, scenes=plan13.scenes, goal=plan13.goal) for _ in range(2)]
    assert one.model_dump_json() == other.model_dump_json()


@pytest.mark.parametrize("viewer", ["author", "reader", "kez"])
async def test_a_canon_that_came_in_another_order_and_in_parts_gives_the_same_text(
    compiled, plan13, shuffled, import_text, viewer
):
    key = fresh()
    lines = shuffled(key, 7)
    await import_text(
        "".join(line for line in lines if not re.search(r'"record": "(beliefs|summaries|aliases)"', line))
    )
    await import_text("".join(lines))
    for chapter, scenes in ((13, plan13.scenes), (8, ())):
        request: dict[str, Any] = {"scenes": scenes, "viewer": viewer, "budget": FULL}
        one = await compiled(chapter, **request)
        other = await compiled(chapter, project=key, **request)
        assert other.text == one.text
        assert other.manifest.view.revision > one.manifest.view.revision


AGAIN = """
import asyncio, sys
from compiler.card import blueprint
from compiler.packet import compile_packet
from compiler.request import PacketRequest
from graph.connection import connect
from pathlib import Path

async def main(uri, user, password, database, project, cards):
    async with connect(uri, user, password, database) as graph:
        request = PacketRequest(project=project, chapter="13", scenes=blueprint(Path(cards)).scenes)
        print((await compile_packet(graph, request)).model_dump_json())

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("seed", ["1", "4242"])
async def test_another_process_gives_the_same_bytes(compiled, serial, plan13, neo4j_target, seed):
    here = await compiled(13, scenes=plan13.scenes)
    target = neo4j_target
    root = Path(__file__).parents[2]
    arguments = [target.uri, target.user, target.password, target.database, serial]
    arguments.append(str(root / "api" / "sample" / "chapter-13.yaml"))
    said = subprocess.run(
        [sys.executable, "-c", AGAIN, *arguments],
        check=True,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        cwd=root,
    )
    assert said.stdout.rstrip("\n") == here.model_dump_json()


async def test_another_project_never_leaks_into_a_packet(compiled, serial, plan13, sample_text, import_text):
    key = fresh()
    changed = sample_text(key).replace("set: {appearance: grey eyes}", "set: {appearance: one blue eye}")
    assert changed.count("one blue eye") == 1
    await import_text(changed)
    request: dict[str, Any] = {"scenes": plan13.scenes, "budget": FULL}
    here, there = await compiled(13, **request), await compiled(13, project=key, **request)
    assert ("grey eyes" in here.text, "one blue eye" in here.text) == (True, False)
    assert ("grey eyes" in there.text, "one blue eye" in there.text) == (False, True)
    for packet, own in ((here, serial), (there, key)):
        uids = {item.uid.split("/")[0] for item in packet.manifest.included if "@" in item.uid}
        assert uids == {own}


async def test_an_older_revision_gives_the_bytes_that_it_gave(compiled, plan13, sample_text, import_text):
    key = fresh()
    first = await import_text(sample_text(key))
    request: dict[str, Any] = {"project": key, "scenes": plan13.scenes, "budget": FULL}
    before = await compiled(13, **request)
    changed = sample_text(key).replace("set: {appearance: grey eyes}", "set: {appearance: one blue eye}")
    changed = changed.replace("quote: I was going to say yes, in the spring.", "quote: I meant to say yes.")
    second = await import_text(changed, replace=True)
    assert second.revision > first.revision
    head = await compiled(13, **request)
    assert "one blue eye" in head.text
    assert "one blue eye" not in before.text
    then = await compiled(13, **request, revision=first.revision)
    assert then.text == before.text
    assert then.manifest.hash == before.manifest.hash
    assert then.manifest.included == before.manifest.included


async def test_a_project_without_canon_is_an_error(graph):
    request = PacketRequest(project=fresh(), chapter="1", scenes=(SceneCard(scene=1),))
    with pytest.raises(UnknownProjectError, match="no project 'again-"):
        await compile_packet(graph, request)
