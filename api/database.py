"""The commands of the managed Neo4j: up, down, status, doctor."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the commands to *app*."""
