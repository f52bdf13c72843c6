"""The view that a read is made for: project, position, revision and viewer, named once."""

from __future__ import annotations

from typing import Any

from graph.values import NEVER, Canonical, Key

AUTHOR = "author"
READER = "reader"


class View(Canonical):
    """
    What a read may see.

    *before*: positions below it. *revision*: what was live after that commit. *viewer*: `author` sees all that holds,
    `reader` what was revealed, an entity's uid what that mind may know.
    """

    project: Key
    before: int
    revision: int
    viewer: str = AUTHOR

    @property
    def mind(self) -> bool:
        """Whether the view is bounded by what one character knows."""
        return self.viewer not in {AUTHOR, READER}

    @property
    def params(self) -> dict[str, Any]:
        """The view as the parameters that every statement of a read takes."""
        return {
            "project": self.project,
            "before": self.before,
            "revision": self.revision,
            "revealed_before": self.before if self.viewer == READER else NEVER + 1,
            "viewer": self.viewer if self.mind else None,
        }
