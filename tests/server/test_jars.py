"""Nothing runs that is not what the list says, and a download goes on where it stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph.server.errors import InstallError
from graph.server.fetch import install, mismatches
from graph.server.report import QUIET, Report

if TYPE_CHECKING:
    from pathlib import Path

    from graph.server.release import Jar

    from .conftest import Repository


class Amounts(Report):
    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def amount(self, done: int, total: int) -> None:
        self.told.append((done, total))


def test_every_jar_comes_once(tmp_path: Path, repository: Repository, jars: tuple[Jar, ...]) -> None:
    report = Amounts()
    files = install(jars, tmp_path / "jars", report)
    assert [file.name for file in files] == [jar.name for jar in jars]
    assert report.told[-1] == (sum(jar.size for jar in jars),) * 2
    install(jars, tmp_path / "jars", QUIET)
    assert sorted(repository.asked) == sorted(jar.name for jar in jars)


def test_a_jar_with_a_wrong_byte_is_fetched_again(
    tmp_path: Path, repository: Repository, jars: tuple[Jar, ...]
) -> None:
    files = install(jars, tmp_path, QUIET)
    content = bytearray(files[2].read_bytes())
    content[100] ^= 1
    files[2].write_bytes(content)
    assert mismatches(tmp_path, jars) == [jars[2]]
    repository.asked.clear()
    install(jars, tmp_path, QUIET)
    assert repository.asked == [jars[2].name]
    assert not mismatches(tmp_path, jars)


def test_an_interrupted_download_goes_on_where_it_stopped(
    tmp_path: Path, repository: Repository, jars: tuple[Jar, ...]
) -> None:
    repository.missing = {jars[-1].name}
    with pytest.raises(InstallError, match=rf"{jars[-1].coordinate} could not be downloaded .* run `canon up` again"):
        install(jars, tmp_path, QUIET)
    assert mismatches(tmp_path, jars) == [jars[-1]]
    repository.missing.clear()
    repository.asked.clear()
    install(jars, tmp_path, QUIET)
    assert repository.asked == [jars[-1].name]


def test_a_jar_cut_short_is_fetched_again(tmp_path: Path, repository: Repository, jars: tuple[Jar, ...]) -> None:
    repository.cut = {jars[0].name}
    install(jars, tmp_path, QUIET)
    assert repository.asked.count(jars[0].name) == 2
    assert not mismatches(tmp_path, jars)


def test_a_jar_that_is_not_what_the_list_says_never_lands(
    tmp_path: Path, repository: Repository, jars: tuple[Jar, ...]
) -> None:
    kept = repository.folder
    repository.folder = tmp_path / "false"
    repository.folder.mkdir()
    for jar in jars:
        (repository.folder / jar.name).write_bytes((kept / jar.name).read_bytes()[::-1])
    with pytest.raises(InstallError, match="its content is not what the list names"):
        install(jars, tmp_path / "jars", QUIET)
    assert not list((tmp_path / "jars").glob("*.jar"))


def test_no_network_is_said_in_a_sentence(
    tmp_path: Path, jars: tuple[Jar, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "jgo.conf"
    settings.write_text("[repositories]\ncentral = http://127.0.0.1:9\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(settings))
    with pytest.raises(InstallError, match="check the network"):
        install(jars, tmp_path, QUIET)
