"""What people put into a pack by mistake: each is found, in its line and field, or means what it looks like."""

from __future__ import annotations

import json
import re

import pytest

from graph.models import State
from graph.pack import canon_hash, checked, read, schema, written
from graph.pack.source import PackError

HEAD = "canon: 1\nproject: traps\ntitle: Traps\n"
WHO = """chapters:
  - {key: 1, title: One, number: 1}
entities:
  - {key: mira, kind: character}
dimensions:
  - {of: character, name: score, type: number}
  - {of: character, name: scores, type: number, many: true}
  - {of: character, name: words, many: true}
states:
  - of: mira
    at: 1/1
    set:
      name: Mira
"""
LINES = HEAD.count("\n") + WHO.count("\n")


@pytest.fixture
def problems(tmp_path):
    """The problems of a pack as (line, field, what); none: it is read and checked."""

    def found(text, name="pack.yaml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        try:
            checked(read(path))
        except PackError as error:
            return [(one.line, one.field, one.what) for one in error.problems if one.file == name]
        return []

    return found


@pytest.fixture
def value(tmp_path):
    """What a value of a dimension of Mira, written so, is in the canon."""

    def read_back(written_as, dimension="goal"):
        path = tmp_path / "pack.yaml"
        path.write_text(f"{HEAD}{WHO}      {dimension}: {written_as}\n", "utf-8")
        canon = checked(read(path))
        return next(r.value for r in canon.records.values() if isinstance(r, State) and r.dimension == dimension)

    return read_back


def test_the_pack_that_every_trap_is_laid_in_is_good(problems):
    assert problems(HEAD + WHO) == []


@pytest.mark.parametrize(
    "word", ["no", "yes", "on", "off", "y", "n", "12:30", "2024-01-02", "0x10", "1_000", "=", "<<"]
)
def test_what_yaml_1_1_would_turn_into_something_else_is_a_text(value, word):
    assert value(word) == word


@pytest.mark.parametrize("number", ["007", "08", "12345678901234567890"])
def test_digits_that_are_no_exact_number_are_never_changed_silently(tmp_path, number):
    assert kept_or_refused(tmp_path, number)


def kept_or_refused(tmp_path, number):
    path = tmp_path / "pack.yaml"
    path.write_text(f"{HEAD}{WHO}      goal: {number}\n      score: 1\n", "utf-8")
    try:
        canon = checked(read(path))
    except PackError as error:
        return [problem.field for problem in error.problems] == ["states.set.goal"]
    return canon.records["state/character/mira/goal/100001.0"].value == number


@pytest.mark.parametrize(("text", "read_as"), [("5", 5), ("-3", -3), ("2.5", 2.5), ("1e3", 1000.0), ("0", 0)])
def test_numbers_are_numbers(value, text, read_as):
    found = value(text, "score")
    assert found == read_as
    assert type(found) is type(read_as)


@pytest.mark.parametrize(
    "number", ["12345678901234567890", "9007199254740992", "-9007199254740992", ".nan", ".inf", "1e999", "true", "x"]
)
def test_a_number_that_not_every_reader_knows_is_refused(problems, number):
    found = problems(f"{HEAD}{WHO}      score: {number}\n")
    assert [(line, field) for line, field, _ in found] == [(LINES + 1, "states.set.score")]


@pytest.mark.parametrize(
    ("written_as", "field"),
    [
        ("chapters:\n  - {key: 2, title: Two, number: 9007199254740993}\n", "chapters.number"),
        ("chapters:\n  - {key: 2, title: Two, number: 123456789012345678901234567890}\n", "chapters.number"),
        ("volumes:\n  - {key: v, title: V, number: -9007199254740993, at: start}\n", "volumes.number"),
        ("rules:\n  - {key: r, statement: R., at: 1/1, limit: 1e999}\n", "rules.limit"),
        ("events:\n  - {key: e, summary: E., at: 1/1, story_from: 9007199254740991}\n", "events.story_from"),
    ],
)
def test_a_number_too_great_for_the_database_is_refused(problems, written_as, field):
    text = (
        HEAD + WHO.replace("chapters:\n", written_as, 1) if written_as.startswith("chap") else HEAD + WHO + written_as
    )
    assert [found for _, found, _ in problems(text)] == [field]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD + "title: Again\n", 4, "a name stands twice"),
        (HEAD + WHO + "      name: Twice\n", LINES + 1, "a name stands twice"),
        (HEAD + WHO + "chapters: []\n", LINES + 1, "a name stands twice"),
        (HEAD + "chapters: &all []\n", 4, "anchors are not read"),
        (HEAD + "style: *all\n", 4, "not YAML|anchors are not read"),
        (HEAD + "chapters:\n\t- key: 1\n", 5, "not YAML"),
        (HEAD + "chapters: [\n", 5, "not YAML"),
        (HEAD + "chapters:\n  - just words\n", 5, "each entry is a mapping"),
        (HEAD + "nonsense:\n  - {a: 1}\n", 5, "no such list"),
        ("- a\n- b\n", 1, "a pack is a mapping"),
        ("just words\n", 1, "a pack is a mapping"),
        ("", 1, "a pack is a mapping"),
        ("\n# nothing\n", 1, "a pack is a mapping"),
        (HEAD + "--- \ncanon: 1\n", 4, "not YAML"),
        (HEAD + "style: " + "[" * 5000 + "]" * 5000 + "\n", None, "depth"),
        (HEAD + "style: " + "[" * 30 + "]" * 30 + "\n", 4, "deep"),
        (HEAD.encode() + "# caf\u00e9\n".encode("latin-1"), 4, "UTF-8"),
        ((HEAD + WHO).encode("utf-16"), 1, "UTF-8"),
        (bytes(range(256)), 2, "UTF-8"),
        (b"\x00\x01\x02 canon: 1", 1, "not YAML"),
        (HEAD + WHO + '      goal: "a\\x07b"\n', LINES + 1, "control character"),
        (HEAD + WHO + '      goal: "a\\ud800b"\n', LINES + 1, "control character|not YAML"),
        (HEAD + "? [a, b]\n: 1\n", 4, "a name stands twice, or is no plain text"),
    ],
)
def test_what_is_no_pack_is_refused_with_its_line(problems, text, line, said):
    found = problems(text)
    assert len(found) == 1, found
    assert line is None or found[0][0] == line
    assert re.search(said, found[0][2])


