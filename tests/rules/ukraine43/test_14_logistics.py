"""14.4 - 14.7 General supply, attrition and petrol shortage."""

import pytest
from tests.rules.ukraine43.moves import denied, offered
from tests.rules.ukraine43.turns import events, run, told

from grognard.decisions import total
from grognard.games.ukraine43.logistics import (
    attrition_modifiers,
    isolated_units,
    short_of_petrol,
)
from grognard.games.ukraine43.odds import Plan, odds_of
from grognard.games.ukraine43.state import AXIS, DEAD, SOVIET, Pos
from grognard.games.ukraine43.supply import distance_to_source, has_dump
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.testing import sketch

SLUG = "ukraine43"
RIFLES, OTHERS, TANKS, HORSE, BRIGADE, GUNS = "23/218", "53/188", "2TC", "4GCC", "9GTB", "13Art"
FRONT, TANK_ARMY, PANZER, INFANTRY, ARMY = "SWF", "1TA", "11Pz", "88ID", "1PzA"

#: A Soviet source in 0101 and a lane of single hexes south of it. An air unit there is asked
#: about at the very end of the End Phase.
LANE = "board 1 x 30\ntag soviet_source 0101\ncontrol soviet 0101\nunit 2VA-a 0101\n"


def petrol(text: str, *dice: int, side: str = SOVIET) -> Pos:
    """The Initial Supply Phase of a side."""
    return run(f"{text}\nphase petrol {side}", dice)


def end_phase(text: str, *dice: int, side: str = SOVIET) -> Pos:
    """The End Phase of a side, up to its air missions."""
    return run(f"{text}\nphase end-phase {side}", dice)


# --- 14.7  petrol -----------------------------------------------------------------------


def thirsty(text: str, side: str = SOVIET) -> set[str]:
    """The units for which a petrol roll is due."""
    return set(short_of_petrol(sketch(SLUG, text), side))


@pytest.mark.rule(SLUG, "3.C.1.a-1", "14.7A-1", "R-44")
def test_seven_hexes_are_near_enough() -> None:
    """A tank corps 8 hexes from the nearest source rolls, one at 7 does not."""
    text = LANE + f"unit {TANKS} 0108\nunit 11TC 0109"
    pos = sketch(SLUG, text)
    assert distance_to_source(pos, SOVIET, "0108") == 7
    assert thirsty(text) == {"11TC"}


@pytest.mark.rule(SLUG, "14.7A-1", "3.C.1.a-2", "R-44")
def test_who_rolls_for_petrol() -> None:
    """Tank corps, tank brigades and artillery roll; HQs, leaders, rifles, cavalry and who is
    out of supply already do not.
    """
    far = "0113"
    rolls = [TANKS, BRIGADE, GUNS]
    not_so = [TANK_ARMY, FRONT, "Zhukov", RIFLES, HORSE]
    units = [f"unit {unit} {far}" for unit in rolls + not_so] + [f"unit 11TC {far} oos=true"]
    assert thirsty(LANE + "\n".join(units)) == set(rolls)


@pytest.mark.rule(SLUG, "R-44")
def test_germans_roll_too() -> None:
    """A panzer division 8 hexes from a source of its own rolls in the German turn only."""
    text = LANE.replace("soviet", "axis") + f"control axis 0101\nunit {PANZER} 0109"
    assert thirsty(text, AXIS) == {PANZER}
    assert thirsty(text, SOVIET) == set()


@pytest.mark.rule(SLUG, "14.7B-1")
def test_a_road_is_no_source() -> None:
    """On a supplied road nine hexes from the source petrol runs short; on a connecting railway
    it does not.
    """
    way = "-".join(f"01{row:02}" for row in range(1, 11))
    hexes = way.replace("-", ",")
    unit = f"unit {TANKS} 0110\n"
    assert thirsty(LANE + unit + f"network primary {way}") == {TANKS}
    assert thirsty(LANE + unit + f"network rail {way}\nstate repaired={hexes}") == set()


@pytest.mark.rule(SLUG, "14.7B-2")
def test_distance_goes_through_enemies_but_not_over_the_sea() -> None:
    """Six hexes behind a German line are near; six over the sea that are nine by land are far."""
    held = sketch(SLUG, LANE + f"unit {INFANTRY} 0104\nunit {TANKS} 0107")
    assert distance_to_source(held, SOVIET, "0107") == 6
    bay = "board 4 x 9\ntag soviet_source 0101\ncontrol soviet 0101\n"
    sea = "terrain sea 0102 0103 0104 0105 0202 0203 0204 0205 0302 0303 0304 0305\n"
    assert distance_to_source(sketch(SLUG, bay), SOVIET, "0107") == 6
    assert distance_to_source(sketch(SLUG, bay + sea), SOVIET, "0107") > 7


