"""The long real canon, made once a run from data that lies outside the project."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from graph.canon import Canon
from graph.pack import checked, read

sys.path.insert(0, str(Path(__file__).parent))  # tests are no package
import bible
from oracle import Oracle


@pytest.fixture(scope="session")
def data() -> Path:
    found = bible.folder()
    if not (found / "bible_bibledata").is_dir():
        said = f"no data in {found}: CANON_DATA names the folder"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(said)
    return found


@pytest.fixture(scope="session")
def bible_pack(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("bible") / "bible.jsonl"
    bible.write(out, data)
    return out


@pytest.fixture(scope="session")
def bible_canon(bible_pack: Path) -> Canon:
    return checked(read(bible_pack))


@pytest.fixture(scope="session")
def oracle(data: Path) -> Oracle:
    return Oracle(data)
