"""What is taken into a packet: P0 whole, floors first, within caps and budget, and the rest accounted for."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.errors import BudgetError
from compiler.fit import Candidate, Fitted, fit, heading
from compiler.items import TIERS, Item, Section


def words(text: str) -> int:
    return len(text.split())


def section(name: str, tier: str, floor: int = 0, cap: float = 1.0) -> Section:
    return Section(name, tier, name, frozenset({"writer"}), lambda material, rows: (), floor=floor, cap=cap)


def candidates(*given: tuple[Section, list[tuple[str, int]]]) -> list[Candidate]:
    """Items of so many words; each heading has two."""
    made: list[Candidate] = []
    for of, items in given:
        for uid, size in items:
            text = " ".join(["w"] * (size - 1))
            made.append(Candidate(of, Item(uid, text), f"c{len(made) + 1}", f"- {text}\n", size))
    return made


def taken(fitted: Fitted) -> list[str]:
    return [one.item.uid for one in fitted.taken]


def reasons(fitted: Fitted) -> dict[str, str]:
    return {one.item.uid: reason for one, reason in fitted.left_out}


TASK = section("task", "P0")


def test_p0_is_never_cut():
    found = candidates((TASK, [("a", 5), ("b", 5)]))
    assert taken(fit(found, budget=12, count=words)) == ["a", "b"]
    with pytest.raises(BudgetError) as caught:
        fit(found, budget=11, count=words)
    assert (caught.value.budget, caught.value.sizes) == (11, {"task": 12})


def test_p0_comes_before_what_stands_before_it_in_the_layout():
    found = candidates((section("past", "P3"), [("old", 5)]), (TASK, [("a", 5)]))
    fitted = fit(found, budget=10, count=words)
    assert taken(fitted) == ["a"]
    assert reasons(fitted) == {"old": "budget"}


def test_a_heading_is_paid_for_once_and_only_where_there_is_an_item():
    one, other = section("one", "P1"), section("other", "P1")
    fitted = fit(candidates((one, [("a", 3), ("b", 3)]), (other, [("c", 90)])), budget=10, count=words)
    assert taken(fitted) == ["a", "b"]
    assert fitted.headings == {"one": words(heading(one))}
    assert fitted.tokens == 2 + 3 + 3


def test_what_does_not_fit_is_skipped_and_smaller_ones_are_still_tried():
    fitted = fit(candidates((section("s", "P1"), [("a", 3), ("b", 30), ("c", 3)])), budget=10, count=words)
    assert taken(fitted) == ["a", "c"]
    assert reasons(fitted) == {"b": "budget"}


def test_the_floor_of_a_later_section_goes_before_the_rest_of_an_earlier_one():
    long, short = section("long", "P2"), section("short", "P2", floor=1)
    found = candidates((long, [("a", 4), ("b", 4)]), (short, [("c", 4), ("d", 4)]))
    assert taken(fit(found, budget=12, count=words)) == ["c", "a"]
    assert taken(fit(found, budget=6, count=words)) == ["c"]


def test_a_floor_does_not_go_before_a_higher_tier():
    found = candidates((section("low", "P2", floor=5), [("a", 4)]), (section("high", "P1"), [("b", 4)]))
    assert taken(fit(found, budget=6, count=words)) == ["b"]


def test_a_cap_is_a_share_of_the_budget_headings_included():
    capped = section("capped", "P1", cap=0.5)
    fitted = fit(candidates((capped, [("a", 4), ("b", 4), ("c", 5)])), budget=20, count=words)
    assert taken(fitted) == ["a", "b"]
    assert reasons(fitted) == {"c": "section_cap"}


def test_what_is_said_once_is_not_said_again():
    fitted = fit(
        candidates((section("one", "P1"), [("a", 3)]), (section("two", "P1"), [("a", 3)])), budget=50, count=words
    )
    assert [one.section.name for one in fitted.taken] == ["one"]
    assert reasons(fitted) == {"a": "duplicate"}


def test_what_was_cut_from_one_section_may_still_come_with_another():
    one, two = section("one", "P1", cap=0.1), section("two", "P2")
    fitted = fit(candidates((one, [("a", 5)]), (two, [("a", 5)])), budget=20, count=words)
    assert [(one.section.name, one.item.uid) for one in fitted.taken] == [("two", "a")]


def test_nothing_at_all_is_an_empty_packet():
    assert fit([], budget=1, count=words).tokens == 0


sections = st.lists(
    st.builds(
        section,
        name=st.sampled_from([f"s{n}" for n in range(8)]),
        tier=st.sampled_from(TIERS[1:]),
        floor=st.integers(0, 3),
        cap=st.sampled_from([0.05, 0.3, 1.0]),
    ),
    max_size=6,
    unique_by=lambda one: one.name,
)


@st.composite
def packets(draw: st.DrawFn) -> tuple[list[Candidate], int]:
    drawn = [TASK, *draw(sections)]
    items = st.lists(st.tuples(st.sampled_from("abcdefghijklmnop"), st.integers(1, 20)), max_size=6)
    return candidates(*((one, draw(items)) for one in drawn)), draw(st.integers(1, 150))


def whole(fitted: Fitted) -> str:
    names: Iterable[str] = dict.fromkeys(one.section.name for one in fitted.taken)
    parts = []
    for name in names:
        lines = [one for one in fitted.taken if one.section.name == name]
        parts += [heading(lines[0].section), *(one.line for one in lines)]
    return "".join(parts)


@given(packets())
def test_a_fit_keeps_its_laws(drawn):
    found, budget = drawn
    p0 = [one for one in found if one.section.tier == "P0"]
    if sum(one.tokens for one in p0) + (words(heading(TASK)) if p0 else 0) > budget:
        with pytest.raises(BudgetError):
            fit(found, budget=budget, count=words)
        return
    fitted = fit(found, budget=budget, count=words)
    assert fitted.tokens <= budget
    assert fitted.tokens == words(whole(fitted))
    assert len(fitted.taken) + len(fitted.left_out) == len(found)
    assert len(set(taken(fitted))) == len(fitted.taken)
    assert all(reason == "duplicate" for one, reason in fitted.left_out if one.section.tier == "P0")
    for one, reason in fitted.left_out:
        name, cost = one.section.name, one.tokens + words(heading(one.section))
        spent = sum(other.tokens for other in fitted.taken if other.section.name == name)
        if reason == "duplicate":
            assert one.item.uid in taken(fitted)
        elif reason == "budget":
            assert fitted.tokens + cost > budget
        else:
            assert spent + cost > one.section.cap * budget


@given(packets())
def test_the_same_candidates_always_fit_the_same(drawn):
    found, budget = drawn
    try:
        one, other = [fit(found, budget=budget, count=words) for _ in range(2)]
    except BudgetError:
        return
    assert taken(one) == taken(other)
    ranks = [TIERS.index(candidate.section.tier) for candidate in one.taken]
    assert ranks == sorted(ranks)
