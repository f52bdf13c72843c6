"""
A long canon out of a short one: the first chapters of a pack told again and again, at any length.

    python tests/bench/tile.py PACK.jsonl OUT.jsonl --chapters 100 --times 100

Who and what there is (entities, aliases, relationships, threads, rules…) stands once; what is told (chapters,
scenes, events, states, summaries) stands once a tile. What the first chapters do not introduce is left out.
Story time and the values of states are repeated as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Data = dict[str, Any]
TOLD = {"volumes", "chapters", "states", "events", "scenes", "summaries"}
ORDER = ["dimensions", "volumes", "chapters", "entities", "relationships", "threads", "chains", "steps"]
ORDER += ["aliases", "states", "events", "rules", "scenes", "summaries", "beliefs"]
FIRST = {"relationship": "standing"}


def tiled(lines: Iterable[str], times: int, chapters: int | None = None) -> Iterator[str]:
    """The lines of a pack that tells the first *chapters* of the one in *lines* *times* times over."""
    found: dict[str, list[Data]] = {}
    for line in lines:
        if line.strip():
            data = json.loads(line)
            found.setdefault(data.pop("record"), []).append(data)
    tiles = _Tiles(found, chapters)
    header = found["canon"][0]
    yield _line("canon", header)
    for section in ORDER:
        kept = [data for data in found.get(section, ()) if tiles.keeps(section, data)]
        for tile in range(times if section in TOLD else 1):
            yield from (_line(section, made) for data in kept if (made := tiles.told(section, data, tile)))


def _line(section: str, data: Data) -> str:
    return json.dumps({"record": section, **data}, ensure_ascii=False) + "\n"


class _Tiles:
    def __init__(self, found: dict[str, list[Data]], chapters: int | None) -> None:
        ordered = sorted(found["chapters"], key=lambda chapter: chapter["order"])[:chapters]
        self.index = {str(chapter["key"]): number for number, chapter in enumerate(ordered, 1)}
        self.size = len(ordered)
        self.volumes = sum(self._within(volume["at"]) for volume in found.get("volumes", ()))
        self.entities = {data["key"]: data["kind"] for data in found.get("entities", ())}
        self.heads = {self._of(s) for s in found.get("states", ()) if self._names(s) and self._within(s["at"])}
        ends = {f"relationship/{data['key']}": data["between"] for data in found.get("relationships", ())}
        self.heads -= {name for name, between in ends.items() if not all(map(self._is_there, between))}
        self.events = {event["key"] for event in found.get("events", ()) if self._within(event["at"])}

    def _of(self, state: Data) -> str:
        of = str(state["of"])
        return f"{self.entities[of]}/{of}" if of in self.entities else of

    def _names(self, state: Data) -> bool:
        return FIRST.get(self._of(state).partition("/")[0], "name") in state["set"]

    def _within(self, at: Any) -> bool:
        return at == "start" or str(at).partition("/")[0] in self.index

    def _is_there(self, entity: str) -> bool:
        return f"{self.entities.get(entity)}/{entity}" in self.heads

    def keeps(self, section: str, data: Data) -> bool:
        """Whether the first chapters introduce *data* and all that it cannot be without."""
        if not self._within(data.get("at", "start")):
            return False
        match section:
            case "chapters":
                return str(data["key"]) in self.index
            case "summaries":
                return str(data["first"]) in self.index and str(data["last"]) in self.index
            case "entities" | "aliases":
                return self._is_there(data["key" if section == "entities" else "entity"])
            case "relationships" | "threads" | "chains" | "steps":
                return f"{section[:-1]}/{data['key']}" in self.heads
            case "states":
                return self._of(data) in self.heads
            case "beliefs":
                return self._is_there(data["holder"])
        return True

    def told(self, section: str, data: Data, tile: int) -> Data | None:
        """*data* as tile number *tile* tells it, from 0; what holds from the start is told once."""
        if tile and data.get("at") == "start":
            return None
        made = {name: self._shifted(name, value, tile) for name, value in data.items()}
        if section == "chapters":
            number = self.size * tile + self.index[str(data["key"])]
            made |= {"key": str(number), "order": 100 * number, "number": data["number"] + self.size * tile}
        elif section == "volumes":
            made |= {"key": _again(data["key"], tile), "number": data["number"] + self.volumes * tile}
        elif section in TOLD and "key" in data:
            made["key"] = _again(data["key"], tile)
        if tile and "title" in made:
            made["title"] = f"{made['title']} ({tile + 1})"
        return made

    def _shifted(self, name: str, value: Any, tile: int) -> Any:
        match name:
            case "at" | "revealed_at" | "first" | "last":
                return self._position(str(value), tile)
            case "volume":
                return _again(value, tile)
            case "before" | "causes":
                return [_again(one, tile) for one in value if one in self.events]
            case "callbacks" | "relies_on":
                return [made for one in value if (made := self._reference(one, tile))]
            case "involves" | "features":
                return [one for one in value if self._is_there(one["entity"])]
            case "governs":
                return [one for one in value if self._is_there(one)]
            case "threads":
                return [one for one in value if f"thread/{one}" in self.heads]
            case "about":
                return [one for one in value if self._stays(one)]
            case "place":
                return value if value is None or self._is_there(value) else None
        return value

    def _position(self, at: str, tile: int) -> str:
        chapter, slash, scene = at.partition("/")
        return f"{self.size * tile + self.index[chapter]}{slash}{scene}" if chapter in self.index else at

    def _stays(self, reference: str) -> bool:
        kind, _, name = reference.rpartition("/")
        return name in self.events if kind == "event" else bool(kind) or self._is_there(name)

    def _reference(self, reference: str, tile: int) -> str | None:
        kind, _, name = reference.rpartition("/")
        if kind in {"", "event"}:
            return f"event/{_again(name, tile)}" if name in self.events else None
        return f"state/{_again(name, tile)}" if kind == "state" else reference


def _again(key: str, tile: int) -> str:
    return f"{key}.t{tile + 1}" if tile else key


def main() -> None:
    parser = argparse.ArgumentParser(description="Tell the first chapters of a pack again and again.")
    parser.add_argument("pack", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--chapters", type=int)
    parser.add_argument("--times", type=int, required=True)
    said = parser.parse_args()
    with said.pack.open(encoding="utf-8") as lines, said.out.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(tiled(lines, said.times, said.chapters))


if __name__ == "__main__":
    main()
