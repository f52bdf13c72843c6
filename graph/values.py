"""
The small values that records are made of: keys, positions, references, and what a project declares.

A position is one sortable integer: `order * 1000 + scene` of a chapter. In a pack it is written `CHAPTER` or
`CHAPTER/SCENE`; `Places` translates between the two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic_core.core_schema import SerializationInfo

NEVER = 2**53 - 1
"""Later than every position and every revision; exact in every JSON reader."""
ALWAYS = -NEVER
"""Story time of what has no story time: before every other."""
UNKNOWN_SCENE = 999
"""The scene of a fact whose chapter alone is known: after every scene of it."""

EntityKind = Literal["character", "location", "faction", "item", "concept"]
ENTITY_KINDS: frozenset[str] = frozenset(get_args(EntityKind))
HeadKind = Literal[
    "character",
    "location",
    "faction",
    "item",
    "concept",
    "relationship",
    "thread",
    "chain",
    "step",
    "volume",
    "chapter",
]
Audience = Literal["common", "witnessed", "secret"]

LONGEST_NAME = 400
"""An index holds no longer text, whatever the script."""


class Canonical(BaseModel):
    """A value of the canon: frozen, exact, and ignorant of where it came from."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_KEY = re.compile(r"[^\W_][\w.'+-]*")


def _clean(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    if _CONTROL.search(text):
        raise ValueError("holds a control character")
    return text.strip()


def _key(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    if not _KEY.fullmatch(text):
        raise ValueError("a key is letters, digits and _ . ' + - and begins with a letter or digit")
    return text


def normal(text: str) -> str:
    """*text* as names are compared: NFKC (which folds width), case folded, white space as single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


Text = Annotated[str, Field(max_length=20_000), AfterValidator(_clean), Field(min_length=1)]
Label = Annotated[Text, Field(max_length=LONGEST_NAME)]
"""A text by which something is found: an index holds it."""
Key = Annotated[str, Field(max_length=120), AfterValidator(_key)]


def _reference(text: str) -> str:
    kind, _, key = text.rpartition("/")
    if kind and not re.fullmatch(r"[a-z]+", kind):
        raise ValueError("a reference is KEY (an entity) or KIND/KEY")
    return f"{kind}/{_key(key)}" if kind else _key(key)


Reference = Annotated[str, Field(max_length=160), AfterValidator(_reference)]
"""What a record points at: the bare key of an entity, or `kind/key` of anything else (`thread/the-letter`)."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where in the telling: the order of each chapter, by key, and the other way round."""

    orders: Mapping[str, int] = field(default_factory=dict)
    keys: Mapping[int, str] = field(default_factory=dict)
    last: int = 0
    """The printed number of the last chapter."""

    @classmethod
    def of(cls, orders: Mapping[str, int], last: int = 0) -> Places:
        return cls(orders, {order: key for key, order in orders.items()}, last)

    def position(self, text: str) -> int:
        """The position written as *text*: `start`, `CHAPTER` or `CHAPTER/SCENE`."""
        if text == "start":
            return 0
        key, slash, scene = text.partition("/")
        if key not in self.orders:
            raise ValueError(f"no chapter {key!r}")
        if slash and not re.fullmatch(r"[0-9]{1,3}", scene):
            raise ValueError(f"a scene is a number from 0 to {UNKNOWN_SCENE}, not {scene!r}")
        return self.orders[key] * 1000 + (int(scene) if slash else UNKNOWN_SCENE)

    def written(self, position: int) -> str:
        """*position* as a pack writes it."""
        if position <= 0:
            return "start"
        order, scene = divmod(position, 1000)
        key = self.keys.get(order, f"#{order}")
        return key if scene == UNKNOWN_SCENE else f"{key}/{scene}"

    def order(self, chapter: str | int) -> int:
        """The order of *chapter*, a key; a number past the last chapter is where that chapter will stand."""
        if str(chapter) in self.orders:
            return self.orders[str(chapter)]
        ahead = int(chapter) - self.last if str(chapter).isdecimal() else 0
        if ahead < 1:
            raise ValueError(f"no chapter {str(chapter)!r}")
        return max(self.orders.values(), default=0) + 100 * ahead

    def chapter(self, order: int) -> str:
        """The chapter that stands, or will stand, at *order*: what `order` reads back."""
        if order in self.keys:
            return self.keys[order]
        return str(self.last + (order - max(self.orders.values(), default=0)) // 100)


def _read_position(value: Any, info: ValidationInfo) -> Any:
    places = (info.context or {}).get("places")
    if places is None or value is None:
        return value
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("a position is CHAPTER or CHAPTER/SCENE")
    return NEVER if value == "kept" and info.field_name == "revealed_at" else places.position(str(value))


def _write_position(value: int, info: SerializationInfo) -> Any:
    places = (info.context or {}).get("places")
    if places is None or value is None:
        return value
    return "kept" if value == NEVER else places.written(value)


Position = Annotated[
    int,
    BeforeValidator(_read_position),
    PlainSerializer(_write_position),
    WithJsonSchema(
        {
            "type": ["string", "integer"],
            "description": "`CHAPTER` or `CHAPTER/SCENE`, by the chapter's key; `start`: before the first chapter",
        }
    ),
]


def _fraction(value: Any) -> Any:
    if isinstance(value, int):
        raise ValueError("a whole number lies between -(2^53-1) and 2^53-1")
    return value


Whole = Annotated[StrictInt, Field(ge=-NEVER, le=NEVER)]
Number = Whole | Annotated[StrictFloat, BeforeValidator(_fraction)]
"""A whole number that every JSON reader reads exactly, or a finite fraction."""
Scalar = Annotated[StrictStr, Field(max_length=20_000), AfterValidator(_clean)] | Number


def _alike(values: tuple[Any, ...]) -> tuple[Any, ...]:
    # The database keeps a list of one type: whole numbers beside fractions become fractions.
    if any(isinstance(value, float) for value in values) and not any(isinstance(value, str) for value in values):
        return tuple(map(float, values))
    return values


StateValue = Scalar | Annotated[tuple[Scalar, ...], AfterValidator(_alike)] | None
"""The value of a dimension; null: it no longer has one."""


class Dimension(Canonical):
    """One thing that can change about a kind of subject, and how it may change."""

    of: HeadKind
    name: Key
    type: Literal["string", "number", "reference", "chapter"] = "string"
    many: bool = False
    change: Literal["free", "fixed", "monotonic", "limited"] = "free"
    limit: float | None = None
    """How far a `limited` dimension may move in one chapter."""

    @property
    def id(self) -> str:
        return f"dimension/{self.of}/{self.name}"


def _defaults() -> tuple[Dimension, ...]:
    table: dict[HeadKind, str] = {
        "character": "name tier life role place:reference home:reference condition goal appearance:fixed "
        "age:number:monotonic faction:reference",
        "location": "name part_of:reference description condition",
        "faction": "name leader:reference members:reference* stance description",
        "item": "name holder:reference place:reference condition description",
        "concept": "name description",
        "relationship": "standing trust:number",
        "thread": "name question status importance:number due_from:chapter due_until:chapter progress "
        "involves:reference*",
        "chain": "name involves:reference* description",
        "step": "name status progress",
        "volume": "title number:number",
        "chapter": "title number:number",
    }
    made = []
    for kind, words in table.items():
        for word in words.split():
            name, *options = word.rstrip("*").split(":")
            made.append(
                Dimension(
                    of=kind,
                    name=name,
                    many=word.endswith("*"),
                    type=next((o for o in options if o in {"number", "reference", "chapter"}), "string"),
                    change=next((o for o in options if o in {"fixed", "monotonic"}), "free"),
                )
            )
    return tuple(made)


DEFAULT_DIMENSIONS = _defaults()
"""What a project may say about each kind without declaring it."""

FIRST: Mapping[str, str] = {"relationship": "standing", "volume": "title", "chapter": "title"}
"""The dimension in whose live state a head exists; `name` for every other kind."""
