"""16 Masking: what is seen of enemy stacks."""

from functools import partial

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.field import GAME, SLUG, blank, moving
from tests.rules.korsun44.fights import do, fought, prepared
from tests.rules.korsun44.fights import field as fight

from grognard.decisions import Event, Panel, total
from grognard.games.korsun44.belief import fill
from grognard.games.korsun44.plan import Plan
from grognard.games.korsun44.retreat import Retreat
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.strength import hex_parts
from grognard.games.korsun44.turn import CombatPhase
from grognard.testing import sketch
from grognard.view import Counter

STACK = ("unit 80-34 0505", "unit 107-34 0505 lost=1", "unit HQ-VII 0505", "unit Art-VII 0505")


def seen(pos: Pos, hex_: str, viewer: str | None = SOVIET) -> list[Counter]:
    """What a side sees in a hex."""
    return [c for c in pos.view(viewer).counters if c.at == hex_]


@pytest.mark.rule(SLUG, "16.1.1", "16.1.2", "H16")
@pytest.mark.parametrize("viewer", [SOVIET, None])
def test_of_a_stack_far_off_only_that_it_is_there(viewer: str | None) -> None:
    """One counter without a face, however many lie there; its owner sees them all."""
    pos = moving(SOVIET, *STACK, "unit 62GRD 0905")
    found = seen(pos, "0505", viewer)
    assert [(c.known, dict(c.facts), c.side) for c in found] == [(False, {}, GERMAN)]
    assert {c.id for c in seen(pos, "0505", GERMAN)} == {"80-34", "107-34", "HQ-VII", "Art-VII"}


@pytest.mark.rule(SLUG, "16.1.4", "H16")
def test_next_door_types_and_levels() -> None:
    """Of every counter its type and levels; of fortified ones the type alone; at two hexes
    nothing.
    """
    pos = moving(SOVIET, *STACK, "unit 62GRD 0506")
    facts = sorted((str(c.facts["kind"]), c.facts["levels"]) for c in seen(pos, "0505"))
    assert facts == [("artillery", 1), ("hq", 1), ("infantry", 1), ("infantry", 2)]
    assert not any(c.known for c in seen(pos, "0505"))
    dug = moving(SOVIET, *STACK, "unit 62GRD 0506", "state field_works=0505:german")
    assert sorted(str(c.facts["kind"]) for c in seen(dug, "0505")) == [f[0] for f in facts]
    assert not any("levels" in c.facts for c in seen(dug, "0505"))
    far = moving(SOVIET, *STACK, "unit 62GRD 0507")
    assert [dict(c.facts) for c in seen(far, "0505")] == [{}]


@pytest.mark.rule(SLUG, "16.1.3", "H16")
def test_who_fought_lies_open_until_the_phase_ends() -> None:
    """All of him; afterwards he is hidden again."""
    pos = blank("combat", SOVIET, *STACK, "unit 62GRD 0506")
    units = {"80-34", "107-34", "HQ-VII", "Art-VII"}
    combat = pos.within(CombatPhase).but(shown=frozenset(units))
    outer = pos.state.agenda[:-1]
    fought = pos.game.position(replace(pos.state, agenda=(*outer, combat)))
    assert {c.id for c in seen(fought, "0505") if c.known} == units
    over = pos.game.position(replace(pos.state, agenda=outer))
    assert not any(c.known for c in seen(over, "0505"))


@pytest.mark.rule(SLUG, "16.1.1", "16.1.3", "H16")
def test_who_lies_open_hides_nobody() -> None:
    """Guns have fired and lie open; that others are with them is still seen, and whoever makes up
    a position from that finds somebody for them.
    """
    pos = blank("combat", SOVIET, *STACK, "unit 62GRD 0905")
    combat = pos.within(CombatPhase).but(shown=frozenset({"80-34", "Art-VII"}))
    fired = pos.game.position(replace(pos.state, agenda=(*pos.state.agenda[:-1], combat)))
    assert {c.id for c in seen(fired, "0505") if c.known} == {"80-34", "Art-VII"}
    assert [dict(c.facts) for c in seen(fired, "0505") if not c.known] == [{}]
    view = fired.view(SOVIET)
    assert fill(fired.game, view).view(SOVIET).counters == view.counters


