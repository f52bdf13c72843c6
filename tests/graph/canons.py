"""Made-up canons: small, with every kind of record, and with whatever texts and numbers a pack may hold."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from graph.canon import Canon
from graph.models import (
    Alias,
    Belief,
    Chain,
    Chapter,
    Entity,
    Event,
    Header,
    Relationship,
    Rule,
    Scene,
    State,
    Step,
    Summary,
    Thread,
    Volume,
)
from graph.pack import checked
from graph.pack.read import Pack, Placed
from graph.pack.source import Piece
from graph.values import NEVER, Dimension

ORDERS = (100, 250, 300)
AUDIENCES = st.sampled_from(["common", "witnessed", "secret"])
MINDS = st.sampled_from(["kez", "老陈"])
KEYS = st.sampled_from(["kez", "老陈", "harbour", "letter"])
POSITIONS = st.builds(
    lambda order, scene: order * 1000 + scene, st.sampled_from(ORDERS), st.sampled_from([0, 1, 2, 999])
)
NUMBERS = st.integers(-NEVER, NEVER) | st.floats(allow_nan=False, allow_infinity=False)
ODD = [
    "no",
    "08",
    "1e5",
    "-.5",
    "12:30",
    "- a",
    "a: b",
    "#",
    "'",
    '"',
    "\\",
    "%",
    "@",
    "{",
    "~",
    "🙂",
    "漢字",
    "a\n\n b",
    "a\tb",
]
LETTERS = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t'\"：#-&*{}|>%@`,?!🙂漢é08e.")
TEXTS = st.sampled_from(ODD) | st.text(LETTERS, min_size=1, max_size=8).filter(str.strip)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


@st.composite
def known(draw: st.DrawFn) -> dict[str, Any]:
    return draw(
        st.fixed_dictionaries(
            {"at": POSITIONS, "audience": AUDIENCES, "quote": maybe(TEXTS)},
            optional={"revealed_at": POSITIONS | st.just(NEVER)},
        )
    )


@st.composite
def fact(draw: st.DrawFn) -> dict[str, Any]:
    times = st.fixed_dictionaries(
        {},
        optional={
            "present": st.booleans(),
            "story_from": maybe(st.integers(-(10**6), 10**6)),
            "story_until": maybe(st.integers(10**6, 10**7)),
            "story_label": maybe(TEXTS),
            "story_precision": maybe(st.integers(0, 10)),
        },
    )
    return draw(known()) | draw(times)


def pairs(*keys: str, **more: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    one = st.fixed_dictionaries({"entity": st.sampled_from(keys), **more})
    return st.lists(one, max_size=3, unique_by=lambda pair: pair["entity"])


PRESENCE = st.sampled_from(["on_stage", "off_stage", "mentioned", "corpse", "spirit", "disguised"])
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "goal": maybe(TEXTS | st.just("")),
    "place": maybe(st.just("harbour")),
    "score": maybe(NUMBERS),
    "scores": st.lists(NUMBERS, max_size=4).map(tuple),
    "words": st.lists(TEXTS, max_size=3).map(tuple),
}


@st.composite
def canon(draw: st.DrawFn, project: str = "made-up") -> Canon:
    """A canon as a pack of it would be read."""
    header = Header(
        canon=1,
        project=project,
        title=draw(TEXTS),
        language="zh",
        bare_titles=True,
        style=draw(st.lists(TEXTS, max_size=2)),
    )
    numbers = st.integers(-NEVER, NEVER)
    last = draw(st.integers(3, 10**6))
    records: list[Any] = [
        Dimension(of="character", name="score", type="number"),
        Dimension(of="character", name="scores", type="number", many=True, change="limited", limit=0.5),
        Dimension(of="character", name="words", many=True),
        Volume(key="one", title=draw(TEXTS), number=draw(numbers), at=draw(st.sampled_from([0, 100_000]))),
        *(
            Chapter(
                key=key, title=draw(TEXTS), number=last if key == "3" else draw(numbers), order=order, volume=volume
            )
            for key, number, order, volume in zip(
                ("1", "第二章", "3"), (draw(numbers), draw(numbers), last), ORDERS, ("one", "one", None), strict=True
            )
        ),
        Entity(key="kez", kind="character"),
        Entity(key="老陈", kind="character"),
        Entity(key="harbour", kind="location"),
        Entity(key="letter", kind="item"),
        Relationship(key="two", kind=draw(TEXTS), between=("老陈", "kez"), symmetric=draw(st.booleans())),
        Thread(key="forged"),
        Chain(key="trust"),
        Step(key="doubt", chain="trust", order=2),
        Step(key="proof", chain="trust", order=1),
    ]
    for of in ("kez", "老陈", "harbour", "letter", "thread/forged", "chain/trust", "step/doubt", "step/proof"):
        records.append(State(of=of, dimension="name", value=draw(TEXTS), **draw(fact())))  # noqa: PERF401 # drawn in turn
    records.append(State(of="relationship/two", dimension="standing", value=draw(TEXTS), **draw(fact())))
    due = draw(maybe(st.sampled_from(["1", "第二章", str(last + 2)])))
    records.append(State(of="thread/forged", dimension="due_until", value=due, at=100_001, key="due"))
    for of, dimension, seq, more in draw(
        st.lists(st.tuples(MINDS, st.sampled_from(sorted(VALUES)), st.integers(0, 2), fact()), max_size=4)
    ):
        records.append(State(of=of, dimension=dimension, value=draw(VALUES[dimension]), seq=seq, **more))
    for nth in range(draw(st.integers(1, 3))):
        later = tuple(f"e{n}" for n in range(nth))
        told = draw(pairs("kez", "老陈", "letter", role=TEXTS))
        place = draw(maybe(st.just("harbour")))
        records.append(
            Event(
                key=f"e{nth}",
                summary=draw(TEXTS),
                involves=told,
                place=place,
                before=later,
                causes=later[:1],
                **draw(fact()),
            )
        )
    governs = draw(st.lists(KEYS, max_size=2, unique=True))
    records.append(
        Rule(key="r", statement=draw(TEXTS), governs=governs, limit=draw(maybe(st.floats(-1e9, 1e9))), **draw(fact()))
    )
    records.append(
        Alias(entity=draw(KEYS), text=draw(TEXTS), key="al", exclude=draw(st.lists(TEXTS, max_size=2)), **draw(known()))
    )
    modes = st.sampled_from(["actual", "memory", "vision", "dream", "told"])
    for at in draw(st.lists(POSITIONS, min_size=1, max_size=4, unique=True)):
        records.append(  # noqa: PERF401 # drawn in turn
            Scene(
                at=at,
                title=draw(maybe(TEXTS)),
                mode=draw(modes),
                story_from=draw(maybe(st.integers(-100, 100))),
                story_label=draw(maybe(TEXTS)),
                place=draw(maybe(st.just("harbour"))),
                features=draw(pairs("kez", "老陈", "letter", presence=PRESENCE, role=maybe(TEXTS))),
                threads=draw(st.sampled_from([(), ("forged",)])),
                callbacks=draw(st.sampled_from([(), ("e0",), ("step/doubt", "event/e0")])),
                relies_on=draw(st.sampled_from([(), ("rule/r", "state/due"), ("alias/al",)])),
            )
        )
    records.append(Summary(level=0, first="第二章", last="第二章", text=draw(TEXTS), stale=draw(st.booleans())))
    records.append(Summary(level=1, first="1", last="3", text=draw(TEXTS), placeholder=draw(st.booleans())))
    about = st.lists(
        st.sampled_from(["event/e0", "rule/r", "alias/al", "state/due", "harbour"]), max_size=3, unique=True
    )
    held = st.fixed_dictionaries(
        {"holder": MINDS, "topic": TEXTS, "view": TEXTS, "at": POSITIONS, "about": about, "told_by": maybe(MINDS)},
        optional={"revealed_at": POSITIONS | st.just(NEVER), "quote": TEXTS},
    )
    records += [Belief(**one) for one in draw(st.lists(held, min_size=1, max_size=3))]
    unique = {record.id: record for record in records}
    return checked(Pack(header, tuple(Placed(record, Piece("made", {}, "made", 1)) for record in unique.values())))
