"""
Which candidates go into the packet: by tier, floors first, within the budget; and what is said of the rest.

Pure. A line's tokens do not depend on its neighbours (each ends in a newline and begins with `-` or `#`), so the sum of
the parts is the count of the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from compiler.errors import BudgetError
from compiler.items import TIERS, Item, Section

Reason = Literal["budget", "section_cap", "duplicate"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item with its place in the packet, rendered and counted."""

    section: Section
    item: Item
    reference: str
    line: str
    tokens: int


@dataclass(slots=True)
class Fitted:
    """What was taken, by section, and what was left out and why."""

    budget: int
    taken: list[Candidate] = field(default_factory=list)
    left_out: list[tuple[Candidate, Reason]] = field(default_factory=list)
    headings: dict[str, int] = field(default_factory=dict)
    """Tokens of the heading of each section that has an item."""

    @property
    def tokens(self) -> int:
        """Tokens of everything that is rendered."""
        return sum(one.tokens for one in self.taken) + sum(self.headings.values())


def heading(section: Section) -> str:
    """The line that begins *section*."""
    return f"## {section.title}\n"


def fit(candidates: Sequence[Candidate], *, budget: int, count: Callable[[str], int]) -> Fitted:
    """As much of *candidates* as the budget holds. Raises `BudgetError` when P0 alone is too large."""
    fitted = Fitted(budget)
    _check_p0(candidates, budget, count)
    total = 0
    spent: dict[str, int] = {}
    uids: set[str] = set()
    for one in _in_order(candidates):
        name = one.section.name
        cost = one.tokens + (0 if name in fitted.headings else count(heading(one.section)))
        if one.item.uid in uids:
            fitted.left_out.append((one, "duplicate"))
        elif total + cost > budget:
            fitted.left_out.append((one, "budget"))
        elif spent.get(name, 0) + cost > one.section.cap * budget:
            fitted.left_out.append((one, "section_cap"))
        else:
            fitted.headings.setdefault(name, cost - one.tokens)
            fitted.taken.append(one)
            spent[name] = spent.get(name, 0) + cost
            total += cost
            uids.add(one.item.uid)
    return fitted


def _check_p0(candidates: Sequence[Candidate], budget: int, count: Callable[[str], int]) -> None:
    # P0 is never cut: a packet without it would lie.
    sizes: dict[str, int] = {}
    for one in candidates:
        if one.section.tier == "P0":
            name = one.section.name
            sizes[name] = sizes.get(name, count(heading(one.section))) + one.tokens
    if sum(sizes.values()) > budget:
        raise BudgetError(budget, sizes)


def _in_order(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """By tier; in each the floors of its sections first, then the rest by section and rank."""
    for tier in TIERS:
        floors: list[Candidate] = []
        rest: list[Candidate] = []
        seen: dict[str, int] = {}
        for one in (one for one in candidates if one.section.tier == tier):
            seen[one.section.name] = seen.get(one.section.name, 0) + 1
            (floors if seen[one.section.name] <= one.section.floor else rest).append(one)
        yield from floors
        yield from rest