@pytest.mark.rule(SLUG, "14.7B-2")
def test_distance_does_not_cross_an_all_sea_hexside() -> None:
    """Where only such a hexside leads on there is no source at all."""
    cut = LANE + "hexside sea_side 0103/0104"
    assert distance_to_source(sketch(SLUG, cut), SOVIET, "0104") > 16


@pytest.mark.rule(SLUG, "R-44", "27.2-5")
def test_half_hexes_are_sources_of_petrol() -> None:
    """Five hexes from half hex A, which is the last of them."""
    pos = sketch(SLUG, "board 2901..3712\nstate half_hexes=1")
    assert distance_to_source(pos, SOVIET, "3305") == 5


@pytest.mark.rule(SLUG, "14.7C", "14.7D", "14.7E")
def test_each_unit_has_its_own_die() -> None:
    """Three units far away, three dice; who fails is Out of Supply, who passes is not."""
    text = LANE + f"unit {TANKS} 0110\nunit {BRIGADE} 0112\nunit {GUNS} 0117\n"
    pos = petrol(text, 2, 4, 4)
    assert [event.dice for event in events(pos, "petrol")] == [(2,), (4,), (4,)]
    assert [pos.unit(u).oos for u in (TANKS, BRIGADE, GUNS)] == [True, False, True]


@pytest.mark.rule(SLUG, "14.7D", "14.4-3")
def test_petrol_is_short_until_lines_are_traced() -> None:
    """The marker is there through the turn and goes in the End Phase, if a line is there."""
    way = "-".join(f"01{row:02}" for row in range(1, 11))
    road = LANE + f"network primary {way}\n"
    assert petrol(road + f"unit {TANKS} 0110", 1).unit(TANKS).oos
    assert not end_phase(road + f"unit {TANKS} 0110 oos=true").unit(TANKS).oos


@pytest.mark.rule(SLUG, "14.7-ex")
def test_the_example_of_petrol() -> None:
    """Eight hexes from the railhead a tank corps and an artillery division roll, a rifle
    division does not; roads and a Front HQ change nothing.
    """
    way = "-".join(f"01{row:02}" for row in range(1, 6))
    hexes = way.replace("-", ",")
    text = LANE + f"network rail {way}\nstate repaired={hexes}\n"
    text += f"unit {TANKS} 0113\nunit {GUNS} 0113\nunit {RIFLES} 0113\n"
    road = "-".join(f"01{row:02}" for row in range(5, 14))
    assert thirsty(text) == {TANKS, GUNS}
    assert thirsty(text + f"network primary {road}\nunit {FRONT} 0109") == {TANKS, GUNS}


# --- 14.4  general supply ---------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.4-2", "3.C.7.b")
def test_who_cannot_trace_is_marked_in_his_own_end_phase() -> None:
    """Five hexes from the source: marked in the Soviet End Phase, not in the German one."""
    text = LANE + f"unit {RIFLES} 0106\nunit {OTHERS} 0105\n"
    pos = end_phase(text)
    assert pos.unit(RIFLES).oos
    assert not pos.unit(OTHERS).oos
    german = end_phase(text + "unit 8FlK-a 0130\ntag axis_source 0130\ncontrol axis 0130",
                       side=AXIS)  # fmt: skip
    assert not german.unit(RIFLES).oos


@pytest.mark.rule(SLUG, "14.4-3")
def test_who_can_trace_again_loses_the_marker() -> None:
    """A marker of an earlier phase goes at once, and the log says so."""
    pos = end_phase(LANE + f"unit {RIFLES} 0105 oos=true")
    assert not pos.unit(RIFLES).oos
    assert told(pos, "supply") == [f"{RIFLES} in 0105 is in supply again."]


@pytest.mark.rule(SLUG, "14.4-1", "R-45", "R-94")
def test_air_units_are_checked_like_others() -> None:
    """An air unit whose base cannot trace is marked together with ground units."""
    pos = end_phase(LANE + f"unit 2VA-b 0110\nunit {RIFLES} 0110")
    assert pos.unit("2VA-b").oos
    assert pos.unit(RIFLES).oos
    assert not pos.unit("2VA-a").oos


