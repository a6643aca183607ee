"""4.1 - 4.5 What hexes, roads and rivers cost."""

import pytest
from tests.rules.ukraine43.moves import DNIEPER, cost, denied, does, offered

from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.state import Pos
from grognard.testing import sketch

SLUG = "ukraine43"

#: Down column 04 one goes straight south, a hex at a time.
FIELD = "board 8 x 12\n"
#: Somebody else may still move, so the phase does not end by itself.
SPARE = "unit SWF 0812\nunit 1PzA 0112\n"
TANKS, RIFLES, HORSE, GUNS, PANZER = "2TC", "23/218", "4GCC", "13Art", "11Pz"


def moving(unit: str, start: str, text: str = "", side: str = "soviet") -> Pos:
    """A unit on the open field, chosen to move."""
    pos = sketch(SLUG, f"{FIELD}{text}\nunit {unit} {start}\nphase movement {side}")
    return pos.apply(f"select {unit}")


# --- 4.1  the basics ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "4.1-1", "3.C.2-1")
def test_a_unit_spends_up_to_its_allowance() -> None:
    """An infantry division (4-7-4) goes four clear hexes and not a fifth; extended, seven."""
    pos = moving("88ID", "0401", side="axis")
    assert {"0405"} <= offered(pos, "move")
    assert denied(pos, "move 0406") == "4.1-1"
    pos = pos.apply("mode extended")
    assert "0408" in offered(pos, "move")
    assert denied(pos, "move 0409") == "4.1-1"


@pytest.mark.rule(SLUG, "4.1-3", "TEC-1", "TEC-3")
def test_hexes_cost_what_the_chart_says() -> None:
    """Clear and then forest cost a tank corps 3, a rifle unit 2; two clear hexes cost 2."""
    woods = "terrain woods 0403"
    assert cost(moving(TANKS, "0401", woods), "0403") == 3
    assert cost(moving(RIFLES, "0401", woods), "0403") == 2
    assert cost(moving(TANKS, "0401"), "0403") == 2


@pytest.mark.rule(SLUG, "TEC-2", "TEC-13", "TEC-14", "TEC-15", "TEC-16", "19.3-1")
@pytest.mark.parametrize(
    "text",
    ["terrain hill 0402", "tag village 0402", "terrain woods 0402\ntag town 0402",
     "terrain woods 0402\ntag city 0402", "tag axis_fort 0402"],
)  # fmt: skip
def test_hills_settlements_and_empty_forts_cost_one(text: str) -> None:
    """Hills and settlements cost 1; a town or city does so whatever stands around it."""
    assert cost(moving(TANKS, "0401", text), "0402") == 1


@pytest.mark.rule(SLUG, "4.1-5", "R-69")
def test_hexes_with_enemy_ground_units_are_closed() -> None:
    """Nobody enters a hex with a lone enemy HQ; one with a leader and an air unit is open."""
    hq = moving(PANZER, "0401", "unit VorF 0403", side="axis")
    assert denied(hq, "move 0403") == "4.1-5"
    others = moving(PANZER, "0401", "unit Zhukov 0403\nunit 2VA-a 0403", side="axis")
    assert "0403" in offered(others, "move")


@pytest.mark.rule(SLUG, "4.1-6")
def test_a_move_is_completed_before_the_next() -> None:
    """A unit that has stopped with points left is not offered again."""
    pos = sketch(SLUG, FIELD + SPARE + "unit 2TC 0401\nunit 10TC 0801\nphase movement soviet")
    pos = does(pos, "select 2TC", "move 0402")
    assert denied(pos, "select 10TC") == "4.1-6"
    pos = does(pos, "stop", "select 10TC", "move 0802", "stop")
    assert denied(pos, "select 2TC") == "4.1-6"


MARSH = "terrain marsh 0402 0403"


@pytest.mark.rule(SLUG, "4.1-7", "R-7", "4.5-1", "4.5-2", "TEC-4", "TEC-5")
def test_one_hex_is_always_possible_from_a_standstill() -> None:
    """A unit with 2 points enters a marsh for 3 as its whole move, but not after a clear hex."""
    pos = moving(RIFLES, "0401 oos=true", MARSH)
    assert "0402" in offered(pos, "move")
    assert "0403" not in offered(pos, "move")
    done = pos.apply("move 0402")
    assert done.find(Moving) is None
    walked = moving(RIFLES, "0501 oos=true", MARSH).apply("move 0401")
    assert denied(walked, "move 0402") == "4.1-1"


@pytest.mark.rule(SLUG, "4.1-8", "R-7")
def test_the_guaranteed_hex_keeps_out_of_bonds_and_over_no_river() -> None:
    """Not into a Hex Bond, and no tank corps over an unbridged Major River."""
    bond = moving(TANKS, "0404 oos=true", "unit 88ID 0305\nunit 327ID 0504")
    assert {"0403", "0304"} <= offered(bond, "move")
    assert denied(bond, "move 0405") == "7.2-1a"
    river = moving(TANKS, "0404 oos=true", DNIEPER)
    assert "0403" in offered(river, "move")
    assert "0405" not in offered(river, "move")


