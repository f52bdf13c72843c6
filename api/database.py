"""The commands of the managed Neo4j: up, down, status, doctor."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graph import server

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

STOPPED = 3
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else, to stdout.")]


def register(app: typer.Typer) -> None:
    """Add the commands to *app*."""
    for command in (up, down, status, doctor):
        app.command()(command)


def up(as_json: AsJson = False) -> None:
    """Start Neo4j, unless it runs or NEO4J_URI names one; downloads it the first time."""
    begun = time.monotonic()
    with Told() as report:
        target = server.ensure(report=report)
    now = server.status() if target.managed else None
    seconds = round(time.monotonic() - begun, 1)
    if now is None:
        nothing = f"NEO4J_URI is set to {target.uri}: nothing is managed here"
        _print(as_json, {"managed": False, "uri": target.uri, "seconds": seconds}, [nothing])
        return
    lines = [
        f"Neo4j {target.version} runs ({seconds} s)",
        f"Bolt      {target.uri}",
        f"Browser   {target.browser}",
        f"User      {target.user}",
        f"Password  in {now.password_file}",
    ]
    _print(as_json, {**asdict(now), "seconds": seconds}, lines)


def down(as_json: AsJson = False) -> None:
    """Stop the Neo4j that `canon up` started."""
    if server.named():
        _print(as_json, {"managed": False, "stopped": False}, ["NEO4J_URI is set: nothing is managed here"])
        return
    with Told() as report:
        stopped = server.stop(report=report)
    said = "Neo4j has stopped" if stopped else "Neo4j was not running"
    _print(as_json, {"managed": True, "stopped": stopped}, [said])


def status(as_json: AsJson = False) -> None:
    """Tell whether Neo4j runs, and where; exit code 0 if it does, 3 if not."""
    now = server.status()
    facts = {name: value for name, value in asdict(now).items() if value is not None}
    _print(as_json, asdict(now), [f"{name.replace('_', ' '):<15} {value}" for name, value in facts.items()])
    if not now.runs:
        raise typer.Exit(STOPPED)


def doctor(as_json: AsJson = False) -> None:
    """Check all that Neo4j needs, and say what to do; exit code 1 if something fails."""
    checks = server.doctor()
    failed = any(check.level == "fail" for check in checks)
    lines = [
        f"{check.level:<5} {check.what}: {check.found}" + (f" -> {check.advice}" if check.advice else "")
        for check in checks
    ]
    _print(as_json, {"ok": not failed, "checks": [asdict(check) for check in checks]}, lines)
    if failed:
        raise typer.Exit(1)


class Told(server.Report):
    """Tells the steps on stderr, and shows a bar for a download."""

    def __init__(self) -> None:
        self.bar: Progress | None = None
        self.task: TaskID | None = None

    def __enter__(self) -> Told:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()
            self.bar = None

    def step(self, text: str) -> None:
        """Print *text* on a line of its own."""
        self.__exit__()
        typer.echo(text, err=True)

    def amount(self, done: int, total: int) -> None:
        """Move the bar to *done* of *total* bytes."""
        if self.bar is None:
            self.bar = _bar()
            self.task = self.bar.add_task("", total=total, completed=done)
        if self.task is not None:
            self.bar.update(self.task, completed=done)


def _bar() -> Progress:
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    bar = progress.Progress(
        progress.BarColumn(),
        progress.DownloadColumn(binary_units=True),
        progress.TransferSpeedColumn(),
        progress.TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    bar.start()
    return bar


def _print(as_json: bool, facts: dict[str, Any], lines: list[str]) -> None:
    typer.echo(json.dumps(facts, ensure_ascii=False) if as_json else "\n".join(lines))
