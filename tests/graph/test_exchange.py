"""A whole canon into the database and out of it again."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import random

import pytest
from canons import canon as made_up
from hypothesis import HealthCheck, Phase, given, settings

from graph import difference, queries
from graph.canon import Canon, first_dimension, keyed_facts
from graph.difference import ContradictionError
from graph.exchange import UnknownProjectError, export, import_pack
from graph.models import Chapter, Event, Head, State, Summary, Volume
from graph.pack import canon_hash, checked, read, written
from graph.pack.source import PackError
from graph.values import NEVER
from graph.view import View

TOLD = """
events:
  - {key: storm, at: 1/1, summary: It blows., audience: secret, involves: [{entity: tom}]}
  - {key: wreck, at: 1/2, summary: A ship is lost., before: [calm]}
  - {key: calm, at: 2/1, summary: The sea is calm.}
  - {key: gull, at: 2/1, summary: A gull cries.}
rules:
  - {key: tide, at: 1/1, statement: The tide waits for nobody., governs: [tom]}
scenes:
  - {at: 1/1, title: The storm, features: [{entity: tom}]}
  - {at: 2/1, title: After, callbacks: [storm], relies_on: [rule/tide]}
beliefs:
  - {holder: mira, topic: the storm, view: it blew, at: 1/2, about: [event/storm]}
aliases:
  - {entity: mira, text: the girl of the mill, at: 1/1, key: girl, revealed_at: kept}
