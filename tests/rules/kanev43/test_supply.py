"""Supply in Red Parachutes: paths, the Status Phase, what want does."""

import pytest
from tests.rules.kanev43.sketches import RIVER, drawn

from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.strengths import anti_tank, armour, attack, defence, morale
from grognard.games.kanev43.supply import has_path, in_supply, providers

#: A lane of 18 hexes with a road off the western edge, and one off the eastern.
LANE = "board 18 x 1\ntag axis_source 0101\ntag soviet_source 1801\n"
FOOT = "57ID-I/179"


def supplied(text: str, unit: str) -> bool:
    """Is a unit in supply?"""
    return in_supply(drawn(text, run=False), unit)


@pytest.mark.rule("kanev43", "SUP-1", "R-27")
@pytest.mark.parametrize(("at", "there"), [("1401", True), ("1501", False)])
def test_twelve_hexes_to_a_german_hq(at: str, there: bool) -> None:
    """Counted with the hex of the HQ and without the unit's own; any HQ will do."""
    assert supplied(LANE + f"unit {FOOT} {at}\nunit 112ID-HQ 0201", FOOT) is there


@pytest.mark.rule("kanev43", "SUP-2", "R-29")
def test_a_german_hq_needs_a_road_west_or_south() -> None:
    """A road off the eastern edge does not help; units beside it are out of supply."""
    east = "board 18 x 1\ntag soviet_source 1801\n"
    units = f"unit 57ID-HQ 1701\nunit {FOOT} 1601"
    assert not supplied(east + units, "57ID-HQ")
    assert not supplied(east + units, FOOT)
    assert supplied(LANE + units, FOOT)


@pytest.mark.rule("kanev43", "SUP-4", "R-28")
@pytest.mark.parametrize(
    ("unit", "hq", "hexes"), [("309RD-957", "309RD-HQ", 4), ("6GTC-51", "6GTC-HQ", 7)]
)
def test_soviet_units_and_their_own_hq(unit: str, hq: str, hexes: int) -> None:
    """Four hexes from a rifle division's, seven from a tank corps'; another's does not help."""
    here, beyond = (f"{17 - hexes:02}01", f"{16 - hexes:02}01")
    assert supplied(LANE + f"unit {hq} 1701\nunit {unit} {here}", unit)
    assert not supplied(LANE + f"unit {hq} 1701\nunit {unit} {beyond}", unit)
    assert not supplied(LANE + f"unit 9MC-HQ 1701\nunit {unit} 1601", unit)


@pytest.mark.rule("kanev43", "SUP-3", "R-104")
def test_independent_soviet_units() -> None:
    """Any HQ, each with its own reach; unassigned does not mean independent."""
    tanks = "3GTA-91TB"
    assert supplied(LANE + f"unit 309RD-HQ 1701\nunit {tanks} 1301", tanks)
    assert not supplied(LANE + f"unit 309RD-HQ 1701\nunit {tanks} 1201", tanks)
    assert supplied(LANE + f"unit 9MC-HQ 1701\nunit {tanks} 1001", tanks)
    assert not supplied(LANE + "unit 9MC-HQ 1701\nunit 6GTC-51 1601 unassigned=true", "6GTC-51")


@pytest.mark.rule("kanev43", "SUP-5", "R-104")
def test_airborne_units_are_always_in_supply() -> None:
    """Surrounded or not; but their guns need a path to be given shells."""
    text = LANE + f"unit 3GAB-1 0901\nunit 3GAB-Gl 0901\nunit {FOOT} 0801\nunit 57ID-II/179 1001"
    assert supplied(text, "3GAB-1")
    assert supplied(text, "3GAB-Gl")
    assert not has_path(drawn(text, run=False), "3GAB-Gl")
    assert providers(drawn(text, run=False), "3GAB-Gl") == ("3GAB-HQ",)


@pytest.mark.rule("kanev43", "SUP-6", "SUP-8")
def test_soviets_over_the_dnepr() -> None:
    """A bridgehead carries supply both to an HQ and to units; without it there is none."""
    ground = RIVER + "tag soviet_source 0803\ntag axis_source 0103\n"
    west = ground + "unit 9MC-HQ 0303\nunit 9MC-I/69 0203"
    assert not supplied(west, "9MC-HQ")
    assert not supplied(ground + "unit 9MC-HQ 0603\nunit 9MC-I/69 0403", "9MC-I/69")
    pos = drawn(west, run=False)
    from msgspec.structs import replace

    from grognard.games.kanev43.state import Bridgehead

    bridged = replace(pos.state, bridgeheads=(Bridgehead("0503", "0403"),))
    over = pos.game.position(bridged)
    assert in_supply(over, "9MC-HQ")
    assert in_supply(over, "9MC-I/69")
    assert not in_supply(over.game.position(replace(bridged, bridgeheads=())), "9MC-HQ")


