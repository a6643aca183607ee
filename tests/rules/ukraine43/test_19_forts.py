"""19 Fortifications."""

import pytest
from tests.rules.ukraine43.battle import TARGET, drawn, fight
from tests.rules.ukraine43.moves import cost, denied, does, offered

from grognard.decisions import total
from grognard.games.ukraine43.forts import is_fort
from grognard.games.ukraine43.odds import Plan, attack_parts, defence_parts
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit 31TC 0812\nunit 17Pz 0112\n"
#: A German source with a road down column 04; rows 01 to 06 are German and in supply.
HINTERLAND = (
    "tag axis_source 0401\nnetwork primary 0401-0402-0403-0404-0405-0406\ncontrol axis "
    + " ".join(f"{c:02}{r:02}" for c in range(1, 9) for r in range(1, 7))
    + "\n"
)


def phase(text: str, side: str = "axis", name: str = "movement") -> Pos:
    return sketch(SLUG, f"board 8 x 12\n{SPARE}{HINTERLAND}{text}\nphase {name} {side}")


@pytest.mark.rule(SLUG, "19.1-1", "19.1-3")
def test_germans_begin_one_a_turn_in_a_hex_of_theirs() -> None:
    """No unit is needed; a second one is refused, and so is the Soviet player."""
    pos = phase("").apply("choose fort")
    assert "0403" in offered(pos, "place")
    assert denied(pos, "place 0409") == "19.1-3"
    pos = pos.apply("place 0403")
    assert pos.state.building == {"0403"}
    assert not is_fort(pos, AXIS, "0403")
    assert denied(pos, "choose fort") == "19.1-1"
    assert "fort" not in offered(phase("", "soviet"), "choose")


@pytest.mark.rule(SLUG, "19.1-2", "R-104")
def test_it_is_finished_at_the_start_of_the_next_german_movement() -> None:
    """Begun a turn ago, it works from the Movement Phase on, Soviets beside it or not."""
    from grognard.games.ukraine43.forts import complete_forts
    from grognard.hand import Hand

    pos = phase("state building=0403\nunit 23/218 0303")
    assert not is_fort(pos, AXIS, "0403")
    hand = Hand(pos)
    complete_forts(pos.within(PlayerTurn), hand)
    assert hand.now.state.forts == {"0403"}
    assert is_fort(hand.now, AXIS, "0403")
    soviet = phase("state building=0403", "soviet")
    hand = Hand(soviet)
    complete_forts(soviet.within(PlayerTurn), hand)
    assert hand.now.state.building == {"0403"}


@pytest.mark.rule(SLUG, "19.1-4", "19.1-5", "11.2F", "R-27")
def test_in_an_enemy_zone_it_takes_a_unit_and_keeps_it_busy() -> None:
    """Without a unit refused; with one it is Disrupted when the phase ends, unless it left."""
    zone = "unit 23/218 0304\n"
    assert denied(phase(zone).apply("choose fort"), "place 0404") == "19.1-4"
    pos = does(phase(zone + "unit 88ID 0404"), "choose fort", "place 0404")
    assert not pos.unit("88ID").disrupted
    assert pos.apply("done").unit("88ID").disrupted
    left = does(pos, "select 88ID", "move 0403", "stop", "done")
    assert not left.unit("88ID").disrupted
    quiet = does(phase("unit 88ID 0404"), "choose fort", "place 0404", "done")
    assert not quiet.unit("88ID").disrupted


@pytest.mark.rule(SLUG, "R-104")
def test_it_needs_supply_and_a_hex_that_is_no_fort() -> None:
    """An isolated hex is refused though a division is there; so is a fort of one's own."""
    cut_off = HINTERLAND.replace("tag axis_source 0401\n", "")
    text = f"board 8 x 12\n{SPARE}{cut_off}unit 88ID 0404\nphase movement axis"
    assert denied(sketch(SLUG, text).apply("choose fort"), "place 0404") == "R-104"
    pos = phase("tag axis_fort 0402\nstate forts=0403 building=0404").apply("choose fort")
    assert {denied(pos, f"place {h}") for h in ("0402", "0403", "0404")} == {"R-104"}


@pytest.mark.rule(SLUG, "R-63")
def test_ten_may_be_in_play() -> None:
    """With ten, built and begun together, no further one; with nine, one."""
    nine = ",".join(f"{c:02}01" for c in range(1, 9)) + ",0102"
    assert "fort" in offered(phase(f"state forts={nine}"), "choose")
    assert "fort" not in offered(phase(f"state forts={nine} building=0103"), "choose")


