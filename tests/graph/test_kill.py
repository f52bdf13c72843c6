"""The program is killed at any moment of a commit: the canon is what it was before, or what it was to become."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from graph.exchange import export, import_pack
from graph.pack import canon_hash, checked, read

TIMES = 50
EVENTS = "events:\n" + "".join(
    f"  - {{key: e{n}, at: {n % 3 + 1}/1, summary: Event {n} of round ROUND., involves: [{{entity: tom}}]}}\n"
    for n in range(100)
)


@pytest.fixture
async def importer(neo4j_target):
    """Starts an import in a process of its own; returns its id, and a function that waits for how it ends."""
    target = neo4j_target
    environment = os.environ | {
        "URI": target.uri,
        "USERNAME": target.user,
        "PASSWORD": target.password,
        "DATABASE": target.database,
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("importer.py")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )

    async def ended():
        return int(await program.stdout.readline())

    async def start(pack):
        program.stdin.write(f"{pack}\n".encode())
        return int(await program.stdout.readline()), ended

    yield start
    program.stdin.close()
    assert await program.wait() == 0


async def test_a_killed_import_leaves_the_old_canon_or_the_new(graph, small, pack_of, project, importer, ask):
    def pack(number):
        path = pack_of(small + EVENTS.replace("ROUND", str(number)), f"{number}.yaml")
        return path, canon_hash(checked(read(path)))

    path, old = pack(0)
    await import_pack(graph, path)
    for number in (1, 2):  # the second is as fast as the others will be
        path, old = pack(number)
        began = time.monotonic()
        _, ended = await importer(path)
        assert await ended() == 0
        whole = time.monotonic() - began
    assert canon_hash(await export(graph, project)) == old

    delays = [whole * 1.1 * nth / TIMES for nth in range(TIMES)]
    random.Random(1).shuffle(delays)  # noqa: S311 # an order, no secret
    outcomes, killed = [], 0
    for number, delay in enumerate(delays, 3):
        path, new = pack(number)
        child, ended = await importer(path)
        await asyncio.sleep(delay)
        with contextlib.suppress(ProcessLookupError):  # it was done before
            os.kill(child, signal.SIGKILL)
        killed += await ended() == -signal.SIGKILL
        stored = await export(graph, project)
        assert canon_hash(stored) in {old, new}, f"killed after {delay:.3f} s"
        outcomes.append(canon_hash(stored) == new)
        commits = await ask("MATCH (c:Commit {project: $project}) RETURN c.revision ORDER BY c.revision")
        assert commits == list(range(1, len(commits) + 1))
        assert commits[-1] >= stored.revision
        done = await import_pack(graph, path, replace=True)
        assert done.hash == canon_hash(await export(graph, project)) == new
        old = new
    assert killed > TIMES / 2
    assert True in outcomes
    assert False in outcomes
