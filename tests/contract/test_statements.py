"""Every statement is what its header says it is; the server is the judge."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from graph import queries
from graph.bound import Bound, Reading
from graph.statements import statements

pytestmark = pytest.mark.smoke

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

STATEMENTS = statements()
NAMES = sorted(STATEMENTS)
OF_THE_SERVER = {"server_version": "asks the server about itself, which Neo4j calls neither reading nor writing"}
SCANS = ("AllNodesScan", "NodeByLabelScan", "AllRelationshipsScan", "TypeScan")

LAST_KEYS = {"uid", "record", "step"}
"""Columns that hold a uid: of rows that are alike in what is before it, no two are alike in it."""
TOTAL = {
    "chapters_at": "orders are given, and a project has one chapter at an order",
    "entities_by_name": "a uid is found in one row for each way of finding it",
    "heads_by_name": "a uid is found in one row for each way of finding it",
    "known_names": "rows are distinct and have this column alone",
    "online_indexes": "an index has its name alone",
    "projects": "a project has its key alone",
}
"""Statements whose order ends in something else, and why it is total all the same."""


def body(text: str) -> str:
    """A statement without its comments and its strings."""
    return re.sub(r'"[^"]*"', '""', re.sub(r"^ *//.*$", "", text, flags=re.MULTILINE))


def last_order(text: str) -> list[str]:
    """The keys of the ORDER BY behind the last RETURN that stands in no braces."""
    depth, outer = 0, ""
    for letter in body(text):
        depth += (letter == "{") - (letter == "}")
        outer += letter if depth == 0 else ""
    tail = outer.rpartition("RETURN")[2]
    found = re.search(r"ORDER BY (.*?)(?: LIMIT .*)?\s*$", tail, re.DOTALL)
    return [key.strip().removesuffix(" DESC") for key in found[1].split(",")] if found else []


def operators(plan: Mapping[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", []):
        yield from operators(child)


def bindings(value: Any) -> Iterator[Bound]:
    """Everything bound in a value: itself, or what it holds."""
    if isinstance(value, Bound):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from bindings(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from bindings(one)


BOUND = [bound for value in vars(queries).values() for bound in bindings(value)]
READINGS = sorted((bound for bound in BOUND if isinstance(bound, Reading)), key=lambda bound: bound.name)


def test_every_file_of_the_folder_is_a_statement():
    here = {
        f"{folder.name}/{file.name}"
        for folder in files("cypher").iterdir()
        if folder.is_dir() and not folder.name.startswith("_")
        for file in folder.iterdir()
        if not file.name.startswith((".", "_"))
    }
    assert here == {f"{statement.folder}/{name}.cypher" for name, statement in STATEMENTS.items()}
    assert len(here) > 100


@pytest.mark.parametrize("name", NAMES)
def test_the_header_is_five_facts_in_order_and_a_sentence(name):
    head, _, rest = STATEMENTS[name].text.partition("//\n")
    facts = [line.removeprefix("// ").partition(":")[0] for line in head.splitlines()]
    assert facts == ["name", "params", "returns", "rows", "access"]
    assert re.match(r"// [A-Z].*[^,;]\n", rest), "a sentence follows"
    sentence = " ".join(line.removeprefix("// ") for line in rest.splitlines() if line.startswith("//"))
    assert sentence.endswith("."), sentence


@pytest.mark.parametrize("name", NAMES)
async def test_the_columns_are_what_the_header_says(name, summaries):
    columns, _ = summaries[name]
    assert tuple(columns) == STATEMENTS[name].returns


@pytest.mark.parametrize("name", NAMES)
async def test_the_parameters_are_what_the_header_says(name, summaries):
    used = set(re.findall(r"\$(\w+)", body(STATEMENTS[name].text)))
    assert used == set(STATEMENTS[name].params)
    assert len(STATEMENTS[name].params) == len(used)
    _, summary = summaries[name]
    assert summary.parameters == dict.fromkeys(used)


@pytest.mark.parametrize("name", NAMES)
async def test_a_statement_writes_only_if_its_header_says_so(name, summaries):
    kinds = {"read": {"r"}, "write": {"w", "rw"}, "schema": {"s"}}
    _, summary = summaries[name]
    expected = {"s"} if name in OF_THE_SERVER else kinds[STATEMENTS[name].access]
    assert summary.query_type in expected


@pytest.mark.parametrize("name", NAMES)
async def test_no_plan_walks_all_nodes_or_relationships(name, summaries):
    if STATEMENTS[name].access == "schema":
        return
    _, summary = summaries[name]
    found = list(operators(summary.plan))
    assert found
    assert [operator for operator in found if operator.endswith(SCANS)] == []


@pytest.mark.parametrize("name", NAMES)
async def test_the_server_has_nothing_to_say_against_a_statement(name, summaries):
    """A label, type or property that nothing in a full canon has is a slip of the pen."""
    _, summary = summaries[name]
    said = [one.status_description for one in summary.gql_status_objects if one.is_notification]
    assert said == []


@pytest.mark.parametrize("name", [name for name in NAMES if STATEMENTS[name].rows == "many"])
def test_many_rows_have_one_order(name):
    keys = last_order(STATEMENTS[name].text)
    assert set(keys) <= set(STATEMENTS[name].returns), "an order by what is returned"
    if name in TOTAL:
        assert keys, TOTAL[name]
        assert keys[-1] not in LAST_KEYS, "no exception is needed"
    else:
        assert set(keys[-1:]) & LAST_KEYS


def test_every_exception_is_a_statement():
    assert set(TOTAL) <= set(NAMES)


def test_rows_are_none_if_and_only_if_nothing_is_returned():
    assert [name for name in NAMES if (STATEMENTS[name].rows == "none") != (STATEMENTS[name].returns == ())] == []


@pytest.mark.parametrize("bound", READINGS, ids=lambda bound: bound.name)
def test_a_row_has_the_fields_that_are_returned(bound):
    assert set(bound.line.model_fields) == set(bound.statement.returns)


def test_every_statement_is_bound_once_and_every_name_is_there():
    assert Counter(bound.name for bound in BOUND) == Counter(NAMES)


@pytest.mark.parametrize("bound", BOUND, ids=lambda bound: bound.name)
def test_a_statement_is_bound_by_the_number_of_its_rows(bound):
    assert bound.rows == bound.statement.rows


def test_the_order_that_counts_is_the_outermost():
    text = (
        "MATCH (n)\nCALL (n) {\n  RETURN n ORDER BY n.at LIMIT 1\n}\nRETURN n.uid AS uid\nORDER BY at DESC, uid LIMIT 3"
    )
    assert last_order(text) == ["at", "uid"]
    assert last_order("MATCH (n) CALL (n) { RETURN n ORDER BY uid } RETURN n.uid AS uid") == []