@pytest.mark.rule(SLUG, "20.4-2")
def test_a_brigade_just_dropped_is_in_supply_and_safe() -> None:
    """On the turn of its drop no marker and no die, on the next both."""
    text = LANE + f"unit {INFANTRY} 0110\nunit 198ID 0114\nturn 9\nunit 1GAb 0112 landed="
    fresh = end_phase(text + "9")
    assert not fresh.unit("1GAb").oos
    assert not events(fresh, "attrition")
    later = end_phase(text + "8", 6)
    assert later.unit("1GAb").oos
    assert len(events(later, "attrition")) == 1


@pytest.mark.rule(SLUG, "R-100")
def test_units_in_the_holding_box_lose_their_markers() -> None:
    """In the box a unit is in supply and recovers."""
    pos = end_phase(LANE + f"unit {RIFLES} central_front oos=true disrupted=true")
    assert not pos.unit(RIFLES).oos
    assert not pos.unit(RIFLES).disrupted


# --- 14.6  isolation and attrition ------------------------------------------------------


@pytest.mark.rule(SLUG, "14.6-1", "14.6-2")
def test_a_free_way_of_any_length_is_no_isolation() -> None:
    """Nine hexes from the source: Out of Supply, no die."""
    pos = end_phase(LANE + f"unit {RIFLES} 0110")
    assert pos.unit(RIFLES).oos
    assert not events(pos, "attrition")


#: A pocket of two hexes: German divisions north and south of 0110 and 0111.
POCKET = LANE + f"unit {INFANTRY} 0109\nunit 198ID 0112\n"


@pytest.mark.rule(SLUG, "14.6-3", "R-43")
def test_every_isolated_ground_unit_rolls() -> None:
    """A stack of division, brigade, HQ and leader: three dice, in the owner's End Phase."""
    text = POCKET + f"unit {RIFLES} 0110\nunit {BRIGADE} 0110\nunit {TANK_ARMY} 0110\n"
    text += "unit Zhukov 0110\n"
    pos = end_phase(text, 4, 4, 4)
    rolled = {event.units[0] for event in events(pos, "attrition")}
    assert rolled == {RIFLES, BRIGADE, TANK_ARMY}


@pytest.mark.rule(SLUG, "14.3C-3", "14.6-3")
def test_a_pocket_closed_by_a_bond_is_isolated() -> None:
    """The only gap is a hex between two Germans: with zones on both sides it is a Hex Bond, and
    who is inside is isolated; beside an HQ, which has none, it is not.
    """
    text = "board 3 x 9\ntag soviet_source 0201\ncontrol soviet 0201\n"
    text += f"unit {OTHERS} 0203\nunit {RIFLES} 0205 oos=true\nunit {INFANTRY} 0103\n"
    assert isolated_units(sketch(SLUG, text + "unit 198ID 0304"), SOVIET) == (RIFLES,)
    assert isolated_units(sketch(SLUG, text + f"unit {ARMY} 0304"), SOVIET) == ()


@pytest.mark.rule(SLUG, "14.6-4")
def test_a_low_die_costs_a_step() -> None:
    """Modified 3 is a loss and kills a reduced unit; modified 4 is none."""
    text = POCKET + f"unit {RIFLES} 0110\nunit {OTHERS} 0110 reduced=true\nunit 93/138 0111\n"
    pos = end_phase(text, 3, 4, 3)
    dice = {event.units[0]: event.dice[0] for event in events(pos, "attrition")}
    assert dice == {RIFLES: 3, "93/138": 4, OTHERS: 3}
    assert pos.unit(RIFLES).reduced
    assert not pos.unit("93/138").reduced
    assert pos.unit(OTHERS).at == DEAD


def modifier(text: str, unit: str) -> int:
    """What is added to the attrition die of a unit."""
    pos = sketch(SLUG, text)
    dump = has_dump(pos, pos.owner(unit), pos.unit(unit).at)
    return total(attrition_modifiers(pos, unit, dump=dump))


