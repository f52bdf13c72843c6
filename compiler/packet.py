"""
The packet: what one worker is handed for one task, and the manifest of what went in, what stayed out, and why.

The same request on the same canon gives the same bytes, in any process and after any load order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from compiler import tokens
from compiler.cast import Cast
from compiler.fit import Candidate, Fitted, fit, heading
from compiler.items import TIERS, Material, Section, flat
from compiler.material import material_of
from compiler.request import BUDGETS, PacketRequest
from compiler.resolve import resolve
from compiler.sections import SECTIONS
from graph.connection import Graph, Read
from graph.values import Canonical
from graph.view import View


class Included(Canonical):
    """An item of the packet."""

    reference: str
    uid: str
    section: str
    tier: str
    tokens: int


class Omitted(Canonical):
    """An item that could have been in the packet."""

    uid: str
    section: str
    tier: str
    tokens: int
    reason: str
    text: str


class Manifest(Canonical):
    """What a packet is made of. Token counts are of the rendered text, headings included."""

    worker: str
    key: str
    """The chapter's key, or the number of the one to be written."""
    chapter: str
    """How the chapter is called."""
    view: View
    tokenizer: str
    budget: int
    tokens: int
    tiers: dict[str, int]
    included: tuple[Included, ...]
    omitted: tuple[Omitted, ...]
    warnings: tuple[str, ...]
    introduces: tuple[str, ...]
    """Tags that canon was not asked for, since the scene introduces them."""
    hash: str
    """SHA-256 of the text."""


class Packet(Canonical):
    """The text for the model, and its manifest."""

    text: str
    manifest: Manifest


async def compile_packet(graph: Graph, request: PacketRequest, *, count: Callable[[str], int] = tokens.count) -> Packet:
    """What the scenes may know, within the budget. Raises `CompileError`s that say what to do."""
    cast = await resolve(graph, request)
    sections = [
        section for section in SECTIONS if request.worker in section.workers and (section.minds or not cast.view.mind)
    ]
    reads, at = plan(cast, sections)
    rows = await graph.fetch_all(reads)
    material = await material_of(graph, cast, rows)
    found = [rows[at[section.name]] if section.name in at else [] for section in sections]
    candidates, nameless = render(material, sections, found, count)
    fitted = fit(candidates, budget=request.budget or BUDGETS[request.worker], count=count)
    return _packet(cast, fitted, sections, nameless)


def plan(cast: Cast, sections: Sequence[Section]) -> tuple[list[Read], dict[str, int]]:
    """The reads that *sections* need, each once, and which of them answers each section."""
    reads: list[Read] = []
    at: dict[str, int] = {}
    for section in sections:
        read = section.read(cast)
        if read is None:
            continue
        if read not in reads:
            reads.append(read)
        at[section.name] = reads.index(read)
    return reads, at


def render(
    material: Material,
    sections: Sequence[Section],
    rows: Sequence[Sequence[Any]],
    count: Callable[[str], int],
) -> tuple[list[Candidate], int]:
    """Every item that could be in the packet, and how many rows speak of something that the view has no name for."""
    candidates: list[Candidate] = []
    nameless = 0
    for section, found in zip(sections, rows, strict=True):
        for item in section.items(material, found):
            if item is None:
                nameless += 1
                continue
            reference = f"c{len(candidates) + 1}"
            line = f"- [{reference}] {flat(item.text)}\n"
            candidates.append(Candidate(section, item, reference, line, count(line)))
    return candidates, nameless


def _lines(fitted: Fitted, sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        taken = [one for one in fitted.taken if one.section.name == section.name]
        if taken:
            yield heading(section)
            yield from (one.line for one in sorted(taken, key=lambda one: int(one.reference[1:])))


def _packet(cast: Cast, fitted: Fitted, sections: Sequence[Section], nameless: int) -> Packet:
    text = "".join(_lines(fitted, sections))
    tiers = dict.fromkeys(TIERS, 0)
    for one in fitted.taken:
        tiers[one.section.tier] += one.tokens
    for section in sections:
        tiers[section.tier] += fitted.headings.get(section.name, 0)
    return Packet(
        text=text,
        manifest=Manifest(
            worker=cast.worker,
            key=cast.place.key,
            chapter=cast.place.called,
            view=cast.view,
            tokenizer=tokens.NAME,
            budget=fitted.budget,
            tokens=fitted.tokens,
            tiers=tiers,
            included=tuple(_included(one) for one in sorted(fitted.taken, key=lambda one: int(one.reference[1:]))),
            omitted=tuple(_omitted(one, reason) for one, reason in fitted.left_out),
            warnings=tuple(_warnings(fitted, nameless)),
            introduces=tuple(dict.fromkeys(tag for card in cast.scenes for tag in card.introduces)),
            hash=hashlib.sha256(text.encode()).hexdigest(),
        ),
    )


def _included(one: Candidate) -> Included:
    section = one.section
    return Included(
        reference=one.reference, uid=one.item.uid, section=section.name, tier=section.tier, tokens=one.tokens
    )


def _omitted(one: Candidate, reason: str) -> Omitted:
    section = one.section
    return Omitted(
        uid=one.item.uid,
        section=section.name,
        tier=section.tier,
        tokens=one.tokens,
        reason=reason,
        text=flat(one.item.text),
    )


def _warnings(fitted: Fitted, nameless: int) -> Iterator[str]:
    cut = [one for one, reason in fitted.left_out if one.section.tier == "P1" and reason != "duplicate"]
    if cut:
        names = ", ".join(sorted({one.section.name for one in cut}))
        yield f"{len(cut)} items of P1 were cut ({names}): raise the budget or tag fewer"
    if nameless:
        yield f"{nameless} facts were left out: they speak of somebody who has no name yet at this point"