def test_a_byte_order_mark_and_windows_line_ends_are_read(problems):
    text = (HEAD + WHO).replace("\n", "\r\n")
    assert problems(b"\xef\xbb\xbf" + text.encode()) == []
    assert problems(b"\xef\xbb\xbf" + text.replace("name: Mira", "nom: Mira").encode()) != []


def test_a_directory_or_a_missing_file_is_no_pack_error(tmp_path):
    with pytest.raises(OSError, match="none"):
        read(tmp_path / "none.yaml")


NESTED = """events:
  - key: storm
    at: 1/1
    summary: It blows.
    involves:
      - {entity: mira}
      - entity: nobody
        role: victim
  - key: calm
    at: 9/1
    summary: ""
    involves:
      - entity: mira
        role:
          - a list
    nothing: known
"""


def test_lines_are_exact_and_every_fault_is_told(problems):
    found = problems(HEAD + WHO + NESTED)
    assert [(line - LINES, field) for line, field, _ in found] == [
        (7, "events.involves.1"),
        (10, "events.at"),
        (11, "events.summary"),
        (14, "events.involves.0.role"),
        (16, "events.nothing"),
    ]
    form_mended = NESTED.replace("9/1", "1/2").replace('""', "Calm.").replace("\n          - a list", " one")
    found = problems(HEAD + WHO + form_mended.replace("    nothing: known\n", ""))
    assert found == [(LINES + 7, "events.involves.1", "no entity 'nobody'")]


@pytest.mark.parametrize("key", ["角色", "mira-2", "O'Hara", "a_b", "C++", "v1.2", "é", "７"])
def test_keys_of_every_script_are_keys(problems, key):
    assert problems(HEAD + WHO.replace("{key: mira, ", f"{{key: {key}, ").replace("of: mira", f"of: {key}")) == []


@pytest.mark.parametrize("key", ["a/b", "a b", "-a", "'@a'", "''", "a" * 121, "a,b", "😀"])
def test_other_keys_are_refused(problems, key):
    found = problems(HEAD + WHO.replace("{key: mira, ", f"{{key: '{key.strip(chr(39))}', "))
    assert (7, "entities.key") in [(line, field) for line, field, _ in found]


@pytest.mark.parametrize("text", ["he", "Captain", "老者", " HER ", "Ｃａｐｔａｉｎ"])
def test_a_bare_title_is_no_alias_unless_the_project_allows_it(problems, text):
    pack = HEAD + WHO + f"aliases:\n  - {{entity: mira, at: 1/1, text: '{text}'}}\n"
    assert [(line, field) for line, field, _ in problems(pack)] == [(LINES + 2, "aliases.text")]
    assert problems(pack.replace("title: Traps", "title: Traps\nbare_titles: true", 1)) == []
    assert problems(pack.replace(text, f"{text} of the mill")) == []


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("colour: red", "states.set.colour", "no dimension 'colour' of a character"),
        ("score: many", "states.set.score", "a number, not 'many'"),
        ("score: [1, 2]", "states.set.score", "one value"),
        ("scores: 1", "states.set.scores", "a list"),
        ("goal: 3", "states.set.goal", "a string, not 3"),
        ("goal: true", "states.set.goal", "string|number"),
        ("goal: {a: 1}", "states.set.goal", "string|number"),
        ("goal: [[1]]", "states.set.goal", "string|number"),
        ("place: nowhere", "states.set.place", "no entity 'nowhere'"),
        ("words: [a, 1]", "states.set.words", "a string, not 1"),
    ],
)
def test_a_value_of_another_kind_than_declared_is_refused(problems, line, field, said):
    found = problems(f"{HEAD}{WHO}      {line}\n")
    assert {(at, name.removesuffix(".0")) for at, name, _ in found} == {(LINES + 1, field)}
    assert re.search(said, found[0][2])


