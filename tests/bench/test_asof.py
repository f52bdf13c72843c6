"""As of every chapter of a long real canon: nothing that is first told later, and nothing that is known left out."""

from __future__ import annotations

import asyncio
import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import bible
import pytest
from oracle import Oracle, Said

from compiler.packet import Packet, compile_packet
from compiler.request import PacketRequest
from graph import queries
from graph.canon import Canon
from graph.connection import Graph, Read
from graph.exchange import UnknownProjectError, export, import_pack
from graph.pack import canon_hash
from graph.values import normal
from graph.view import View

CHAPTERS = range(1, 1190)
TOGETHER = 4
ENOUGH = 10**8
"""A budget from which nothing is cut."""
EACH = 8
"""Events that a packet asks for of each of the cast."""
Facts = Counter[Any]


@pytest.fixture(scope="session")
async def bible_project(graph: Graph, bible_pack: Path, bible_canon: Canon) -> str:
    """The key of the project that holds the long real canon, imported unless it is there."""
    key = bible_canon.header.project
    try:
        there = canon_hash(await export(graph, key))
    except UnknownProjectError:
        there = ""
    if there != canon_hash(bible_canon):
        await import_pack(graph, bible_pack, replace=True)
    return key


@pytest.fixture(scope="session")
def titles(data: Path) -> dict[str, str]:
    """What each event is called in the data, by its key."""
    with (data / "bible_theographic" / "Events.csv").open(encoding="utf-8-sig", newline="") as file:
        return {f"e{row['ID']}": row["title"] for row in csv.DictReader(file)}


async def packet(graph: Graph, project: str, n: int) -> Packet:
    request = PacketRequest(project=project, chapter=str(n), budget=ENOUGH)
    return await compile_packet(graph, request, count=len)


async def every(work: Callable[[int], Awaitable[None]]) -> None:
    free = asyncio.Semaphore(TOGETHER)

    async def one(n: int) -> None:
        async with free:
            await work(n)

    await asyncio.gather(*map(one, CHAPTERS))


def within(told: Iterable[Said], n: int) -> list[Said]:
    return [said for said in told if said.chapter < n]


def expected(oracle: Oracle, n: int) -> dict[str, Facts]:
    """The uids that a packet for *n* should have, without project and revision."""
    cast = oracle.cast(n)
    labels = ((one, nth, said) for one in cast for nth, said in enumerate(within(oracle.all_labels[one], n)))
    related = {said for one in cast for said in within(oracle.all_relationships.get(one, ()), n)}
    return {
        "labels": Counter(label(*found) for found in labels),
        "relationships": Counter(
            f"state/relationship/{'.'.join(map(bible.key, said.what))}/standing/{position(said)}.0"
            for said in related
            if {said.what[0], said.what[2]} <= cast
        ),
        "events": Counter({f"event/{event}": 1 for event in latest(oracle, cast, n)}),
    }


def latest(oracle: Oracle, cast: Iterable[str], n: int) -> set[str]:
    return {event for one in cast for event in oracle.events(one, n)[-EACH:]}


def position(said: Said) -> int:
    return said.chapter * 100_000 + said.verse


def label(one: str, nth: int, said: Said) -> str:
    if nth:
        return f"alias/{one}/{normal(said.what)}/{position(said)}"
    return f"state/character/{one}/name/{position(said)}.0"


def in_packet(packet: Packet) -> dict[str, Facts]:
    """The same, as the manifest has it."""
    kinds = {"aliases": "labels", "relationships": "relationships", "timeline": "events"}
    found: dict[str, Facts] = {kind: Counter() for kind in kinds.values()}
    for item in packet.manifest.included:
        uid = item.uid.rpartition("@")[0].partition("/")[2]
        if item.section in kinds:
            found[kinds[item.section]][uid] += 1
        elif item.section == "states" and "/name/" in uid:
            found["labels"][uid] += 1
    return found


def lines(packet: Packet, heading: str) -> Counter[str]:
    """The items under *heading* as they are rendered, without their references."""
    parts = re.split(r"^## (.*)\n", packet.text, flags=re.MULTILINE)
    text = dict(zip(parts[1::2], parts[2::2], strict=True)).get(heading, "")
    return Counter(line.split("] ", 1)[1] for line in text.splitlines())


def rendered(oracle: Oracle, titles: dict[str, str], n: int) -> dict[str, Counter[str]]:
    """What is to stand in the packet's text, by heading; of events what they are called and where they are told."""
    cast = oracle.cast(n)
    name = {one: flat(oracle.all_labels[one][0].what) for one in cast}
    related = {said for one in cast for said in within(oracle.all_relationships.get(one, ()), n)}
    return {
        "Names": Counter(
            f"{name[one]} — also “{flat(said.what)}” [{where(said)}]"
            for one in cast
            for said in within(oracle.all_labels[one], n)[1:]
        ),
        "Among the cast": Counter(
            f"{name[said.what[0]]} — {said.what[1]} of {name[said.what[2]]} [{where(said)}]"
            for said in related
            if {said.what[0], said.what[2]} <= cast
        ),
        "What happened, latest first": Counter(
            f"{flat(titles[event])} [{where(Said(*oracle.told_at[event], 0, 0))}" for event in latest(oracle, cast, n)
        ),
    }


def flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def where(said: Said) -> str:
    return f"ch. {said.chapter}/{said.verse}" if said.verse else f"ch. {said.chapter}"


