"""The documentation says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import graph
from compiler.items import TIERS
from compiler.sections import SECTIONS
from graph.values import DEFAULT_DIMENSIONS

ROOT = Path(graph.__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def table() -> list[str]:
    """The table of sections for docs/packets.md."""
    rows = ["| tier | section | heading | for | first | at most |", "|---|---|---|---|---|---|"]
    for section in sorted(SECTIONS, key=lambda section: TIERS.index(section.tier)):
        whom = ", ".join(sorted(section.workers, reverse=True)) + ("" if section.minds else "; not for one mind")
        cap = f"{section.cap:.0%}" if section.cap < 1 else ""
        rows.append(f"| {section.tier} | {section.name} | {section.title} | {whom} | {section.floor or ''} | {cap} |")
    return rows


def test_the_table_of_sections_is_that_of_the_code() -> None:
    page = (ROOT / "docs" / "packets.md").read_text("utf-8")
    expected = "\n".join(table())
    assert expected in page, f"docs/packets.md should hold:\n{expected}"


def dimensions() -> list[str]:
    """The table of default dimensions for docs/pack.md."""
    rows: dict[str, list[str]] = {}
    for one in DEFAULT_DIMENSIONS:
        notes = [word for word in (one.type, one.change) if word not in {"string", "free"}]
        noted = f" ({', '.join(notes)})" if notes else ""
        rows.setdefault(one.of, []).append(f"`{one.name}`{'*' if one.many else ''}{noted}")
    rows = {kind: named for kind, named in rows.items() if kind not in {"volume", "chapter"}}
    return ["| kind | dimensions |", "|---|---|", *(f"| {kind} | {', '.join(names)} |" for kind, names in rows.items())]


def test_the_table_of_dimensions_is_that_of_the_code() -> None:
    page = (ROOT / "docs" / "pack.md").read_text("utf-8")
    expected = "\n".join(dimensions())
    assert expected in page, f"docs/pack.md should hold:\n{expected}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert "://" in link or (page.parent / link).exists(), link


def test_every_list_of_a_pack_is_described() -> None:
    from graph.pack.read import SECTIONS as LISTS

    page = (ROOT / "docs" / "pack.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in LISTS)
