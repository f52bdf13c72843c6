"""The scene card: the plan of one scene, whose tags are what canon is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError

from graph.errors import InputError
from graph.models import StoryTime
from graph.pack.source import tree
from graph.values import UNKNOWN_SCENE, Canonical, Text

Words = tuple[Text, ...]
Tag = Annotated[Text, Field(max_length=200)]
Tagged = Annotated[tuple[Tag, ...], Field(max_length=500)]


class Tags(Canonical):
    """What the scene asks canon for: keys or names."""

    characters: Tagged = ()
    locations: Tagged = ()
    factions: Tagged = ()
    items: Tagged = ()
    concepts: Tagged = ()
    threads: Tagged = ()
    callbacks: Tagged = ()
    """Events and chain steps of earlier chapters."""


class SceneCard(Canonical):
    """The plan of one scene. Planned is not happened: nothing of it is canon."""

    scene: Annotated[int, Field(ge=0, le=UNKNOWN_SCENE)]
    key: Text | None = None
    title: Text | None = None
    mode: Literal["actual", "memory", "vision", "dream", "told"] = "actual"
    viewpoint: Tag | None = None
    objective: Text | None = None
    story_time: StoryTime | None = None
    """When in the world; with a mode other than `actual`, states are read as they were then."""
    story_label: Text | None = None
    words: tuple[int, int] | None = None
    tags: Tags = Tags()
    introduces: Tagged = ()
    """Tags that are new with this scene, so that canon need not know them."""
    beats: Words = ()
    dialogue: Words = ()
    changes: Words = ()
    arc: Text | None = None
    anchors: Words = ()
    """What it relies on, in words or by a fact's key."""
    forbidden: Words = ()


def _distinct(scenes: tuple[SceneCard, ...]) -> tuple[SceneCard, ...]:
    numbers = [card.scene for card in scenes]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise ValueError(f"more than one card is of scene {', '.join(map(str, twice))}")
    return scenes


Scenes = Annotated[tuple[SceneCard, ...], Field(max_length=100), AfterValidator(_distinct)]


class Blueprint(Canonical):
    """The scene cards of one chapter."""

    chapter: str
    """The chapter's key, or the number of the one to be written."""
    title: Text | None = None
    goal: Text | None = None
    scenes: Annotated[Scenes, Field(min_length=1)]


class CardError(InputError):
    """A file of scene cards is not of its form."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("the scene cards are refused:\n" + "\n".join(f"  {problem}" for problem in problems))


def blueprint(path: Path) -> Blueprint:
    """The blueprint in the YAML file at *path*. Raises `CardError` with every field that is not right."""
    data, lines = tree(path)
    if isinstance(data, dict) and isinstance(data.get("chapter"), int):
        data["chapter"] = str(data["chapter"])
    try:
        return Blueprint.model_validate(data)
    except ValidationError as error:
        raise CardError(
            [
                f"{path.name}:{_line(lines, detail['loc'])}: {'.'.join(map(str, detail['loc']))}: {detail['msg']}"
                for detail in error.errors(include_url=False)
            ]
        ) from None


def _line(lines: dict[tuple[str | int, ...], int], path: tuple[str | int, ...]) -> int:
    return next((lines[path[:n]] for n in range(len(path), -1, -1) if path[:n] in lines), 1)
