"""Statements as typed callables: the class says how many rows come back."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from graph.errors import GraphError
from graph.lines import Line
from graph.statements import Statement, statements

L = TypeVar("L", bound=Line)


class ResultError(GraphError):
    """A statement answered with a number of rows that its header excludes."""

    def __init__(self, statement: str, rows: int) -> None:
        self.statement, self.rows = statement, rows
        super().__init__(f"statement {statement} answered {rows} rows")


class Transaction(Protocol):
    """What a statement runs in: an open transaction of the driver."""

    async def run(self, query: Any, parameters: dict[str, Any] | None = None) -> Any:
        """Run *query* and return its result."""


class Bound:
    """A statement by name."""

    rows: str

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def statement(self) -> Statement:
        """The statement's text and header."""
        return statements()[self.name]

    async def _rows(self, tx: Transaction, params: dict[str, Any]) -> list[dict[str, Any]]:
        statement = self.statement
        result = await tx.run(statement.text, statement.given(params))
        rows: list[dict[str, Any]] = await result.data()
        return rows


class Run(Bound):
    """A statement that returns nothing."""

    rows = "none"

    async def __call__(self, tx: Transaction, **params: Any) -> None:
        await self._rows(tx, params)


class Reading(Bound, Generic[L]):
    """A statement whose rows are of one model."""

    def __init__(self, name: str, line: type[L]) -> None:
        super().__init__(name)
        self.line = line

    async def lines(self, tx: Transaction, params: dict[str, Any]) -> list[L]:
        """The rows, however many."""
        return [self.line.model_validate(row) for row in await self._rows(tx, params)]


class Many(Reading[L]):
    """A statement that returns any number of rows."""

    rows = "many"

    async def __call__(self, tx: Transaction, **params: Any) -> list[L]:
        return await self.lines(tx, params)


class Maybe(Reading[L]):
    """A statement that returns a row or none."""

    rows = "maybe"

    async def __call__(self, tx: Transaction, **params: Any) -> L | None:
        found = await self.lines(tx, params)
        if len(found) > 1:
            raise ResultError(self.name, len(found))
        return found[0] if found else None


class One(Reading[L]):
    """A statement that returns one row."""

    rows = "one"

    async def __call__(self, tx: Transaction, **params: Any) -> L:
        found = await self.lines(tx, params)
        if len(found) != 1:
            raise ResultError(self.name, len(found))
        return found[0]
