"""From rows of canon to items: one function a section, ordered by rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from compiler.items import Item, Material
from graph.lines import (
    AliasLine,
    BeliefLine,
    CoverLine,
    EventLine,
    HasLine,
    RelationLine,
    RelationshipLine,
    RuleLine,
    SecretLine,
    SeenLine,
    StateLine,
    StateThen,
    StepLine,
    SummaryLine,
)
from graph.values import NEVER, StateValue

Items = Iterator[Item | None]


class Known(Protocol):
    """What may be kept from somebody."""

    @property
    def revealed_at(self) -> int: ...
    @property
    def audience(self) -> str: ...


def _kept(material: Material, line: Known) -> str:
    """A mark on what is kept from somebody. One mind is told nothing of what others know."""
    view = material.cast.view
    if view.mind:
        return ""
    secret = "; secret" if line.audience == "secret" else ""
    if line.revealed_at < view.before:
        return secret
    when = "is not told it yet" if line.revealed_at >= NEVER else f"learns it in {material.where(line.revealed_at)}"
    return f"{secret}; the reader {when}"


def _said(value: StateValue) -> str:
    """A value in words."""
    if value is None:
        return "no longer"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(material: Material, line: StateLine) -> str | None:
    if line.refs:
        names = [material.name(uid) for uid in line.refs]
        known = [name for name in names if name]
        return ", ".join(known) if known else None
    if line.dimension in {"due_from", "due_until"} and isinstance(line.value, int):
        return f"ch. {material.chapters.get(line.value, '?')}"
    return _said(line.value)


def _state(material: Material, line: StateLine, told: str = "", uid: str | None = None) -> Item | None:
    name, value = material.name(line.subject), _value(material, line)
    if name is None or value is None:
        return None
    dimension = "called so" if line.dimension == "name" else line.dimension.replace("_", " ")
    kept = _kept(material, line)
    said = "" if line.dimension == "name" and value == name else f": {value}"
    return Item(uid or line.record, f"{name} — {dimension}{told}{said} [{material.where(line.at)}{kept}]")


def states(material: Material, rows: Sequence[StateLine]) -> Items:
    """What is so about each tagged subject now, in the order of the tags."""
    order = {uid: number for number, uid in enumerate(material.cast.now)}
    for line in sorted(
        rows, key=lambda line: (order.get(line.subject, NEVER), line.dimension != "name", line.dimension)
    ):
        yield _state(material, line)


def states_then(material: Material, rows: Sequence[StateThen]) -> Items:
    """What was so at the story time of the scenes that tell another time."""
    times = sorted({line.story_time for line in rows})
    for time in times:
        card = next(one for one in material.cast.scenes if one.mode != "actual" and one.story_time == time)
        mark = " then" if len(times) == 1 else f" then ({time})"
        said = f"{mark.strip().capitalize()}: {card.story_label or time}, as scene {card.scene} tells it"
        yield Item(f"story_time/{time}", said)
        for line in rows:
            if line.story_time == time:
                # What never changes need not be said again; what held then and now has to be.
                fixed = f"{line.subject.split('/')[1]}/{line.dimension}" in material.cast.place.fixed
                yield _state(material, line, mark, line.record if fixed else f"{line.record}#{time}")


def aliases(material: Material, rows: Sequence[AliasLine]) -> Items:
    """Every other name."""
    for line in rows:
        name = material.name(line.entity)
        kept = _kept(material, line)
        yield (Item(line.uid, f"{name} — also “{line.text}” [{material.where(line.at)}{kept}]") if name else None)


def last_seen(material: Material, rows: Sequence[SeenLine]) -> Items:
    """Where each was last, and as what."""
    for line in rows:
        name, place = material.name(line.entity), material.name(line.place)
        at = f", {place}" if place else ""
        presence = "" if line.presence == "on_stage" else f", {line.presence.replace('_', ' ')}"
        # A scene may be the last of many: the item is what it says of this one.
        uid = f"{line.uid}#{line.entity}"
        yield Item(uid, f"{name} — last seen {material.where(line.at)}{at}{presence}") if name else None


def holdings(material: Material, rows: Sequence[HasLine]) -> Items:
    """What is at a place, what somebody carries."""
    verbs = {"place": "is at", "holder": "is carried by"}
    owners = {uid.split("/", 2)[2]: uid for uid in material.cast.entities}
    for line in rows:
        name, owner = material.name(line.subject), material.name(owners.get(line.lookup))
        text = f"{name} {verbs[line.dimension]} {owner} [{material.where(line.at)}{_kept(material, line)}]"
        yield Item(line.record, text) if name and owner else None


def core(material: Material, rows: Sequence[HasLine]) -> Items:
    """The core of the story's people, in brief."""
    for line in rows:
        name = material.name(line.subject)
        text = f"{name} — core character [{material.where(line.at)}{_kept(material, line)}]"
        yield Item(line.record, text) if name else None


