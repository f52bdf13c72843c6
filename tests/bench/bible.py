"""
Makes a canon pack of a long real telling: the Bible as 1,189 chapters, each fact at the verse that states it.

    python tests/bench/bible.py OUT.jsonl

Reads `bible_bibledata`, `bible_kjv` and `bible_theographic` in the folder that CANON_DATA names. Corrects
nothing: what the data leaves unclear is placed by a rule and reported on stderr.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))  # tests are no package

Row = Mapping[str, str]
Verse = tuple[int, int]
"""A chapter's number in the telling, from 1, and a verse; verse 0 is what stands above a psalm."""
Entry = tuple[str, dict[str, Any]]
"""The list of the pack that a record belongs to, and the record."""
SECTIONS = ["canon", "dimensions", "volumes", "chapters", "entities", "relationships"]
SECTIONS += ["aliases", "states", "events", "scenes"]
HEADER = {"canon": 1, "project": "bible", "title": "The Bible", "language": "en"}
HEADER |= {"story_unit": "year", "bare_titles": True}


def folder() -> Path:
    """Where the data lies."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    return Path(os.environ.get("CANON_DATA") or beside)


def key(name: str) -> str:
    """*name*, an identifier of the data, as a key of the canon."""
    return re.sub(r"[^\w.'+-]+", "-", unicodedata.normalize("NFC", name)).strip("-_.'+")


def place_key(name: str) -> str:
    """The key of a place, which may be called as a person is."""
    return f"place-{key(name)}"


def same(text: str) -> str:
    """*text* as labels are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def written(verse: Verse) -> str:
    return f"{verse[0]}/{verse[1]}"


class Source:
    """The files, what a reference in them means, and what was odd about them."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.notes: dict[str, list[str]] = defaultdict(list)
        with gzip.open(data / "bible_kjv" / "kjv_chapters.jsonl.gz", "rt", encoding="utf-8-sig") as lines:
            self.chapters: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self.books = sorted(self.rows("Book"), key=lambda book: int(book["christian_sequence"]))
        names = list(dict.fromkeys(chapter["book"] for chapter in self.chapters))
        codes = dict(zip(names, (book["usx_code"] for book in self.books), strict=True))
        self.sequence = {(codes[c["book"]], int(c["chapter"])): int(c["seq"]) for c in self.chapters}

    def rows(self, name: str, set_: str = "bible_bibledata/BibleData-") -> list[Row]:
        with (self.data / f"{set_}{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    def verse(self, text: str) -> Verse | None:
        """The first verse that the reference *text* names and that exists."""
        found = re.findall(r"\b([1-3]?[A-Z]{2,3})\s+([0-9]+)[:.]([0-9]+)", text)
        verses = ((self.sequence.get((book, int(c)), 0), int(v)) for book, c, v in found)
        return min((verse for verse in verses if verse[0] and self.exists(verse)), default=None)

    def exists(self, verse: Verse) -> bool:
        chapter = self.chapters[verse[0] - 1]
        return verse[1] <= len(chapter["verses"]) and (verse[1] > 0 or chapter["book"] == "Psalms")

    def quote(self, verse: Verse) -> dict[str, str]:
        texts = self.chapters[verse[0] - 1]["verses"]
        return {"quote": texts[verse[1] - 1]} if 0 < verse[1] <= len(texts) else {}

    def stated(self, what: str, text: str, otherwise: Verse | None = None) -> Verse | None:
        """Where *what* stands by the reference *text*; what is not one plain reference is noted."""
        verse = self.verse(text) or otherwise or self._as_written(text)
        if not re.fullmatch(r"[1-3]?[A-Z]{2,3} [0-9]+:[0-9]+", text) or not self.verse(text):
            self.notes["reference is not one plain verse"].append(f"{what}: {text!r} read as {verse}")
        return verse

    def _as_written(self, text: str) -> Verse | None:
        found = re.fullmatch(r"(\w{3}) +([0-9]+):([0-9]+)", text)
        chapter = self.sequence.get((found[1], int(found[2]))) if found else None
        return (chapter, int(found[3])) if found and chapter else None

    def mentions(self, of: str) -> dict[str, list[tuple[Verse, str]]]:
        """Each verse in which a *of* (Person, Place) is named, in order, with the label's id, by its id."""
        made: dict[str, list[tuple[Verse, str]]] = defaultdict(list)
        for row in self.rows(f"{of}Verse"):
            one, verse = row[f"{of.lower()}_id"], self.verse(row["reference_id"])
            if one != "NA" and verse is None:
                self.notes["mention without a verse"].append(f"{one}: {row['reference_id']!r}")
            elif one != "NA":
                made[one].append((verse, row[f"{of.lower()}_label_id"]))
        return {one: sorted(found) for one, found in made.items()}


def telling(source: Source) -> Iterator[Entry]:
    """The volumes and chapters."""
    for number, book in enumerate(source.books, 1):
        code = book["usx_code"]
        at = f"{source.sequence[code, 1]}/0"
        yield "volumes", {"key": code.lower(), "title": book["book_name"], "number": number, "at": at}
    for (code, number), sequence in source.sequence.items():
        title = f"{source.chapters[sequence - 1]['book']} {number}"
        chapter = {"key": str(sequence), "title": title, "number": number, "order": 100 * sequence}
        yield "chapters", chapter | {"volume": code.lower()}