@pytest.mark.rule(SLUG, "4.1-4", "R-8")
def test_a_stack_moves_with_its_slowest_and_dearest() -> None:
    """A panzer division with infantry has 4 points and pays 2 for a forest; the infantry left
    after 2 points, it has 4 of its own 6 left.
    """
    text = FIELD + SPARE + "terrain woods 0402\nunit 11Pz 0401\nunit 88ID 0401\nphase movement axis"
    pos = does(sketch(SLUG, text), "select 11Pz", "join 88ID")
    assert cost(pos, "0402") == 2
    assert denied(pos, "move 0405") == "4.1-1"
    pos = does(pos, "move 0402", "drop 88ID")
    assert "0406" in offered(pos, "move")
    assert denied(pos, "move 0407") == "4.1-1"
    assert denied(pos.apply("stop"), "select 88ID") == "4.1-6"


# --- 4.2  roads -----------------------------------------------------------------------------

PRIMARY, SECONDARY = "network primary 0401-0402-0403", "network secondary 0401-0402-0403"


@pytest.mark.rule(SLUG, "4.2-1", "4.2-5", "25.2-8", "TEC-10", "TEC-11")
@pytest.mark.parametrize(
    ("road", "weather", "mech", "foot"),
    [(PRIMARY, "clear", 1, 2), (SECONDARY, "clear", 1, 2), (PRIMARY, "rain", 1, 2),
     (SECONDARY, "rain", 2, 2)],
)  # fmt: skip
def test_roads_are_fast_and_secondary_ones_not_in_rain(
    road: str, weather: str, mech: float, foot: float
) -> None:
    """Two hexes of road: 1/2 each for who drives, 1 for others; in rain secondary ones cost 1."""
    state = f"{road}\nstate weather={weather}"
    assert cost(moving(PANZER, "0401", state, "axis"), "0403") == mech
    assert cost(moving("88ID", "0401", state, "axis"), "0403") == foot


@pytest.mark.rule(SLUG, "4.2-2")
def test_the_road_rate_is_for_who_follows_the_road() -> None:
    """Entering a road hex over a hexside without the road costs its terrain."""
    pos = moving(PANZER, "0502", "network primary 0401-0402\nterrain woods 0402", "axis")
    assert cost(pos, "0402") == 2


@pytest.mark.rule(SLUG, "4.2-3", "4.4A-1", "TEC-6", "TEC-7", "TEC-9")
def test_a_road_brings_its_bridge() -> None:
    """A river costs 1 more, none by road; a Major River is crossed by road only."""
    river = "hexside river 0401/0402"
    assert cost(moving(PANZER, "0401", river, "axis"), "0402") == 2
    assert cost(moving(PANZER, "0401", f"{river}\n{PRIMARY}", "axis"), "0402") == 0.5
    major = "hexside major_river 0401/0402 0401/0301 0401/0501"
    assert cost(moving(PANZER, "0401", f"{major}\n{PRIMARY}", "axis"), "0402") == 0.5
    assert denied(moving(PANZER, "0401", major, "axis"), "move 0402") == "4.4A-1"


@pytest.mark.rule(SLUG, "4.2-4", "6.3B-2")
def test_zones_do_not_spoil_the_road_rate() -> None:
    """Out of an enemy zone along a road: 1/2 and 2."""
    pos = moving(PANZER, "0402", PRIMARY + "\nunit 23/218 0302", "axis")
    assert cost(pos, "0401") == 2.5


@pytest.mark.rule(SLUG, "4.2-6")
def test_roads_run_on_through_cities() -> None:
    """A city by road costs a panzer division 1/2."""
    assert cost(moving(PANZER, "0401", PRIMARY + "\ntag city 0402", "axis"), "0402") == 0.5


@pytest.mark.rule(SLUG, "4.3-1", "4.3-2", "R-107")
def test_the_bend_of_izyum() -> None:
    """Hex 4718 has exactly four river hexsides, none towards 4619 and 4719."""
    board = sketch(SLUG, "phase movement soviet").board
    around = board.grid.neighbours("4718")
    assert {n for n in around if board.crosses("river", "4718", n)} == {
        "4618", "4717", "4818", "4819",
    }  # fmt: skip


# --- 4.4  Major Rivers ------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "4.4A-2", "4.4A-4", "R-10", "TEC-8")
def test_foot_crosses_from_its_bank_and_stops() -> None:
    """A rifle unit on the bank crosses and has moved; one that walks there may not cross."""
    pos = moving(RIFLES, "0404", DNIEPER)
    assert "0405" in offered(pos, "move")
    assert pos.apply("move 0405").find(Moving) is None
    walked = moving(RIFLES, "0403", DNIEPER).apply("move 0404")
    assert denied(walked, "move 0405").startswith("4.")
    assert "0405" not in offered(moving(RIFLES, "0403", DNIEPER), "move")