"""


@pytest.fixture
def told(small):
    """A small pack with records that point at each other."""
    return small + TOLD


async def seen(graph, project, viewer, key="storm"):
    """What a viewer knows of an event at the head: its summary."""
    view = View(project=project, before=NEVER, revision=(await export(graph, project)).revision, viewer=viewer)

    async def work(tx):
        return [line.summary for line in await queries.events_by_key(tx, keys=[key], **view.params)]

    return await graph.read(work)


@pytest.mark.parametrize("form", ["yaml", "jsonl"])
async def test_the_sample_comes_out_as_it_went_in(graph, sample, canon_of, pack_of, project, form):
    wanted = canon_of(sample)
    lines = written(wanted, form)
    if form == "jsonl":
        # The order of the lines means nothing.
        head, *rest = lines.splitlines()
        random.Random(7).shuffle(rest)  # noqa: S311 # an order, no secret
        lines = "\n".join([head, *rest])
    done = await import_pack(graph, pack_of(lines, f"sample.{form}"))
    stored = await export(graph, project)
    assert stored.records == wanted.records
    assert stored.header == wanted.header
    assert canon_hash(stored) == canon_hash(wanted) == done.hash
    assert canon_hash(checked(read(pack_of(written(stored, form), f"again.{form}")))) == done.hash
    assert done.added == len(wanted.records) > 300


def halves(canon, last):
    """The records up to a chapter's order and those behind it: each thing where it first appears."""
    named = [r for r in canon.records.values() if isinstance(r, State) and is_first(canon, r)]
    names = {r.of: min(stands.at for stands in named if stands.of == r.of) // 1000 for r in named}
    keyed = keyed_facts(canon.records.values())

    def stands(record):
        """The order behind which everything that the record speaks of is there."""
        targets = [*getattr(record, "about", ()), *getattr(record, "callbacks", ()), *getattr(record, "relies_on", ())]
        if isinstance(record, Event):
            targets = [f"event/{key}" for key in (*record.before, *record.causes)]
        told = [getattr(record, name, None) or 0 for name in ("at", "revealed_at")]
        positions = [position // 1000 for position in told if position < NEVER]
        return max([own(record), *positions, *(stands(keyed[target]) for target in targets if target in keyed)])

    def own(record):
        match record:
            case Chapter():
                return record.order
            case Volume():
                return 0
            case Summary():
                return canon.orders[record.last]
            case _ if isinstance(record, Head):
                return names[record.id]
        return 0

    records = canon.records
    yield Canon(canon.header, {name: r for name, r in records.items() if stands(r) <= last})
    # Its positions are written by the chapters of both.
    later = {name: r for name, r in records.items() if stands(r) > last or isinstance(r, Chapter)}
    yield Canon(canon.header, later)


def is_first(canon, state):
    head = canon.records.get(state.of)
    return head is not None and state.dimension == first_dimension(head)


async def test_two_halves_one_after_the_other_are_the_whole(graph, sample, canon_of, pack_of, project):
    whole = canon_of(sample)
    first, second = halves(whole, 600)
    assert min(len(first.records), len(second.records)) > 100
    await import_pack(graph, pack_of(written(first, "yaml")))
    assert canon_hash(await export(graph, project)) != canon_hash(whole)
    lines = written(second, "jsonl")
    await import_pack(graph, pack_of(lines, "second.jsonl"))
    assert canon_hash(await export(graph, project)) == canon_hash(whole)


async def test_what_does_not_build_on_each_other_comes_in_in_any_order(graph, small, canon_of, pack_of, project):
    parts = [
        "events:\n  - {key: storm, at: 1/1, summary: It blows., involves: [{entity: tom}]}\n",
        "events:\n  - {key: calm, at: 3/1, summary: All is calm.}\nscenes:\n  - {at: 3/1, title: Calm}\n",
        "states:\n  - {of: mira, at: 2/1, set: {place: mill}}\nscenes:\n  - {at: 2/1, title: To the mill}\n",
    ]
    hashes = set()
    for nth, order in enumerate(itertools.permutations(parts)):
        mine = f"{project}-{nth}"
        for part in order:
            text = small.replace(project, mine)
            if part.startswith("states"):
                text, part = (
                    text + part.partition("\n")[2].partition("scenes")[0],
                    "scenes" + part.partition("scenes")[2],
                )
            await import_pack(graph, pack_of(text + part))
        stored = await export(graph, mine)
        assert {"event/storm", "event/calm", "state/character/mira/place/200001.0"} <= stored.records.keys()
        hashes.add(canon_hash(stored))
    assert len(hashes) == 1


async def test_an_import_done_twice_changes_nothing(graph, told, pack_of, project, ask):
    first = await import_pack(graph, pack_of(told))
    assert (first.commits, first.removed) == (1, 0)
    again = await import_pack(graph, pack_of(told))
    assert (again.revision, again.added, again.removed, again.commits) == (first.revision, 0, 0, 0)
    replaced = await import_pack(graph, pack_of(told), replace=True)
    assert (replaced.revision, replaced.commits, replaced.hash) == (first.revision, 0, first.hash)
    assert await ask("MATCH (c:Commit {project: $project}) RETURN count(c)") == [first.revision]


async def test_a_contradiction_is_refused_and_shows_both(graph, told, pack_of, project):
    first = await import_pack(graph, pack_of(told))
    with pytest.raises(ContradictionError) as caught:
        await import_pack(graph, pack_of(told.replace("It blows.", "It snows.").replace("A gull cries.", "A crow.")))
    assert [name for name, _, _ in caught.value.pairs] == ["event/gull", "event/storm"]
    for text in ("It blows.", "It snows.", "A gull cries.", "A crow.", "--replace"):
        assert text in str(caught.value)
    stored = await export(graph, project)
    assert (stored.revision, canon_hash(stored)) == (first.revision, first.hash)


async def test_replacing_makes_the_canon_the_pack_and_links_it_again(graph, told, canon_of, pack_of, project, ask):
    first = await import_pack(graph, pack_of(told))
    mira, tom = f"{project}/character/mira", f"{project}/character/tom"
    assert await seen(graph, project, mira) == ["It blows."]
    assert await seen(graph, project, tom) == []
    text = told.replace("It blows.", "It snows.").replace("waits for nobody", "waits for Tom")
    text = text.replace("The sea is calm.", "The sea is flat.")
    text = text.replace("  - {key: gull, at: 2/1, summary: A gull cries.}\n", "").replace(
        "place: harbour", "place: mill"
    )
    done = await import_pack(graph, pack_of(text), replace=True)
    stored = await export(graph, project)
    assert canon_hash(stored) == canon_hash(canon_of(text)) == done.hash != first.hash
    assert "event/gull" not in stored.records
    assert await seen(graph, project, mira) == ["It snows."]
    assert await seen(graph, project, tom) == []
    assert await seen(graph, project, "author", "gull") == []
    live = "MATCH (r:Record {project: $project})-[l:CALLS_BACK|RELIES_ON|ABOUT]->(t:Record) WHERE r.removed > $head"
    assert await ask(f"{live} AND t.removed <= $head RETURN r.uid, t.uid", head=done.revision) == []
    links = await ask(f"{live} RETURN type(l), t.key ORDER BY t.key, type(l)", head=done.revision)
    assert links == [["ABOUT", "storm"], ["CALLS_BACK", "storm"], ["RELIES_ON", "tide"]]
    assert canon_hash(await export(graph, project, first.revision)) == first.hash
    assert (await import_pack(graph, pack_of(told), replace=True)).hash == first.hash
    assert await seen(graph, project, mira) == ["It blows."]


async def test_replacing_drops_a_declaration_that_the_pack_has_not(graph, small, pack_of, canon_of, project):
    declared = small + "dimensions:\n  - {of: character, name: rank}\n"
    await import_pack(graph, pack_of(declared))
    done = await import_pack(graph, pack_of(small), replace=True)
    assert canon_hash(await export(graph, project)) == canon_hash(canon_of(small)) == done.hash


BAD = """
events:
  - {key: storm, at: 9/1, summary: It blows.}
  - {key: calm, at: 1/1, summary: Calm., involves: [{entity: nobody}]}
beliefs:
  - {holder: mira, topic: t, view: v, at: 1/1, about: [event/none]}
  - {holder: mira, topic: t}
"""


async def test_a_bad_pack_is_refused_as_a_whole_with_every_fault(graph, small, pack_of, project, ask):
    lines = small.count("\n")
    with pytest.raises(PackError) as caught:
        await import_pack(graph, pack_of(small + BAD, "bad.yaml"))
    found = {(problem.file, problem.line - lines, problem.field) for problem in caught.value.problems}
    assert found == {
        ("bad.yaml", 3, "events.at"),
        ("bad.yaml", 4, "events.involves.0"),
        ("bad.yaml", 6, "beliefs.about.0"),
        ("bad.yaml", 7, "beliefs.view"),
        ("bad.yaml", 7, "beliefs.at"),
    }
    for problem in caught.value.problems:
        assert str(problem) in str(caught.value)
    with pytest.raises(UnknownProjectError):
        await export(graph, project)
    assert await ask("MATCH (n) WHERE n.project = $project OR n.key = $project RETURN n") == []
    await import_pack(graph, pack_of(small))
    assert len(await ask("MATCH (n) WHERE n.project = $project RETURN n.uid")) > 10


async def test_an_interrupted_import_goes_on_where_it_stopped(graph, sample, canon_of, pack_of, project, monkeypatch):
    monkeypatch.setattr(difference, "COMMIT_SIZE", 100)
    pack, told = pack_of(sample), []

    async def interrupted():
        return await import_pack(graph, pack, progress=lambda done, total: told.append((done, total)) or task.cancel())

    task = asyncio.ensure_future(interrupted())
    with pytest.raises(asyncio.CancelledError):
        await task
    assert told[0][0] < told[0][1]
    partial = await export(graph, project)
    whole = canon_of(sample)
    assert 0 < len(partial.records) < len(whole.records)
    done = await import_pack(graph, pack)
    assert done.commits > 1
    assert done.added < len(whole.records)
    stored = await export(graph, project)
    assert canon_hash(stored) == canon_hash(whole) == done.hash
    assert (await import_pack(graph, pack)).commits == 0


async def test_a_header_that_changed_makes_a_revision_of_its_own(graph, small, pack_of, project):
    first = await import_pack(graph, pack_of(small))
    done = await import_pack(graph, pack_of(small.replace("title: Small", "title: Larger")))
    stored = await export(graph, project)
    assert stored.header.title == "Larger"
    assert (done.revision, done.hash) == (first.revision + 1, first.hash)


NUMBERS = itertools.count()


@settings(
    max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate], derandomize=True
)
@given(made_up())
async def test_any_canon_comes_out_of_the_database_as_it_went_in(graph, pack_of, project, canon):
    mine = f"{project}-{next(NUMBERS)}"
    canon = dataclasses.replace(canon, header=canon.header.model_copy(update={"project": mine}))
    await import_pack(graph, pack_of(written(canon, "yaml")))
    stored = await export(graph, mine)
    assert stored.records == canon.records
    assert stored.header == canon.header
    assert canon_hash(stored) == canon_hash(canon)
    for form in ("yaml", "jsonl"):
        assert canon_hash(checked(read(pack_of(written(stored, form), f"again.{form}")))) == canon_hash(canon)
    assert (await import_pack(graph, pack_of(written(canon, "jsonl"), "same.jsonl"))).commits == 0
