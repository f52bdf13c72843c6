"""
The one way in which canon changes: a commit, one transaction, under the project's lock.

Decides nothing about whether a change is right; whoever calls has the user's word for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from graph import queries
from graph.bound import Transaction
from graph.canon import Canon
from graph.connection import Graph
from graph.errors import GraphError
from graph.models import Anything, State, Step
from graph.rows import HEADS, RECORDS, Row, event_links, head_rows, record_rows, secret_rows
from graph.values import Dimension, Key


class ConflictError(GraphError):
    """The canon moved on since the change was decided."""

    def __init__(self, project: str, expected: int, head: int) -> None:
        self.project, self.expected, self.head = project, expected, head
        super().__init__(
            f"canon of {project!r} is at revision {head}, the change was decided on revision {expected}; "
            "look at what was added since and decide again"
        )


class MissingRecordError(GraphError):
    """A change removes what is not live."""

    def __init__(self, project: str, asked: int, removed: int) -> None:
        self.project, self.asked, self.removed = project, asked, removed
        super().__init__(f"{asked} records were to be removed from {project!r}, {removed} are live")


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit does, and who decided it on which revision."""

    whole: Canon
    """The canon after it: what the added records refer to."""
    added: tuple[Anything, ...]
    key: str
    """The idempotency key: the same key gives the first result again."""
    removed: tuple[str, ...] = ()
    """The uids of the records that end."""
    kind: Literal["chapter", "edit", "retcon", "revert", "merge", "import", "subject"] = "import"
    author: str = "user"
    chapter: Key | None = None
    expected: int | None = None
    """The head that the change was decided on; None: whatever it is."""


async def commit(graph: Graph, change: Change) -> int:
    """The revision that *change* made, all of it or nothing. Raises `ConflictError` when the head has moved."""
    project = change.whole.header.project

    async def work(tx: Transaction) -> int:
        await queries.create_project(tx, project=project)
        head = await queries.lock_project(tx, project=project)
        assert head is not None  # noqa: S101 # created just above, in this transaction
        done = await queries.commit_by_key(tx, project=project, key=change.key)
        if done is not None:
            return done.revision
        if change.expected is not None and change.expected != head.head:
            raise ConflictError(project, change.expected, head.head)
        return await _apply(tx, change, project, head.head + 1)

    return await graph.write(work)


async def _apply(tx: Transaction, change: Change, project: str, revision: int) -> int:
    view: dict[str, Any] = {"project": project, "revision": revision}
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    await queries.move_head(
        tx,
        kind=change.kind,
        author=change.author,
        chapter=change.chapter,
        key=change.key,
        committed_at=now,
        settings=change.whole.header.model_dump(exclude={"canon", "project"}),
        **view,
    )
    declared = [record.model_dump() | {"id": record.id} for record in change.added if isinstance(record, Dimension)]
    if declared:
        await queries.declare_dimensions(tx, rows=declared, **view)
    if change.removed:
        gone = await queries.remove_records(tx, uids=list(change.removed), **view)
        if gone.removed != len(change.removed):
            raise MissingRecordError(project, len(change.removed), gone.removed)
    await _add_heads(tx, change, view)
    await _add_records(tx, change, view)
    await _derive(tx, change, view)
    return revision


async def _add_heads(tx: Transaction, change: Change, view: dict[str, Any]) -> None:
    rows = head_rows(change.added)
    for name in HEADS:
        if rows.get(name):
            await queries.add[name](tx, rows=rows[name], **view)
    chains = sorted({record.chain for record in change.added if isinstance(record, Step)})
    if chains:
        await queries.link_steps(tx, chains=chains, **view)


async def _add_records(tx: Transaction, change: Change, view: dict[str, Any]) -> None:
    rows = record_rows(change.whole, change.added)
    states = rows.get("states", []) + rows.get("names", [])
    if states:
        await queries.declare_subjects(tx, rows=_subjects(states), **view)
    for name in RECORDS:
        if rows.get(name):
            await queries.add[name](tx, rows=rows[name], **view)
    held = _held(states)
    if held:
        await queries.bound_values(tx, rows=held, **view)
    links = event_links(change.whole, change.added)
    if links:
        await queries.link_events(tx, rows=links, **view)
    if rows.get("scenes"):
        await queries.link_scenes(tx, rows=rows["scenes"], **view)
    concerns = [row for row in states if row["of"].startswith("chain/") and row["dimension"] == "involves"]
    if concerns:
        await queries.concern_entities(tx, rows=concerns, **view)
    secrets = secret_rows(change.whole, change.added)
    if secrets:
        await queries.keep_secrets(tx, rows=secrets, **view)


def _held(states: Iterable[Row]) -> list[Row]:
    """Each value that is asked for backwards, once: a reference to an entity, and the tier."""
    held = {
        (row["of"], row["dimension"], row["lookup"]): row
        for row in states
        if row["lookup"] is not None and (row["refs"] or row["dimension"] == "tier")
    }
    return [{name: row[name] for name in ("of", "dimension", "lookup")} for row in held.values()]


def _subjects(states: Iterable[Row]) -> list[Row]:
    subjects: dict[str, Row] = {}
    for row in states:
        subject = subjects.setdefault(row["of"], {"of": row["of"], "dimensions": [], "at": row["at"]})
        subject["at"] = min(subject["at"], row["at"])
        if row["dimension"] not in subject["dimensions"]:
            subject["dimensions"].append(row["dimension"])
    return list(subjects.values())


async def _derive(tx: Transaction, change: Change, view: dict[str, Any]) -> None:
    """Bounds, and what people see in the Browser, for every subject that changed."""
    changed = _changed(change, view["project"])
    threads = sorted({subject for subject, _ in changed if subject.startswith("thread/")})
    if threads:
        await queries.bound_threads(tx, heads=threads, **view)
    for what, heads in _shown(changed).items():
        await queries.show[what](tx, heads=sorted(heads), **view)


def _changed(change: Change, project: str) -> set[tuple[str, str]]:
    """Subject and dimension of every state that the change adds or removes."""
    changed = {(record.of, record.dimension) for record in change.added if isinstance(record, State)}
    changed |= {(r.id, "title") for r in change.added if r.id.startswith(("chapter/", "volume/"))}
    for uid in change.removed:
        parts = uid.removeprefix(f"{project}/").split("/")
        if parts[0] == "state":
            changed.add((f"{parts[1]}/{parts[2]}", parts[3]))
    return changed


_NAMING = frozenset({"name", "title", "standing"})


def _shown(changed: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    shown: dict[str, set[str]] = {what: set() for what in queries.show}
    for subject, dimension in changed:
        kind = subject.partition("/")[0]
        if dimension in _NAMING:
            shown["name"].add(subject)
        if dimension in {"place", "holder"}:
            shown[dimension].add(subject)
        if kind in {"relationship", "thread", "step"}:
            shown[kind].add(subject)
    return {what: subjects for what, subjects in shown.items() if subjects}
