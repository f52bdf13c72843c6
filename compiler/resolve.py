"""
From the tags of a card to what they name in the view.

A written name is a key, a name or alias as written, or one of these folded (width, case, white space); nothing else.
Close spellings are offered in the error, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

from compiler.card import SceneCard
from compiler.cast import Cast
from compiler.errors import AmbiguousTagError, UnknownTagError
from compiler.request import PacketRequest
from compiler.where import place_of, scenes_of
from graph import queries
from graph.connection import Graph, Read
from graph.lines import EventLine, Found
from graph.values import ENTITY_KINDS, normal
from graph.view import AUTHOR, READER, View

KINDS: dict[str, frozenset[str]] = {
    "characters": frozenset({"character"}),
    "locations": frozenset({"location"}),
    "factions": frozenset({"faction"}),
    "items": frozenset({"item"}),
    "concepts": frozenset({"concept"}),
    "threads": frozenset({"thread"}),
    "callbacks": frozenset({"event", "step"}),
}
"""What each kind of tag may name."""

_WAYS = ("key", "name", "fold")


async def resolve(graph: Graph, request: PacketRequest) -> Cast:
    """The cast of *request*. Raises `CompileError`s that say what to do."""
    place, view = await place_of(graph, request.project, request.chapter, request.revision)
    view = await seen_by(graph, view, request.viewer)
    scenes = await scenes_of(graph, view, place.order, request)
    wanted = sorted({(tag, text) for card in scenes for tag in KINDS for text in getattr(card.tags, tag)})
    found = await _found(graph, view, [text for _, text in wanted])
    events = {line.key: line for line in found.events}
    named: dict[tuple[str, str], str] = {}
    missing: dict[str, frozenset[str]] = {}
    # The scenes of canon are tagged by key; a key that is new there must not be taken for somebody's name.
    ways = _WAYS if request.scenes else _WAYS[:1]
    new = {normal(text) for card in scenes for text in card.introduces}
    for tag, text in wanted:
        if tag == "callbacks" and text.removeprefix("event/") in events:
            named[tag, text] = events[text.removeprefix("event/")].uid
        elif uid := found.best(text, KINDS[tag], ways):
            named[tag, text] = uid
        elif normal(text) not in new:
            missing[text] = missing.get(text, frozenset()) | KINDS[tag]
    if missing:
        raise UnknownTagError(await _closest(graph, view, missing))
    tagged = {
        tag: _uids(named.get((tag, text)) for card in scenes for text in getattr(card.tags, tag)) for tag in KINDS
    }
    now, then = _times(scenes, named)
    texts = {text for _, text in named}
    scenes = tuple(
        card.model_copy(update={"introduces": tuple(text for text in card.introduces if text not in texts)})
        for card in scenes
    )
    called = [line for line in found.events if line.uid in tagged["callbacks"]]
    return Cast(place, view, request.worker, request.goal, scenes, tagged, now, then, tuple(called))


def _uids(uids: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(uid for uid in uids if uid))


def _times(
    scenes: Sequence[SceneCard], named: dict[tuple[str, str], str]
) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Whose state is wanted now, and whose as of another story time."""
    now: list[str] = []
    then: list[tuple[str, int]] = []
    for card in scenes:
        names = [
            (tag, text) for tag in KINDS for text in getattr(card.tags, tag) if tag not in {"threads", "callbacks"}
        ]
        uids = [named[name] for name in names if name in named]
        if card.mode == "actual" or card.story_time is None:
            now += uids
        else:
            then += [(uid, card.story_time) for uid in uids]
    return tuple(dict.fromkeys(now)), tuple(dict.fromkeys(then))


async def seen_by(graph: Graph, view: View, viewer: str) -> View:
    """*view* on the knowledge of *viewer*: `author`, `reader`, or a character by key or name."""
    if viewer in {AUTHOR, READER}:
        return view.model_copy(update={"viewer": viewer})
    return view.model_copy(update={"viewer": await entity_named(graph, view, viewer, KINDS["characters"])})


async def entity_named(graph: Graph, view: View, text: str, kinds: frozenset[str] = ENTITY_KINDS) -> str:
    """The uid of the entity that *text* names in the view. Raises `UnknownTagError` or `AmbiguousTagError`."""
    uid = (await _found(graph, view, [text])).best(text, kinds)
    if uid is None:
        raise UnknownTagError(await _closest(graph, view, {text: ENTITY_KINDS}), on_card=False)
    return uid


class _Answers:
    def __init__(self, lines: Iterable[Found], events: Iterable[EventLine]) -> None:
        self.events = list(events)
        self.lines: dict[str, list[Found]] = {}
        for line in lines:
            self.lines.setdefault(line.wanted, []).append(line)

    def best(self, text: str, kinds: frozenset[str], ways: Sequence[str] = _WAYS) -> str | None:
        """The uid of what *text* names, by the best way in which anything answers to it."""
        fitting = [line for line in self.lines.get(text, []) if line.kind in kinds]
        for way in ways:
            uids = {line.uid: line.key for line in fitting if line.found_by == way}
            if len(uids) > 1:
                raise AmbiguousTagError(text, sorted(uids.values()))
            if uids:
                return next(iter(uids))
        return None


async def _found(graph: Graph, view: View, texts: Sequence[str]) -> _Answers:
    names = [
        {
            "text": text,
            "norm": normal(text),
            "uids": [f"{view.project}/thread/{text}", f"{view.project}/step/{text.removeprefix('step/')}"],
        }
        for text in dict.fromkeys(texts)
    ]
    keys = [text.removeprefix("event/") for text in dict.fromkeys(texts)]
    entities, heads, events = await graph.fetch_all(
        [
            Read(queries.entities_by_name, view.params | {"names": names}),
            Read(queries.heads_by_name, view.params | {"names": names}),
            Read(queries.events_by_key, view.params | {"keys": keys}),
        ]
    )
    return _Answers([*entities, *heads], events)


async def _closest(graph: Graph, view: View, missing: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    """For each text the closest names of the kinds that it may name."""
    lines = await graph.read(lambda tx: queries.known_names(tx, **view.params))
    found = {}
    for text, kinds in missing.items():
        folded = {line.text: normal(line.text) for line in lines if line.kind in kinds}
        near = process.extract(normal(text), folded, scorer=fuzz.WRatio, limit=3, score_cutoff=60)
        found[text] = [name for _, _, name in near]
    return found
