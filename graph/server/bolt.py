"""
Ask a server whether it can be used: does it answer, does it know the password, is it new enough.

Holds the three statements that are about the server, not the canon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.server.errors import ConnectError, PasswordError, VersionError
from graph.server.release import OLDEST, order
from graph.server.target import DATABASE, USER

if TYPE_CHECKING:
    from neo4j import Driver

    from graph.server.target import Target

INITIAL = "neo4j"
SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_VERSION = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version"
_SET_PASSWORD = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"  # noqa: S105 - a statement
_WAIT = 5.0


def probe(target: Target) -> str:
    """The version of the server at *target*, which answers and can be used."""
    from neo4j.exceptions import AuthError, ClientError, ConfigurationError, DriverError, Neo4jError

    if target.uri.partition("://")[0] not in SCHEMES:
        raise ConnectError(target.uri, "No Bolt address", _ADDRESS)
    try:
        with _driver(target.uri, target.user, target.password) as driver:
            records = driver.execute_query(_VERSION, database_=target.database).records
    except AuthError as error:
        raise PasswordError(target.uri, f"User {target.user!r} is refused", _password_advice(target)) from error
    except ClientError as error:
        what = f"Database {target.database!r} cannot be used ({error.message})"
        raise ConnectError(target.uri, what, "set NEO4J_DATABASE to a database that is there") from error
    except (ConfigurationError, ValueError) as error:
        raise ConnectError(target.uri, f"No address that can be used ({error})", _ADDRESS) from error
    except (DriverError, Neo4jError, OSError) as error:
        raise ConnectError(target.uri, "No Neo4j answers", _reach_advice(target)) from error
    return _new_enough(str(records[0]["version"]))


def is_usable(uri: str, password: str, *, advice: str) -> bool:
    """
    Whether the server at *uri* answers a query; false while it still starts.

    A server that still has its first password is given *password*; so a start that was cut off is taken up.
    """
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        with _driver(uri, USER, password) as driver:
            driver.execute_query("RETURN 1", database_=DATABASE)
    except AuthError as error:
        if _took_over(uri, password):
            return False
        raise PasswordError(uri, f"User {USER!r} is refused", advice) from error
    except (DriverError, Neo4jError, OSError):
        return False
    return True


def _took_over(uri: str, password: str) -> bool:
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        with _driver(uri, USER, INITIAL) as driver:
            driver.execute_query(_SET_PASSWORD, old=INITIAL, new=password, database_="system")
    except AuthError:
        return False
    except (DriverError, Neo4jError, OSError):
        return True
    return True


def _driver(uri: str, user: str, password: str) -> Driver:
    import neo4j

    return neo4j.GraphDatabase.driver(
        uri,
        auth=(user, password),
        connection_timeout=_WAIT,
        connection_acquisition_timeout=2 * _WAIT,
        max_transaction_retry_time=0.0,
        notifications_min_severity="OFF",
    )


def _new_enough(version: str) -> str:
    if order(version) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise VersionError(f"The server is Neo4j {version}: this program needs {oldest} or newer; upgrade the server")
    return version


_ADDRESS = "set NEO4J_URI to something like bolt://host:7687 or neo4j+s://host"


def _password_advice(target: Target) -> str:
    if target.managed:
        return "the password in the data folder is not the server's; run `canon doctor`"
    return "set NEO4J_USERNAME and NEO4J_PASSWORD to what the server knows"


def _reach_advice(target: Target) -> str:
    if target.managed:
        return "run `canon up`"
    return "start that server, or unset NEO4J_URI to use the one that `canon up` starts"
