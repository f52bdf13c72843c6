"""The canon pack: one readable file a project, YAML or JSON Lines, with positions and quotes."""

from graph.pack.check import checked, read
from graph.pack.read import Pack, Source
from graph.pack.schema import schema
from graph.pack.write import canon_hash, written

__all__ = ["Pack", "Source", "canon_hash", "checked", "read", "schema", "written"]
