"""P0 that needs no read: the contract, the rules of writing, the cards themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.card import SceneCard
from compiler.items import Item, Material, flat

CONTRACTS = {
    "writer": (
        "Write the prose of the scenes below, in their order, each begun by a line `### SCENE n`. Keep to the canon "
        "given here: what is not in it has not happened. Show nothing that the viewpoint cannot know, and nothing that "
        "a card forbids. After the prose: title, summary of 100 characters, what you introduced, risks."
    ),
    "planner": (
        "Plan the chapter: its goal and two to four scene cards, each with tags from the canon given here (characters, "
        "locations, threads, callbacks), beats, intended state changes and what it forbids. Planned is not happened. "
        "List assumptions, and at most three questions."
    ),
}


def contract(material: Material, rows: Sequence[Any]) -> Iterator[Item]:
    """What the worker is to answer with."""
    yield Item("contract", CONTRACTS[material.cast.worker])


def style(material: Material, rows: Sequence[Any]) -> Iterator[Item]:
    """The project's voice."""
    for number, line in enumerate(material.cast.place.project.style or (), 1):
        yield Item(f"style/{number}", flat(line))


def writing_rules(material: Material, rows: Sequence[Any]) -> Iterator[Item]:
    """The project's rules of writing."""
    for number, line in enumerate(material.cast.place.project.writing_rules or (), 1):
        yield Item(f"writing_rule/{number}", flat(line))


def goal(material: Material, rows: Sequence[Any]) -> Iterator[Item]:
    """What the chapter is for."""
    cast = material.cast
    if cast.goal:
        yield Item("goal", f"Chapter {cast.place.called}: {flat(cast.goal)}")


def cards(material: Material, rows: Sequence[Any]) -> Iterator[Item]:
    """The scene cards, field by field."""
    for card in material.cast.scenes:
        yield Item(f"card/{card.scene}", " ".join(_fields(card)))


def _fields(card: SceneCard) -> Iterator[str]:
    title = f" “{flat(card.title)}”" if card.title else ""
    mode = "" if card.mode == "actual" else f" ({card.mode})"
    yield f"Scene {card.scene}{title}{mode}."
    named = (
        ("Viewpoint", card.viewpoint),
        ("Objective", card.objective),
        ("When", card.story_label or card.story_time),
        ("Words", f"{card.words[0]}–{card.words[1]}" if card.words else None),
        ("Arc", card.arc),
    )
    yield from (f"{name}: {_ended(value)}" for name, value in named if value is not None)
    listed = (
        *((name.capitalize(), getattr(card.tags, name)) for name in type(card.tags).model_fields),
        ("Introduces", card.introduces),
        ("Beats", card.beats),
        ("Dialogue", card.dialogue),
        ("Changes", card.changes),
        ("Anchors", card.anchors),
        ("Forbidden", card.forbidden),
    )
    yield from (f"{name}: {_ended('; '.join(map(flat, values)))}" for name, values in listed if values)


def _ended(value: object) -> str:
    text = flat(value)
    return text if text.endswith((".", "!", "?", "。", "！", "？", "”", '"')) else f"{text}."