@pytest.mark.rule(SLUG, "14.6-5", "23.2-4", "R-91")
def test_a_dump_in_the_pocket() -> None:
    """A friendly town, city or Front HQ that a line leads to adds 1; a village, an enemy town
    and a tank army do not.
    """
    text = POCKET + f"unit {RIFLES} 0110\n"
    own = "control soviet 0110 0111\n"
    assert modifier(text + own + "tag town 0111", RIFLES) == 1
    assert modifier(text + own + "tag city 0110", RIFLES) == 1
    assert modifier(text + own + "tag village 0111", RIFLES) == 0
    assert modifier(text + "control axis 0111\ntag town 0111", RIFLES) == 0
    assert modifier(text + f"unit {FRONT} 0111", RIFLES) == 1
    assert modifier(text + f"unit {FRONT} 0110", FRONT) == 1
    assert modifier(text + f"unit {TANK_ARMY} 0111", RIFLES) == 0
    assert modifier(text + own + "tag town 0120\ncontrol soviet 0120", RIFLES) == 0


@pytest.mark.rule(SLUG, "14.6-3", "14.6-5", "R-110")
def test_all_who_are_isolated_check_at_one_moment() -> None:
    """The first unit dies where it held the line of another to a town open; the other has its
    +1 all the same, and a 3 costs it nothing.
    """
    text = LANE.replace("1 x 30", "2 x 30") + "terrain sea 0210 0211 0213\ntag town 0112\n"
    text += f"unit {INFANTRY} 0109\nunit 198ID 0113\nunit 167ID 0212\ncontrol soviet 0112\n"
    text += f"unit {RIFLES} 0111 reduced=true\nunit {OTHERS} 0110\n"
    pos = end_phase(text, 1, 3)
    assert [event.units[0] for event in events(pos, "attrition")] == [RIFLES, OTHERS]
    assert pos.unit(RIFLES).at == DEAD
    assert not has_dump(pos, SOVIET, "0110")
    assert not pos.unit(OTHERS).reduced


@pytest.mark.rule(SLUG, "14.6-6", "R-33", "R-81")
@pytest.mark.parametrize(
    ("unit", "morale"),
    [("88ID", 1), ("SS-T", 1), ("48PzK", 1), ("24Rum", 0), ("7Hun", 0), ("1Svk", 0), ("23/218", 0)],
)
def test_morale_is_german(unit: str, morale: int) -> None:
    """Germans of every kind add 1; their allies and the Soviets do not."""
    assert modifier(f"board 3 x 3\nunit {unit} 0202", unit) == morale


@pytest.mark.rule(SLUG, "14.6-6")
def test_airborne_brigades_have_morale_too() -> None:
    """The three Soviet airborne brigades add 1."""
    brigades = ("1GAb", "3GAb", "5GAb")
    assert [modifier(f"board 3 x 3\nunit {u} 0202", u) for u in brigades] == [1, 1, 1]


@pytest.mark.rule(SLUG, "14.6-ex")
def test_the_example_of_attrition() -> None:
    """Germans in a pocket with a town lose a step on a 1, and on nothing else."""
    text = "board 1 x 12\ntag axis_source 0101\ncontrol axis 0101 0110\nunit 8FlK-a 0101\n"
    text += f"tag town 0110\nunit {RIFLES} 0108\nunit {INFANTRY} 0110\n"
    assert end_phase(text, 1, side=AXIS).unit(INFANTRY).reduced
    assert not end_phase(text, 2, side=AXIS).unit(INFANTRY).reduced


# --- 14.5  what it means --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "14.5-4", "14.5-1")
def test_out_of_supply_foot_keeps_its_hex_or_its_attack() -> None:
    """In Exploitation a rifle unit moves one hex, or takes a marker and attacks with 2 of 3."""
    text = f"board 3 x 9\nunit {RIFLES} 0204 oos=true\nunit {OTHERS} 0301\nunit {INFANTRY} 0205\n"
    pos = sketch(SLUG, text + "phase exploitation soviet").apply(f"select {RIFLES}")
    assert {"0203", "0104", "0304"} & offered(pos, "move")
    assert "0202" not in offered(pos, "move")
    pos = pos.apply("mode assault")
    assert RIFLES in pos.within(PlayerTurn).assault
    plan = Plan(side=SOVIET, targets=("0205",), units=(RIFLES,))
    assert total(odds_of(pos, plan).attack) == 2


@pytest.mark.rule(SLUG, "14.5-7", "4.10-7")
def test_out_of_supply_units_do_not_react() -> None:
    """A panzer division behind the line is refused in Reaction, one in supply is not."""
    text = f"board 3 x 9\nunit {PANZER} 0205 oos=true\nunit 19Pz 0206\nunit {TANKS} 0201\n"
    pos = sketch(SLUG, text + "phase reaction axis")
    assert offered(pos, "select") == {"19Pz"}
    assert denied(pos, f"select {PANZER}") in ("14.5-7", "4.10-7")
