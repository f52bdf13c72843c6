"""From rows of canon to items, of what was told, is promised and cannot be: one function a section, ordered by rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.items import Item, Material
from compiler.said import Items, kept_back, value_of
from graph.lines import (
    CoverLine,
    EventLine,
    RuleLine,
    StateLine,
    StepLine,
    SummaryLine,
)
from graph.values import NEVER


def threads(material: Material, rows: Sequence[StateLine]) -> Items:
    """Tagged threads, then those that are due, by due date and importance."""
    cast = material.cast
    found: dict[str, dict[str, StateLine]] = {}
    for line in rows:
        found.setdefault(line.subject, {})[line.dimension] = line
    tagged = set(cast.tagged["threads"])

    def number(uid: str, dimension: str, otherwise: float) -> float:
        line = found[uid].get(dimension)
        return float(line.value) if line and isinstance(line.value, int | float) else otherwise

    def rank(uid: str) -> tuple[Any, ...]:
        return (uid not in tagged, number(uid, "due_until", NEVER), -number(uid, "importance", 0), uid)

    for uid in sorted(found, key=rank):
        if (
            uid in tagged
            or cast.worker == "planner"
            or number(uid, "due_from", number(uid, "due_until", NEVER)) <= cast.place.order
        ):
            yield _thread(material, uid, found[uid])


def _thread(material: Material, uid: str, lines: dict[str, StateLine]) -> Item | None:
    if "name" not in lines:
        return None
    said = {name: value_of(material, line) for name, line in lines.items()}
    parts = [str(said["name"]), str(said.get("status") or "open")]
    if said.get("question"):
        parts.append(str(said["question"]))
    if said.get("due_from") or said.get("due_until"):
        parts.append(f"due {' to '.join(str(said[n]) for n in ('due_from', 'due_until') if said.get(n))}")
    if said.get("progress"):
        parts.append(f"so far: {said['progress']} [{material.where(lines['progress'].at)}]")
    return Item(uid, " — ".join(parts))


def summaries(material: Material, rows: Sequence[SummaryLine]) -> Items:
    """Chapters in short, the latest first: what is cut is the oldest."""
    for line in sorted(rows, key=lambda line: (-line.to_order, line.uid)):
        yield _summary(material, line)


def _summary(material: Material, line: SummaryLine) -> Item:
    span = f"Ch. {line.first}" if line.first == line.last else f"Ch. {line.first}–{line.last}"
    marks = [word for word, holds in (("placeholder", line.placeholder), ("stale", line.stale)) if holds]
    marked = f" ({', '.join(marks)})" if marks else ""
    return Item(line.uid, f"{span}{marked}: {line.text}")


def volume_so_far(material: Material, rows: Sequence[CoverLine]) -> Items:
    """The cover of what was told since the last closed volume, coarsest first, then the latest chapters."""
    yield from _cover(material, [line for line in rows if line.from_order > line.closed_volume])


def past(material: Material, rows: Sequence[CoverLine]) -> Items:
    """The cover of everything up to the last closed volume, coarsest first, then refined backwards."""
    yield from _cover(material, [line for line in rows if line.from_order <= line.closed_volume])


def _cover(material: Material, rows: Sequence[CoverLine]) -> Items:
    # A coarse summary is wanted before the finer ones it stands for; those are wanted the latest first.
    covered = 0
    base: list[CoverLine] = []
    for line in sorted(rows, key=lambda line: (-line.level, line.from_order, line.uid)):
        if line.from_order > covered:
            base.append(line)
            covered = line.to_order
    rest = [line for line in rows if line not in base]
    for line in (*base, *sorted(rest, key=lambda line: (-line.to_order, line.level, line.uid))):
        yield _summary(material, line)


def events(material: Material, rows: Sequence[EventLine]) -> Items:
    """What happened to the cast and at the places, the latest first."""
    for line in rows:
        yield _event(material, line)


def callbacks(material: Material, rows: Sequence[Any]) -> Items:
    """The passages that tagged callbacks refer to."""
    for line in material.cast.events:
        item = _event(material, line)
        yield Item(item.uid, f"{item.text}: “{line.quote}”") if line.quote else item


def _event(material: Material, line: EventLine) -> Item:
    place = material.name(line.place)
    told = "; ".join(part for part in (material.where(line.at), line.story_label, place) if part)
    told += kept_back(material, line)
    return Item(line.uid, f"{line.summary} [{told}]")


def binding_rules(material: Material, rows: Sequence[RuleLine]) -> Items:
    """Rules that cannot be broken and govern somebody or something tagged, or everyone."""
    tagged = set(material.cast.entities)
    for line in rows:
        if not line.overridable and (not line.governs or tagged & set(line.governs)):
            yield _rule(material, line)


def other_rules(material: Material, rows: Sequence[RuleLine]) -> Items:
    """Every other rule in force."""
    binding = {item.uid for item in binding_rules(material, rows) if item}
    for line in rows:
        if line.uid not in binding:
            yield _rule(material, line)


def _rule(material: Material, line: RuleLine) -> Item:
    bends = "may be overridden" if line.overridable else "cannot be broken"
    limit = f", limit {line.limit:g}" if line.limit is not None else ""
    return Item(line.uid, f"{line.statement} ({bends}{limit}) [{material.where(line.at)}{kept_back(material, line)}]")


def chains(material: Material, rows: Sequence[StepLine]) -> Items:
    """Slow changes step by step, the next one marked."""
    following: set[str] = set()
    for line in rows:
        chain, step = material.name(line.chain), material.name(line.step)
        if chain is None or step is None:
            continue  # not told yet: no fact of somebody without a name, as elsewhere
        done = line.status not in {None, "open"}
        mark = str(line.status) if done else "open" if line.chain in following else "next"
        if not done:
            following.add(line.chain)
        at = f" [{material.where(line.at)}]" if done and line.at else ""
        note = f": {line.progress}" if line.progress else ""
        yield Item(line.step, f"{chain} — step {step} ({mark}){note}{at}")
