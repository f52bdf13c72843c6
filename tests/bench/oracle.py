"""
What a reader of the data knows as of a chapter, worked out in plain Python.

It reads the data itself and shares nothing with the program, and with the pack only the spelling of keys.
"Before n" is what a verse of a chapter before n states; `later` asks for what is first stated in n or after.
"""

from __future__ import annotations

import csv
import re
import sys
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))  # tests are no package
from bible import folder, key  # the path comes first

Triple = tuple[str, str, str]


class Said(NamedTuple):
    """One statement: where, its place among those of that verse, and what it says."""

    chapter: int
    verse: int
    rank: Any
    what: Any


Told = dict[str, list[Said]]
"""What is said of each person, in the order of the telling."""


def _told(pairs: Iterable[tuple[str, Said]]) -> Told:
    made: Told = defaultdict(list)
    for one, said in pairs:
        made[one].append(said)
    return {one: sorted(found) for one, found in made.items()}


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text).casefold()).strip()


class Oracle:
    """The answers, for people by key and chapters by their number in the telling (1 to 1,189)."""

    def __init__(self, data: Path | None = None) -> None:
        self._data = data or folder()
        self._chapters: dict[str, int] = {}
        self._verses: dict[str, tuple[int, int]] = {}
        for row in self._rows("bible_bibledata/BibleData-Reference"):
            chapter = f"{row['usx_code']} {row['chapter']}"
            sequence = self._chapters.setdefault(chapter, len(self._chapters) + 1)
            self._verses[row["reference_id"]] = sequence, int(row["verse"])
            if row["usx_code"] == "PSA":
                self._verses[f"{chapter}:0"] = sequence, 0
        self.in_chapter: dict[int, set[str]] = defaultdict(set)
        self._in_verse: dict[tuple[int, int], set[str]] = defaultdict(set)
        self._first_said: dict[str, tuple[int, int]] = {}
        for row in self._rows("bible_bibledata/BibleData-PersonVerse"):
            if row["person_id"] == "NA":
                continue
            verse, label = self._verses[row["reference_id"]], row["person_label_id"]
            self.in_chapter[verse[0]].add(key(row["person_id"]))
            self._in_verse[verse].add(row["person_id"])
            self._first_said[label] = min(verse, self._first_said.get(label, verse))

    def _rows(self, name: str) -> Iterator[dict[str, str]]:
        with (self._data / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            yield from csv.DictReader(file)

    def _verse(self, text: str) -> tuple[int, int] | None:
        plain = (re.sub(r"\s+", " ", part).strip().replace(".", ":") for part in text.split(","))
        return min((self._verses[part] for part in plain if part in self._verses), default=None)

    @cached_property
    def all_labels(self) -> Told:
        """Every label of every person, once, where it is first given."""
        found = []
        for row in self._rows("bible_bibledata/BibleData-PersonLabel"):
            verse = self._verse(row["label_reference_id"]) or self._first_said[row["person_label_id"]]
            said = Said(*verse, int(row["label_sequence"]), row["english_label"].strip())
            found.append((key(row["person_id"]), said))
        first: dict[tuple[str, str], tuple[str, Said]] = {}
        for one, said in sorted(found):
            first.setdefault((one, _folded(said.what)), (one, said))
        return _told(first.values())

    @cached_property
    def all_relationships(self) -> Told:
        """Every distinct statement "first is TYPE of second", where it is first made, under both people."""
        first: dict[Triple, tuple[int, int]] = {}
        for row in self._rows("bible_bibledata/BibleData-PersonRelationship"):
            triple = key(row["person_id_1"]), row["relationship_type"], key(row["person_id_2"])
            verse = self._verse(row["reference_id"]) or self._unreal(row["reference_id"])
            first[triple] = min(verse, first.get(triple, verse))
        each = ((end, Said(*verse, 0, t)) for t, verse in first.items() for end in {t[0], t[2]})
        return _told(each)

    def _unreal(self, text: str) -> tuple[int, int]:
        chapter, verse = text.split(":")
        return self._chapters[chapter], int(verse)

    @cached_property
    def all_reigns(self) -> Told:
        """Every reign that a verse states, by its name."""
        found: dict[tuple[str, str, tuple[int, int]], int] = {}
        for rank, row in enumerate(self._rows("bible_bibledata/BibleData-Epoch")):
            stated = [self._verse(row[f"{n}_reference_id"]) for n in ("start_year", "end_year", "period_length")]
            verse = next(filter(None, stated), None)
            if verse and row["epoch_type"] == "Reign":
                found.setdefault((key(row["person_id"]), row["epoch_name"], verse), rank)
        return _told((one, Said(*verse, rank, name)) for (one, name, verse), rank in found.items())

    @cached_property
    def told_at(self) -> dict[str, tuple[int, int]]:
        """The first verse that tells each event, by the event's key."""
        rows = self._rows("bible_theographic/Events")
        return {f"e{row['ID']}": min(self._osis(row["verses"])) for row in rows}

    @cached_property
    def all_events(self) -> Told:
        """Every event, by its key, under each person who takes part and whom both data sets know."""
        rows = list(self._rows("bible_theographic/Events"))
        people = self._same_people({one for row in rows for one in row["participants"].split(",")})
        found = set()
        for row in rows:
            event = f"e{row['ID']}"
            said = Said(*self.told_at[event], event, event)
            found |= {(key(people[one]), said) for one in row["participants"].split(",") if one in people}
        return _told(found)

    @cached_property
    def _codes(self) -> dict[str, str]:
        books = [row["osisName"] for row in self._rows("bible_theographic/Books")]
        return dict(zip(books, dict.fromkeys(name.split()[0] for name in self._chapters), strict=True))

    def _osis(self, text: str) -> list[tuple[int, int]]:
        split = [one.split(".") for one in text.split(",")] if text else []
        names = (f"{self._codes[book]} {chapter}:{verse}" for book, chapter, verse in split)
        return [self._verses[name] for name in names if name in self._verses]

    def _same_people(self, wanted: set[str]) -> dict[str, str]:
        names: dict[str, set[str]] = defaultdict(set)
        for table, column in (("Person", "person_name"), ("PersonLabel", "english_label")):
            for row in self._rows(f"bible_bibledata/BibleData-{table}"):
                names[row["person_id"]].add(_folded(row[column]).replace("g-d", "god"))
        made = {}
        for row in self._rows("bible_theographic/People"):
            if row["personLookup"] not in wanted:
                continue
            together = Counter(p for v in set(self._osis(row["verses"])) for p in self._in_verse[v])
            for called in ([row["displayTitle"], row["name"]], row["alsoCalled"].split(",")):
                folded = {_folded(name).replace("g-d", "god") for name in called if name}
                votes = sorted((-count, one) for one, count in together.items() if names[one] & folded)
                if votes:
                    made.setdefault(row["personLookup"], votes[0][1])
        return made

    @staticmethod
    def _part(told: Told, one: str, n: int, later: bool) -> list[Any]:
        found = told.get(one, [])
        cut = bisect_left(found, (n,))
        return [said.what for said in (found[cut:] if later else found[:cut])]

    def exists(self, one: str, n: int) -> bool:
        """Whether *one* has a name before *n*."""
        return self.all_labels[one][0].chapter < n

    def cast(self, n: int) -> set[str]:
        """Those whom chapter *n* names and who exist before it."""
        return {one for one in self.in_chapter[n] if self.exists(one, n)}

    def labels(self, people: Collection[str], n: int, *, later: bool = False) -> dict[str, set[str]]:
        """The labels of each of *people*."""
        return {one: set(self._part(self.all_labels, one, n, later)) for one in people}

    def relationships(self, people: Collection[str], n: int, *, later: bool = False) -> set[Triple]:
        """The relationships that have both ends among *people*."""
        among = set(people)
        every = (t for one in among for t in self.relationships_of(one, n, later=later))
        return {triple for triple in every if among.issuperset((triple[0], triple[2]))}

    def relationships_of(self, one: str, n: int, *, later: bool = False) -> set[Triple]:
        """The relationships that *one* is an end of."""
        return set(self._part(self.all_relationships, one, n, later))

    def events(self, one: str, n: int, *, later: bool = False) -> list[str]:
        """The keys of the events in which *one* takes part, by position, then by key."""
        return self._part(self.all_events, one, n, later)

    def reigns(self, one: str, n: int, *, later: bool = False) -> list[str]:
        """The reigns of *one*, in the order of the telling."""
        return self._part(self.all_reigns, one, n, later)
