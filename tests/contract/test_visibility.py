"""
Every read shows what is live, of its project, before its position and within its audience: read off the text.

The rule is one text with the variable's name changed. A statement that says it differently is found, also where it
would be right: so a reader has one text to trust.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from graph.statements import statements

FOR_ONE_MIND = ("State", "Alias", "Event", "WorldRule", "Record", "Name")
FOR_ALL = ("Scene", "Summary", "Belief")
"""A scene and a summary are told, a belief is its holder's: none has an audience."""


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


OWN_LABEL = "the titles and numbers of chapters are on every contents page: known to all, whatever is told by then"
REVISION_ONLY = dict.fromkeys(("chapter_by_key", "chapters_at", "chapters_by_number", "last_chapter"), OWN_LABEL)
"""Statements whose states need the project and the revision, and nothing else."""
WHO_KNOWS = {"secrets_of": "says of a secret who knows it; a packet for one mind does not have it"}
"""Statements that read the beliefs of others than the viewer."""
NO_PROJECT = {
    "projects": "lists the projects themselves",
    "server_version": "asks the server about itself",
}
"""Statements that are of no project."""

LIVE = "{v}.added <= $revision AND {v}.removed > $revision"
PROJECT = "{v}.project = $project"
TOLD = "{v}.at < $before AND {v}.revealed_at < $revealed_before"
AUDIENCE = _line("""
    AND ($viewer IS NULL OR {v}.audience = "common"
      OR {v}.audience = "witnessed" AND (EXISTS {{
        MATCH (seen:Scene)-[f:FEATURES]->()
        WHERE f.entity = $viewer AND f.at = {v}.at AND f.presence IN ["on_stage", "disguised", "spirit"]
          AND seen.mode IN ["actual", "memory"]
          AND seen.added <= $revision AND seen.removed > $revision }}
        OR EXISTS {{ MATCH ({v})-[took:INVOLVES]->() WHERE took.entity = $viewer }})
      OR EXISTS {{
        MATCH (held:Belief)-[:ABOUT]->({v})
        WHERE held.holder = $viewer AND held.stance = "believes" AND held.at < $before
          AND held.added <= $revision AND held.removed > $revision }})
""")
"""The one text of who may know a fact. What it binds itself is named here: `seen` and `held`."""
HELD = "($viewer IS NULL OR $viewer = holder)"
"""A belief is shown to nobody but its holder, when the view is one mind's."""


@dataclass(frozen=True)
class Clause:
    """A MATCH, with what its WHERE asks for."""

    pattern: str
    where: str


def clauses(text: str) -> list[Clause]:
    """Every MATCH of *text*, those within the audience's text apart."""
    flat = _line(re.sub("^ *//.*$", "", text, flags=re.MULTILINE))
    for variable in sorted(set(re.findall(r"\b(\w+)\.audience", flat))):
        flat = flat.replace(AUDIENCE.format(v=variable), f"AND audience({variable})")
    begins = r"MATCH|RETURN|WITH|UNWIND|CALL|UNION|CREATE|SET|\}"
    found = re.findall(rf"\bMATCH (.*?)(?: WHERE (.*?))?(?= (?:OPTIONAL )?(?:{begins})(?: |$)|$)", flat)
    return [Clause(pattern, where) for pattern, where in found]


def missing(name: str, text: str) -> list[str]:
    """What the rule asks for and *text* does not say, a sentence each."""
    problems = []
    for clause in clauses(text):
        for variable, labels in re.findall(r"\((\w+)((?::\w+)+)", clause.pattern):
            wanted = set(labels.split(":")) & {*FOR_ONE_MIND, *FOR_ALL}
            if not wanted:
                continue
            needed = [PROJECT, LIVE]
            if name not in REVISION_ONLY:
                needed.append(TOLD)
                if not wanted & set(FOR_ALL):
                    needed.append("audience({v})")
            parts = (part.format(v=variable) for part in needed)
            problems += [f"{variable}{labels}: {part}" for part in parts if part not in clause.where]
            if (
                "Belief" in wanted
                and "viewer" in text
                and name not in WHO_KNOWS
                and HELD not in clause.where + gates(text)
            ):
                problems.append(f"{variable}{labels}: {HELD}")
    return problems


def gates(text: str) -> str:
    """The conditions on what a read begins with, before it matches anything."""
    return " ".join(re.findall(r"^WITH \w+ WHERE (.*)$", text, re.MULTILINE))


