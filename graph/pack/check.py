"""
Whether the records of a pack fit together and with the canon that is there: references, declarations, names.

Says nothing about whether the story is consistent; that is for the checks, on canon that was accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from graph.canon import Canon, entity_kinds, full
from graph.models import Anything, Belief, Scene, State
from graph.pack.faults import Merged
from graph.pack.read import Pack, Placed, Source
from graph.pack.source import PackError, Problem


def read(path: Path) -> Pack:
    """The pack in the file at *path*, by itself. Raises `PackError` with everything that is wrong with its entries."""
    pack = Source.of(path).pack({})
    if pack.problems:
        checked(pack)
    return pack


def checked(pack: Pack, live: Canon | None = None) -> Canon:
    """
    The canon that *pack* describes, every reference in full.

    What the pack refers to may stand in *live*, the canon it is to be added to. Raises `PackError` with every fault.
    """
    there = dict(live.records) if live else {}
    kinds = entity_kinds([*there.values(), *(placed.record for placed in pack.records)])
    problems: list[Problem] = list(pack.problems)
    records: dict[str, Anything] = {}
    placed_by_id: dict[str, Placed] = {}
    for placed in pack.records:
        record = _in_full(placed.record, kinds)
        if record.id in records:
            first = placed_by_id[record.id].piece.line
            problems.append(placed.piece.problem((), f"{record.id} stands already on line {first}"))
            continue
        records[record.id], placed_by_id[record.id] = record, placed
    merged = Merged(pack.header, there | records, pack.broken)
    for name, placed in placed_by_id.items():
        faults = list(merged.faults(records[name]))
        problems += (placed.piece.problem(path, what) for path, what in faults)
        if not faults:
            records[name] = merged.settled(records[name])
    if problems:
        raise PackError(problems)
    return Canon(pack.header, records)


def _in_full(record: Anything, kinds: Mapping[str, str]) -> Anything:
    match record:
        case State():
            return record.model_copy(update={"of": full(record.of, kinds)})
        case Belief():
            return record.model_copy(update={"about": tuple(full(about, kinds) for about in record.about)})
        case Scene():
            return record.model_copy(
                update={
                    "callbacks": tuple(_event_by_default(back) for back in record.callbacks),
                    "relies_on": tuple(_event_by_default(fact) for fact in record.relies_on),
                }
            )
    return record


def _event_by_default(reference: str) -> str:
    return reference if "/" in reference else f"event/{reference}"