@pytest.mark.rule("kanev43", "SUP-8", "R-24")
def test_bridgeheads_do_not_serve_the_axis_but_the_bridge_does() -> None:
    """The bridge serves both, until it is blown."""
    from msgspec.structs import replace

    from grognard.games.kanev43.state import Bridgehead

    ground = (
        RIVER + "tag axis_source 0103\nhexside kanev_bridge 0403/0503\nnetwork highway 0403-0503\n"
    )
    pos = drawn(ground + "unit 57ID-HQ 0603", run=False)
    assert in_supply(pos, "57ID-HQ")
    blown = replace(pos.state, bridge_blown=True, bridgeheads=(Bridgehead("0504", "0404"),))
    assert not in_supply(pos.game.position(blown), "57ID-HQ")


@pytest.mark.rule("kanev43", "R-27")
def test_a_bridgehead_over_all_water() -> None:
    """The water between its counters counts as one hex, and lies open to nothing else."""
    from msgspec.structs import replace

    from grognard.games.kanev43.state import Bridgehead

    text = """
        board 1 x 8
        terrain water 0104
        zone west_bank 0101 0102 0103
        zone east_bank 0105 0106 0107 0108
        hexside dnepr 0103/0104 0104/0105
        tag soviet_source 0108
        unit 309RD-HQ 0106
        unit 309RD-957 0102
    """
    pos = drawn(text, run=False)
    pair = Bridgehead("0105", "0103")
    over = pos.game.position(replace(pos.state, bridgeheads=(pair,)))
    assert not in_supply(pos, "309RD-957")
    assert in_supply(over, "309RD-957")
    further = drawn(text.replace("309RD-957 0102", "309RD-957 0101"), run=False)
    far = further.game.position(replace(further.state, bridgeheads=(pair,)))
    assert not in_supply(far, "309RD-957")


@pytest.mark.rule("kanev43", "SUP-7", "R-27")
def test_friends_hold_a_zone_open() -> None:
    """A path stops at an enemy zone, but not where a friend stands in it; and at enemy units."""
    board = "board 9 x 2\ntag axis_source 0101\nunit 57ID-HQ 0101\nunit 9MC-I/69 0502\n"
    far = f"unit {FOOT} 0801\n"
    assert not supplied(board + far, FOOT)
    friends = "unit 57ID-II/179 0401\nunit 57ID-I/199 0501\nunit 57ID-II/199 0601\n"
    assert supplied(board + far + friends, FOOT)


@pytest.mark.rule("kanev43", "R-27", "AIRB-11")
def test_dispersed_paratroopers_neither_block_nor_help() -> None:
    """A path goes through their hex."""
    text = LANE + f"unit {FOOT} 0901\nunit 57ID-HQ 0201\nunit 3GAB-1 0501 dispersed=true"
    assert supplied(text, FOOT)


@pytest.mark.rule("kanev43", "R-104")
def test_who_has_lost_his_hq_is_out_of_supply() -> None:
    """Beside another HQ too, if he is Soviet; the Axis has any."""
    text = LANE + "unit 309RD-957 1601\nunit 309RD-HQ dead lost=1\nunit 9MC-HQ 1701\n"
    assert not supplied(text, "309RD-957")
    assert supplied(LANE + f"unit {FOOT} 0301\nunit 57ID-HQ dead lost=1\nunit 34ID-HQ 0201", FOOT)


# --- the Status Phase -------------------------------------------------------------------------


def status(text: str, side: str) -> Pos:
    """The position after the Status Phase of a side."""
    pos = drawn(f"{text}\nphase status {side}")
    while pos.find(type(pos.top)) and "status" in {step.tag for step in pos.state.agenda}:
        pos = pos.apply("done")
    return pos


CUT = LANE + f"unit {FOOT} 1601 {{}}\nunit 57ID-HQ 0201\nunit 6GTC-51 0301\nunit 6GTC-HQ 1701"


@pytest.mark.rule("kanev43", "SOP-7", "SUP-11")
def test_supply_is_judged_in_the_status_phase() -> None:
    """Of the phasing side only."""
    pos = status(CUT.format(""), "axis")
    assert (pos.unit(FOOT).supply, pos.unit("6GTC-51").supply) == ("out", "")
    assert pos.unit("57ID-HQ").supply == ""
    pos = status(CUT.format(""), "soviet")
    assert (pos.unit(FOOT).supply, pos.unit("6GTC-51").supply) == ("", "out")


