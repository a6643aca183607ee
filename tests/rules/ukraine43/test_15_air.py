"""15 Air power: bases and missions."""

import pytest
from tests.rules.ukraine43.battle import TARGET, attack, drawn, fight
from tests.rules.ukraine43.moves import denied, offered
from tests.rules.ukraine43.turns import SLUG, run, told

from grognard.games.ukraine43.air import das_parts, interdicted, why_no_base, why_no_support
from grognard.games.ukraine43.state import AXIS, NO_BASE, SOVIET, Pos
from grognard.testing import sketch

RIFLES, TANKS, INFANTRY, PANZER = "23/218", "2TC", "88ID", "11Pz"
#: Range 10, DAS +3; range 15, DAS +5.
AIR, OTHER_AIR, LUFTWAFFE = "2VA-a", "2VA-b", "4FlK"

#: A lane with a Soviet source in 0101, a road, and a village in every fifth hex.
ROAD = "-".join(f"01{row:02}" for row in range(1, 41))
LANE = f"""
    board 1 x 40
    tag soviet_source 0101
    network primary {ROAD}
    tag village 0105 0110 0115
    tag town 0120
    tag city 0125
    control soviet 0101 0105 0110 0115 0120 0125
"""


def sides_swapped(text: str) -> str:
    """The same for Germans."""
    return text.replace("soviet", "axis")


# --- 15.3  bases ------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "15.3-2", "R-45")
def test_a_base_is_a_settlement_of_ones_own_in_supply() -> None:
    """Villages, towns and cities serve; open country, enemy and unsupplied villages do not."""
    pos = sketch(SLUG, LANE)
    assert [why_no_base(pos, SOVIET, h) for h in ("0105", "0120", "0125")] == [None] * 3
    refusals = {
        "0106": sketch(SLUG, LANE),
        "0105": sketch(SLUG, LANE + "control axis 0105"),
        "0115": sketch(SLUG, LANE + f"unit {INFANTRY} 0108"),
    }
    cited = {h: why_no_base(pos, SOVIET, h) for h, pos in refusals.items()}
    assert {h: refusal.rule for h, refusal in cited.items() if refusal} == {
        "0106": "15.3-2", "0105": "15.3-2", "0115": "R-45",
    }  # fmt: skip


@pytest.mark.rule(SLUG, "15.3-3")
def test_one_air_unit_to_a_base() -> None:
    """A base that is taken is refused; an air unit that only flies over it does not take it."""
    text = (
        LANE + f"unit {AIR} 0105\nunit {OTHER_AIR} 0110\nunit {RIFLES} 0101\nphase movement soviet"
    )
    pos = sketch(SLUG, text).apply(f"select {AIR}")
    assert denied(pos, "place 0110") == "15.3-3"
    assert offered(pos, "place") == {"0115", "0120", "0125"}
    flying = text.replace("0110\nunit", "0110 das=true\nunit")
    assert "0110" in offered(sketch(SLUG, flying).apply(f"select {AIR}"), "place")


@pytest.mark.rule(SLUG, "15.2-1", "15.3-4")
def test_a_base_change_is_a_mission() -> None:
    """Across the whole map, in the Movement Phase only, and the unit is Flown afterwards."""
    text = LANE + f"unit {AIR} 0105\nunit {RIFLES} 0101\nunit {TANKS} 0102\n"
    pos = sketch(SLUG, text + "phase movement soviet").apply(f"select {AIR}")
    pos = pos.apply("place 0125")
    assert pos.unit(AIR).at == "0125"
    assert pos.unit(AIR).spent
    assert denied(pos, f"select {AIR}") == "15.2-1"
    later = sketch(SLUG, text + "phase exploitation soviet")
    assert later.why_not(f"select {AIR}") is not None


@pytest.mark.rule(SLUG, "15.2-1", "15.6-1")
def test_a_flown_unit_flies_no_defensive_support() -> None:
    """Ready units are offered in step f of the End Phase, Flown ones are not."""
    text = LANE + f"unit {AIR} 0105\nunit {OTHER_AIR} 0110 spent=true\nphase das soviet"
    pos = sketch(SLUG, text)
    assert offered(pos, "select") == {AIR}
    assert denied(pos, f"select {OTHER_AIR}") == "15.6-1"


