"""What a packet of the sample serial tells, and what it does not tell yet."""

from __future__ import annotations

import pytest

from compiler.errors import UnknownTagError

DEAF = "Edmer Cobb — hearing: stone deaf"


async def test_every_chapter_has_a_packet_of_what_was_told_before_it(compiled, under):
    for chapter in range(2, 13):
        packet = await compiled(chapter)
        assert packet.manifest.tokens <= packet.manifest.budget
        assert under(packet, "The last chapters")[0].startswith(f"Ch. {chapter - 1}: ")
        assert f"[ch. {chapter}/" not in packet.text
        assert f"[ch. {chapter - 1}/" in packet.text


async def test_the_chapter_to_be_written_has_a_packet_by_its_cards(compiled, plan13, under):
    packet = await compiled(13, scenes=plan13.scenes, goal=plan13.goal)
    assert under(packet, "Goal of the chapter")[0].startswith("Chapter 13: Kez reaches the fourth step")
    assert [line.split(".")[0] for line in under(packet, "Scene cards")] == [
        "Scene 1 “Storage”",
        "Scene 2 “For After” (memory)",
        "Scene 3 “The Fourth Thing”",
    ]
    assert any(line.startswith("Kezia Brack — rank: warden") for line in under(packet, "As things stand"))


async def test_a_flashback_is_told_what_was_so_then_and_the_present_what_is_so_now(compiled, plan13, under):
    present = await compiled(13, scenes=plan13.scenes, only_scene=1)
    memory = await compiled(13, scenes=plan13.scenes, only_scene=2)
    now, then = under(present, "As things stand"), under(memory, "As things stood then")
    assert [line.split(" [")[0] for line in now if " — home" in line and "Rudd" in line] == [
        "Philemon Rudd — home: the Clerkhouse"
    ]
    assert [line.split(" [")[0] for line in then if " — home" in line and "Philemon" in line] == [
        "Philemon Rudd — home then: Over Pell"
    ]
    assert any("mark: top joint of the right thumb missing" in line for line in now)
    assert any("mark then: two whole thumbs" in line for line in then)
    assert not under(present, "As things stood then")
    assert not under(memory, "As things stand")
    assert not any("missing" in line for line in then)


async def test_a_flashback_to_the_next_day_knows_what_the_day_changed(compiled, card, under):
    memory = card(mode="memory", story_time=-7299, characters=["rudd"], locations=["over-pell"])
    then = under(await compiled(13, scenes=memory), "As things stood then")
    assert any("mark then: top joint of the right thumb missing" in line for line in then)
    assert any("condition then: flooded" in line for line in then)


@pytest.mark.parametrize(
    ("viewer", "learns"), [("author", 4), ("dorcas", 4), ("cobb", 4), ("rudd", 6), ("reader", 7), ("kez", 7)]
)
async def test_the_secret_is_in_a_packet_from_when_its_viewer_knows(compiled, card, viewer, learns):
    cobb = card(characters=["cobb"])
    # Dorcas has no name before chapter 3, so nothing can be compiled on her knowledge.
    for chapter in range(4 if viewer == "dorcas" else 3, 13):
        packet = await compiled(chapter, scenes=cobb, viewer=viewer)
        assert (DEAF in packet.text) == (chapter >= learns), (viewer, chapter)


@pytest.mark.parametrize("viewer", ["dace", "nunn", "lunt"])
async def test_who_never_learns_the_secret_is_never_told_it(compiled, card, viewer):
    packet = await compiled(13, scenes=card(characters=["cobb"]), viewer=viewer)
    assert "deaf" not in packet.text
    assert "Edmer Cobb — life: dead" in packet.text


async def test_the_author_is_told_who_knows_the_secret_since_when_and_who_must_not_show_it(compiled, card, under):
    packet = await compiled(6, scenes=card(characters=["cobb", "kez", "dorcas"]))
    (line,) = [line for line in under(packet, "Who knows what") if line.startswith(DEAF)]
    assert line == (
        f"{DEAF} [ch. 3/2]; the reader learns it in ch. 6/2; known to Edmer Cobb since ch. 3/2, "
        "Dorcas Mabey since ch. 3/2, Philemon Rudd since ch. 5/2; not to be shown by Kezia Brack"
    )


async def test_one_mind_is_not_told_who_else_knows(compiled, card, under):
    cast = card(characters=["cobb", "kez", "dorcas"])
    packet = await compiled(7, scenes=cast, viewer="kez")
    assert f"{DEAF} [ch. 3/2]" in under(packet, "As things stand")
    assert "Who knows what" not in packet.text
    told = await compiled(7, scenes=cast)
    assert any("known to " in line for line in under(told, "Who knows what") if line.startswith(DEAF))


