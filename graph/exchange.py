"""
A whole canon out of the database and into it: export, and import as a series of commits.

Importing adds. What contradicts the canon that is there is refused, unless the caller says *replace*: then the canon
becomes the pack. Interrupted, it goes on where it stopped, since only what is missing is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from graph import queries
from graph.bound import Transaction
from graph.canon import Canon
from graph.changes import Change, commit
from graph.connection import Graph
from graph.difference import Batch, batches, difference
from graph.errors import InputError
from graph.lines import ProjectLine
from graph.models import Anything, Header, State
from graph.pack import Source, canon_hash, checked
from graph.stored import StoredHead, record_of
from graph.values import FIRST


class UnknownProjectError(InputError):
    """No project of this key."""

    def __init__(self, project: str) -> None:
        self.project = project
        super().__init__(f"no project {project!r}; `canon list` says which there are")


class UnknownRevisionError(InputError):
    """No commit of this revision."""

    def __init__(self, project: str, revision: int, head: int) -> None:
        self.project, self.revision, self.head = project, revision, head
        super().__init__(f"no revision {revision} of {project!r}; the newest is {head}")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    project: str
    revision: int
    added: int
    removed: int
    commits: int
    hash: str


async def project_at(tx: Transaction, project: str, revision: int | None) -> ProjectLine:
    """The project as it was set up at *revision* (none: the newest). Raises when either does not exist."""
    found = await queries.project(tx, project=project, revision=revision)
    if found is not None:
        return found
    newest = await queries.project(tx, project=project, revision=None)
    if newest is None:
        raise UnknownProjectError(project)
    raise UnknownRevisionError(project, revision or 0, newest.head)


async def export(graph: Graph, project: str, revision: int | None = None) -> Canon:
    """The canon of *project* that is live at *revision* (default: the head). Raises `UnknownProjectError`."""

    async def work(tx: Transaction) -> Canon:
        found = await project_at(tx, project, revision)
        view: dict[str, Any] = {"project": project, "revision": found.revision}
        header = Header.model_validate(found.model_dump(exclude={"head", "revision"}) | {"canon": 1})
        records: dict[str, Anything] = {}
        uids: dict[str, str] = {}
        for declared in await queries.dimensions(tx, **view):
            dimension = declared.record()
            records[dimension.id], uids[dimension.id] = dimension, declared.uid
        for query in queries.live.values():
            for line in await query(tx, **view):
                record = record_of(line, project)
                records[record.id], uids[record.id] = record, line.uid
        heads = {line.uid.removeprefix(f"{project}/"): line for line in await queries.heads(tx, **view)}
        _take_heads(records, uids, heads)
        return Canon(header, records, uids, view["revision"], {name: line.fixed() for name, line in heads.items()})

    return await graph.read(work)


def _take_heads(records: dict[str, Anything], uids: dict[str, str], heads: Mapping[str, StoredHead]) -> None:
    """The heads that exist, in place of the states that are a chapter's or a volume's own."""
    own: dict[str, dict[str, Any]] = {}
    living = set()
    for name, record in list(records.items()):
        if not isinstance(record, State):
            continue
        kind = record.of.partition("/")[0]
        if record.dimension == FIRST.get(kind, "name"):
            living.add(record.of)
        if kind in {"chapter", "volume"}:
            own.setdefault(record.of, {})[record.dimension] = record.value
            uids[f"{record.of}:{record.dimension}"] = uids.pop(name)
            del records[name]
    for name in living & heads.keys():
        records[name] = heads[name].head(own.get(name, {}))


async def import_pack(
    graph: Graph,
    path: Path,
    *,
    replace: bool = False,
    dry_run: bool = False,
    author: str = "user",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Imported:
    """
    The pack at *path* is in the canon of its project.

    *progress* is told how many of how many chapters are in. Raises `PackError` and `ContradictionError`, each before
    anything is stored, and `ConflictError` when somebody else commits meanwhile.
    """
    source = Source.of(path)
    project = source.header.project
    live = await _live(graph, project)
    pack = source.pack(live.orders if live else {})
    change = difference(checked(pack, None if replace else live), live, replace=replace)
    steps = batches(change)
    if not steps and live is not None and live.header != change.whole.header:
        steps = [Batch(len(live.orders), (), ())]
    found = canon_hash(change.whole)
    revision = live.revision if live else 0
    if dry_run:
        return Imported(project, revision, len(change.added), change.removals, 0, found)
    name = f"import:{found}:{sha256(change.whole.header.model_dump_json().encode()).hexdigest()[:16]}:{revision}"
    for number, step in enumerate(steps):
        revision = await commit(
            graph,
            Change(
                whole=change.whole,
                added=step.added,
                removed=step.removed,
                author=author,
                key=f"{name}:{number}",
                expected=revision,
            ),
        )
        progress(step.chapters, steps[-1].chapters)
    return Imported(project, revision, len(change.added), change.removals, len(steps), found)


async def _live(graph: Graph, project: str) -> Canon | None:
    try:
        return await export(graph, project)
    except UnknownProjectError:
        return None