@pytest.mark.parametrize(
    "line", ["score: 3", "scores: [1, 2.5]", "scores: []", "goal: ''", "goal: null", "place: null"]
)
def test_a_value_as_declared_is_read(problems, line):
    assert problems(f"{HEAD}{WHO}      {line}\n") == []


def test_the_name_that_somebody_exists_by_cannot_be_null(problems):
    found = problems(HEAD + WHO.replace("name: Mira", "name: null"))
    assert [field for _, field, _ in found] == ["states.set.name"]


@pytest.mark.parametrize("at", ["1", "1/0", "1/7", "1/999", "'1/7'", "start"])
def test_positions_are_a_chapter_or_a_scene_of_it(problems, at):
    assert problems(HEAD + WHO.replace("at: 1/1", f"at: {at}")) == []


@pytest.mark.parametrize("at", ["2", "1/1000", "1/", "1/-1", "1/x", "1.5", "true", "[1]", "null", "kept"])
def test_other_positions_are_refused(problems, at):
    found = problems(HEAD + WHO.replace("at: 1/1", f"at: {at}"))
    assert {(line, field) for line, field, _ in found} <= {(LINES - 2, "states.at"), (LINES - 2, "states.revealed_at")}
    assert found


THREAD = (
    WHO
    + "  - of: thread/due\n    at: 1/1\n    set:\n      name: Due?\n      due_until: CHAPTER\n"
    + "threads:\n  - {key: due}\n"
)


@pytest.mark.parametrize(("chapter", "order"), [("1", 100), ("'1'", 100), ("2", 200), ("12", 1200), ("null", None)])
def test_a_thread_is_due_by_a_chapter_that_is_there_or_will_be(tmp_path, chapter, order):
    path = tmp_path / "pack.yaml"
    path.write_text(HEAD + THREAD.replace("CHAPTER", chapter))
    canon = checked(read(path))
    assert canon.records["state/thread/due/due_until/100001.0"].value == order
    path.write_text(written(canon, "yaml"))
    assert canon_hash(checked(read(path))) == canon_hash(canon)


@pytest.mark.parametrize("chapter", ["0", "-1", "soon", "1.5", "true", "[1]"])
def test_a_thread_is_not_due_by_what_is_no_chapter(problems, chapter):
    found = problems(HEAD + THREAD.replace("CHAPTER", chapter))
    assert [(line, field) for line, field, _ in found] == [(LINES + 5, "states.set.due_until")]


LONG = "長" * 9000


@pytest.mark.parametrize(
    ("added", "field"),
    [
        (f"aliases:\n  - {{entity: mira, at: 1/1, text: {LONG}}}\n", "aliases.text"),
        (f"beliefs:\n  - {{holder: mira, at: 1/1, view: so, topic: {LONG}}}\n", "beliefs.topic"),
        (f"  - {{of: mira, at: 1/2, set: {{name: {LONG}}}}}\n", "states.set.name"),
    ],
)
def test_what_is_looked_up_is_short_enough_for_an_index(problems, added, field):
    assert [found for _, found, _ in problems(HEAD + WHO + added)] == [field]
    assert problems(HEAD + WHO + added.replace(LONG, LONG[:400])) == []
    assert problems(f"{HEAD}{WHO}      goal: {LONG}\n") == []


JSONL = [
    {"record": "canon", "canon": 1, "project": "traps", "title": "Traps"},
    {"record": "chapters", "key": "1", "title": "One", "number": 1},
    {"record": "entities", "key": "mira", "kind": "character"},
    {"record": "states", "of": "mira", "at": "1/1", "set": {"name": "Mira"}},
]


def jsonl(*more):
    lines = [json.dumps(line, ensure_ascii=False) for line in JSONL]
    return "\n".join([*lines, *more]) + "\n"


