"""
A scene is a card, and what the packet that it becomes holds and lacks: one file each, in this folder.

`holds`: a tier and the beginning of an item's text, without its reference. `lacks`: words that stand nowhere in the
packet.
"""

from __future__ import annotations

import re
import tomllib
import uuid
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from compiler.card import SceneCard, Tags
from compiler.packet import Packet, compile_packet
from compiler.request import PacketRequest
from graph.connection import Graph
from graph.exchange import import_pack

pytestmark = pytest.mark.smoke

SCENES = sorted(Path(__file__).parent.glob("*.toml"))
STORIES = {"nine-hours": Path(str(files("api"))) / "sample" / "canon.yaml"}


@pytest.fixture(scope="module")
async def stories(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The key of the project that holds each story."""
    made = {}
    for story, path in STORIES.items():
        key = f"scenes-{uuid.uuid4().hex[:12]}"
        pack = tmp_path_factory.mktemp(story) / path.name
        pack.write_text(re.sub("^project: .*$", f"project: {key}", path.read_text("utf-8"), flags=re.MULTILINE))
        await import_pack(graph, pack)
        made[story] = key
    return made


def request(scene: dict[str, Any], project: str) -> PacketRequest:
    given = dict(scene["card"])
    chapter = str(given.pop("chapter"))
    tags = {name: tuple(given.pop(name)) for name in Tags.model_fields if name in given}
    card = SceneCard(scene=1, tags=Tags(**tags), **given)
    asked = {name: scene[name] for name in ("worker", "budget", "viewer") if name in scene}
    return PacketRequest(project=project, chapter=chapter, scenes=(card,), **asked)


def items(packet: Packet) -> list[str]:
    """Every item as `TIER TEXT`."""
    texts = re.findall(r"^- \[(c[0-9]+)\] (.*)$", packet.text, flags=re.MULTILINE)
    tiers = {item.reference: item.tier for item in packet.manifest.included}
    return [f"{tiers[reference]} {text}" for reference, text in texts]


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
async def test_a_scene_becomes_the_packet_that_it_must_become(graph: Graph, stories: dict[str, str], path: Path):
    scene = tomllib.loads(path.read_text("utf-8"))
    packet = await compile_packet(graph, request(scene, stories[scene["story"]]))
    found = items(packet)
    expected = scene["expect"]
    assert expected["holds"]
    assert [text for text in expected["holds"] if not any(item.startswith(text) for item in found)] == []
    assert [text for text in expected.get("lacks", ()) if text in packet.text] == []


def test_there_are_scenes():
    assert len(SCENES) >= 8