@pytest.mark.rule("kanev43", "R-30")
def test_want_ends_with_a_path() -> None:
    """Isolated units stay so without one, and are in supply at once with one."""
    assert status(CUT.format("supply=isolated"), "axis").unit(FOOT).supply == "isolated"
    near = CUT.replace("1601", "0101")
    assert status(near.format("supply=isolated"), "axis").unit(FOOT).supply == ""
    assert status(near.format("supply=out"), "axis").unit(FOOT).supply == ""


@pytest.mark.rule("kanev43", "SUP-11", "R-100")
def test_the_set_up_is_in_supply_but_for_the_screen() -> None:
    """The companies at Bukrin and Rzhishchev are too far from any HQ."""
    from tests.rules.kanev43.sketches import SLUG, done

    from grognard.registry import load

    pos = done(load(SLUG).start("bukrin", seed=1), "done", "done", "choose ready")
    wanting = {
        unit.id
        for unit in pos.state.units
        if unit.at in pos.board.grid and not in_supply(pos, unit.id)
    }
    assert wanting == {"XXIV-Flak", "XXIV-Alarm"}


# --- assignments ------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "FRM-1", "FRM-2", "FRM-3", "R-69")
def test_assignments() -> None:
    """In the Status Phase, to their own formation or to none; the choice stays."""
    from tests.rules.kanev43.sketches import allowed, refused

    text = LANE + "unit 6GTC-51 1001\nunit 309RD-957 1101\nunit 6GTC-Mtr 1201\nunit 6GTC-HQ 1501"
    pos = drawn(text + "\nphase status soviet")
    assert pos.side == SOVIET
    assert allowed(pos, "select") == {"6GTC-51", "6GTC-HQ"}
    assert refused(pos, "select", "309RD-957") == "FRM-2"
    assert refused(pos, "select", "6GTC-Mtr") == "FRM-2"
    pos = pos.apply("select 6GTC-51")
    assert pos.unit("6GTC-51").unassigned
    assert not pos.apply("select 6GTC-51").unit("6GTC-51").unassigned
    assert pos.apply("done").unit("6GTC-51").unassigned
    assert drawn(text + "\nphase status axis").side == AXIS


# --- what states leave ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "state", "strengths"),
    [("10PG-I/20", "", (5, 5)), ("10PG-I/20", "supply=out", (4, 5)),
     ("10PG-I/20", "supply=isolated", (3, 3)), ("10PG-I/20", "order=demoralised", (3, 3)),
     ("34ID-PJ", "supply=out", (1, 2)), ("10PG-I/20", "order=disrupted", (4, 5)),
     ("57ID-Pi", "order=disrupted", (2, 4)), ("57ID-Pi", "order=disrupted lost=1", (2, 2)),
     ("3GAB-1", "order=disrupted", (2, 2)),
     ("10PG-I/20", "order=disrupted supply=isolated", (2, 3)),
     ("10PG-I/20", "order=demoralised supply=isolated", (2, 2)),
     ("10PG-I/20", "order=disrupted lost=2", (2, 2)), ("57ID-HQ", "order=disrupted", (0, 1))],
)  # fmt: skip
@pytest.mark.rule("kanev43", "SUP-9", "SUP-10", "DIS-1", "DIS-4", "R-32", "R-102")
def test_strengths(unit: str, state: str, strengths: tuple[int, int]) -> None:
    """Out of supply and disrupted 1 less, with their floors; isolated and demoralised half."""
    pos = drawn(f"board 2 x 2\nunit {unit} 0101 {state}", run=False)
    assert (attack(pos, unit), defence(pos, unit)) == strengths


@pytest.mark.rule("kanev43", "SUP-10", "DIS-6", "DIS-7")
@pytest.mark.parametrize(
    ("unit", "state", "values"),
    [("19PZ-Pz27", "", (5, 5, 0)), ("19PZ-Pz27", "order=demoralised", (4, 3, 0)),
     ("19PZ-Pz27", "supply=isolated", (4, 3, 0)), ("34ID-PJ", "order=demoralised", (4, 0, 5)),
     ("6GTC-Rec", "supply=isolated", (4, 0, 0)), ("19PZ-Pz27", "supply=out", (5, 5, 0)),
     ("19PZ-Pz27", "order=disrupted", (5, 5, 0)),
     ("19PZ-Pz27", "order=demoralised supply=isolated", (3, 1, 0))],
)  # fmt: skip
def test_morale_and_armour(unit: str, state: str, values: tuple[int, int, int]) -> None:
    """Morale -1, armour -2, anti-tank -1, none below 0."""
    pos = drawn(f"board 2 x 2\nunit {unit} 0101 {state}", run=False)
    assert (morale(pos, unit), armour(pos, unit), anti_tank(pos, unit)) == values
