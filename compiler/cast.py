"""A request resolved: what every section is planned from."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.card import SceneCard
from graph.lines import ChapterLine, EventLine, ProjectLine
from graph.view import View


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the telling the packet stands."""

    project: ProjectLine
    chapter: ChapterLine | None
    """None: it is still to be written."""
    key: str
    """The chapter's key, or the number that it will have."""
    called: str
    order: int
    last: ChapterLine | None
    """The chapter that the telling ends with."""
    fixed: tuple[str, ...]
    """The dimensions that never change, each as `kind/name`: they hold at any story time."""


@dataclass(frozen=True, slots=True)
class Cast:
    """What the tags name. All uids, in the order of the tags."""

    place: Place
    view: View
    worker: str
    goal: str | None
    scenes: tuple[SceneCard, ...]
    tagged: dict[str, tuple[str, ...]]
    """By kind of tag."""
    now: tuple[str, ...]
    """Entities whose state is wanted as of the view's position."""
    then: tuple[tuple[str, int], ...]
    """Entities and the story time as of which their state is wanted: for scenes that tell another time."""
    events: tuple[EventLine, ...]
    """The events called back to."""

    @property
    def entities(self) -> tuple[str, ...]:
        """Everybody and everything tagged that is an entity."""
        return tuple(
            dict.fromkeys(
                uid
                for name in ("characters", "locations", "factions", "items", "concepts")
                for uid in self.tagged[name]
            )
        )

    @property
    def steps(self) -> tuple[str, ...]:
        """The chain steps called back to."""
        return tuple(uid for uid in self.tagged["callbacks"] if uid.split("/")[1] == "step")
