"""The Neo4j that the tests talk to. It is never left out: a test that needs one fails without."""

from __future__ import annotations

import gc
import os
import uuid
import warnings
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from graph import server
from graph.connection import Graph, connect
from graph.server.places import places

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

DOCKER_PATIENCE = 2


@pytest.fixture(scope="session")
async def graph(neo4j_target: server.Target) -> AsyncIterator[Graph]:
    """The database of the tests, prepared to hold canons."""
    target = neo4j_target
    async with connect(target.uri, target.user, target.password, target.database) as graph:
        yield graph


@pytest.fixture
def project() -> str:
    """The key of a project that no other test has."""
    return f"test-{uuid.uuid4().hex[:12]}"


@pytest.fixture(scope="session")
def neo4j_target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[server.Target]:
    """`NEO4J_TEST_URI`, else a container, else the managed server with a data folder and ports of its own."""
    if uri := os.environ.get("NEO4J_TEST_URI"):
        user = os.environ.get("NEO4J_TEST_USER", "neo4j")
        yield server.Target(uri, user, os.environ.get("NEO4J_TEST_PASSWORD", ""))
    elif docker_answers():
        yield from in_container()
    else:
        yield from managed(tmp_path_factory.mktemp("canon"))


def managed(home: Path) -> Iterator[server.Target]:
    """A managed server of this session alone; only the jars are the developer's."""
    with managed_at(home):
        target = server.ensure()
    yield target
    with managed_at(home):
        assert server.stop()


@contextmanager
def managed_at(home: Path) -> Iterator[None]:
    """For the block, the environment of a managed server in *home*, on any free ports."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("NEO4J_URI", raising=False)
        patch.setenv("CANON_CACHE", str(places().cache))
        patch.setenv("CANON_HOME", str(home))
        patch.setenv("CANON_BOLT_PORT", "0")
        patch.setenv("CANON_HTTP_PORT", "0")
        yield


def in_container() -> Iterator[server.Target]:
    """A container of the release that `CANON_NEO4J_VERSION` names."""
    from testcontainers.community.neo4j import Neo4jContainer

    line = "5.26" if os.environ.get("CANON_NEO4J_VERSION", "").startswith("5.") else "2026.09"
    with Neo4jContainer(f"neo4j:{line}-community", username="neo4j", password="a-test-password") as container:
        yield server.Target(container.get_connection_url(), "neo4j", "a-test-password")


def docker_answers() -> bool:
    """Whether a Docker engine is there to start a container."""
    import docker
    from docker.errors import DockerException

    with warnings.catch_warnings():
        # The client leaves its socket open when nobody answers.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            with closing(docker.from_env(timeout=DOCKER_PATIENCE)) as client:
                return bool(client.ping())
        except (DockerException, OSError):
            return False
        finally:
            gc.collect()