def named(source: Source, of: str, kind: str) -> Iterator[Entry]:
    """Each *of* (Person, Place) as an entity, its earliest label as its name, the others as its aliases."""
    one, spelled = f"{of.lower()}_id", place_key if of == "Place" else key
    mentions = source.mentions(of)
    labels: dict[str, list[tuple[Verse, int, str]]] = defaultdict(list)
    for row in source.rows(f"{of}Label"):
        label = row[f"{of.lower()}_label_id"]
        first = next((verse for verse, said in mentions.get(row[one], ()) if said == label), None)
        verse = source.stated(f"label {label}", row["label_reference_id"], first)
        if verse:
            labels[row[one]].append((verse, int(row["label_sequence"]), row["english_label"]))
    for row in source.rows(of):
        found = sorted(labels[row[one]])
        if not found and mentions.get(row[one]):
            source.notes[f"{of} without a label: its name at its first mention"].append(row[one])
            found = [(mentions[row[one]][0][0], 0, row[f"{of.lower()}_name"])]
        if not found:
            source.notes[f"{of} without label and mention left out"].append(row[one])
            continue
        yield "entities", {"key": spelled(row[one]), "kind": kind}
        yield from _labels(source, spelled(row[one]), found)


def _labels(source: Source, entity: str, found: list[tuple[Verse, int, str]]) -> Iterator[Entry]:
    seen: dict[str, Verse] = {}
    for verse, _, text in found:
        if same(text) in seen:
            source.notes["label said again"].append(f"{entity}: {text!r} at {written(verse)}")
        elif seen:
            yield "aliases", {"entity": entity, "text": text, "at": written(verse)}
        else:
            state = {"of": entity, "set": {"name": text}, "at": written(verse)}
            yield "states", state | source.quote(verse)
        seen.setdefault(same(text), verse)


def relationships(source: Source) -> Iterator[Entry]:
    """Each distinct statement "first is TYPE of second", where it is first made."""
    stated: dict[tuple[str, str, str], Verse] = {}
    for row in source.rows("PersonRelationship"):
        triple = row["person_id_1"], row["relationship_type"], row["person_id_2"]
        verse = source.stated(f"relationship {row['person_relationship_id']}", row["reference_id"])
        if verse is None:
            source.notes["relationship without a verse left out"].append(row["person_relationship_id"])
            continue
        if triple in stated:
            source.notes["relationship stated again"].append(" ".join(triple))
        stated[triple] = min(verse, stated.get(triple, verse))
    for (first, type_, second), verse in stated.items():
        name = f"{key(first)}.{key(type_)}.{key(second)}"
        yield "relationships", {"key": name, "kind": type_, "between": [key(first), key(second)]}
        state = {"of": f"relationship/{name}", "set": {"standing": type_}, "at": written(verse)}
        yield "states", state | source.quote(verse)


def reigns(source: Source) -> Iterator[Entry]:
    """Each reign where its beginning is stated, else its end or its length; its years count otherwise."""
    yield "dimensions", {"of": "character", "name": "reign"}
    taken: Counter[tuple[str, Verse]] = Counter()
    seen: set[tuple[str, str, Verse]] = set()
    for row in source.rows("Epoch"):
        if row["epoch_type"] != "Reign":
            continue
        texts = (row[f"{of}_reference_id"] for of in ("start_year", "end_year", "period_length"))
        verse = next((verse for text in texts if (verse := source.verse(text))), None)
        if verse is None:
            source.notes["reign without a verse left out"].append(row["epoch_id"])
            continue
        person = row["person_id"]
        if (person, row["epoch_name"], verse) in seen:
            source.notes["reign stated again"].append(row["epoch_id"])
            continue
        seen.add((person, row["epoch_name"], verse))
        state = {"of": key(person), "set": {"reign": row["epoch_name"]}, "at": written(verse)}
        yield "states", state | {"seq": taken[person, verse]} | source.quote(verse)
        taken[person, verse] += 1


def scenes(source: Source) -> Iterator[Entry]:
    """One scene a chapter, with everyone it names; who acts is not in the data."""
    named_in: dict[int, dict[str, None]] = {sequence: {} for sequence in source.sequence.values()}
    found = ((verse, one) for one, verses in source.mentions("Person").items() for verse, _ in verses)
    for verse, one in sorted(found):
        named_in[verse[0]][key(one)] = None
    for sequence, people in named_in.items():
        features = [{"entity": one, "presence": "mentioned"} for one in people]
        yield "scenes", {"at": f"{sequence}/1", "features": features}


def records(source: Source) -> list[Entry]:
    """Every record of the pack, the header first."""
    from bible_events import events  # it uses what is above

    made: list[Entry] = [("canon", HEADER), *telling(source), *scenes(source)]
    made += [*named(source, "Person", "character"), *named(source, "Place", "location")]
    made += [*relationships(source), *reigns(source), *events(source)]
    return sorted(made, key=lambda entry: SECTIONS.index(entry[0]))


def lines(entries: Iterable[Entry]) -> Iterator[str]:
    """The pack's text, a record a line."""
    return (json.dumps({"record": name, **data}, ensure_ascii=False) + "\n" for name, data in entries)


def write(out: Path, data: Path | None = None) -> Source:
    """Writes the pack to *out*; what was odd is in the notes of the source returned."""
    source = Source(data or folder())
    with out.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines(records(source)))
    return source


def main() -> None:
    source = write(Path(sys.argv[1]))
    for what, found in source.notes.items():
        print(f"{what}: {len(found)}", *found[:60], sep="\n    ", file=sys.stderr)


if __name__ == "__main__":
    main()