@pytest.mark.parametrize(("viewer", "since"), [("author", 2), ("reader", 10), ("dorcas", 5), ("kez", 10), ("lew", 13)])
async def test_an_alias_names_its_bearer_from_when_the_viewer_may_connect_it(compiled, card, viewer, since):
    dauber = card(characters=["the Dauber"])
    for chapter in range(2, 14):
        if chapter < since and not (viewer == "dorcas" and chapter < 4):
            with pytest.raises(UnknownTagError):
                await compiled(chapter, scenes=dauber, viewer=viewer)
        elif chapter >= since:
            packet = await compiled(chapter, scenes=dauber, viewer=viewer)
            assert "Philemon Rudd is “the Dauber”" in packet.text or "Philemon Rudd — also “the Dauber”" in packet.text


async def test_before_the_reveal_the_reader_is_told_of_the_bearer_without_the_alias(compiled, card):
    rudd = card(characters=["rudd"])
    before = await compiled(5, scenes=rudd, viewer="reader")
    assert "“Philemon”" in before.text
    assert "“the Dauber”" not in before.text
    assert "“the Dauber”" in (await compiled(10, scenes=rudd, viewer="reader")).text


async def test_the_dead_are_dead_from_the_next_chapter_on(compiled, card, under):
    cobb = card(characters=["cobb"])
    dead = "Edmer Cobb — life: dead [ch. 7/2]"
    assert dead not in under(await compiled(7, scenes=cobb), "As things stand")
    after = await compiled(8, scenes=cobb)
    assert dead in under(after, "As things stand")
    assert "Edmer Cobb — last seen ch. 7/3, Third Gate, corpse" in under(after, "Last seen")


@pytest.mark.parametrize(("chapter", "holder"), [(3, "cobb"), (8, "kez"), (9, "lunt"), (10, "kez")])
async def test_a_thing_is_with_whoever_has_it_and_with_nobody_else(compiled, card, under, chapter, holder):
    names = {"cobb": "Edmer Cobb", "kez": "Kezia Brack", "lew": "Lew Brack", "lunt": "Everard Lunt"}
    there = {key: name for key, name in names.items() if key != "lunt" or chapter > 4}
    packet = await compiled(chapter, scenes=card(characters=list(there), items=["rod"]))
    carried = [line.split(" [")[0] for line in under(packet, "What is where") if line.startswith("the listening rod")]
    # Through whose hands it went in secret stands among the secrets, and what stands there is not said again.
    now = "Who knows what" if holder == "lunt" else "As things stand"
    stated = [line.split(" [")[0] for line in under(packet, now) if line.startswith("the listening rod — holder")]
    assert stated[-1:] == [f"the listening rod — holder: {names[holder]}"]
    assert len(stated) == (2 if holder == "lunt" else 1)
    assert carried in ([], [f"the listening rod is carried by {names[holder]}"])


async def test_what_a_place_holds_is_what_came_and_did_not_leave(compiled, card, under):
    clerkhouse = card(locations=["clerkhouse"])
    before = {line.split(" [")[0] for line in under(await compiled(2, scenes=clerkhouse), "What is where")}
    after = {line.split(" [")[0] for line in under(await compiled(12, scenes=clerkhouse), "What is where")}
    assert "Philemon Rudd is at the Clerkhouse" in before & after
    assert "the Clerkhouse slate is at the Clerkhouse" in before - after
    assert "Kezia Brack is at the Clerkhouse" in after - before


async def test_a_thread_is_there_when_it_is_due_or_tagged_and_gone_when_it_is_resolved(compiled, card, under):
    plain = card(characters=["kez"])

    async def threads(chapter: int, scenes: object = plain) -> list[str]:
        packet = await compiled(chapter, scenes=scenes)
        return [line.split(" — ")[0] for line in under(packet, "Threads")]

    assert await threads(5) == []
    assert await threads(5, card(threads=["dauber"])) == ["The Dauber"]
    assert await threads(9) == ["The Dauber"]
    assert await threads(10) == []
    assert await threads(12) == ["The Reading"]
    assert await threads(13) == ["The water of the Short Mile"]
    (line,) = under(await compiled(13, scenes=plain), "Threads")
    assert "due ch. 13 to ch. 14" in line
    resolved = under(await compiled(13, scenes=card(threads=["dauber"])), "Threads")
    assert resolved[0].startswith("The Dauber — resolved")


async def test_a_chain_says_which_step_is_next(compiled, card, under):
    kez = card(characters=["kez"])

    async def marks(chapter: int) -> list[str]:
        lines = under(await compiled(chapter, scenes=kez), "Developments")
        return [line.split("(")[-1].split(")")[0] for line in lines]

    assert await marks(3) == ["reached", "next", "open", "open"]
    assert await marks(6) == ["reached", "reached", "next", "open"]
    assert await marks(13) == ["reached", "reached", "reached", "next"]


