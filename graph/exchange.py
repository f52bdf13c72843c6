"""
A whole canon out of the database and into it: export, and import as a series of commits.

Importing adds. What contradicts the canon that is there is refused, unless the caller says *replace*: then the canon
becomes the pack. Interrupted, it goes on where it stopped, since only what is missing is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graph import queries
from graph.bound import Transaction
from graph.canon import Canon, same_head
from graph.changes import Change, commit
from graph.connection import Graph
from graph.errors import InputError
from graph.models import (
    Alias,
    Anything,
    Belief,
    Chapter,
    Event,
    Header,
    Rule,
    Scene,
    State,
    Summary,
    Volume,
)
from graph.pack import Source, canon_hash, checked
from graph.pack.write import one_line
from graph.stored import StoredHead, record_of
from graph.values import FIRST

COMMIT_SIZE = 500
"""A commit of an import ends with the chapter in which it reaches so many records."""


class UnknownProjectError(InputError):
    """No project of this key."""

    def __init__(self, project: str) -> None:
        self.project = project
        super().__init__(f"no project {project!r}; `canon list` says which there are")


class ContradictionError(InputError):
    """A pack says something else than the canon that is there."""

    def __init__(self, project: str, pairs: list[tuple[str, str, str]]) -> None:
        self.pairs = tuple(pairs)
        shown = "\n".join(f"  {name}\n    canon: {old}\n    pack:  {new}" for name, old, new in pairs[:20])
        more = f"\n  and {len(pairs) - 20} more" if len(pairs) > 20 else ""
        super().__init__(
            f"the pack contradicts the canon of {project!r}, nothing was stored; "
            f"with --replace the canon becomes the pack:\n{shown}{more}"
        )


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    project: str
    revision: int
    added: int
    removed: int
    commits: int
    hash: str


async def orders_of(graph: Graph, project: str) -> dict[str, int]:
    """The order of each chapter of *project*, by key; empty when there is no such project."""

    async def work(tx: Transaction) -> dict[str, int]:
        return {line.key: line.order for line in await queries.chapter_orders(tx, project=project)}

    return await graph.read(work)


async def export(graph: Graph, project: str, revision: int | None = None) -> Canon:
    """The canon of *project* that is live at *revision* (default: the head). Raises `UnknownProjectError`."""

    async def work(tx: Transaction) -> Canon:
        found = await queries.project(tx, project=project)
        if found is None or not found.head:
            raise UnknownProjectError(project)
        view: dict[str, Any] = {"project": project, "revision": revision or found.head}
        header = Header.model_validate(found.model_dump(exclude={"head"}) | {"canon": 1})
        records: dict[str, Anything] = {}
        uids: dict[str, str] = {}
        for declared in await queries.dimensions(tx, **view):
            dimension = declared.record()
            records[dimension.id], uids[dimension.id] = dimension, declared.uid
        for query in queries.live.values():
            for line in await query(tx, **view):
                record = record_of(line, project)
                records[record.id], uids[record.id] = record, line.uid
        _take_heads(records, uids, await queries.heads(tx, **view), project)
        return Canon(header, records, uids, view["revision"])

    return await graph.read(work)


def _take_heads(records: dict[str, Anything], uids: dict[str, str], heads: Iterable[StoredHead], project: str) -> None:
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
    for line in heads:
        subject = line.uid.removeprefix(f"{project}/")
        if subject in living:
            records[subject] = line.head(own.get(subject, {}))


async def import_pack(
    graph: Graph,
    path: Path,
    *,
    replace: bool = False,
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
    wanted = checked(pack, None if replace else live)
    added, removed = _difference(wanted, live, replace=replace)
    whole = wanted if replace or live is None else Canon(wanted.header, {**live.records, **wanted.records})
    revision = live.revision if live else 0
    name = f"import:{canon_hash(whole)}:{revision}"
    batches = list(_batches(whole, added))
    if not batches and (removed or (live and live.header != wanted.header)):
        batches = [(0, [])]
    for number, (chapters, batch) in enumerate(batches):
        change = Change(
            whole=whole,
            added=tuple(batch),
            removed=tuple(removed) if number == 0 else (),
            author=author,
            key=f"{name}:{number}",
            expected=revision,
        )
        revision = await commit(graph, change)
        progress(chapters, batches[-1][0])
    return Imported(project, revision, len(added), len(removed), len(batches), canon_hash(whole))


async def _live(graph: Graph, project: str) -> Canon | None:
    try:
        return await export(graph, project)
    except UnknownProjectError:
        return None


def _difference(wanted: Canon, live: Canon | None, *, replace: bool) -> tuple[list[Anything], list[str]]:
    """What is to be added, and the uids of what is to be removed."""
    there: Mapping[str, Anything] = live.records if live else {}
    changed = {name for name, record in wanted.records.items() if name in there and there[name] != record}
    moved = [name for name in changed if not same_head(there[name], wanted.records[name])]
    clashes = sorted(moved if replace else changed)
    if clashes:
        raise ContradictionError(
            wanted.header.project,
            [(name, one_line(there[name]), one_line(wanted.records[name])) for name in clashes],
        )
    gone = (there.keys() - wanted.records.keys()) | changed if replace else set()
    again = _pointing_at(gone & wanted.records.keys(), wanted)
    added = [record for name, record in wanted.records.items() if name not in there or name in changed or name in again]
    return added, sorted(uid for name in gone | again for uid in _uids_of(name, live)) if live else []


def _uids_of(name: str, live: Canon) -> Iterator[str]:
    if name in live.uids:
        yield live.uids[name]
    for own in ("title", "number"):
        if f"{name}:{own}" in live.uids:
            yield live.uids[f"{name}:{own}"]


def _pointing_at(replaced: set[str], wanted: Canon) -> set[str]:
    """Records with edges to what is replaced: the edges lead to the old record, so they are written again too."""
    keys = {
        f"{name.partition('/')[0]}/{key}" for name in replaced if (key := getattr(wanted.records[name], "key", None))
    }
    found = set()
    for name, record in wanted.records.items():
        match record:
            case Belief():
                targets = set(record.about)
            case Scene():
                targets = {*record.callbacks, *record.relies_on}
            case Event():
                targets = {f"event/{key}" for key in (*record.before, *record.causes)}
            case _:
                continue
        if targets & keys:
            found.add(name)
    return found


def _batches(whole: Canon, added: list[Anything]) -> Iterator[tuple[int, list[Anything]]]:
    """The added records, in the order of the telling, with the number of chapters that are then in."""
    chapters = whole.orders
    orders = sorted(chapters.values())
    pointed = {
        f"{name.partition('/')[0]}/{key}": record.at
        for name, record in whole.records.items()
        if isinstance(record, Alias | State | Event | Rule) and (key := record.key)
    }
    standing = sorted(((_order(record, chapters, pointed), record.id, record) for record in added), key=lambda s: s[:2])
    batch: list[Anything] = []
    for number, (order, _, record) in enumerate(standing):
        batch.append(record)
        last = number + 1 == len(standing)
        if last or (len(batch) >= COMMIT_SIZE and standing[number + 1][0] != order):
            yield sum(1 for one in orders if last or one <= order), batch
            batch = []


def _order(record: Anything, chapters: Mapping[str, int], pointed: Mapping[str, int]) -> int:
    """The chapter with which *record* is written: what others point at comes first."""
    match record:
        case Chapter():
            return record.order
        case Volume():
            return record.at // 1000
        case Summary():
            return chapters[record.last]
    told = getattr(record, "at", 0)
    targets = record.about if isinstance(record, Belief) else ()
    if isinstance(record, Scene):
        targets = (*record.callbacks, *record.relies_on)
    return max([told, *(pointed.get(target, 0) for target in targets)]) // 1000
