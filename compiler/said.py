"""How facts are put into words: what every section of canon shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from compiler.items import Item, Material
from graph.lines import StateLine
from graph.values import NEVER, StateValue

Items = Iterator[Item | None]


class Known(Protocol):
    """What may be kept from somebody."""

    @property
    def revealed_at(self) -> int: ...
    @property
    def audience(self) -> str: ...


def kept_back(material: Material, line: Known) -> str:
    """A mark on what is kept from somebody. One mind is told nothing of what others know."""
    view = material.cast.view
    if view.mind:
        return ""
    secret = "; secret" if line.audience == "secret" else ""
    if line.revealed_at < view.before:
        return secret
    when = "is not told it yet" if line.revealed_at >= NEVER else f"learns it in {material.where(line.revealed_at)}"
    return f"{secret}; the reader {when}"


def in_words(value: StateValue) -> str:
    """A value in words."""
    if value is None:
        return "no longer"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def value_of(material: Material, line: StateLine) -> str | None:
    """The value of a state in words; None when it refers to nobody that the view has a name for."""
    if line.refs:
        names = [material.name(uid) for uid in line.refs]
        known = [name for name in names if name]
        return ", ".join(known) if known else None
    if line.dimension in {"due_from", "due_until"} and isinstance(line.value, int):
        return f"ch. {material.chapters.get(line.value, '?')}"
    return in_words(line.value)