@pytest.mark.rule(SLUG, "14.5-6", "15.3-5")
def test_out_of_supply_a_unit_may_only_change_its_base() -> None:
    """It becomes Ready and may go to another base; it supports nobody."""
    text = LANE + f"unit {AIR} 0105 oos=true spent=true\nunit {RIFLES} 0101\n"
    pos = run(text + "phase initial-supply soviet")
    assert not pos.unit(AIR).spent
    assert AIR in offered(pos, "select")
    refusal = why_no_support(pos, AIR, ["0106"])
    assert refusal is not None
    assert refusal.rule == "14.5-6"
    das = sketch(SLUG, LANE + f"unit {AIR} 0105 oos=true\nphase das soviet")
    assert denied(das, f"select {AIR}") == "14.5-6"


# --- 15.3, 15.6  back from DAS ----------------------------------------------------------


@pytest.mark.rule(SLUG, "15.3-6", "15.6-9", "3.C.1.c-1", "R-94")
def test_who_comes_back_from_das_lands_in_range_and_is_ready() -> None:
    """Any base within 10 hexes of where it flew; then it is Ready, and no mission is counted."""
    pos = run(LANE + f"unit {AIR} 0112 das=true\nunit {RIFLES} 0101\nphase initial-supply soviet")
    assert offered(pos, "place") == {"0105", "0110", "0115", "0120"}
    assert denied(pos, "place 0125") == "15.3-6"
    pos = pos.apply("place 0120")
    assert (pos.unit(AIR).at, pos.unit(AIR).das, pos.unit(AIR).spent) == ("0120", False, False)
    assert why_no_support(pos, AIR, ["0130"]) is None


@pytest.mark.rule(SLUG, "15.3-7")
def test_without_a_base_in_range_a_unit_is_disrupted() -> None:
    """It goes to any base, Disrupted: no support and no base change this turn; the marker goes
    in step a of the End Phase.
    """
    far = LANE + f"unit {AIR} 0138 das=true\nunit {RIFLES} 0101\n"
    pos = run(far + "phase initial-supply soviet")
    assert offered(pos, "place") == {"0105", "0110", "0115", "0120", "0125"}
    pos = pos.apply("place 0105")
    assert pos.unit(AIR).disrupted
    assert not pos.unit(AIR).spent
    assert denied(pos, f"select {AIR}") == "15.7-2"
    ended = run(LANE + f"unit {AIR} 0105 disrupted=true\nphase end-phase soviet")
    assert not ended.unit(AIR).disrupted


@pytest.mark.rule(SLUG, "R-49")
def test_ground_units_do_not_disturb_who_is_in_the_air() -> None:
    """A tank corps drives under a unit on DAS: it stays up."""
    text = LANE + f"unit {LUFTWAFFE} 0103 das=true\nunit {TANKS} 0102\nphase movement soviet"
    pos = sketch(SLUG, text).apply(f"select {TANKS}").apply("move 0103")
    assert pos.unit(LUFTWAFFE).das
    assert pos.unit(LUFTWAFFE).at == "0103"


# --- 15.4, 15.5  offensive support ------------------------------------------------------


def cited(pos: Pos, unit: str, *targets: str) -> str:
    """The rule that keeps an air unit from supporting an attack; empty if nothing does."""
    refusal = why_no_support(pos, unit, targets)
    return refusal.rule if refusal else ""


@pytest.mark.rule(SLUG, "15.4-1", "R-94")
def test_support_within_range() -> None:
    """Range 10: a target 10 hexes from the base is in range, 11 are too far."""
    pos = sketch(SLUG, LANE + f"unit {AIR} 0105\nphase movement soviet")
    assert cited(pos, AIR, "0115") == ""
    assert cited(pos, AIR, "0116") == "15.4-1"


@pytest.mark.rule(SLUG, "R-25")
def test_one_target_in_range_is_enough() -> None:
    """Of two targets the nearer one may be in range alone."""
    pos = sketch(SLUG, LANE + f"unit {AIR} 0105\nphase movement soviet")
    assert cited(pos, AIR, "0116", "0115") == ""


@pytest.mark.rule(SLUG, "15.7-2", "15.2-1")
def test_disrupted_and_flown_units_support_nobody() -> None:
    """Ready and in order they must be."""
    text = LANE + f"unit {AIR} 0105 disrupted=true\nunit {OTHER_AIR} 0110 spent=true\n"
    pos = sketch(SLUG, text + "phase movement soviet")
    assert cited(pos, AIR, "0106") == "15.7-2"
    assert cited(pos, OTHER_AIR, "0106") == "15.2-1"


# --- 15.6  defensive support ------------------------------------------------------------