@pytest.mark.rule(SLUG, "R-10")
def test_zones_do_not_forbid_the_crossing_but_bonds_do() -> None:
    """Both banks in enemy zones: allowed; into a Hex Bond: not."""
    zones = DNIEPER + "\nunit 88ID 0406"
    assert "0405" in offered(moving(RIFLES, "0404", zones), "move")
    bond = DNIEPER + "\nunit 88ID 0405\nunit 327ID 0606"
    assert "0505" in offered(moving(RIFLES, "0504", DNIEPER), "move")
    assert "0505" not in offered(moving(RIFLES, "0504", bond), "move")


@pytest.mark.rule(SLUG, "4.4A-3", "R-9")
def test_cavalry_crosses_for_one_more_and_has_one_hex_left() -> None:
    """2 points into clear, then one more hex and no second one."""
    pos = moving(HORSE, "0404", DNIEPER)
    assert cost(pos, "0405") == 2
    pos = pos.apply("move 0405")
    assert "0406" in offered(pos, "move")
    assert "0407" not in offered(pos, "move")
    assert pos.apply("move 0406").find(Moving) is None


@pytest.mark.rule(SLUG, "4.4B-1", "4.4B-2", "4.9C-1")
def test_later_phases_cross_at_bridges_only() -> None:
    """In Exploitation a rifle unit does not cross the Dnieper; tanks and it do so by road."""
    text = FIELD + DNIEPER + "\nunit 23/218 0404\nphase exploitation soviet"
    assert "0405" not in offered(does(sketch(SLUG, text), "select 23/218"), "move")
    road = text.replace("23/218", "2TC") + "\nnetwork primary 0404-0405"
    assert "0405" in offered(does(sketch(SLUG, road), "select 2TC"), "move")


@pytest.mark.rule(SLUG, "4.4C", "15.6-6", "15.6-7", "R-47", "MISC-7")
def test_interdicted_bridges_cost_two_more() -> None:
    """Under enemy aircraft, on the rim too, a Major River bridge costs 2 more, for everyone;
    one's own aircraft do no harm.
    """
    road = DNIEPER + "\nnetwork secondary 0404-0405"
    german = road + "\nunit 4FlK 0408 das=true"
    assert cost(moving(RIFLES, "0404", german), "0405") == 1
    rim = road + "\nunit 4FlK 0406 das=true"
    assert cost(moving(RIFLES, "0404", rim), "0405") == 3
    assert cost(moving(TANKS, "0404", rim), "0405") == 3
    own = road + "\nunit 2VA-a 0406 das=true"
    assert cost(moving(TANKS, "0404", own), "0405") == 0.5


@pytest.mark.rule(SLUG, "15.6-8", "R-47", "MISC-7")
def test_interdicted_roads_cost_who_drives_one() -> None:
    """Entering the zone by road costs 1, leaving it 1/2."""
    road = "network primary 0402-0403-0404-0405-0406\nunit 4FlK 0504 das=true"
    assert cost(moving(TANKS, "0402", road), "0403") == 0.5
    assert cost(moving(TANKS, "0403", road), "0404") == 1
    assert cost(moving(TANKS, "0405", road), "0406") == 0.5


# --- 4.5  marshes -----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "4.5-1", "4.5-2", "R-15")
@pytest.mark.parametrize("terrain", ["marsh", "wooded_marsh"])
def test_marshes_cost_three_and_four_off_the_road(terrain: str) -> None:
    """Rifle 3, tank corps 4; along a road 1 and 1/2."""
    marsh = f"terrain {terrain} 0402"
    assert cost(moving(RIFLES, "0401", marsh), "0402") == 3
    assert cost(moving(TANKS, "0401", marsh), "0402") == 4
    road = f"{marsh}\n{PRIMARY}"
    assert cost(moving(RIFLES, "0401", road), "0402") == 1
    assert cost(moving(TANKS, "0401", road), "0402") == 0.5


@pytest.mark.rule(SLUG, "4.5-3", "22.3-5", "R-15")
def test_artillery_keeps_to_the_road_in_marshes() -> None:
    """It enters a marsh along a road only, and so it leaves it."""
    road = "terrain marsh 0402\nnetwork primary 0401-0402"
    assert cost(moving(GUNS, "0401", road), "0402") == 0.5
    assert "0402" not in offered(moving(GUNS, "0401", "terrain marsh 0402"), "move")
    inside = moving(GUNS, "0402", road)
    assert cost(inside, "0401") == 0.5
    assert all(inside.way(h).hexes[0] == "0401" for h in offered(inside, "move"))  # type: ignore[union-attr]
