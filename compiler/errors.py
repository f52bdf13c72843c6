"""What a scene card can ask that cannot be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.errors import CompileError


class UnknownTagError(CompileError):
    """A tag that nothing in the view answers to."""

    def __init__(self, missing: Mapping[str, Sequence[str]], *, on_card: bool = True) -> None:
        self.missing = dict(missing)
        lines = []
        for tag, closest in missing.items():
            offer = f"; close to it: {', '.join(closest)}" if closest else ""
            lines.append(f"nothing confirmed is called {tag!r} at this point{offer}")
        super().__init__(
            "\n".join(lines + (["what is new with the scene belongs under `introduces`"] if on_card else []))
        )


class AmbiguousTagError(CompileError):
    """A tag that more than one thing answers to."""

    def __init__(self, tag: str, candidates: Sequence[str]) -> None:
        self.tag, self.candidates = tag, tuple(candidates)
        super().__init__(f"{tag!r} may be any of {', '.join(candidates)}; tag the one that is meant by its key")


class UnknownChapterError(CompileError):
    """A chapter that neither exists nor is the next to be written."""

    def __init__(self, chapter: str, last: str | None, candidates: Sequence[str] = ()) -> None:
        self.chapter, self.last, self.candidates = chapter, last, tuple(candidates)
        if candidates:
            said = f"more than one chapter may be meant by {chapter}; name it: {', '.join(candidates)}"
        elif last is None:
            said = f"no chapter {chapter!r}; the canon has no chapter yet"
        else:
            said = f"no chapter {chapter!r}; the last is {last}, and the one after it may be planned"
        super().__init__(said)


class NoCardError(CompileError):
    """There is nothing to compile from."""

    def __init__(self, chapter: str) -> None:
        self.chapter = chapter
        super().__init__(f"chapter {chapter} has no scene in the canon; give its scene cards (--card FILE)")


class NoSceneError(CompileError):
    """A scene that the cards do not have."""

    def __init__(self, scene: int, scenes: Sequence[int]) -> None:
        self.scene, self.scenes = scene, tuple(scenes)
        super().__init__(f"no scene {scene} among the cards; there are {', '.join(map(str, scenes))}")


class BudgetError(CompileError):
    """What must be in the packet is larger than its budget."""

    def __init__(self, budget: int, sizes: Mapping[str, int]) -> None:
        self.budget, self.sizes = budget, dict(sizes)
        listed = ", ".join(f"{name} {tokens}" for name, tokens in sizes.items())
        super().__init__(
            f"P0 needs {sum(sizes.values())} tokens and the budget is {budget}: {listed}; "
            "raise the budget or shorten the cards"
        )
