"""What a packet is asked for: worker, chapter, cards, viewer, budget."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from compiler.card import Scenes
from graph.values import Canonical, Key, Text
from graph.view import AUTHOR

Worker = Literal["writer", "planner"]

BUDGETS: dict[Worker, int] = {"writer": 12_000, "planner": 16_000}
"""Tokens of a packet, when the request names none."""


class PacketRequest(Canonical):
    """One packet for one task."""

    project: Key
    chapter: str
    """The chapter's key or number; one past the last is the next to be written."""
    worker: Worker = "writer"
    scenes: Scenes = ()
    """Empty: the scenes that canon has of the chapter."""
    goal: Text | None = None
    only_scene: int | None = None
    viewer: str = AUTHOR
    """`author`, `reader`, or the key or name of a character."""
    budget: Annotated[int, Field(gt=0)] | None = None
    revision: Annotated[int, Field(ge=1)] | None = None