async def test_a_rule_that_cannot_be_broken_is_p0_and_a_custom_is_not(compiled, card):
    manifest = (await compiled(5, scenes=card(characters=["kez"]))).manifest
    tiers = {item.uid.partition("/")[2].partition("@")[0]: item.tier for item in manifest.included}
    assert tiers["rule/nine-hours"] == "P0"
    assert tiers["rule/sworn-hands"] == "P3"
    assert "rule/unfit-warden" not in tiers


async def test_the_planner_needs_no_cards_and_is_told_of_threads_that_are_not_due(compiled, under):
    packet = await compiled(8, worker="planner")
    assert packet.manifest.worker == "planner"
    assert packet.manifest.budget == 16_000
    stand = under(packet, "As things stand")
    assert {line.split(" — ")[0] for line in stand} >= {"Kezia Brack", "Edmer Cobb", "Dorcas Mabey", "Lew Brack"}
    named = {line.split(" — ")[0] for line in under(packet, "Threads")}
    assert {"The Reading", "The water of the Short Mile"} <= named
    assert not under(packet, "Style")


async def test_the_planner_of_the_first_chapter_has_no_past(compiled, under):
    packet = await compiled(1, worker="planner")
    assert under(packet, "Your task")
    assert "[ch. " not in packet.text


MINDLESS = ("The last chapters", "This volume so far", "Before this volume", "Developments", "Last seen", "Threads")


@pytest.mark.parametrize("viewer", ["kez", "dace", "lew"])
async def test_one_mind_sees_no_summaries_threads_or_other_minds(compiled, card, under, viewer):
    scenes = card(characters=["kez", "dace", "lew", "rudd"], threads=["reading"])
    packet = await compiled(12, scenes=scenes, viewer=viewer)
    everything = await compiled(12, scenes=scenes)
    for heading in MINDLESS:
        assert not under(packet, heading)
        assert under(everything, heading) or heading == "Before this volume"
    names = {"kez": "Kezia Brack", "dace": "Honor Dace", "lew": "Lew Brack"}

    def holders(of: object) -> set[str]:
        return {" ".join(line.split()[:2]) for line in under(of, "What they hold true")}

    assert holders(packet) == {names[viewer]}
    assert holders(everything) >= set(names.values())


async def test_a_mind_keeps_what_it_took_part_in_and_not_what_others_did(compiled, card, under):
    scenes = card(characters=["lew", "rudd", "cobb"])
    lew = under(await compiled(12, scenes=scenes, viewer="lew"), "What happened, latest first")
    kez = under(await compiled(12, scenes=scenes, viewer="kez"), "What happened, latest first")
    assert any(line.startswith("Lew rings three strokes") for line in lew)
    assert any(line.startswith("Kez finds the Dauber at work") for line in kez)
    assert not any(line.startswith("Kez finds the Dauber at work") for line in lew)


async def test_a_fact_that_names_somebody_unknown_is_left_out_and_said(compiled, card):
    packet = await compiled(10, scenes=card(characters=["bridie"]))
    assert "Rudd's mother — called so" in packet.text
    assert "Bridie Rudd" not in packet.text
    assert "Bridie Rudd" in (await compiled(11, scenes=card(characters=["bridie"]))).text


async def test_every_item_of_the_text_is_in_the_manifest_and_the_other_way_round(compiled, plan13):
    packet = await compiled(13, scenes=plan13.scenes)
    in_text = [line.split("]")[0].removeprefix("- [") for line in packet.text.splitlines() if line.startswith("- [")]
    assert in_text == [item.reference for item in packet.manifest.included]
    assert len(set(in_text)) == len(in_text)
    uids = [item.uid for item in packet.manifest.included]
    assert len(set(uids)) == len(uids)
    assert all(line.startswith(("- [c", "## ")) for line in packet.text.splitlines())


@pytest.mark.parametrize("budget", [3000, 4000, 6000, 12_000])
async def test_a_packet_keeps_its_budget_and_says_what_it_left_out(compiled, plan13, budget):
    packet = await compiled(13, scenes=plan13.scenes, budget=budget)
    manifest = packet.manifest
    assert manifest.tokens <= budget
    assert sum(manifest.tiers.values()) == manifest.tokens
    cut = [item for item in manifest.omitted if item.reason != "duplicate"]
    assert bool([item for item in cut if item.tier == "P1"]) == any("of P1 were cut" in w for w in manifest.warnings)
    included = {item.uid for item in manifest.included}
    assert not included & {item.uid for item in cut}
    if budget == 3000:
        assert cut
