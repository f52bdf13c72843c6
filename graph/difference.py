"""
What an import changes: what is to be added, what is to end, and in which commits.

Pure: compares a wanted canon with the live one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graph.canon import Canon, fixed_of, keyed_facts
from graph.errors import InputError
from graph.models import Anything, Belief, Chapter, Entity, Head, Scene, Summary, Volume
from graph.pack.write import one_line
from graph.values import ENTITY_KINDS

COMMIT_SIZE = 500
"""A commit of an import ends with the chapter in which it reaches so many records."""


class ContradictionError(InputError):
    """A pack says something else than the canon that is there."""

    def __init__(self, project: str, pairs: list[tuple[str, str, str]], *, replaceable: bool) -> None:
        self.pairs = tuple(pairs)
        shown = "\n".join(f"  {name}\n    canon: {old}\n    pack:  {new}" for name, old, new in pairs[:20])
        more = f"\n  and {len(pairs) - 20} more" if len(pairs) > 20 else ""
        way = "with --replace the canon becomes the pack" if replaceable else "these never change; take another key"
        super().__init__(f"the pack contradicts the canon of {project!r}, nothing was stored; {way}:\n{shown}{more}")


@dataclass(frozen=True, slots=True)
class Batch:
    """What one commit of an import does."""

    chapters: int
    """So many chapters are in, once it is made."""
    added: tuple[Anything, ...]
    removed: tuple[str, ...]
    """The uids of the records that end."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What has to change for the wanted canon to be the live one. Removals are by the id of what they remove."""

    whole: Canon
    added: tuple[Anything, ...]
    removed: Mapping[str, tuple[str, ...]]

    @property
    def removals(self) -> int:
        """How many records end."""
        return sum(len(uids) for uids in self.removed.values())


def difference(wanted: Canon, live: Canon | None, *, replace: bool) -> Difference:
    """
    What *wanted* adds to *live*; with *replace*, also what it removes.

    Raises `ContradictionError` when the two disagree and that cannot, or with *replace* may not, be settled.
    """
    there: Mapping[str, Anything] = live.records if live else {}
    changed = {name for name, record in wanted.records.items() if name in there and there[name] != record}
    _check_heads(wanted, live)
    if changed and not replace:
        pairs = [(name, one_line(there[name]), one_line(wanted.records[name])) for name in sorted(changed)]
        raise ContradictionError(wanted.header.project, pairs, replaceable=True)
    gone = (there.keys() - wanted.records.keys()) | changed if replace else set()
    again = _pointing_at(gone, there, wanted) - gone
    whole = wanted if replace or live is None else Canon(wanted.header, {**there, **wanted.records})
    added = [record for name, record in wanted.records.items() if name not in there or name in changed or name in again]
    removed = {name: tuple(_uids_of(name, live)) for name in gone | again} if live else {}
    return Difference(whole, tuple(added), {name: uids for name, uids in removed.items() if uids})


def _check_heads(wanted: Canon, live: Canon | None) -> None:
    """What never changes about a head never changes, even when the head is gone and comes back."""
    if live is None:
        return
    pairs = []
    bearers = {name.partition("/")[2]: name for name in live.heads if name.partition("/")[0] in ENTITY_KINDS}
    for name, head in wanted.records.items():
        if not isinstance(head, Head):
            continue
        if name in live.heads and live.heads[name] != fixed_of(head):
            pairs.append((name, str(live.heads[name]), str(fixed_of(head))))
        elif isinstance(head, Entity) and bearers.get(head.key, name) != name:
            pairs.append((name, bearers[head.key], name))
    if pairs:
        raise ContradictionError(wanted.header.project, pairs, replaceable=False)


def _uids_of(name: str, live: Canon) -> Iterator[str]:
    """The uid of what is called *name*; of a chapter or volume those of its title and number."""
    for part in (name, f"{name}:title", f"{name}:number"):
        if part in live.uids:
            yield live.uids[part]


def _pointing_at(gone: set[str], there: Mapping[str, Anything], wanted: Canon) -> set[str]:
    """Records with edges to what ends: the edges lead to the old record, so they are written again too."""
    ended = set(keyed_facts(there[name] for name in gone))
    found = set()
    for name, record in wanted.records.items():
        targets = record.about if isinstance(record, Belief) else ()
        if isinstance(record, Scene):
            targets = (*record.callbacks, *record.relies_on)
        if name in there and ended & set(targets):
            found.add(name)
    return found


def batches(change: Difference) -> list[Batch]:
    """
    The commits that make *change*, in the order of the telling.

    What ends, ends with the commit that brings what takes its place, or with the last.
    """
    chapters = change.whole.orders
    orders = sorted(chapters.values())
    pointed = {reference: fact.at for reference, fact in keyed_facts(change.whole.records.values()).items()}
    standing = sorted(((_order(one, chapters, pointed), one.id, one) for one in change.added), key=lambda s: s[:2])
    ending = dict(change.removed)
    made: list[Batch] = []
    batch: list[Anything] = []
    for number, (order, _, record) in enumerate(standing):
        batch.append(record)
        last = number + 1 == len(standing)
        if last or (len(batch) >= COMMIT_SIZE and standing[number + 1][0] != order):
            removed = [uid for one in batch for uid in ending.pop(one.id, ())]
            removed += [uid for uids in ending.values() for uid in uids] if last else []
            inside = len(orders) if last else sum(1 for one in orders if one <= order)
            made.append(Batch(inside, tuple(batch), tuple(sorted(removed))))
            batch = []
    if not made and ending:
        made.append(Batch(len(orders), (), tuple(sorted(uid for uids in ending.values() for uid in uids))))
    return made


def _order(record: Anything, chapters: Mapping[str, int], pointed: Mapping[str, int]) -> int:
    """The chapter with which *record* is written: what others point at comes first."""
    match record:
        case Chapter():
            return record.order
        case Volume():
            return record.at // 1000
        case Summary():
            return chapters[record.last]
    told: int = getattr(record, "at", 0)
    targets = record.about if isinstance(record, Belief) else ()
    if isinstance(record, Scene):
        targets = (*record.callbacks, *record.relies_on)
    return max([told, *(pointed.get(target, 0) for target in targets)]) // 1000
