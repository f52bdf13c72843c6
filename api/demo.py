"""`canon demo`: from nothing to the packet of the sample serial's next chapter."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from typing import Any

import typer

from api.packets import left_out, request, tier_table
from api.session import AsJson, put, put_json, run
from compiler.card import blueprint
from compiler.packet import Packet, compile_packet
from graph import queries, server
from graph.connection import Graph
from graph.difference import ContradictionError
from graph.exchange import import_pack
from graph.values import NEVER

PROJECT = "nine-hours"

EXPLORE = (
    (
        "who stands where with whom",
        f'MATCH p = (:Entity {{project: "{PROJECT}"}})-[:RELATES_TO|IS_AT|CARRIES]->() RETURN p',
    ),
    (
        "through whose hands the listening rod went",
        f'MATCH (:Item {{project: "{PROJECT}", key: "rod"}})-[:HAS_STATE]->(s {{dimension: "holder"}}) '
        "RETURN s.at AS position, s.value AS holder, s.quote AS quote ORDER BY s.at, s.seq",
    ),
    (
        "who knows which secret, and since when",
        f'MATCH (e:Entity {{project: "{PROJECT}"}})-[:HOLDS]->(b:Belief)-[:ABOUT]->(f {{audience: "secret"}}) '
        f"WHERE b.removed = {NEVER} "
        "RETURN e.name AS who, b.at AS since, b.channel AS how, f.quote AS secret ORDER BY secret, since",
    ),
)


def register(app: typer.Typer) -> None:
    """Add the command to *app*."""
    app.command()(demo)


def demo(as_json: AsJson = False) -> None:
    """Start Neo4j, load the sample serial and compile the Writer packet of its next chapter."""
    packet, target, version = run(_compiled)
    if as_json:
        put_json(_facts(packet, target, version))
        return
    put("\n".join(_told(packet, target, version)))


async def _compiled(graph: Graph, target: server.Target) -> tuple[Packet, server.Target, str]:
    sample = files("api").joinpath("sample")
    with as_file(sample.joinpath("canon.yaml")) as pack:
        try:
            await import_pack(graph, pack)
        except ContradictionError:
            typer.echo(f"canon: {PROJECT} was changed since it was loaded; going on with it as it is", err=True)
    with as_file(sample.joinpath("chapter-13.yaml")) as cards:
        packet = await compile_packet(graph, request(PROJECT, blueprint(cards), None))
    version = target.version or (await graph.read(queries.server_version)).version
    return packet, target, version


def _facts(packet: Packet, target: server.Target, version: str) -> dict[str, Any]:
    manifest = packet.manifest
    return {
        "project": manifest.view.project,
        "chapter": int(manifest.key),
        "worker": manifest.worker,
        "revision": manifest.view.revision,
        "tokens": manifest.tokens,
        "budget": manifest.budget,
        "tiers": manifest.tiers,
        "items": len(manifest.included),
        "hash": manifest.hash,
        "neo4j": {"uri": target.uri, "browser": target.browser, "version": version},
    }


def _told(packet: Packet, target: server.Target, version: str) -> Iterator[str]:
    manifest = packet.manifest
    view = manifest.view
    yield f"Writer packet for chapter {manifest.chapter} of “Nine Hours of Water”, canon revision {view.revision}"
    yield from ("", packet.text.rstrip(), "", *tier_table(manifest), "", "Left out:")
    yield from (f"  {line}" for line in left_out(manifest))
    yield from (
        "",
        f"Neo4j {version} at {target.uri}",
        f"Neo4j Browser: {target.browser or 'of that server'}",
    )
    yield f"User {target.user}; `canon status` says where the password is. To paste there:"
    for what, line in EXPLORE:
        yield from (f"  // {what}", f"  {line}")