def relationships(material: Material, rows: Sequence[RelationLine]) -> Items:
    """How the cast stand to each other; one item a dimension."""
    standing = {line.uid for line in rows if line.dimension == "standing"}
    for line in (line for line in rows if line.uid in standing):
        one, other = material.name(line.from_uid), material.name(line.to_uid)
        if one is None or other is None:
            yield None
            continue
        between = f"{one} and {other} — {line.kind}" if line.symmetric else f"{one} — {line.kind} of {other}"
        said = "" if line.value == line.kind else f"; {line.dimension}: {_said(line.value)}"
        kept = _kept(material, line)
        yield Item(line.record, f"{between}{said} [{material.where(line.at)}{kept}]")


def standings(material: Material, rows: Sequence[RelationshipLine]) -> Items:
    """Every relationship in a line."""
    for line in rows:
        one, other = material.name(line.from_uid), material.name(line.to_uid)
        if one and other:
            said = "" if line.standing == line.kind else f": {_said(line.standing)}"
            between = f"{one} and {other} — {line.kind}" if line.symmetric else f"{one} — {line.kind} of {other}"
            yield Item(line.uid, f"{between}{said}")


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
    said = {name: _value(material, line) for name, line in lines.items()}
    parts = [str(said["name"]), str(said.get("status") or "open")]
    if said.get("question"):
        parts.append(str(said["question"]))
    if said.get("due_from") or said.get("due_until"):
        parts.append(f"due {' to '.join(str(said[n]) for n in ('due_from', 'due_until') if said.get(n))}")
    if said.get("progress"):
        parts.append(f"so far: {said['progress']} [{material.where(lines['progress'].at)}]")
    return Item(uid, " — ".join(parts))


def secrets(material: Material, rows: Sequence[SecretLine]) -> Items:
    """What is kept back, who knows it, and who of the cast must not show it."""
    cast = material.cast.tagged["characters"]
    for line in rows:
        knowers = {uid: since for uid, since in line.knowers if material.name(uid)}
        parts = [f"{_secret(material, line)} [{material.where(line.at)}]"]
        if kept := _kept(material, line).removeprefix("; secret"):
            parts.append(kept.removeprefix("; "))
        if line.audience == "secret":
            known = [f"{material.name(uid)} since {material.where(since)}" for uid, since in knowers.items()]
            # Whom it is about is not named: whether they know is for the story to say.
            unknowing = [uid for uid in cast if uid not in knowers and uid not in line.touches]
            others = [name for uid in unknowing if (name := material.name(uid))]
            parts.append(f"known to {', '.join(known) or 'nobody'}")
            parts += [f"not to be shown by {', '.join(others)}"] if others else []
        yield Item(line.uid, "; ".join(parts))


def _secret(material: Material, line: SecretLine) -> str:
    said = _said(line.text)
    if line.kind == "alias":
        return f"{material.name(line.subject)} is “{said}”"
    if line.kind != "state":
        return said
    if line.refs:
        said = ", ".join(material.name(uid) or "?" for uid in line.refs)
    # A relationship has no name of its own: it is that of its two ends.
    subjects = [material.name(line.subject)] if material.name(line.subject) else map(material.name, line.touches)
    gone = "" if line.current else " (no longer so)"
    return (
        f"{' and '.join(name or '?' for name in subjects)} — {(line.dimension or '').replace('_', ' ')}: {said}{gone}"
    )


def beliefs(material: Material, rows: Sequence[BeliefLine]) -> Items:
    """What each of the cast believes, true or not, the latest first."""
    for line in rows:
        name, teller = material.name(line.holder), material.name(line.told_by)
        how = f"told by {teller}" if teller else line.channel
        said = f"{line.stance} ({line.topic}): {line.view}"
        yield Item(line.uid, f"{name} {said} [{material.where(line.at)}, {how}]") if name else None


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
    told += _kept(material, line)
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
    return Item(line.uid, f"{line.statement} ({bends}{limit}) [{material.where(line.at)}{_kept(material, line)}]")


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
