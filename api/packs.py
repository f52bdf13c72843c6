"""The commands that carry whole canons: import, export, list, and the pack's schema."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from api.session import AsJson, Project, project_meant, put, put_json, run
from graph import exchange, pack, queries, server
from graph.connection import Graph
from graph.errors import InputError

pack_app = typer.Typer(no_args_is_help=True, help="The canon pack, our file format.")


class Form(StrEnum):
    """How a pack is written."""

    yaml = "yaml"
    jsonl = "jsonl"


class FileError(InputError):
    """A file cannot be read or written."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(f"{path}: {why}")


def register(app: typer.Typer) -> None:
    """Add the commands to *app*."""
    app.command("import")(import_)
    app.command()(export)
    app.command("list")(list_)
    app.add_typer(pack_app, name="pack")


def import_(
    files: Annotated[list[str], typer.Argument(metavar="[pack] FILE...", help="Canon packs, YAML or JSON Lines.")],
    replace: Annotated[bool, typer.Option("--replace", help="Let the canon become the pack, removals too.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put packs into the canon. Interrupted, the same command goes on; a second time it changes nothing."""
    paths = [Path(name) for name in (files[1:] if files[0] == "pack" and len(files) > 1 else files)]
    for path in paths:
        if not path.is_file():
            raise FileError(path, "no such file")
    try:
        done = [run(_import(path, replace, dry_run)) for path in paths]
    except KeyboardInterrupt:
        typer.echo("canon: stopped; what is in stays in, and the same command goes on from there", err=True)
        raise typer.Exit(130) from None
    if as_json:
        put_json(asdict(done[0]) if len(done) == 1 else [asdict(one) for one in done])
        return
    would = "would be " if dry_run else ""
    for one in done:
        what = (
            f"{one.added} records {would}added, {one.removed} removed" if one.added + one.removed else "nothing changes"
        )
        put(f"{one.project}: {what}; revision {one.revision}, canon {one.hash[:16]}")


def _import(path: Path, replace: bool, dry_run: bool) -> Callable[[Graph, server.Target], Awaitable[exchange.Imported]]:
    async def work(graph: Graph, target: server.Target) -> exchange.Imported:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        rate = TextColumn("{task.fields[rate]} chapters/s")
        columns = (TextColumn(path.name), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
        begun = time.monotonic()

        def told(chapters: int, total: int) -> None:
            rate = f"{chapters / (time.monotonic() - begun):.0f}"
            progress.update(task, completed=chapters, total=total, rate=rate)

        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("import", total=None, rate="-")
            return await exchange.import_pack(graph, path, replace=replace, dry_run=dry_run, progress=told)

    return work


def export(
    project: Project = None,
    kind: Annotated[str, typer.Argument(help="What to write.")] = "pack",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write; standard output if left out.")] = None,
    form: Annotated[Form | None, typer.Option("--format", help="yaml unless FILE ends in .jsonl.")] = None,
    revision: Annotated[int | None, typer.Option(min=1, help="As of this revision.")] = None,
) -> None:
    """Write a project's canon as a pack."""
    if kind != "pack":
        raise typer.BadParameter(f"{kind!r} is not a format to export; there is: pack")

    async def work(graph: Graph, target: server.Target) -> str:
        canon = await exchange.export(graph, await project_meant(graph, project), revision)
        chosen = form or (Form.jsonl if out and out.suffix == ".jsonl" else Form.yaml)
        return pack.written(canon, chosen.value)

    text = run(work)
    if out is None:
        put(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileError(out, error.strerror or str(error)) from None


def list_(as_json: AsJson = False) -> None:
    """The projects of the database."""

    async def work(graph: Graph, target: server.Target) -> list[dict[str, object]]:
        return [line.model_dump() for line in await graph.read(queries.projects) if line.head]

    projects = run(work)
    if as_json:
        put_json({"projects": projects})
        return
    for line in projects:
        put(f"{line['project']}  revision {line['head']}  {line['title']}")
    if not projects:
        put("no project yet; `canon import FILE` makes one, `canon demo` loads the sample")


@pack_app.command("schema")
def schema() -> None:
    """Print the JSON Schema of a canon pack."""
    put_json(pack.schema())


@pack_app.command("check")
def check(file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)]) -> None:
    """Tell whether a pack would be taken, without a database."""
    canon = pack.checked(pack.read(file))
    put(f"{file.name}: {len(canon.records)} records, canon {pack.canon_hash(canon)[:16]}")
