"""The `canon` command: parses, calls, prints. One sentence for a user's mistake, never a traceback."""

from __future__ import annotations

import sys

import typer

from api import database, demo, packets, packs
from graph.errors import CanonError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Canon Engine: the confirmed truth of a long story, and exactly the part of it that a scene needs.",
)
for door in (database, packs, packets, demo):
    door.register(app)


def main() -> None:
    """Run the command line; a `CanonError` is printed as its sentence and ends with exit code 1."""
    try:
        app()
    except CanonError as error:
        typer.echo(f"canon: {error}", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
