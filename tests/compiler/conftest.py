"""The sample serial in a project of its own, and packets of it."""

from __future__ import annotations

import re
import uuid
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from compiler.card import SceneCard, Tags, blueprint
from compiler.packet import Packet, compile_packet
from compiler.request import PacketRequest
from graph.exchange import import_pack

if TYPE_CHECKING:
    from collections.abc import Callable

    from compiler.card import Blueprint
    from graph.connection import Graph

SAMPLE = Path(str(files("api"))) / "sample"


class Compile(Protocol):
    """Compiles a packet of the sample, of another project where one is named."""

    async def __call__(self, chapter: int | str, *, project: str = ..., **request: Any) -> Packet: ...


@pytest.fixture(scope="session")
def sample_text() -> Callable[[str], str]:
    """The pack of the sample, as that of the project of this key."""
    text = (SAMPLE / "canon.yaml").read_text("utf-8")
    return lambda project: re.sub("^project: .*$", f"project: {project}", text, count=1, flags=re.MULTILINE)


@pytest.fixture(scope="session")
async def serial(graph: Graph, sample_text: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The key of a project that holds the sample."""
    key = f"serial-{uuid.uuid4().hex[:12]}"
    pack = tmp_path_factory.mktemp("serial") / "canon.yaml"
    pack.write_text(sample_text(key), "utf-8")
    await import_pack(graph, pack)
    return key


@pytest.fixture
async def import_text(graph: Graph, tmp_path: Path) -> Callable[..., Any]:
    """Imports the text of a pack, and returns what the import did."""

    async def work(text: str, **how: Any) -> Any:
        pack = tmp_path / f"{uuid.uuid4().hex}.yaml"
        pack.write_text(text, "utf-8")
        return await import_pack(graph, pack, **how)

    return work


@pytest.fixture(scope="session")
def plan13() -> Blueprint:
    """The blueprint of the chapter that is still to be written."""
    return blueprint(SAMPLE / "chapter-13.yaml")


@pytest.fixture
def compiled(graph: Graph, serial: str) -> Compile:
    async def work(chapter: int | str, *, project: str = serial, **request: Any) -> Packet:
        return await compile_packet(graph, PacketRequest(project=project, chapter=str(chapter), **request))

    return work


@pytest.fixture
def card() -> Callable[..., tuple[SceneCard, ...]]:
    """A single scene with these tags."""

    def made(scene: int = 1, *, mode: str = "actual", **tags: Any) -> tuple[SceneCard, ...]:
        kinds = {name: tuple(value) for name, value in tags.items() if name in Tags.model_fields}
        rest = {name: value for name, value in tags.items() if name not in kinds}
        return (SceneCard(scene=scene, mode=mode, tags=Tags(**kinds), **rest),)

    return made


@pytest.fixture(scope="session")
def under() -> Callable[[Packet, str], list[str]]:
    """The lines of a packet under one heading, without their references."""

    def lines(packet: Packet, heading: str) -> list[str]:
        parts = re.split(r"^## (.*)\n", packet.text, flags=re.MULTILINE)
        found = dict(zip(parts[1::2], parts[2::2], strict=True)).get(heading, "")
        return [line.split("] ", 1)[1] for line in found.splitlines()]

    return lines