@pytest.mark.rule(SLUG, "H16", "C-opt")
@pytest.mark.parametrize("option", ["fog=false", "complementary=false"])
def test_without_masks_all_is_open(option: str) -> None:
    """By option."""
    pos = moving(SOVIET, *STACK, "unit 62GRD 0905", f"option {option}")
    assert all(c.known for c in seen(pos, "0505"))


@pytest.mark.rule(SLUG, "H16")
def test_set_up_dead_and_arrivals_are_open() -> None:
    """Before turn 1 both sides see everything, and always who is off the map."""
    pos = GAME.start("korsun", seed=1)
    assert all(c.known for c in pos.view(SOVIET).counters)
    later = moving(SOVIET, "unit 103-14 off_E", "unit 80-34 dead lost=2", "unit 62GRD 0505")
    known = {c.id for c in later.view(SOVIET).counters if c.known}
    assert {"103-14", "80-34", "62GRD"} <= known


@pytest.mark.rule(SLUG, "H16")
def test_moves_of_masked_stacks_are_told_without_names() -> None:
    """That a stack moved is seen; that guns limber is not."""
    pos = moving(GERMAN, "unit Art-VII 0505", "unit 62GRD 0905").apply("select Art-VII")
    pos = pos.apply("choose transport")
    assert [pos.game.mask.event(pos.state, e, SOVIET) for e in pos.events] == [None]
    pos = pos.apply("move 0504")
    told = [pos.game.mask.event(pos.state, e, SOVIET) for e in pos.events]
    assert [str(e) for e in told if e] == ["A masked stack moves from 0505 to 0504."]


@pytest.mark.rule(SLUG, "H16")
def test_the_move_of_several_units_is_told_as_that_of_one() -> None:
    """Their owner reads who is in the stack; to the enemy the sentence does not even tell that
    there are several.
    """
    pos = moving(GERMAN, *STACK, "unit 62GRD 0905")
    for action in ("select 80-34", "join 107-34", "join HQ-VII", "move 0504"):
        pos = pos.apply(action)
    (event,) = pos.events
    sentence = "The stack of 80-34, 107-34 and HQ-VII moves from 0505 to 0504."
    assert str(event) == sentence
    hidden = pos.game.mask.event(pos.state, event, SOVIET)
    assert str(hidden) == "A masked stack moves from 0505 to 0504."


@pytest.mark.rule(SLUG, "H16", "10.2.6")
def test_that_a_masked_stack_holds_out_is_nobodys_business() -> None:
    """Else the enemy would learn who is out of supply, and how badly; a surrender is seen."""
    text = "board 9 x 9\nturn 5\nunit 80-34 0505 want=5\nunit 62GRD 0101\nphase supply german"
    for dice, told in (((6, 6), []), ((1, 1), ["surrender", "eliminated"])):
        pos = sketch(SLUG, text)
        pos = pos.game.hand(pos, dice=dice).begin()
        seen = [pos.game.mask.event(pos.state, event, SOVIET) for event in pos.events]
        assert [event.kind for event in seen if event and event.kind != "turn"] == told


@pytest.mark.rule(SLUG, "H16", "16.1.1")
def test_disorder_does_not_tell_how_many_lie_in_a_stack() -> None:
    """What the fire did is told once, not for each counter under the mask."""
    units = ("unit 80-34 0505", "unit 107-34 0505", "unit 1Art-4GA 0507", "unit 62GRD 0509")
    pos = blank("combat", SOVIET, *units)
    pos = pos.apply("select 1Art-4GA").apply("target 0505").apply("commit", dice=(1, 2))
    assert sum(event.kind == "disorganised" for event in pos.events) == 2
    seen = [pos.game.mask.event(pos.state, event, SOVIET) for event in pos.events]
    told = [event.kind for event in seen if event and event.hexes == ("0505",)]
    assert told == ["fire"]


@pytest.mark.rule(SLUG, "H16")
@pytest.mark.parametrize("seed", range(4))
def test_a_belief_looks_as_the_view_does(seed: int) -> None:
    """Stacks are where they are seen, types and levels are those next door, nobody is lost."""
    pos = moving(
        SOVIET, *STACK, "unit 62GRD 0506", "unit 3-3 0902", "unit 202AG 0902", "unit HQ-XI 1103"
    )
    view = pos.view(SOVIET)
    believed = fill(pos.game, view, seed)
    assert believed.view(SOVIET).counters == view.counters
    on_map = [u for u in believed.state.units if u.at in pos.board.grid]
    assert len(on_map) == 8
    assert believed.game.complaints(believed) == []


