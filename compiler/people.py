"""From rows of canon to items, of people, places and things: one function a section, ordered by rank."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.items import Item, Material
from compiler.said import Items, in_words, kept_back, value_of
from graph.lines import (
    AliasLine,
    BeliefLine,
    HasLine,
    RelationLine,
    RelationshipLine,
    SecretLine,
    SeenLine,
    StateLine,
    StateThen,
)
from graph.values import NEVER


def _state(material: Material, line: StateLine, told: str = "", uid: str | None = None) -> Item | None:
    name, value = material.name(line.subject), value_of(material, line)
    if name is None or value is None:
        return None
    dimension = "called so" if line.dimension == "name" else line.dimension.replace("_", " ")
    kept = kept_back(material, line)
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
        kept = kept_back(material, line)
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
        text = f"{name} {verbs[line.dimension]} {owner} [{material.where(line.at)}{kept_back(material, line)}]"
        yield Item(line.record, text) if name and owner else None


def core(material: Material, rows: Sequence[HasLine]) -> Items:
    """The core of the story's people, in brief."""
    for line in rows:
        name = material.name(line.subject)
        text = f"{name} — core character [{material.where(line.at)}{kept_back(material, line)}]"
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
        said = "" if line.value == line.kind else f"; {line.dimension}: {in_words(line.value)}"
        kept = kept_back(material, line)
        yield Item(line.record, f"{between}{said} [{material.where(line.at)}{kept}]")


def standings(material: Material, rows: Sequence[RelationshipLine]) -> Items:
    """Every relationship in a line."""
    for line in rows:
        one, other = material.name(line.from_uid), material.name(line.to_uid)
        if one and other:
            said = "" if line.standing == line.kind else f": {in_words(line.standing)}"
            between = f"{one} and {other} — {line.kind}" if line.symmetric else f"{one} — {line.kind} of {other}"
            yield Item(line.uid, f"{between}{said}")


def secrets(material: Material, rows: Sequence[SecretLine]) -> Items:
    """What is kept back, who knows it, and who of the cast must not show it."""
    cast = material.cast.tagged["characters"]
    for line in rows:
        knowers = {uid: since for uid, since in line.knowers if material.name(uid)}
        parts = [f"{_secret(material, line)} [{material.where(line.at)}]"]
        if kept := kept_back(material, line).removeprefix("; secret"):
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
    said = in_words(line.text)
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
