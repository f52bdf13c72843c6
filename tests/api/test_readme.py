"""What the README shows is what the program prints."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

Canon = Callable[..., subprocess.CompletedProcess[str]]

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)


def test_it_is_short() -> None:
    assert len(README.splitlines()) < 120


def test_the_packet_shown_is_the_packet_compiled(canon: Canon, sample_project: str, tmp_path: Path) -> None:
    card = tmp_path / "card.yaml"
    card.write_text(next(text for kind, text in BLOCKS if kind == "yaml"), "utf-8")
    printed = canon("packet", "-p", sample_project, "--card", str(card)).stdout.splitlines()
    shown = next(text for _, text in BLOCKS if text.startswith("## ")).splitlines()
    at = 0
    for line in shown:
        if line != "…":
            assert line in printed[at:], f"not printed, or not in this order: {line}"
            at = printed.index(line, at) + 1
    assert len([line for line in shown if line != "…"]) >= 15


def test_it_names_every_command(canon: Canon) -> None:
    listed = re.findall(r"^│ (\w+) ", canon("--help", COLUMNS="200").stdout, re.MULTILINE)
    assert len(listed) >= 9
    for command in listed:
        assert re.search(rf"`(canon )?{command}\b", README), f"README does not name `{command}`"