def chapters_told(packet: Packet) -> Iterator[int]:
    """Every chapter that the packet's text says something stands in."""
    return (int(chapter) for chapter in re.findall(r"\[ch\. ([0-9]+)", packet.text))


async def test_a_packet_has_what_was_told_before_its_chapter_and_no_more(
    graph: Graph, bible_project: str, oracle: Oracle
) -> None:
    leaked: list[Any] = []
    missed: list[Any] = []
    present, wanted = Counter[str](), Counter[str]()

    async def work(n: int) -> None:
        made = await packet(graph, bible_project, n)
        assert not [item for item in made.manifest.omitted if item.reason != "duplicate"], n
        found = in_packet(made)
        for kind, facts in expected(oracle, n).items():
            leaked.extend((n, one) for one in (found[kind] - facts))
            missed.extend((n, one) for one in (facts - found[kind]))
            present[kind] += found[kind].total()
            wanted[kind] += facts.total()
        assert max(chapters_told(made), default=0) < n

    await every(work)
    print(f"\nin the packets of {len(CHAPTERS)} chapters: {dict(present)}; told in time: {dict(wanted)}")
    assert leaked == []
    assert missed == []
    assert present == wanted
    assert all(present[kind] > 1000 for kind in ("labels", "relationships", "events"))


async def test_the_text_of_a_packet_says_it_in_words(
    graph: Graph, bible_project: str, oracle: Oracle, titles: dict[str, str]
) -> None:
    present = Counter[str]()
    for n in CHAPTERS[::10]:
        made = await packet(graph, bible_project, n)
        for heading, wanted in rendered(oracle, titles, n).items():
            found = lines(made, heading)
            if heading.startswith("What happened"):
                # A place may follow; the data of the oracle has none.
                found = Counter(re.match(r".*\[ch\. [0-9/]+", line)[0] for line in found.elements())
            assert found == wanted, (n, heading)
            present[heading] += found.total()
    print(f"\nin the text of every tenth packet: {dict(present)}")
    assert all(total > 100 for total in present.values())


async def test_canon_reads_have_all_that_was_told_before_and_no_more(
    graph: Graph, bible_project: str, oracle: Oracle
) -> None:
    wrong: list[Any] = []
    present = Counter[str]()

    async def work(n: int) -> None:
        cast = sorted(oracle.cast(n))
        found = await canon_reads(graph, bible_project, n, cast)
        for kind, wanted in told_before(oracle, n, cast).items():
            wrong.extend((n, kind, one) for one in (found[kind] - wanted) + (wanted - found[kind]))
            present[kind] += found[kind].total()

    await every(work)
    print(f"\nread as of {len(CHAPTERS)} chapters: {dict(present)}")
    assert wrong == []
    assert present["reigns"] > 100
    assert all(present[kind] > 1000 for kind in ("names", "aliases", "relationships", "events"))


async def canon_reads(graph: Graph, project: str, n: int, cast: list[str]) -> dict[str, Facts]:
    """Everything that canon has of *cast* as of *n*, without limits."""
    view = View(project=project, before=n * 100_000, revision=10**6).params
    uids = [f"{project}/character/{one}" for one in cast]
    names, aliases, related, states, *events = await graph.fetch_all(
        [
            Read(queries.names_of, view | {"uids": uids}),
            Read(queries.aliases_of, view | {"uids": uids}),
            Read(queries.relationships_of, view | {"uids": uids}),
            Read(queries.states_now, view | {"uids": uids}),
            *(Read(queries.recent_events, view | {"uids": [uid], "places": [], "each": 10**6}) for uid in uids),
        ]
    )
    return {
        "names": Counter((person(line.uid), line.name) for line in names),
        "aliases": Counter((person(line.entity), line.text, line.at) for line in aliases),
        "relationships": Counter((person(line.from_uid), line.kind, person(line.to_uid)) for line in related),
        "events": Counter((person(uid), line.key) for uid, lines in zip(uids, events, strict=True) for line in lines),
        "reigns": Counter((person(line.subject), line.value) for line in states if line.dimension == "reign"),
    }


def person(uid: str) -> str:
    return uid.split("/", 2)[2]


def told_before(oracle: Oracle, n: int, cast: list[str]) -> dict[str, Facts]:
    """The same, by the oracle."""
    labels = {one: within(oracle.all_labels[one], n) for one in cast}
    return {
        "names": Counter((one, flat(found[0].what)) for one, found in labels.items()),
        "aliases": Counter(
            (one, flat(said.what), position(said)) for one, found in labels.items() for said in found[1:]
        ),
        "relationships": Counter({triple for one in cast for triple in oracle.relationships_of(one, n)}),
        "events": Counter((one, event) for one in cast for event in oracle.events(one, n)),
        "reigns": Counter((one, reigns[-1]) for one in cast if (reigns := oracle.reigns(one, n))),
    }


@pytest.mark.parametrize(("n", "later"), [(18, 17), (70, 69), (1000, 950)])
async def test_a_packet_of_a_later_chapter_would_be_seen_to_leak(
    graph: Graph, bible_project: str, oracle: Oracle, n: int, later: int
) -> None:
    made = in_packet(await packet(graph, bible_project, n))
    cast = oracle.cast(n)
    first_told_later = {
        label(one, nth, said)
        for one in cast
        for nth, said in enumerate(oracle.all_labels[one])
        if said.chapter >= later
    } | {f"event/{event}" for one in cast for event in oracle.events(one, later, later=True)}
    assert first_told_later & (made["labels"] | made["events"]).keys()