# --- 19.2  what they do -------------------------------------------------------------------

#: A German division in a fortification that was built, and Soviets around it.
BUILT = f"state forts={TARGET}\nunit 88ID T\nunit SWF 0401\nunit 55/112 W\n"


def strength(pos: Pos, *units: str) -> int:
    """With what Soviet units attack the target hex."""
    return total(attack_parts(pos, Plan(SOVIET, (TARGET,), units)))


@pytest.mark.rule(SLUG, "19.2-1")
def test_who_drives_or_rides_is_halved() -> None:
    """Before a fort cavalry 4 and a tank corps 7 attack with 2 and 4, a rifle unit keeps its 3;
    a fort that is only begun halves nobody.
    """
    units = "unit 5GCC N\nunit 2TC E\n"
    fort, begun = drawn(BUILT + units), drawn(BUILT.replace("forts", "building") + units)
    named = ("5GCC", "2TC", "55/112")
    assert [strength(begun, unit) for unit in named] == [4, 7, 3]
    assert [strength(fort, unit) for unit in named] == [2, 4, 3]


@pytest.mark.rule(SLUG, "19.2-2")
def test_a_fort_costs_the_attacker_a_step_more() -> None:
    """A die of 1 is an AR: besides its step a second one is lost before a fort, in the open
    only the one.
    """

    def lost(text: str) -> int:
        pos = drawn(text + "phase first-combat soviet", u88ID=(4, 3))
        pos = fight(pos, ["55/112", "23/218"], [1])
        while pos.actions() and pos.top.tag == "losses":
            pos = pos.apply(pos.actions()[0])
        return sum(pos.unit(unit).reduced for unit in ("55/112", "23/218"))

    assert lost(BUILT + "unit 23/218 N\n") == 2
    assert lost(BUILT.replace("forts", "building") + "unit 23/218 N\n") == 1


@pytest.mark.rule(SLUG, "19.2-3")
def test_plus_three_with_terrain_and_rivers() -> None:
    """An infantry division 7 in a fortified wood across a river has 12; the rifle unit 3 still
    attacks over the river with 2, and the tank corps 7 with 4.
    """
    pos = drawn(BUILT + "terrain woods T\nhexside river T/W T/E\nunit 2TC E")
    assert total(defence_parts(pos, Plan(SOVIET, (TARGET,), ()))) == 7 + 2 + 3
    assert [strength(pos, unit) for unit in ("55/112", "2TC")] == [2, 4]


@pytest.mark.rule(SLUG, "19.3-1", "19.3-2", "R-70")
@pytest.mark.parametrize("state", ["forts", "building"])
def test_a_soviet_unit_that_enters_removes_it(state: str) -> None:
    """It enters at the cost of the terrain and the marker is gone, in passing too."""
    pos = phase(f"state {state}=0404\nunit 2TC 0406\ncontrol soviet 0406", "soviet")
    pos = pos.apply("select 2TC")
    assert cost(pos, "0403") == 1.5
    pos = pos.apply("move 0403")
    assert pos.state.forts == pos.state.building == frozenset()


@pytest.mark.rule(SLUG, "19.4-1", "19.4-2", "19.4-3", "R-105")
def test_permanent_forts_work_for_their_own_side_only() -> None:
    """A German permanent fort is one for Germans, before and after Soviets were there."""
    pos = phase("tag axis_fort 0404\nunit 2TC 0406\ncontrol soviet 0406", "soviet")
    assert is_fort(pos, AXIS, "0404")
    assert not is_fort(pos, SOVIET, "0404")
    pos = does(pos, "select 2TC", "move 0404")
    assert is_fort(pos, AXIS, "0404")


@pytest.mark.rule(SLUG, "19.4-1", "19.5")
def test_the_start_line_and_the_bridgeheads() -> None:
    """Every German fort hex touches a Soviet one; the bridgeheads are none in the campaign."""
    pos = sketch(SLUG, "phase movement soviet")
    board = pos.board
    german, soviet = set(board.tagged("axis_fort")), set(board.tagged("soviet_fort"))
    assert len(german) == len(soviet) == 49
    assert all(soviet & set(board.grid.neighbours(h)) for h in german)
    assert all(german & set(board.grid.neighbours(h)) for h in soviet)
    assert not any(is_fort(pos, SOVIET, h) for h in ("1714", "3223", "3323"))
