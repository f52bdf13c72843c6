"""What a packet costs the database does not grow with the story: hits at 10,000 chapters against those at 100."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from compiler.card import SceneCard, Tags
from compiler.cast import Cast
from compiler.items import orders_of, uids_of
from compiler.packet import compile_packet, plan
from compiler.request import PacketRequest
from compiler.resolve import resolve
from compiler.sections import SECTIONS
from graph import exchange, queries
from graph.connection import Graph, Read
from graph.values import NEVER

TILE = 100
PEOPLE, SPOTS, THINGS = 8, 5, 3
ALLOWED = 1.2
Record = dict[str, Any]


def person(n: int) -> str:
    return f"c{n % PEOPLE}"


def spot(n: int) -> str:
    return f"p{n % SPOTS}"


def pack(project: str, chapters: int) -> Iterator[Record]:
    """A serial in which much changes in every chapter, and as much is in force at the end of any hundred."""
    yield {"record": "canon", "canon": 1, "project": project, "title": "Long"}
    yield from cast()
    for n in range(1, chapters + 1):
        yield {"record": "chapters", "key": str(n), "title": f"Chapter {n}", "number": n, "order": 100 * n}
        yield from chapter(n)
        for level, size in enumerate((1, 10, 100, 1000)):
            if n % size == 0:
                text = f"Of the {size} chapters up to {n}: much happened."
                yield {"record": "summaries", "level": level, "first": str(n - size + 1), "last": str(n), "text": text}


def cast() -> Iterator[Record]:
    """Who and what there is from the start."""
    named = [(person(n), "character") for n in range(PEOPLE)]
    named += [(spot(n), "location") for n in range(SPOTS)] + [(f"i{n}", "item") for n in range(THINGS)]
    for key, kind in named:
        yield {"record": "entities", "key": key, "kind": kind}
        yield state(key, "start", name=f"The {kind} {key}")
        yield {"record": "aliases", "entity": key, "text": f"Old {key}", "at": "start"}
    for n in range(PEOPLE):
        yield state(person(n), "start", tier="core" if n < 3 else "important", home=spot(n), appearance="grey eyes")
    for one, other in ((0, 1), (1, 2), (2, 3), (4, 5)):
        key = f"{person(one)}-{person(other)}"
        yield {"record": "relationships", "key": key, "kind": "friend", "between": [person(one), person(other)]}
        yield state(f"relationship/{key}", "start", standing="friends", trust=1)
    for n in range(3):
        yield {"record": "threads", "key": f"always-{n}"}
        yield state(f"thread/always-{n}", "start", name=f"Always {n}", status="open", importance=n, due_from=1)
        rule = {"statement": f"Rule {n} holds.", "overridable": n > 0, "at": "start"}
        yield {"record": "rules", "key": f"r{n}", **rule}
    yield {"record": "chains", "key": "slow"}
    yield state("chain/slow", "start", name="Something slow", involves=["c0"])
    for n in range(1, 5):
        yield {"record": "steps", "key": f"s{n}", "chain": "slow", "order": n}
        yield state(f"step/s{n}", "start", name=f"Step {n}", status="reached" if n < 3 else "open")


def state(of: str, at: str, /, **values: Any) -> Record:
    return {"record": "states", "of": of, "at": at, "set": values}


def chapter(n: int) -> Iterator[Record]:
    """What one chapter tells."""
    at = f"{n}/1"
    features = [{"entity": person(n + more)} for more in (0, 1, 3)]
    features.append({"entity": person(n + 5), "presence": "mentioned"})
    tags = {"place": spot(n), "features": features, "threads": ["always-0"]}
    yield {"record": "scenes", "at": at, "story_from": n, **tags}
    involved = [{"entity": person(n)}, {"entity": person(n + 1)}]
    event = {"summary": f"Something happens in {n}.", "involves": involved, "place": spot(n)}
    yield {"record": "events", "key": f"e{n}", "at": at, **event}
    yield state(person(n), at, place=spot(n), condition=f"tired of {n}")
    yield state(person(n + 1), at, place=spot(n + n // SPOTS), goal=f"the end of {n}")
    yield state(f"i{n % THINGS}", at, holder=person(n * 3))
    if n % 4 == 0:
        three = [{"entity": person(one)} for one in range(3)]
        secret = {"summary": f"Nobody saw it in {n}.", "involves": three, "audience": "secret", "at": f"{n}/2"}
        yield {"record": "events", "key": f"x{n}", **secret}
        known = {"holder": person(n), "topic": f"what was in {n}", "view": "it was so", "about": [f"event/x{n}"]}
        yield {"record": "beliefs", "at": f"{n}/2", **known}
    if n % 5 == 0:
        yield state("relationship/c0-c1", at, standing=f"as in {n}", trust=n % 50)
    if n % 7 == 0:
        yield state(f"thread/always-{n % 3}", at, progress=f"a little further in {n}")
    if n % 10 == 1:
        yield {"record": "threads", "key": f"t{n}"}
        due = {"due_from": str(n + 5), "due_until": str(n + 8)} if n % TILE < 80 else {}
        yield state(f"thread/t{n}", at, name=f"Thread {n}", status="open", **due)
    if n % 10 == 9:
        yield state(f"thread/t{n - 8}", at, status="resolved")
    if n % 25 == 0:
        yield state("step/s3", at, progress=f"nearer in {n}")


CARD = SceneCard(
    scene=1,
    tags=Tags(
        characters=("c0", "c1", "Old c2"),
        locations=("p0", "p1"),
        items=("i0",),
        threads=("always-0", "t91"),
        callbacks=("e50", "step/s3"),
    ),
)
THEN = CARD.model_copy(update={"scene": 2, "mode": "memory", "story_time": 50})


@dataclass(frozen=True)
class Long:
    """Two serials in the database: one of a tile, one of a hundred tiles."""

    short: str
    long: str


async def told(graph: Graph, folder: Path, tiles: int) -> str:
    """The key of the project that holds so many tiles. It is named by its content: once in, it is there."""
    content = hashlib.sha256("".join(map(json.dumps, pack("", TILE * tiles))).encode()).hexdigest()
    project = f"long-{tiles}-{content[:12]}"
    last = await graph.read(lambda tx: queries.last_chapter(tx, project=project, revision=NEVER))
    if last is not None and last.number == TILE * tiles:
        return project
    path = folder / f"{project}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in pack(project, TILE * tiles))
    begun = time.monotonic()
    done = await exchange.import_pack(graph, path)
    print(f"\n{TILE * tiles} chapters, {done.added} records in {time.monotonic() - begun:.0f} s")
    return project


@pytest.fixture(scope="module")
async def serials(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Long:
    folder = tmp_path_factory.mktemp("long")
    return Long(await told(graph, folder, 1), await told(graph, folder, 100))


def request(project: str, chapters: int) -> PacketRequest:
    return PacketRequest(project=project, chapter=str(chapters + 1), scenes=(CARD, THEN), budget=10**6)


def hits(part: dict[str, Any]) -> int:
    return part.get("dbHits", 0) + sum(hits(child) for child in part.get("children", ()))


async def cost(graph: Graph, read: Read) -> tuple[int, int]:
    """The database hits of *read* and its rows."""

    async def work(tx: Any) -> tuple[int, int]:
        statement = read.query.statement
        result = await tx.run(f"PROFILE {statement.text}", statement.given(read.params))
        rows = await result.data()
        return hits((await result.consume()).profile), len(rows)

    return await graph.read(work)


async def costs(graph: Graph, project: str, chapters: int) -> dict[str, tuple[int, int]]:
    """Hits and rows of everything that a packet reads, by section or by statement."""
    asked = request(project, chapters)
    cast = await resolve(graph, asked)
    reads, at = plan(cast, SECTIONS)
    found = {name: await cost(graph, reads[number]) for name, number in at.items()}
    others = [*resolving(cast, asked), *await naming(graph, cast, reads)]
    return found | {f"({read.query.name})": await cost(graph, read) for read in others}


def resolving(cast: Cast, asked: PacketRequest) -> Iterator[Read]:
    """What finds the chapter and the tags."""
    params = {"project": asked.project, "revision": cast.view.revision, "name": "100"}
    of_project: tuple[Any, ...] = (queries.chapter_by_key, queries.chapters_by_number, queries.last_chapter)
    for query in of_project:
        yield Read(query, params)
    texts = [text for card in asked.scenes for tag in Tags.model_fields for text in getattr(card.tags, tag)]
    names = [{"text": text, "norm": text.lower(), "uids": [f"{asked.project}/thread/{text}"]} for text in texts]
    yield Read(queries.entities_by_name, cast.view.params | {"names": names})
    yield Read(queries.heads_by_name, cast.view.params | {"names": names})
    yield Read(queries.events_by_key, cast.view.params | {"keys": texts})
    yield Read(queries.last_scenes, cast.view.params)
    order = cast.place.order - 100
    span = {"before": (order + 1) * 1000, "from_at": order * 1000}
    yield Read(queries.scenes_between, cast.view.params | span)


async def naming(graph: Graph, cast: Cast, reads: list[Read]) -> list[Read]:
    """What names everything that was found."""
    lines = [line for rows in await graph.fetch_all(reads) for line in rows]
    uids, orders = sorted({*uids_of(lines), *cast.entities}), sorted(set(orders_of(lines)))
    return [
        Read(queries.names_of, cast.view.params | {"uids": uids}),
        Read(queries.chapters_at, cast.view.params | {"orders": orders}),
    ]


def table(few: dict[str, tuple[int, int]], many: dict[str, tuple[int, int]]) -> str:
    rows = [f"{'read':<24} {'at 100':>8} {'at 10000':>9} {'ratio':>6} {'rows':>5} {'rows':>5}"]
    for name, (before, found) in few.items():
        after, more = many[name]
        rows.append(f"{name:<24} {before:>8} {after:>9} {after / max(before, 1):>6.2f} {found:>5} {more:>5}")
    return "\n".join(rows)


def too_many(few: dict[str, tuple[int, int]], many: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {name: (few[name][0], many[name][0]) for name in few if many[name][0] > ALLOWED * few[name][0] + 2}


@pytest.mark.parametrize("of", ["of a story that goes on", "of a story that ends there"])
async def test_no_read_of_a_packet_costs_more_at_10000_chapters_than_at_100(
    graph: Graph, serials: Long, of: str
) -> None:
    few = await costs(graph, serials.long if of == "of a story that goes on" else serials.short, TILE)
    many = await costs(graph, serials.long, 100 * TILE)
    print(f"\n{of}\n{table(few, many)}")
    assert all(rows for name, (_, rows) in many.items() if name != "(chapters_by_number)")
    assert too_many(few, many) == {}
    total = [sum(one for one, _ in found.values()) for found in (few, many)]
    assert total[1] <= ALLOWED * total[0]


def last(values: Callable[[int], Iterator[tuple[str, str]]], chapters: int) -> dict[str, tuple[str, int]]:
    """The last value of each subject, and the chapter it is from, by plain counting."""
    found: dict[str, tuple[str, int]] = {}
    for n in range(1, chapters + 1):
        for subject, value in values(n):
            found[subject] = (value, n)
    return found


def moves(n: int) -> Iterator[tuple[str, str]]:
    yield person(n), spot(n)
    yield person(n + 1), spot(n + n // SPOTS)


def handovers(n: int) -> Iterator[tuple[str, str]]:
    yield f"i{n % THINGS}", person(n * 3)


def appearances(n: int) -> Iterator[tuple[str, str]]:
    yield from ((person(n + more), spot(n)) for more in (0, 1, 3))


@pytest.mark.parametrize("chapters", [TILE, 57 * TILE, 100 * TILE])
async def test_the_answers_at_10000_chapters_are_those_of_plain_counting(
    graph: Graph, serials: Long, chapters: int
) -> None:
    cast = await resolve(graph, request(serials.long, chapters))
    reads, at = plan(cast, SECTIONS)
    rows = await graph.fetch_all(reads)
    found = {name: rows[number] for name, number in at.items()}
    where, who = last(moves, chapters), last(handovers, chapters)
    seen = last(appearances, chapters)

    def key(uid: str) -> str:
        return uid.split("/", 2)[2]

    places = {key(s.subject): (s.value, s.at // 100_000) for s in found["states"] if s.dimension == "place"}
    assert places == {one: where[one] for one in ("c0", "c1", "c2")}
    holders = {key(s.subject): (s.value, s.at // 100_000) for s in found["states"] if s.dimension == "holder"}
    assert holders == {"i0": who["i0"]}
    assert {key(s.entity): (key(s.place), s.at // 100_000) for s in found["last_seen"]} == {
        one: seen[one] for one in ("c0", "c1", "c2")
    }
    there = {(key(line.subject), line.lookup) for line in found["holdings"]}
    assert there == {
        *((one, place) for one, (place, _) in where.items() if place in {"p0", "p1"}),
        *((one, holder) for one, (holder, _) in who.items() if holder in {"c0", "c1", "c2"}),
    }
    friends = {(line.uid.rsplit("/", 1)[1], line.dimension, line.value) for line in found["relationships"]}
    since = chapters - chapters % 5
    assert friends == {
        ("c0-c1", "standing", f"as in {since}"),
        ("c0-c1", "trust", since % 50),
        ("c1-c2", "standing", "friends"),
        ("c1-c2", "trust", 1),
    }
    status = {key(s.subject): s.value for s in found["threads"] if s.dimension == "status"}
    assert status == {"t91": "resolved", "always-0": "open", "always-1": "open", "always-2": "open"}
    assert [line.first for line in found["recent"]] == [str(n) for n in range(chapters - 2, chapters + 1)]


async def test_the_packet_at_10000_chapters_covers_everything_told(graph: Graph, serials: Long) -> None:
    packet = await compile_packet(graph, request(serials.long, 100 * TILE))
    text = [line for line in packet.text.splitlines() if line.startswith("- [") and "Ch. " in line]
    spans = [line.split("] Ch. ")[1].split(":")[0].split("–") for line in text if "] Ch. " in line]
    covered = {n for span in spans for n in range(int(span[0]), int(span[-1]) + 1)}
    assert covered == set(range(1, 100 * TILE + 1))
