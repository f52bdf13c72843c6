"""
What a section puts into a packet: items, and the material that they are made of.

Pure: rows in, lines out. Each item is one line, so that no content can begin a heading or close one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from compiler.cast import Cast
from graph.connection import Read
from graph.values import NEVER, UNKNOWN_SCENE

Tier = Literal["P0", "P1", "P2", "P3", "P4"]
TIERS: tuple[Tier, ...] = ("P0", "P1", "P2", "P3", "P4")


@dataclass(frozen=True, slots=True)
class Item:
    """One fact, card, summary, event, thread, rule or step. *text* is without its reference."""

    uid: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A kind of content within a tier."""

    name: str
    tier: Tier
    title: str
    workers: frozenset[str]
    items: Callable[[Material, Sequence[Any]], Iterable[Item | None]]
    """From the rows of the read to items in the order of their rank; None: the row names what the view does not."""
    read: Callable[[Cast], Read | None] = lambda cast: None
    floor: int = 0
    """So many items are taken before the other sections of the tier."""
    cap: float = 1.0
    """The greatest share of the budget."""
    minds: bool = True
    """Whether a packet on one character's knowledge has it: what is the author's or the reader's alone has not."""


@dataclass(frozen=True, slots=True)
class Material:
    """What rendering needs beside the rows."""

    cast: Cast
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of heads in the view, by uid."""
    chapters: Mapping[int, str] = field(default_factory=dict)
    """How the chapter at an order is called."""

    def name(self, uid: str | None) -> str | None:
        """The name of *uid* in the view; None when the view has none."""
        return self.names.get(uid) if uid else None

    def where(self, position: int) -> str:
        """*position* for a reader of the packet."""
        if position >= NEVER:
            return "never so far"
        order, scene = divmod(position, 1000)
        if order == 0:
            return "from the start"
        called = f"ch. {self.chapters.get(order, '?')}"
        return called if scene in {0, UNKNOWN_SCENE} else f"{called}/{scene}"


def flat(text: object) -> str:
    """*text* on one line."""
    return " ".join(str(text).split())


def uids_of(rows: Iterable[Any]) -> Iterator[str]:
    """Every uid that the rows speak of, for names."""
    for row in rows:
        for name in ("subject", "entity", "place", "from_uid", "to_uid", "holder", "told_by", "chain", "step"):
            uid = getattr(row, name, None)
            if isinstance(uid, str):
                yield uid
        for name in ("refs", "touches"):
            yield from getattr(row, name, ())
        yield from (uid for uid, _ in getattr(row, "knowers", ()))


def orders_of(rows: Iterable[Any]) -> Iterator[int]:
    """The order of every chapter that the rows speak of. A summary names its chapters itself."""
    for row in rows:
        if hasattr(row, "to_order"):
            continue
        for name in ("at", "revealed_at"):
            position = getattr(row, name, None)
            if isinstance(position, int) and 0 < position < NEVER:
                yield position // 1000
        yield from (since // 1000 for _, since in getattr(row, "knowers", ()))
        if getattr(row, "dimension", None) in {"due_from", "due_until"} and isinstance(row.value, int):
            yield row.value
