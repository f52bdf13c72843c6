"""A commit: one transaction, one revision, all of it or nothing."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools

import pytest

from graph import queries
from graph.canon import Canon
from graph.changes import Change, ConflictError, MissingRecordError, commit
from graph.connection import DatabaseError, UnreachableError
from graph.exchange import export, import_pack
from graph.models import Event, State
from graph.pack import canon_hash
from graph.values import NEVER
from graph.view import READER, View


@pytest.fixture
async def canon(graph, small, pack_of):
    """The small canon as it is stored."""
    done = await import_pack(graph, pack_of(small))
    return await export(graph, done.project)


def change(canon, *added, **more):
    """What adds records to a stored canon, decided on its head."""
    records = {**canon.records, **{record.id: record for record in added}}
    whole = Canon(canon.header, records)
    return Change(whole=whole, added=added, **{"key": f"k{canon.revision}", "expected": canon.revision} | more)


def event(name, at=100_001, **more):
    return Event(key=name, summary=f"{name} happens.", at=at, **more)


def state(of, at, seq=0, dimension="status", value="open", **more):
    return State(of=of, dimension=dimension, value=value, at=at, seq=seq, **more)


async def test_a_commit_makes_one_revision_that_added_its_records(graph, canon, ask):
    revision = await commit(graph, change(canon, event("storm"), event("calm"), kind="edit", author="mo"))
    assert revision == canon.revision + 1
    assert await ask("MATCH (p:Project {key: $project}) RETURN p.head") == [revision]
    made = "MATCH (c:Commit {project: $project, revision: $revision})"
    assert await ask(f"{made}-[:ADDED]->(r) RETURN r.key ORDER BY r.key", revision=revision) == ["calm", "storm"]
    assert await ask(f"{made} RETURN c.kind, c.author", revision=revision) == [["edit", "mo"]]
    assert await ask(f"{made}-[:FOLLOWS]->(l) RETURN l.revision", revision=revision) == [canon.revision]
    assert await ask(f"{made}-[:OF]->(p) RETURN p.key", revision=revision) == [canon.header.project]
    assert await ask("MATCH (r:Record {project: $project}) WHERE NOT ()-[:ADDED]->(r) RETURN r.uid") == []


async def test_the_same_key_gives_the_first_revision_and_stores_nothing(graph, canon, ask):
    first = await commit(graph, change(canon, event("storm"), key="once"))
    before = await export(graph, canon.header.project)
    assert await commit(graph, change(canon, event("other"), key="once")) == first
    after = await export(graph, canon.header.project)
    assert (after.revision, canon_hash(after)) == (before.revision, canon_hash(before))
    assert "event/storm" in after.records
    assert "event/other" not in after.records
    assert len(await ask("MATCH (c:Commit {project: $project}) RETURN c.revision")) == first


async def test_a_moved_head_refuses_and_stores_nothing(graph, canon, ask):
    await commit(graph, change(canon, event("storm")))
    with pytest.raises(ConflictError) as caught:
        await commit(graph, change(canon, event("late"), key="another"))
    assert (caught.value.expected, caught.value.head) == (canon.revision, canon.revision + 1)
    after = await export(graph, canon.header.project)
    assert "event/storm" in after.records
    assert "event/late" not in after.records
    assert await ask("MATCH (c:Commit {project: $project}) RETURN count(c)") == [canon.revision + 1]


async def test_of_two_writers_on_one_head_exactly_one_wins(graph, canon):
    for number in range(20):
        head = canon.revision + number
        one, other = (
            change(canon, event(f"{name}-{number}"), key=f"{name}-{number}", expected=head) for name in ("one", "other")
        )
        done = await asyncio.gather(commit(graph, one), commit(graph, other), return_exceptions=True)
        assert sorted(map(type, done), key=str) == sorted([int, ConflictError], key=str), done
        assert head + 1 in done
    after = await export(graph, canon.header.project)
    assert after.revision == canon.revision + 20
    won = [name for name in after.records if name.startswith("event/")]
    assert sorted(name.rpartition("-")[2] for name in won) == sorted(str(number) for number in range(20))


async def test_what_a_revision_removed_is_there_at_the_one_before(graph, canon):
    project = canon.header.project
    second = await commit(graph, change(canon, event("storm", involves=({"entity": "mira"},))))
    held = await export(graph, project)
    third = await commit(graph, change(held, event("calm"), removed=(held.uids["event/storm"],)))
    now = await export(graph, project)
    assert "event/storm" not in now.records
    assert "event/calm" in now.records
    assert canon_hash(await export(graph, project, second)) == canon_hash(held)
    assert canon_hash(await export(graph, project, canon.revision)) == canon_hash(canon)
    for revision, expected in ((canon.revision, []), (second, ["storm"]), (third, [])):
        view = View(project=project, before=NEVER, revision=revision)

        async def found(tx, view=view):
            return await queries.events_by_key(tx, keys=["storm"], **view.params)

        assert [line.key for line in await graph.read(found)] == expected


async def test_a_dimension_declared_later_is_no_part_of_an_earlier_revision(graph, small, pack_of, project):
    await import_pack(graph, pack_of(small))
    before = await export(graph, project)
    await import_pack(graph, pack_of(small + "dimensions:\n  - {of: character, name: rank}\n"))
    assert "dimension/character/rank" in (await export(graph, project)).records
    assert canon_hash(await export(graph, project, before.revision)) == canon_hash(before)


async def snapshot(ask):
    return [
        await ask("MATCH (n) WHERE n.project = $project RETURN properties(n) ORDER BY n.uid, n.revision"),
        await ask("MATCH (p:Project {key: $project}) RETURN properties(p)"),
        await ask("MATCH (n)-[r]->(m) WHERE n.project = $project RETURN n.uid, type(r), m.uid ORDER BY n.uid, m.uid"),
    ]


async def test_removing_what_is_not_there_leaves_everything_as_it_was(graph, canon, ask):
    before = await snapshot(ask)
    live = canon.uids["state/character/mira/place/100001.0"]
    with pytest.raises(MissingRecordError):
        await commit(graph, change(canon, event("storm"), removed=(live, "nobody/event/nothing@1")))
    assert await snapshot(ask) == before
    await commit(graph, change(canon, event("storm"), removed=(live,)))
    assert await snapshot(ask) != before


async def test_removing_a_record_of_another_project_is_refused(graph, canon, small, pack_of, project):
    other = f"{project}-b"
    await import_pack(graph, pack_of(small.replace(project, other)))
    theirs = await export(graph, other)
    with pytest.raises(MissingRecordError):
        await commit(
            graph, change(canon, event("storm"), removed=(theirs.uids["state/character/mira/place/100001.0"],))
        )
    assert canon_hash(await export(graph, other)) == canon_hash(theirs)


async def test_a_failure_in_the_middle_leaves_everything_as_it_was(graph, canon, ask):
    """The second event has the uid of the first: the database refuses it when most is written."""
    before = await snapshot(ask)
    twice = dataclasses.replace(change(canon), added=(event("storm"), event("storm", at=200_001)))
    with pytest.raises(DatabaseError):
        await commit(graph, twice)
    assert await snapshot(ask) == before
    await commit(graph, change(canon, event("storm")))
    assert "event/storm" in (await export(graph, canon.header.project)).records


async def test_a_commit_that_is_given_up_leaves_everything_as_it_was(graph, canon, ask):
    before = await snapshot(ask)
    for delay in (0.001, 0.01, 0.03):
        with pytest.raises((TimeoutError, UnreachableError)):
            await asyncio.wait_for(commit(graph, change(canon, *(event(f"e{n}") for n in range(500)))), delay)
        assert await snapshot(ask) == before


SHOWN = {
    "RELATES_TO": "MATCH (a {project: $project})-[r:RELATES_TO]->(b) RETURN a.key, r.type, r.standing, r.trust, b.key",
    "IS_AT": "MATCH (a {project: $project})-[:IS_AT]->(b) RETURN a.key, b.key ORDER BY a.key",
    "CARRIES": "MATCH (a {project: $project})-[:CARRIES]->(b) RETURN a.key, b.key",
    "PLANTS": "MATCH (c {project: $project})-[:PLANTS]->(t) RETURN c.key, t.key",
    "ADVANCES": "MATCH (c {project: $project})-[r:ADVANCES]->(t) RETURN c.key, r.note",
    "RESOLVES": "MATCH (c {project: $project})-[r:RESOLVES]->(t) RETURN c.key, r.note",
    "DEVELOPS": "MATCH (c {project: $project})-[r:DEVELOPS]->(s) RETURN c.key, r.note, s.key",
    "name": "MATCH (h {uid: $project + '/character/mira'}) RETURN h.name",
}


async def shown(ask):
    return {what: await ask(text) for what, text in SHOWN.items()}


async def test_the_shortcuts_of_the_browser_follow_the_head(graph, canon, ask, project):
    first = await shown(ask)
    assert first == {
        "RELATES_TO": [["mira", "sister", "close", 5, "tom"]],
        "IS_AT": [["mira", "harbour"], ["tom", "harbour"]],
        "CARRIES": [["tom", "letter"]],
        "PLANTS": [["1", "forged"]],
        "ADVANCES": [],
        "RESOLVES": [],
        "DEVELOPS": [["1", "done", "doubt"]],
        "name": ["Mira"],
    }
    at = {"at": 200_001}
    changes = change(
        canon,
        state("character/mira", dimension="name", value="Mira of the Mill", **at),
        state("character/mira", dimension="place", value="mill", **at),
        state("item/letter", dimension="holder", value="mira", **at),
        state("relationship/mira-tom", dimension="standing", value="cold", **at),
        state("relationship/mira-tom", dimension="trust", value=-2, **at),
        state("thread/forged", dimension="progress", value="the ink is wrong", **at),
        state("thread/forged", value="resolved", **at),
        state("step/proof", value="done", **at),
    )
    await commit(graph, changes)
    then = await export(graph, project)
    assert await shown(ask) == {
        "RELATES_TO": [["mira", "sister", "cold", -2, "tom"]],
        "IS_AT": [["mira", "mill"], ["tom", "harbour"]],
        "CARRIES": [["mira", "letter"]],
        "PLANTS": [["1", "forged"]],
        "ADVANCES": [["2", "the ink is wrong"]],
        "RESOLVES": [["2", "resolved"]],
        "DEVELOPS": [["1", "done", "doubt"], ["2", "done", "proof"]],
        "name": ["Mira of the Mill"],
    }
    added = [uid for name, uid in then.uids.items() if name not in canon.uids]
    assert len(added) == 8
    await commit(graph, dataclasses.replace(change(then), removed=tuple(added), whole=canon))
    assert await shown(ask) == first
    left = change(await export(graph, project), state("item/letter", 300_001, dimension="holder", value=None))
    await commit(graph, left)
    assert (await shown(ask))["CARRIES"] == []


async def test_a_shortcut_says_where_somebody_is_not_where_a_flashback_saw_them(graph, canon, ask):
    seen = state("character/mira", 200_001, dimension="place", value="mill", present=False)
    await commit(graph, change(canon, seen))
    assert ["mira", "harbour"] in (await shown(ask))["IS_AT"]


def open_in(states, before, revealed_before):
    """Whether a thread of these status states is open to who sees them, in plain Python."""
    seen = [s for s in states if s.at < before and s.revealed_at < revealed_before]
    last = max(seen, key=lambda s: (s.at, s.seq), default=None)
    return last is None or last.value == "open"


CLOSED = state("thread/forged", 200_001, value="resolved")
REOPENED = state("thread/forged", 300_001, value="open")
KEPT = state("thread/forged", 200_001, value="resolved", revealed_at=300_050)
SECRET = state("thread/forged", 200_001, value="resolved", audience="secret")
AGAIN = state("thread/forged", 300_001, seq=1, value="abandoned")


@pytest.mark.parametrize(
    "added",
    [*itertools.permutations([CLOSED, REOPENED, AGAIN]), (KEPT,), (SECRET,), (KEPT, REOPENED), (REOPENED, CLOSED)],
    ids=lambda states: "-".join(f"{s.value}@{s.at}" for s in states),
)
async def test_the_bound_of_a_thread_never_lets_too_little_through(graph, canon, project, added, ask):
    """In whatever order the changes were confirmed, at every position, for every viewer: what is open is found."""
    found_closed = False
    for nth, one in enumerate(added):
        now = await export(graph, project)
        revision = await commit(graph, change(now, one, key=f"n{nth}"))
        live = [r for r in {**now.records, one.id: one}.values() if isinstance(r, State) and r.dimension == "status"]
        states = [r for r in live if r.of == "thread/forged"]
        for before in (100_001, 100_002, 200_001, 200_002, 300_001, 300_002, 300_050, 300_051, NEVER):
            for viewer in ("author", READER, f"{project}/character/tom"):
                view = View(project=project, before=before, revision=revision, viewer=viewer)

                async def found(tx, view=view):
                    return await queries.thread_states(tx, tagged=[], **view.params)

                there = {line.subject for line in await graph.read(found)}
                known = [s for s in states if s.audience == "common" or not view.mind]
                expected = before > 100_001 and open_in(known, before, view.params["revealed_before"])
                assert (f"{project}/thread/forged" in there) == expected, (before, viewer)
                found_closed |= not expected
    assert found_closed
    bound = await ask("MATCH (t:Thread {project: $project}) RETURN t.open_until")
    assert (bound[0] < NEVER) == (added[0] is not SECRET and max(states, key=lambda s: (s.at, s.seq)).value != "open")
