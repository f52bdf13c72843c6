"""
The statements of `cypher/`, one file each, with the facts of their headers.

Reads files and checks their form; whether a header tells the truth, the server is asked (`EXPLAIN`) by a test.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from graph.errors import GraphError

ROWS = ("one", "maybe", "many", "none")
ACCESS = ("read", "write", "schema")


class StatementError(GraphError):
    """A statement's file is not of the form that every statement has."""

    def __init__(self, file: str, what: str) -> None:
        self.file, self.what = file, what
        super().__init__(f"cypher/{file}: {what}")


class ParameterError(GraphError):
    """A statement was called without something it needs."""

    def __init__(self, statement: str, missing: str) -> None:
        self.statement, self.missing = statement, missing
        super().__init__(f"statement {statement} needs the parameter {missing!r}")


@dataclass(frozen=True, slots=True)
class Statement:
    """One Cypher statement and what its header says of it."""

    name: str
    folder: str
    params: tuple[str, ...]
    returns: tuple[str, ...]
    rows: str
    access: str
    text: str

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Those of *values* that the statement takes."""
        try:
            return {name: values[name] for name in self.params}
        except KeyError as error:
            raise ParameterError(self.name, error.args[0]) from None


@functools.cache
def statements() -> Mapping[str, Statement]:
    """Every statement, by name."""
    found: dict[str, Statement] = {}
    for folder in sorted(files("cypher").iterdir(), key=lambda entry: entry.name):
        if not folder.is_dir() or folder.name.startswith(("_", ".")):
            continue
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".cypher"):
                statement = _parsed(folder.name, file)
                if statement.name in found:
                    raise StatementError(f"{folder.name}/{file.name}", "another statement has this name")
                found[statement.name] = statement
    return found


def _parsed(folder: str, file: Traversable) -> Statement:
    where, text = f"{folder}/{file.name}", file.read_text("utf-8")
    facts = dict(re.findall(r"^// (name|params|returns|rows|access): *(.*?) *$", text, re.MULTILINE))
    missing = {"name", "params", "returns", "rows", "access"} - facts.keys()
    if missing:
        raise StatementError(where, f"the header lacks {', '.join(sorted(missing))}")
    if file.name != f"{facts['name']}.cypher":
        raise StatementError(where, f"the header names it {facts['name']!r}")
    if facts["rows"] not in ROWS or facts["access"] not in ACCESS:
        raise StatementError(where, f"rows is one of {ROWS}, access one of {ACCESS}")
    return Statement(
        name=facts["name"],
        folder=folder,
        params=_names(facts["params"]),
        returns=_names(facts["returns"]),
        rows=facts["rows"],
        access=facts["access"],
        text=text,
    )


def _names(words: str) -> tuple[str, ...]:
    return () if words in {"", "-"} else tuple(word.strip() for word in words.split(","))
