"""
A program that imports packs, one child process each, so that a test can kill it in the middle.

Reads the path of a pack from each line of its input; answers with the child's process id, then with how it ended.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from graph.connection import connect
from graph.exchange import import_pack


async def work(pack: str) -> None:
    async with connect(
        os.environ["URI"], os.environ["USERNAME"], os.environ["PASSWORD"], os.environ["DATABASE"]
    ) as graph:
        await import_pack(graph, Path(pack), replace=True)


for line in sys.stdin:
    child = os.fork()
    if not child:
        asyncio.run(work(line.strip()))
        os._exit(0)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
