"""The JSON Schema of a pack: of the YAML file, and of a line of JSON Lines."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import TypeAdapter

from graph.models import Header
from graph.pack.read import KEYED, SECTIONS


def schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a canon pack as YAML; each list's `items` is that record's line in JSON Lines."""
    inputs: list[tuple[str, Literal["validation"], TypeAdapter[Any]]] = [
        (name, "validation", TypeAdapter(model)) for name, model in SECTIONS.items()
    ]
    inputs.append(("canon", "validation", TypeAdapter(Header)))
    refs, defined = TypeAdapter.json_schemas(inputs, title="Canon pack")
    for entry in (refs[name, "validation"]["$ref"].rpartition("/")[2] for name in (*SECTIONS, "canon")):
        _as_written(defined["$defs"][entry])
    header = defined["$defs"]["Header"]
    lists = {name: {"type": "array", "items": refs[name, "validation"]} for name in SECTIONS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Canon pack",
        "type": "object",
        "properties": header["properties"] | lists,
        "required": header["required"],
        "additionalProperties": False,
        "$defs": defined["$defs"],
    }


def _as_written(entry: dict[str, Any]) -> None:
    """*entry* also allows what the reader fills in: a key that is a number, a chapter behind the one before it."""
    for name in KEYED & entry["properties"].keys():
        entry["properties"][name] = {"anyOf": [entry["properties"][name], {"type": "integer"}]}
    if entry["title"] == "Chapter":
        entry["required"].remove("order")
