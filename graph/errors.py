"""
What can go wrong, by whose matter it is.

An error takes facts, keeps them as attributes, and writes its own sentence. A door turns a family into its own
kind of answer (an exit code, a status); nobody matches on the text.
"""

from __future__ import annotations


class CanonError(Exception):
    """Something the user can be told in a sentence, with what to do about it."""


class GraphError(CanonError):
    """Ours: a statement, its parameters or its rows; an unknown key; a conflict."""


class ServerError(CanonError):
    """The database's: not installed, not reachable, wrong version, disk full."""


class InputError(CanonError):
    """The file's: what was read is not what was expected, and where."""


class CompileError(CanonError):
    """The scene card's: a tag that nothing answers to, a budget too small."""
