"""Where a packet stands: its project, chapter and view, and the scenes when the request brings none."""

from __future__ import annotations

from compiler.card import SceneCard, Tags
from compiler.cast import Place
from compiler.errors import NoCardError, NoSceneError, UnknownChapterError
from compiler.request import PacketRequest
from graph import queries
from graph.connection import Graph, Read
from graph.exchange import project_at
from graph.lines import ChapterLine, SceneLine
from graph.values import DEFAULT_DIMENSIONS
from graph.view import AUTHOR, View

NEXT = "next"
"""The chapter after the last, whatever its number."""


async def place_of(graph: Graph, project: str, chapter: str, revision: int | None) -> tuple[Place, View]:
    """Where *chapter* begins, and the author's view from there. Raises when there is no such project or chapter."""
    found = await graph.read(lambda tx: project_at(tx, project, revision))
    revision = found.revision
    params = {"project": project, "revision": revision, "name": chapter}
    by_key, by_number, last, declared = await graph.fetch_all(
        [
            Read(queries.chapter_by_key, params),
            Read(queries.chapters_by_number, params),
            Read(queries.last_chapter, params),
            Read(queries.dimensions, params),
        ]
    )
    end = last[0] if last else None
    following = str(end.number + 1 if end else 1)
    if chapter == following and by_number and not by_key:
        raise UnknownChapterError(chapter, None, [*(line.key for line in by_number), NEXT])
    told, called, order = _chapter(chapter, by_key or by_number, end)
    dimensions = {f"{dimension.of}/{dimension.name}": dimension for dimension in (*DEFAULT_DIMENSIONS, *declared)}
    fixed = [name for name, dimension in dimensions.items() if dimension.change == "fixed"]
    place = Place(found, told, told.key if told else called, called, order, end, tuple(sorted(fixed)))
    return place, View(project=project, before=order * 1000, revision=revision)


def _chapter(name: str, found: list[ChapterLine], last: ChapterLine | None) -> tuple[ChapterLine | None, str, int]:
    if len(found) > 1:
        raise UnknownChapterError(name, None, [line.key for line in found])
    if found:
        return found[0], f"{found[0].number}, “{found[0].title}”", found[0].order
    following = str(last.number + 1 if last else 1)
    if name in {following, NEXT}:
        return None, following, (last.order if last else 0) + 100
    raise UnknownChapterError(name, f"{last.number} (key {last.key})" if last else None)


async def scenes_of(graph: Graph, view: View, order: int, request: PacketRequest) -> tuple[SceneCard, ...]:
    """The cards of the request, else the scenes that canon has of the chapter; of them the one that is wanted."""
    cards = request.scenes or await _told(graph, view, order, request)
    if request.only_scene is None:
        return cards
    wanted = tuple(card for card in cards if card.scene == request.only_scene)
    if not wanted:
        raise NoSceneError(request.only_scene, [card.scene for card in cards])
    return wanted


async def _told(graph: Graph, view: View, order: int, request: PacketRequest) -> tuple[SceneCard, ...]:
    # The scenes are the plan of the packet: whoever it is for, they are the author's.
    params = view.model_copy(update={"viewer": AUTHOR}).params
    params |= {"before": (order + 1) * 1000, "from_at": order * 1000}
    lines = _witnessed(view, await graph.read(lambda tx: queries.scenes_between(tx, **params)))
    if lines:
        return tuple(_card(line) for line in lines)
    if request.worker == "planner":
        # Nothing is planned yet: the cast is that of the chapter before.
        before = await graph.read(lambda tx: queries.last_scenes(tx, **view.params))
        return tuple(_card(line) for line in _witnessed(view, before))
    raise NoCardError(request.chapter)


def _witnessed(view: View, lines: list[SceneLine]) -> list[SceneLine]:
    """The scenes that the viewer may know of: one mind, those that it is in."""
    return [line for line in lines if not view.mind or view.viewer in line.features]


def _card(line: SceneLine) -> SceneCard:
    """The card of a scene that canon has. Some of its tags may be new with it."""
    keys = {kind: [uid for uid in line.features if uid.split("/")[1] == kind] for kind in _TAG_OF}
    tags = {tag: tuple(uid.split("/", 2)[2] for uid in keys[kind]) for kind, tag in _TAG_OF.items()}
    if line.place:
        tags["locations"] = tuple(dict.fromkeys((line.place.split("/", 2)[2], *tags["locations"])))
    tagged = Tags(**tags, threads=line.threads, callbacks=line.callbacks)
    everything = [*(key for keys in tags.values() for key in keys), *line.threads, *line.callbacks]
    return SceneCard(
        scene=line.at % 1000,
        title=line.title,
        mode=line.mode,
        story_time=line.story_from,
        story_label=line.story_label,
        tags=tagged,
        introduces=tuple(dict.fromkeys(everything)),
    )


_TAG_OF = {
    "character": "characters",
    "location": "locations",
    "faction": "factions",
    "item": "items",
    "concept": "concepts",
}
