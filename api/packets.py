"""The packet commands: compile one, and say what it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from api.session import AsJson, Project, project_meant, put, put_json, run
from compiler.card import Blueprint, blueprint
from compiler.items import TIERS
from compiler.packet import Manifest, Packet, compile_packet
from compiler.portrait import portrait
from compiler.request import PacketRequest
from compiler.sections import SECTIONS
from graph import server
from graph.connection import Graph


class WorkerName(StrEnum):
    """For whom a packet is compiled."""

    writer = "writer"
    planner = "planner"


class PacketForm(StrEnum):
    """How a packet is printed."""

    text = "text"
    json = "json"


def register(app: typer.Typer) -> None:
    """Add the commands to *app*."""
    app.command()(packet)
    app.command()(entity)


def packet(
    project: Project = None,
    chapter: Annotated[
        str | None, typer.Option("--chapter", "-c", help="Key or number; `next` is the one to be written.")
    ] = None,
    worker: Annotated[WorkerName, typer.Option("--worker", "-w")] = WorkerName.writer,
    card: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Scene cards of the chapter, YAML.")
    ] = None,
    scene: Annotated[int | None, typer.Option(min=0, help="Only this scene of the cards.")] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="Tokens; by worker if left out.")] = None,
    viewer: Annotated[str, typer.Option(help="author, reader, or a character.")] = "author",
    revision: Annotated[int | None, typer.Option(min=1, help="Canon as of this revision.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Print what is in, what is not, and why.")] = False,
    form: Annotated[PacketForm, typer.Option("--format")] = PacketForm.text,
) -> None:
    """Compile what a worker may know, from the tags of the scene cards."""
    plan = blueprint(card) if card else None
    if plan is None and chapter is None:
        raise typer.BadParameter("give --chapter, or --card with the scene cards")

    async def work(graph: Graph, target: server.Target) -> Packet:
        made = request(await project_meant(graph, project), plan, chapter).model_copy(
            update={
                "worker": worker.value,
                "only_scene": scene,
                "budget": budget,
                "viewer": viewer,
                "revision": revision,
            }
        )
        return await compile_packet(graph, made)

    compiled = run(work)
    if form is PacketForm.json:
        put_json(compiled.model_dump(mode="json"))
    elif explain:
        put("\n".join(explained(compiled.manifest)))
    else:
        put(compiled.text)
    for warning in compiled.manifest.warnings:
        typer.echo(f"canon: {warning}", err=True)


def entity(
    name: Annotated[str, typer.Argument(help="Key, name or alias.")],
    chapter: Annotated[str, typer.Option("--chapter", "-c", help="As this chapter begins.")],
    project: Project = None,
    viewer: Annotated[str, typer.Option(help="author, reader, or a character.")] = "author",
    revision: Annotated[int | None, typer.Option(min=1, help="Canon as of this revision.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell all that is known of a character, place, item, faction or concept at a point of the telling."""

    async def work(graph: Graph, target: server.Target) -> dict[str, list[str]]:
        meant = await project_meant(graph, project)
        return await portrait(graph, meant, name, chapter, viewer=viewer, revision=revision)

    told = run(work)
    if as_json:
        put_json(told)
        return
    for title, lines in told.items():
        put("\n".join([f"## {title}", *(f"- {line}" for line in lines)]))


def request(project: str, plan: Blueprint | None, chapter: str | None) -> PacketRequest:
    """The request for *chapter* as *plan* has it, else as canon has it."""
    if plan is None:
        return PacketRequest(project=project, chapter=chapter or "")
    return PacketRequest(project=project, chapter=chapter or plan.chapter, scenes=plan.scenes, goal=plan.goal)


def tier_table(manifest: Manifest) -> Iterator[str]:
    """Tokens and items by tier and section."""
    yield f"{'tier':<5} {'section':<16} {'items':>5} {'tokens':>7} {'left out':>9}"
    for tier in TIERS:
        yield f"{tier:<5} {'':<16} {'':>5} {manifest.tiers[tier]:>7}"
        for section in (one for one in SECTIONS if one.tier == tier):
            inside = [one for one in manifest.included if one.section == section.name]
            outside = [one for one in manifest.omitted if one.section == section.name and one.reason != "duplicate"]
            if inside or outside:
                tokens = sum(one.tokens for one in inside)
                yield f"{'':<5} {section.name:<16} {len(inside):>5} {tokens:>7} {len(outside) or '':>9}"
    yield f"{'sum':<5} {'':<16} {len(manifest.included):>5} {manifest.tokens:>7}   of {manifest.budget}"


def left_out(manifest: Manifest) -> Iterator[str]:
    """What is not in the packet, and why."""
    for one in manifest.omitted:
        short = one.text if len(one.text) <= 70 else f"{one.text[:69]}…"
        yield f"{one.reason:<12} {one.tier} {one.section:<14} {one.tokens:>5}  {short}"
    if not manifest.omitted:
        yield "nothing"


def explained(manifest: Manifest) -> Iterator[str]:
    """The manifest for a person."""
    view = manifest.view
    yield f"{manifest.worker} packet for chapter {manifest.chapter} of {view.project}"
    yield f"revision {view.revision}, before position {view.before}, viewer {view.viewer}, hash {manifest.hash[:16]}"
    yield f"counted with {manifest.tokenizer}"
    yield from ("", *tier_table(manifest), "", "in the packet:")
    for one in manifest.included:
        yield f"  [{one.reference}] {one.tier} {one.section:<14} {one.tokens:>5}  {one.uid}"
    yield from ("", "left out:", *(f"  {line}" for line in left_out(manifest)))
    if manifest.introduces:
        yield f"introduced by the cards: {', '.join(manifest.introduces)}"