FIELD = "board 30 x 30\n"


@pytest.mark.rule(SLUG, "15.6-2", "3.C.7.f")
def test_a_unit_on_das_may_fly_anywhere_in_range() -> None:
    """Over friends, enemies and nobody, ten hexes away; not eleven."""
    text = FIELD + f"unit {AIR} 0515\nunit {INFANTRY} 0525\nunit {RIFLES} 0505\nphase das soviet"
    pos = sketch(SLUG, text).apply(f"select {AIR}")
    assert {"0525", "0505", "1515"} <= offered(pos, "place")
    assert denied(pos, "place 0526") == "15.6-2"
    pos = pos.apply("place 0525")
    assert pos.unit(AIR).at == "0525"
    assert pos.unit(AIR).das
    assert not pos.unit(AIR).spent


def bonus(pos: Pos, side: str, hex_: str) -> int:
    """What DAS adds to the defence of a hex."""
    return sum(part.amount for part in das_parts(pos, side, hex_))


@pytest.mark.rule(SLUG, "15.6-3", "15.6-4", "15.6-ex")
@pytest.mark.parametrize(("unit", "side", "plus"), [(AIR, SOVIET, 3), (LUFTWAFFE, AXIS, 5)])
def test_the_zone_is_seven_hexes(unit: str, side: str, plus: int) -> None:
    """At distance 0 and 1 the factor of the unit, at 2 nothing; nothing for the enemy."""
    pos = sketch(SLUG, FIELD + f"unit {unit} 1010 das=true")
    around = pos.board.grid.within("1010", 1)
    assert len(around) == 7
    assert {bonus(pos, side, h) for h in around} == {plus}
    assert {bonus(pos, side, h) for h in pos.board.grid.ring("1010", 2)} == {0}
    assert {bonus(pos, pos.game.enemy(side), h) for h in around} == {0}


@pytest.mark.rule(SLUG, "15.6-3")
def test_a_unit_on_its_base_has_no_zone() -> None:
    """Only DAS makes one."""
    pos = sketch(SLUG, FIELD + f"unit {AIR} 1010")
    assert bonus(pos, SOVIET, "1010") == 0
    assert interdicted(pos, AXIS) is None


@pytest.mark.rule(SLUG, "R-46", "15.4-2")
def test_zones_that_overlap_count_once() -> None:
    """Two German air units over one hex: +5; a hex in both is interdicted once."""
    pos = sketch(SLUG, FIELD + f"unit {LUFTWAFFE} 1010 das=true\nunit 8FlK-a 1011 das=true")
    assert bonus(pos, AXIS, "1010") == 5
    mask = interdicted(pos, SOVIET)
    assert mask is not None
    both = {*pos.board.grid.within("1010", 1), *pos.board.grid.within("1011", 1)}
    assert int(mask.sum()) == len(both)


# --- 15.7  overrun ----------------------------------------------------------------------

OVERRUN = f"""
    board 1 x 40
    tag axis_source 0140
    network primary {ROAD}
    tag village 0110 0120 0130
    control axis 0110 0120 0130 0140
    unit {LUFTWAFFE} 0110
    unit {TANKS} 0108
    unit 11TC 0101
"""


@pytest.mark.rule(SLUG, "15.7-1", "R-70")
def test_an_overrun_air_unit_goes_to_another_base() -> None:
    """Its owner is asked at once; it is Flown and Disrupted, and never lost."""
    pos = sketch(SLUG, OVERRUN + "phase movement soviet")
    pos = pos.apply(f"select {TANKS}").apply("move 0110")
    assert pos.side == AXIS
    assert offered(pos, "place") == {"0120", "0130"}
    pos = pos.apply("place 0120")
    unit = pos.unit(LUFTWAFFE)
    assert (unit.at, unit.spent, unit.disrupted) == ("0120", True, True)
    assert pos.side == SOVIET


