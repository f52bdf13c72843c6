"""
The connection to the database. Alone in seeing a driver or a session.

Transactions are the driver's managed ones: they are tried again when the server says that it may help.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity, exceptions

from graph import queries
from graph.bound import Reading, Transaction
from graph.errors import ServerError

T = TypeVar("T")

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")

# What the driver tells of its retries is for whoever sets up logging; the error at the end says what to do.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

SIDE_BY_SIDE = 4
"""Transactions that one plan of reads is spread over."""


class UnreachableError(ServerError):
    """The database does not answer."""

    def __init__(self, uri: str, why: str) -> None:
        self.uri, self.why = uri, why
        super().__init__(
            f"no Neo4j answers at {uri} ({why}); start it (`canon up`, or the one NEO4J_URI names) and try again"
        )


class RefusedError(ServerError):
    """The database does not let us in."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        super().__init__(f"Neo4j at {uri} refuses the user or password; check NEO4J_USERNAME and NEO4J_PASSWORD")


class DatabaseError(ServerError):
    """The database failed at what it was asked."""

    def __init__(self, code: str, said: str) -> None:
        self.code, self.said = code, said
        super().__init__(f"Neo4j failed ({code}): {said}")


@contextmanager
def _told(uri: str) -> Iterator[None]:
    try:
        yield
    except exceptions.AuthError:
        raise RefusedError(uri) from None
    except (exceptions.ServiceUnavailable, exceptions.SessionExpired, ConnectionError) as error:
        raise UnreachableError(uri, str(error).splitlines()[0][:200]) from None
    except exceptions.Neo4jError as error:
        raise DatabaseError(error.code or "unknown", error.message or str(error)) from error


@dataclass(frozen=True, slots=True)
class Read:
    """One statement to run with its parameters: a line of a plan."""

    query: Reading[Any]
    params: dict[str, Any]


class Graph:
    """A database with canons in it."""

    def __init__(self, driver: AsyncDriver, uri: str, database: str) -> None:
        self._driver, self.uri, self._database = driver, uri, database

    async def read(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """What *work* returns, in a transaction that only reads."""
        with _told(self.uri):
            async with self._driver.session(database=self._database) as session:
                return await session.execute_read(work)

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """What *work* returns; all that it wrote is there, or nothing. May be called again on a transient failure."""
        with _told(self.uri):
            async with self._driver.session(database=self._database) as session:
                return await session.execute_write(work)

    async def fetch_all(self, reads: Sequence[Read]) -> list[list[Any]]:
        """
        The rows of each of *reads*, a few transactions side by side; their view makes them consistent.

        A transaction for each read would cost three messages where one suffices.
        """
        shares = [reads[first::SIDE_BY_SIDE] for first in range(min(SIDE_BY_SIDE, len(reads)))]
        answers = await asyncio.gather(*(self.read(_all_of(share)) for share in shares))
        return [answers[number % SIDE_BY_SIDE][number // SIDE_BY_SIDE] for number in range(len(reads))]

    async def prepare(self) -> None:
        """The constraints and indexes are there."""
        ready = {line.name for line in await self.read(queries.online_indexes)}
        missing = [run for run in queries.schema if run.name not in ready]
        if not missing:
            return
        with _told(self.uri):
            async with self._driver.session(database=self._database) as session:
                # Each on its own: a change of the schema shares no transaction with anything.
                for run in (*missing, queries.await_indexes):
                    await (await session.run(run.statement.text)).consume()


def _all_of(reads: Sequence[Read]) -> Callable[[Transaction], Awaitable[list[list[Any]]]]:
    async def run(tx: Transaction) -> list[list[Any]]:
        return [await read.query.lines(tx, read.params) for read in reads]

    return run


@asynccontextmanager
async def connect(uri: str, user: str, password: str, database: str = "neo4j") -> AsyncIterator[Graph]:
    """
    The database at *uri* (bolt or neo4j scheme), prepared to hold canons, until the block ends.

    Raises `UnreachableError`, `RefusedError` or `DatabaseError`.
    """
    if uri.partition("://")[0] not in SCHEMES:
        raise UnreachableError(uri, f"an address begins with one of {', '.join(SCHEMES)}")
    with _told(uri):
        try:
            driver = AsyncGraphDatabase.driver(
                uri,
                auth=(user, password),
                connection_timeout=10,
                max_transaction_retry_time=15,
                notifications_min_severity=NotificationMinimumSeverity.OFF,
            )
        except (exceptions.ConfigurationError, ValueError) as error:
            raise UnreachableError(uri, str(error)) from None
    async with driver:
        graph = Graph(driver, uri, database)
        with _told(uri):
            await driver.verify_connectivity()
            await graph.prepare()
        yield graph
