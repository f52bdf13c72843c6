"""
A pack's file as plain data, each piece with the line it stands on. Knows syntax, and nothing of the canon.

YAML is read by the rules of 1.2 (`no` is a word, `12:30` is a text, a date is a text), without anchors; JSON Lines
holds one record a line under its name in `record`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from graph.errors import InputError

MAX_BYTES = 512 * 2**20
MAX_DEPTH = 20
LISTED = 1_000


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong with a pack: where, in which field, and what was expected."""

    file: str
    line: int
    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.field + ': ' if self.field else ''}{self.what}"


class PackError(InputError):
    """A pack was refused as a whole; nothing of it was stored."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        listed = "\n".join(f"  {problem}" for problem in self.problems[:LISTED])
        if len(self.problems) > LISTED:
            listed += f"\n  and {len(self.problems) - LISTED} more"
        count = len(self.problems)
        super().__init__(f"the pack is refused, nothing was stored; {count} problem{'s' * (count > 1)}:\n{listed}")


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry of a file: the list it belongs to, its data, and its lines by path."""

    section: str
    data: dict[str, Any]
    file: str
    line: int
    lines: Mapping[tuple[str | int, ...], int] = field(default_factory=dict)

    def problem(self, path: tuple[str | int, ...], what: str) -> Problem:
        """What is wrong at *path*, on the deepest line known for it."""
        known = next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), self.line)
        return Problem(self.file, known, ".".join([self.section, *map(str, path)]), what)


def pieces(path: Path) -> list[Piece]:
    """Every entry of the file; the header comes first, as section `canon`."""
    text = _text(path)
    if text.lstrip().startswith("{"):
        return list(_json_lines(text, path.name))
    return list(_yaml(text, path.name))


def tree(path: Path) -> tuple[Any, dict[tuple[str | int, ...], int]]:
    """The data of any YAML file, read as strictly as a pack, and the line of each part by its path."""
    made, lines = _Tree(path.name), dict[tuple[str | int, ...], int]()
    root = _composed(_text(path), path.name)
    data = made.data(root, (), lines) if root is not None else None
    if made.problems:
        raise PackError(made.problems)
    return data, lines


def _text(path: Path) -> str:
    if path.stat().st_size > MAX_BYTES:
        raise PackError([Problem(path.name, 1, "", f"a pack is at most {MAX_BYTES >> 20} MiB")])
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PackError([Problem(path.name, line, "", "a pack is UTF-8 text")]) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands twice in one record")
    return made


def _json_lines(text: str, file: str) -> Iterator[Piece]:
    problems = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line, object_pairs_hook=_unique)
        except (ValueError, RecursionError) as error:
            problems.append(Problem(file, number, "", f"not a JSON object on one line: {error}"))
            continue
        if not isinstance(data, dict) or not isinstance(data.get("record"), str):
            problems.append(Problem(file, number, "record", "each line is an object that names its `record`"))
            continue
        yield Piece(data.pop("record"), data, file, number)
    if problems:
        raise PackError(problems)


class _Loader(yaml.CSafeLoader):
    """Composes nodes; `_Tree` turns them into data."""


_SCALARS: tuple[tuple[str, Any], ...] = (
    (r"~|null|Null|NULL|", lambda _: None),
    (r"true|True|TRUE|false|False|FALSE", lambda text: text.lower() == "true"),
    (r"[-+]?(0|[1-9][0-9]{0,999})", int),
    (r"[-+]?(\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?", float),
)
"""What is written plainly and is no text. Digits that begin with 0 are one: the key `007` is not the key `7`."""

READ_AS_NUMBER = re.compile(rf"(?:{_SCALARS[2][0]}|{_SCALARS[3][0]})\Z")


def _scalar(node: yaml.ScalarNode) -> Any:
    if node.style in {"'", '"', "|", ">"}:
        return node.value
    return next((read(node.value) for form, read in _SCALARS if re.fullmatch(form, node.value)), node.value)


class _Tree:
    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def data(self, node: yaml.Node, path: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int]) -> Any:
        lines[path] = node.start_mark.line + 1
        if len(path) > MAX_DEPTH:
            self.problems.append(Problem(self.file, lines[path], "", "nested too deep"))
            return None
        if isinstance(node, yaml.SequenceNode):
            return [self.data(item, (*path, n), lines) for n, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path, lines)
        return _scalar(node) if isinstance(node, yaml.ScalarNode) else None

    def new(self, name: yaml.Node, seen: set[str]) -> bool:
        """Whether *name* is a plain text that stands here for the first time."""
        if isinstance(name, yaml.ScalarNode) and name.value not in seen:
            seen.add(name.value)
            return True
        line = name.start_mark.line + 1
        self.problems.append(Problem(self.file, line, "", "a name stands twice, or is no plain text"))
        return False

    def _mapping(
        self, node: yaml.MappingNode, path: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int]
    ) -> dict[str, Any]:
        made: dict[str, Any] = {}
        seen: set[str] = set()
        for name, value in node.value:
            if not self.new(name, seen):
                continue
            made[name.value] = self.data(value, (*path, name.value), lines)
            lines[(*path, name.value)] = name.start_mark.line + 1
        return made


def _yaml(text: str, file: str) -> Iterator[Piece]:
    root = _composed(text, file)
    tree = _Tree(file)
    header: dict[str, Any] = {}
    lines: dict[tuple[str | int, ...], int] = {}
    if not isinstance(root, yaml.MappingNode):
        raise PackError([Problem(file, 1, "", "a pack is a mapping that begins with `canon: 1`")])
    lists: list[Piece] = []
    seen: set[str] = set()
    for name, node in root.value:
        if not tree.new(name, seen):
            continue
        listed = isinstance(node, yaml.SequenceNode) and name.value not in {"style", "writing_rules"}
        if not listed:
            header[name.value] = tree.data(node, (name.value,), lines)
            continue
        for item in node.value:
            own: dict[tuple[str | int, ...], int] = {}
            data = tree.data(item, (), own)
            if isinstance(data, dict):
                lists.append(Piece(name.value, data, file, own[()], own))
            else:
                tree.problems.append(Problem(file, own[()], name.value, "each entry is a mapping"))
    if tree.problems:
        raise PackError(tree.problems)
    yield Piece("canon", header, file, 1, lines)
    yield from lists


def _composed(text: str, file: str) -> yaml.Node | None:
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise PackError([Problem(file, line, "", "anchors are not read: write it out")])
        node: yaml.Node | None = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise PackError([Problem(file, mark.line + 1 if mark else 1, "", f"not YAML: {said}")]) from None
    except RecursionError:
        raise PackError([Problem(file, 1, "", "nested too deep")]) from None
    return node