@pytest.mark.rule(SLUG, "R-94")
def test_without_any_base_a_unit_waits() -> None:
    """All bases are lost: it waits off the map, Flown and Disrupted, and lands in its next
    Initial Supply Phase when one is free.
    """
    alone = OVERRUN.replace("tag village 0110 0120 0130", "tag village 0110")
    pos = sketch(SLUG, alone + "phase movement soviet")
    pos = pos.apply(f"select {TANKS}").apply("move 0110")
    unit = pos.unit(LUFTWAFFE)
    assert (unit.at, unit.spent, unit.disrupted) == (NO_BASE, True, True)
    assert told(pos, "air")[-1] == f"{LUFTWAFFE} has no base to go to."
    text = OVERRUN.replace(
        f"unit {LUFTWAFFE} 0110", f"unit {LUFTWAFFE} no_base spent=true disrupted=true"
    )
    text += f"unit {INFANTRY} 0135\nphase initial-supply axis"
    pos = run(text)
    assert offered(pos, "place") == {"0110", "0120", "0130"}
    pos = pos.apply("place 0110")
    assert (pos.unit(LUFTWAFFE).spent, pos.unit(LUFTWAFFE).disrupted) == (False, True)


@pytest.mark.rule(SLUG, "15.7-2", "R-94")
def test_a_unit_disrupted_in_the_enemys_turn_flies_das_in_its_own_end_phase() -> None:
    """Markers go in step a, missions are flown in step f."""
    text = sides_swapped(LANE) + f"unit {LUFTWAFFE} 0105 disrupted=true\nphase end-phase axis"
    pos = run(text)
    assert offered(pos, "select") == {LUFTWAFFE}


@pytest.mark.rule(SLUG, "15.3-1")
def test_an_air_unit_without_a_base_is_a_complaint() -> None:
    """Whatever happens, each air unit is on a base of its side, on DAS, or waits."""
    game = sketch(SLUG, "").game
    good = LANE + f"unit {AIR} 0105\nunit {OTHER_AIR} 0107 das=true\nunit 17VA no_base spent=true"
    assert game.complaints(sketch(SLUG, good)) == []
    assert game.complaints(sketch(SLUG, LANE + f"unit {AIR} 0107")) != []
    assert game.complaints(sketch(SLUG, LANE + f"unit {AIR} 0105\nunit {OTHER_AIR} 0105")) != []
    assert game.complaints(sketch(SLUG, LANE + f"unit {AIR} 0105\ncontrol axis 0105")) != []


# --- in combat --------------------------------------------------------------------------

#: A Soviet front with its HQ and two air units; both sides have a unit on DAS or may have.
COMBAT = f"unit 67/71G W\nunit SWF 0302\nunit {AIR} 0702\nunit {OTHER_AIR} 0802\n"


@pytest.mark.rule(SLUG, "15.4-0", "15.4-2", "15.5-1", "15.6-4", "9.11-2")
def test_both_sides_have_support_in_one_combat() -> None:
    """18 against 7 and +5 is 1.5-1; one Soviet air unit shifts it to 2-1, a second is refused."""
    text = COMBAT + f"unit {INFANTRY} T\nunit {LUFTWAFFE} 0405 das=true\nphase first-combat soviet"
    pos = drawn(text, **{"u67/71G": (18, 6), f"u{INFANTRY}": (4, 7)})
    pos = attack(pos, ["67/71G"], support=[AIR])
    assert denied(pos, f"support {OTHER_AIR}") == "15.4-2"
    pos = pos.apply("commit", dice=[1])
    (event,) = (event for event in pos.events if event.kind == "attack")
    facts = event.facts
    assert (facts["attack"], facts["defence"], facts["odds"], facts["shift"]) == (
        18,
        12,
        "1.5-1",
        1,
    )


@pytest.mark.rule(SLUG, "15.6-5")
def test_das_meets_every_attack_of_the_player_turn() -> None:
    """Two attacks on different hexes and a Mobile Assault in one zone: each meets the +5."""
    text = f"""
        unit 67/71G W
        unit 6/9GAb E
        unit {INFANTRY} T
        unit 198ID 0504
        unit {LUFTWAFFE} T das=true
    """
    numbers = {"u67/71G": (18, 6), "u6/9GAb": (18, 6), "u88ID": (4, 7), "u198ID": (4, 7)}
    pos = drawn(text + "phase first-combat soviet", **numbers)
    for unit, target in (("67/71G", TARGET), ("6/9GAb", "0504")):
        pos = fight(pos, [unit], [2], target=target)
        (event,) = (event for event in pos.events if event.kind == "attack")
        assert event.facts["defence"] == 12
    mobile = drawn(
        f"unit 2TC N\nunit {INFANTRY} T\nunit {LUFTWAFFE} T das=true\nphase exploitation soviet",
        u88ID=(4, 7),
    )
    mobile = mobile.apply("select 2TC").apply(f"assault {TARGET}")
    assert mobile.panel is not None
    assert "15.6-4" in {part.rule for row in mobile.panel.rows for part in row.parts}
