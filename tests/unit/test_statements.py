"""Reading the files of statements: what is wrong with a header is said, with the file."""

from __future__ import annotations

import pytest

from graph.bound import Maybe, Run
from graph.lines import HeadRevision
from graph.statements import ParameterError, StatementError, _parsed, statements

GOOD = """// name:    one_thing
// params:  project, uid
// returns: uid
// rows:    maybe
// access:  read
//
// One thing.
MATCH (t:Thread {uid: $uid}) WHERE t.project = $project RETURN t.uid AS uid
"""


@pytest.fixture
def parsed(tmp_path):
    def parse(text, name="one_thing.cypher"):
        file = tmp_path / name
        file.write_text(text)
        return _parsed("read", file)

    return parse


def test_a_header_gives_its_facts(parsed):
    statement = parsed(GOOD)
    assert (statement.name, statement.folder, statement.rows, statement.access) == (
        "one_thing",
        "read",
        "maybe",
        "read",
    )
    assert (statement.params, statement.returns) == (("project", "uid"), ("uid",))
    assert statement.text == GOOD
    assert parsed(GOOD.replace("project, uid", "-")).params == ()


@pytest.mark.parametrize("fact", ["name", "params", "returns", "rows", "access"])
def test_a_header_that_lacks_a_fact_is_refused(parsed, fact):
    with pytest.raises(StatementError, match=f"lacks {fact}") as caught:
        parsed(GOOD.replace(f"// {fact}:", "// other:"))
    assert caught.value.file == "read/one_thing.cypher"


@pytest.mark.parametrize(
    ("old", "new"), [("maybe", "few"), ("access:  read", "access:  admin"), ("one_thing\n", "other\n")]
)
def test_a_header_that_says_something_else_is_refused(parsed, old, new):
    with pytest.raises(StatementError):
        parsed(GOOD.replace(old, new, 1))


def test_a_statement_takes_its_own_parameters_and_misses_none():
    lock = statements()["lock_project"]
    assert lock.given({"project": "p", "other": 1}) == {"project": "p"}
    with pytest.raises(ParameterError) as caught:
        lock.given({"other": 1})
    assert (caught.value.statement, caught.value.missing) == ("lock_project", "project")


def test_a_bound_name_is_looked_up_when_it_is_used():
    assert Maybe("lock_project", HeadRevision).statement.name == "lock_project"
    with pytest.raises(KeyError):
        _ = Run("no_such_statement").statement