def test_the_lines_that_every_trap_is_laid_in_are_good(problems):
    assert problems(jsonl(), "pack.jsonl") == []
    assert problems(jsonl("", "  "), "pack.jsonl") == []
    assert problems(jsonl().replace("\n", "\r\n"), "pack.jsonl") == []


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("{", "", "not a JSON object"),
        ("[]", "record", "names its `record`"),
        ('{"a": 1}', "record", "names its `record`"),
        ('{"record": 1}', "record", "names its `record`"),
        ('{"record": "nonsense"}', "nonsense", "no such list"),
        ('{"record": "entities", "key": "a", "key": "b", "kind": "item"}', "", "stands twice"),
        ('{"record": "entities", "key": "mira", "kind": "item"}', "entities.key", "another entity"),
        ('{"record": "rules", "key": "r", "statement": "R.", "at": "1/1", "limit": NaN}', "rules.limit", "finite"),
        ('{"record": "rules", "key": "r", "statement": "R.", "at": "1/1", "limit": Infinity}', "rules.limit", "finite"),
        ('{"record": "rules", "key": "r", "statement": "a\\u0000b", "at": "1/1"}', "rules.statement", "control"),
        (
            '{"record": "rules", "key": "r", "statement": "a\\ud800b", "at": "1/1"}',
            "rules.statement",
            "control|unicode",
        ),
        ('{"record": "canon", "canon": 1, "project": "b", "title": "B"}', "canon", "one header, this has 2"),
        ("[" * 100_000, "", "not a JSON object"),
        ('{"record": "rules", "n": ' + "9" * 5000 + "}", "", "not a JSON object"),
    ],
)
def test_a_bad_line_of_json_is_refused_with_its_number(problems, line, field, said):
    found = problems(jsonl(line), "pack.jsonl")
    assert found
    assert all(at == 5 or "header" in what or "appears" in what or "another" in what for at, _, what in found)
    assert any(re.search(said, what) and name == field for _, name, what in found)


# The part of JSON Schema that the schema of a pack uses, so that a test can hold data against it.
TYPES = {"string": str, "integer": int, "array": list, "object": dict, "null": type(None), "boolean": bool}


def is_type(value, name):
    if name == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def accepts(value, rule, whole):
    if "$ref" in rule:
        return accepts(value, whole["$defs"][rule["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in rule:
        return any(accepts(value, one, whole) for one in rule["anyOf"])
    types = rule.get("type", [])
    types = [types] if isinstance(types, str) else types
    fits = not types or any(is_type(value, name) for name in types)
    fits = fits and ("const" not in rule or value == rule["const"]) and ("enum" not in rule or value in rule["enum"])
    if is_type(value, "number"):
        return fits and rule.get("minimum", value) <= value <= rule.get("maximum", value)
    if isinstance(value, str):
        fits = fits and rule.get("minLength", 0) <= len(value) <= rule.get("maxLength", len(value))
        return fits and ("pattern" not in rule or re.search(rule["pattern"], value) is not None)
    if isinstance(value, list):
        first = rule.get("prefixItems", [])
        fits = fits and rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value))
        rest = [rule.get("items", {})] * (len(value) - len(first))
        return fits and all(accepts(one, item, whole) for one, item in zip(value, [*first, *rest], strict=False))
    if isinstance(value, dict):
        known = rule.get("properties", {})
        extra = rule.get("additionalProperties", {})
        fits = fits and set(rule.get("required", [])) <= value.keys()
        fits = (
            fits and len(value) >= rule.get("minProperties", 0) and (extra is not False or value.keys() <= known.keys())
        )
        return fits and all(
            accepts(one, known.get(name, extra if isinstance(extra, dict) else {}), whole)
            for name, one in value.items()
        )
    return fits


@pytest.fixture(scope="module")
def sample():
    from importlib.resources import files
    from pathlib import Path

    from graph.pack.source import tree

    data, _ = tree(Path(str(files("api"))) / "sample" / "canon.yaml")
    return data


def test_the_schema_accepts_the_sample_as_it_is_written(sample):
    whole = schema()
    assert len(sample["states"]) > 20
    for name, value in sample.items():
        rule = whole["properties"][name]
        if isinstance(value, list) and "items" in rule:
            assert [one for one in value if not accepts(one, rule["items"], whole)] == [], name
    assert accepts(sample, whole, whole)


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("entities", {"key": "a"}),
        ("entities", {"key": "a", "kind": "dragon"}),
        ("entities", {"key": "a", "kind": "item", "more": 1}),
        ("states", {"of": "a", "at": "1/1", "set": {}}),
        ("states", {"of": "a", "at": [1], "set": {"name": "A"}}),
        ("events", {"key": "a", "at": "1/1", "summary": ""}),
        ("relationships", {"key": "a", "kind": "b", "between": ["a", "b", "c"]}),
        ("summaries", {"level": 10, "first": "1", "last": "1", "text": "T."}),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(problems, sample, name, entry):
    whole = schema()
    assert not accepts({**sample, name: [entry]}, whole, whole)
    assert problems(jsonl(json.dumps({"record": name, **entry})), "pack.jsonl")
