"""
The events of the second data set, told with the people and places of the first.

The two sets share no ids. A person is the same if called the same and named in a same verse: by the
proper name before any other, then with most verses in common. A place is the same if called the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bible import Entry, Row, Source, Verse, key, place_key, same, written

THEOGRAPHIC = "bible_theographic/"


@dataclass(frozen=True)
class Known:
    """Someone or some place of the first set, by all its names."""

    id: str
    names: frozenset[str]
    verses: frozenset[Verse]


class Osis:
    """References of the second set (`Gen.1.1`)."""

    def __init__(self, source: Source) -> None:
        orders = {row["osisName"]: int(row["bookOrder"]) for row in source.rows("Books", THEOGRAPHIC)}
        self.codes = {name: source.books[order - 1]["usx_code"] for name, order in orders.items()}
        self.source = source

    def verses(self, text: str) -> frozenset[Verse]:
        """The verses that exist among those listed in *text*."""
        found = re.findall(r"(\w+)\.([0-9]+)\.([0-9]+)", text)
        verses = (self.source.verse(f"{self.codes.get(book)} {c}:{v}") for book, c, v in found)
        return frozenset(verse for verse in verses if verse)


def called(texts: Iterable[str]) -> frozenset[str]:
    """The names in *texts* as they are compared; the first set writes G-d."""
    return frozenset(same(text).replace("g-d", "god") for text in texts if text.strip())


def events(source: Source) -> Iterator[Entry]:
    """Each event at the first verse that tells it, with what it is the predecessor of."""
    rows, osis = source.rows("Events", THEOGRAPHIC), Osis(source)
    people, places = _people(source, osis, rows), _places(source, osis, rows)
    keys = {row["title"]: f"e{row['ID']}" for row in rows}
    follows: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        follows[row["predecessor"].strip('"')].append(keys[row["title"]])
        if row["predecessor"] and row["predecessor"].strip('"') not in keys:
            source.notes["predecessor is no event"].append(f"{keys[row['title']]}: {row['predecessor']}")
    for row in rows:
        verses = osis.verses(row["verses"])
        if len(verses) < len(set(_listed(row["verses"]))):
            source.notes["event with a verse that does not exist"].append(row["title"])
        if not verses:
            source.notes["event without a verse left out"].append(row["title"])
            continue
        first = min(verses)
        event = {"key": keys[row["title"]], "summary": row["title"], "at": written(first)}
        event |= source.quote(first)
        year = re.match(r"-?[0-9]+", row["startDate"])
        event |= {"story_from": int(year[0])} if year else {}
        who = dict.fromkeys(key(people[one]) for one in _listed(row["participants"]) if one in people)
        where = next((places[one] for one in _listed(row["locations"]) if one in places), None)
        event |= {"involves": [{"entity": one} for one in who]} if who else {}
        event |= {"place": place_key(where)} if where else {}
        yield "events", event | ({"before": follows[row["title"]]} if follows[row["title"]] else {})


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _people(source: Source, osis: Osis, events: Iterable[Row]) -> dict[str, str]:
    """The person of the first set, by the id in the second, of those who take part in *events*."""
    index, made = _index(_known(source, "Person")), {}
    wanted = {one for row in events for one in _listed(row["participants"])}
    for row in source.rows("People", THEOGRAPHIC):
        if row["personLookup"] not in wanted:
            continue
        proper, others = called([row["displayTitle"], row["name"]]), called(row["alsoCalled"].split(","))
        verses = osis.verses(row["verses"])
        best = _best(index, proper, verses, least=1) or _best(index, others, verses, least=1)
        made |= {row["personLookup"]: best} if best else {}
    source.notes["participant not found"] += sorted(wanted - set(made))
    return made


def _places(source: Source, osis: Osis, events: Iterable[Row]) -> dict[str, str]:
    index, made = _index(_known(source, "Place")), {}
    wanted = {one for row in events for one in _listed(row["locations"])}
    for row in source.rows("Places", THEOGRAPHIC):
        if row["placeLookup"] in wanted:
            names = called([row["displayTitle"], row["kjvName"], row["esvName"], *row["aliases"].split(",")])
            best = _best(index, names, osis.verses(row["verses"]))
            made |= {row["placeLookup"]: best} if best else {}
    source.notes["place of an event not found"] += sorted(wanted - set(made))
    return made


def _known(source: Source, of: str) -> Iterator[Known]:
    one, mentions = f"{of.lower()}_id", source.mentions(of)
    names: dict[str, set[str]] = defaultdict(set)
    for row in source.rows(f"{of}Label"):
        names[row[one]].add(row["english_label"])
    for row in source.rows(of):
        verses = frozenset(verse for verse, _ in mentions.get(row[one], ()))
        yield Known(row[one], called({*names[row[one]], row[f"{of.lower()}_name"]}), verses)


def _index(known: Iterable[Known]) -> dict[str, list[Known]]:
    made: dict[str, list[Known]] = defaultdict(list)
    for one in known:
        for name in one.names:
            made[name].append(one)
    return made


def _best(
    index: dict[str, list[Known]], names: Iterable[str], verses: frozenset[Verse], *, least: int = 0
) -> str | None:
    found = {one.id: len(one.verses & verses) for name in names for one in index.get(name, ())}
    enough = [one for one, common in found.items() if common >= least]
    return min(enough, key=lambda one: (-found[one], one), default=None)
