"""How a long task tells what it does. This one says nothing; the command line prints."""

from __future__ import annotations


class Report:
    """Hears what is being done, and how far a download is."""

    def step(self, text: str) -> None:
        """Begin *text*."""

    def amount(self, done: int, total: int) -> None:
        """*done* of *total* bytes are there."""


QUIET = Report()
