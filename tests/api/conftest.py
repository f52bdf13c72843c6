"""The `canon` command, on the database of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from graph import server

Canon = Callable[..., subprocess.CompletedProcess[str]]

SAMPLE = Path(__file__).parents[2] / "api" / "sample"


@pytest.fixture(scope="session")
def canon(neo4j_target: server.Target) -> Canon:
    """Runs the command with these words, and returns what it printed."""
    settings = {
        "NEO4J_URI": neo4j_target.uri,
        "NEO4J_USERNAME": neo4j_target.user,
        "NEO4J_PASSWORD": neo4j_target.password,
        "NEO4J_DATABASE": neo4j_target.database,
    }

    def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-W", "error", "-c", "from api.cli import main; main()", *words]
        environment = {**os.environ, **settings, "PYTHONIOENCODING": "utf-8", **more}
        return subprocess.run(program, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120)

    return run


@pytest.fixture(scope="session")
def sample_project(canon: Canon, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The sample serial under a key of its own; whoever uses it only reads."""
    project = f"sample-{uuid.uuid4().hex[:12]}"
    pack = tmp_path_factory.mktemp("sample") / "canon.yaml"
    text = (SAMPLE / "canon.yaml").read_text("utf-8")
    pack.write_text(text.replace("project: nine-hours", f"project: {project}"), "utf-8")
    done = canon("import", str(pack))
    assert done.returncode == 0, done.stderr
    return project