def anchorless(text: str) -> list[str]:
    """The patterns that neither begin at a bound variable nor name the project, a uid, or an entity by uid."""
    found, bound = [], set(re.findall(r"CALL \(([\w, ]+)\)", text))
    known = {name.strip() for names in bound for name in names.split(",")}
    for clause in clauses(text):
        ends = re.findall(r"\((\w+)", clause.pattern)
        if known & set(ends) and not re.match(rf"\((?:{'|'.join(map(re.escape, ends))})(?::\w+)+\)$", clause.pattern):
            known |= set(ends)
            continue
        if not re.search(r"\$project\b|\buid: |\.uid = |\{key: \$project", f"{clause.pattern} {clause.where}"):
            found.append(clause.pattern)
        known |= set(ends)
    return found


READS = {name: statement for name, statement in statements().items() if statement.folder == "read"}
RECORDS = re.compile(rf"\(\w+(?::\w+)*:(?:{'|'.join((*FOR_ONE_MIND, *FOR_ALL))})\b")


@pytest.mark.parametrize("name", sorted(READS))
def test_every_record_of_a_read_is_within_the_view(name):
    assert missing(name, READS[name].text) == []


@pytest.mark.parametrize("name", sorted(READS.keys() - NO_PROJECT.keys()))
def test_every_pattern_of_a_read_begins_within_the_project(name):
    assert "project" in READS[name].params
    assert anchorless(READS[name].text) == []


def test_the_exceptions_are_reads_and_few():
    assert READS.keys() >= REVISION_ONLY.keys() | NO_PROJECT.keys() | WHO_KNOWS.keys()
    assert len(REVISION_ONLY) + len(NO_PROJECT) + len(WHO_KNOWS) < len(READS) / 4


def test_the_rule_is_looked_for_where_records_are_read():
    """The checker sees records in most statements: it does not pass because it finds none."""
    seen = {name for name, read in READS.items() if any(RECORDS.search(c.pattern) for c in clauses(read.text))}
    assert len(seen) > 20
    assert {"states_now", "secrets_of", "beliefs_of", "cover", "entities_by_name", "recent_events"} <= seen


RULE = f"{PROJECT} AND {TOLD} AND {LIVE} {AUDIENCE}".format(v="s")
GOOD = f"""
MATCH (h:Stateful {{uid: $uid}})
CALL (h) {{
  MATCH (s:State)
  WHERE s.subject = h.uid AND {RULE}
  RETURN s ORDER BY s.at LIMIT 1
}}
RETURN s.uid AS uid
"""


def test_a_statement_that_says_the_whole_rule_is_right():
    assert missing("good", GOOD) == []
    assert anchorless(GOOD) == []


@pytest.mark.parametrize(
    ("part", "found"),
    [
        (" AND s.removed > $revision", "added <= $revision AND s.removed"),
        ("s.added <= $revision AND ", "added <= $revision"),
        ("s.project = $project AND ", "project"),
        ("s.at < $before AND ", "before"),
        (" AND s.revealed_at < $revealed_before", "revealed_before"),
        (AUDIENCE.format(v="s"), "audience"),
        (' OR s.audience = "common"', "audience"),
        (" AND held.removed > $revision", "audience"),
        (' AND held.stance = "believes"', "audience"),
        (" AND held.at < $before", "audience"),
        (" AND seen.removed > $revision", "audience"),
    ],
)
def test_a_statement_that_leaves_a_part_out_is_found(part, found):
    bad = GOOD.replace(part, "")
    assert bad != GOOD
    assert any(found in problem for problem in missing("bad", bad))


def test_the_rule_of_one_variable_says_nothing_about_another():
    both = GOOD.replace("MATCH (s:State)", "MATCH (s:State)-[:CAUSES]->(e:Event)")
    assert [problem.partition(":")[0] for problem in missing("bad", both)] == ["e"] * 4


def test_an_audience_of_another_variable_does_not_count():
    assert any("audience" in p for p in missing("bad", GOOD.replace("s.audience", "h.audience")))


def test_a_scene_needs_no_audience_but_all_the_rest():
    scene = "MATCH (s:Scene) WHERE s.project = $project AND s.at < $before AND s.added <= $revision RETURN s.uid AS uid"
    assert len(missing("bad", scene)) == 2


def test_a_mind_sees_no_other_minds_beliefs():
    rule = f"{PROJECT} AND {TOLD} AND {LIVE}".format(v="b")
    open_to_all = f"MATCH ()-[h:HOLDS]->(b:Belief) WHERE h.entity = $holder AND $viewer = 1 AND {rule} RETURN b"
    assert missing("bad", open_to_all) == [f"b:Belief: {HELD}"]
    assert missing("good", open_to_all.replace("$viewer = 1", HELD)) == []


@pytest.mark.parametrize("pattern", ["MATCH (s:Stateful) WHERE s.key = $key RETURN s", "MATCH (t:Thread) RETURN t"])
def test_a_pattern_that_begins_nowhere_is_found(pattern):
    assert anchorless(pattern)
    assert (
        anchorless(pattern.replace(":Stateful)", ":Stateful {uid: $uid})").replace(":Thread)", " {uid: $uid})")) == []
    )