@pytest.mark.rule(SLUG, "H16")
def test_who_is_asked_is_asked_in_what_he_believes() -> None:
    """A unit in a corner has a way back, for HQs have no zone; so nobody with one lies under the
    masks beside that way, whoever may lie there otherwise.
    """
    hqs, others = ("HQ-VII 0202", "HQ-XI 0300"), ("80-34 0909", "107-34 1109")
    lines = [f"unit {one}" for one in (*hqs, *others)]
    pos = blank("combat", GERMAN, *lines, "unit 62GRD 0100")
    retreat = Retreat(side=SOVIET, units=("62GRD",), ordered=1)
    pos = pos.game.position(replace(pos.state, agenda=(*pos.state.agenda, retreat)))
    assert pos.side == SOVIET
    worlds = [fill(pos.game, pos.view(SOVIET), seed) for seed in range(20)]
    assert {world.side for world in worlds} == {SOVIET}


# --- attacks on masked stacks ----------------------------------------------------------------


def panel_against(*lines: str) -> Panel:
    """What the attacker is shown before he is bound: a division against a stack beside it."""
    pos = prepared(fight("unit S12 0503", *lines), "0504", "S12")
    assert pos.panel is not None
    return pos.panel


@pytest.mark.rule(SLUG, "16.1.4", "H16")
@pytest.mark.parametrize("others", [(), ("unit 80-34 0504",)])
def test_a_forecast_does_not_tell_how_guns_stand(others: tuple[str, ...]) -> None:
    """On their trucks or in combat set-up, alone or with infantry: the enemy is shown the same, and
    a range that holds both.
    """
    trucks, deployed = (panel_against(f"unit Art-VII 0504 limbered={is_}", *others)
                        for is_ in ("true", "false"))  # fmt: skip
    assert trucks == deployed
    defence = next(row for row in trucks.rows if row.label == "Defence")
    assert any(part.most is not None for part in defence.parts)


@pytest.mark.rule(SLUG, "16.1.4", "H16", "5.6.4")
def test_a_forecast_does_not_tell_who_is_disorganised() -> None:
    """The range begins at half of the weakest, so that the column of the battle lies in it."""
    calm, shaken = (panel_against(f"unit 80-34 0504 recovers={when}") for when in (0, 99))
    assert calm == shaken
    defence = next(row for row in calm.rows if row.label == "Defence")
    least = defence.parts[0].amount
    assert least <= total(hex_parts(fight("unit S12 0503", "unit 80-34 0504 recovers=99"),
                                    Plan(side=SOVIET, targets=("0504",)), "0504"))  # fmt: skip


@pytest.mark.rule(SLUG, "16.1.3", "H16")
def test_stacks_lie_open_after_the_last_combat() -> None:
    """When no attack is left the end of the phase is asked for all the same, and both sides have
    been told of the last combat what lay open in it.
    """
    pos = fight("unit 62GRD 0503", "unit 80-34 0504", far=False)
    pos = fought(pos, "0504", "62GRD", result="-1 / -1")
    assert (pos.top.tag, pos.side, [str(one) for one in pos.actions()]) == (
        "combat",
        SOVIET,
        ["done"],
    )
    told = {viewer: {event.kind for event in map(partial(masked_event, pos, viewer), pos.events)
                     if event} for viewer in (GERMAN, SOVIET)}  # fmt: skip
    assert "loss" in told[GERMAN] & told[SOVIET]
    assert all(counter.known for counter in seen(pos, "0504"))


def masked_event(pos: Pos, viewer: str, event: Event) -> Event | None:
    """An event as a side is told of it."""
    return pos.game.mask.event(pos.state, event, viewer)


@pytest.mark.rule(SLUG, "16.1.3", "C6")
def test_guns_that_support_lie_open_before_abilities_are_chosen() -> None:
    """The defender has named his guns: the attacker sees them when he declares."""
    pos = fight("unit 6-3 0505", "unit 62GRD 0504", "unit 1Art-4GA 0503", "terrain hills 0504",
                side=GERMAN)  # fmt: skip
    pos = do(prepared(pos, "0504", "6-3"), "commit", "support 1Art-4GA", "done")
    assert (pos.top.tag, pos.side) == ("declaration", GERMAN)
    assert [c.id for c in seen(pos, "0503", GERMAN) if c.known] == ["1Art-4GA"]
