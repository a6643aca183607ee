"""Leaders of Red Parachutes: movement, bonuses, danger, and who takes over."""

import pytest
from tests.rules.kanev43.sketches import allowed, cost, done, drawn, refused, selected, tactical

from grognard.games.kanev43.points import allowance
from grognard.games.kanev43.state import AWAY, DEAD, STAFF, Pos
from grognard.games.kanev43.turn import MovementPhase

FIELD = "board 8 x 6\n"
FOOT, TRUCK = "57ID-I/179", "10PG-I/20"
ENEMY = "9MC-I/69"


# --- movement ---------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "LDR-2")
def test_a_leader_pays_the_cheapest_class() -> None:
    """14 points; hills cost him 2 as foot, a highway a third of a point as trucks."""
    pos = selected(FIELD + "terrain hill 0102\nterrain swamp 0202\nunit L-57ID 0101", "L-57ID")
    assert allowance(pos, "L-57ID") == 14 * 6
    assert cost(pos, "0102") == 2
    assert cost(pos, "0202") == 4
    road = FIELD + "network highway 0101-0102-0103-0104\ncontrol axis 0101 0102 0103 0104\n"
    fast = drawn(road + "unit L-57ID 0101\nphase movement axis").apply("select L-57ID")
    assert cost(fast, "0104") == 1


@pytest.mark.rule("kanev43", "LDR-2", "R-101")
def test_a_leader_pays_for_zones() -> None:
    """The cheapest class to enter (2) and to leave (1)."""
    zone = FIELD + f"unit {ENEMY} 0404\n"
    assert cost(selected(zone + "unit L-57ID 0402", "L-57ID"), "0403") == 4
    assert cost(selected(zone + "unit L-57ID 0403", "L-57ID"), "0402") == 3


@pytest.mark.rule("kanev43", "LDR-13", "LDR-12", "R-32")
@pytest.mark.parametrize(
    ("units", "unit", "points"),
    [(f"unit {FOOT} 0102 supply=isolated\nunit L-57ID 0101", FOOT, 8),
     (f"unit {FOOT} 0101\nunit L-57ID 0101", FOOT, 9),
     (f"unit {FOOT} 0103\nunit L-57ID 0101", FOOT, 8),
     (f"unit {TRUCK} 0102\nunit L-10PG 0101", TRUCK, 16),
     (f"unit {TRUCK} 0102\nunit L-57ID 0101", TRUCK, 14),
     (f"unit {TRUCK} 0102\nunit {FOOT} 0102\nunit L-57ID 0101", TRUCK, 15),
     (f"unit {FOOT} 0102 unassigned=true\nunit L-57ID 0101", FOOT, 8),
     (f"unit {FOOT} 0102\nunit L-57ID 0101\nunit {ENEMY} 0202", FOOT, 9)],
)  # fmt: skip
def test_bonuses(units: str, unit: str, points: int) -> None:
    """Units of his formation, or stacked with such, within a hex: foot first, others second."""
    assert allowance(tactical(FIELD + units), unit) == points * 6


@pytest.mark.rule("kanev43", "LDR-13", "R-72")
def test_the_bonus_comes_last() -> None:
    """Demoralised foot of 8 at night: 6, half is 3, and the bonus makes 4."""
    pos = tactical(FIELD + f"turn 4\nunit {FOOT} 0102 order=demoralised\nunit L-57ID 0101")
    assert allowance(pos, FOOT) == 4 * 6


@pytest.mark.rule("kanev43", "LDR-13")
def test_bonuses_are_fixed_as_the_phase_begins() -> None:
    """The leader may leave before the unit moves."""
    pos = tactical(FIELD + f"unit {FOOT} 0102\nunit L-57ID 0101")
    pos = done(pos, "select L-57ID", "move 0701", "stop")
    assert allowance(pos, FOOT) == 9 * 6


# --- danger -----------------------------------------------------------------------------------


def overrun(*dice: int) -> Pos:
    """A battalion enters the hex of a lone Soviet leader, and these dice are thrown."""
    pos = selected(FIELD + f"unit {FOOT} 0101\nunit L-9MC 0103", FOOT)
    assert "0103" in allowed(pos, "move")
    assert "0104" in allowed(pos, "move")
    return pos.apply("move 0103", dice=dice)


@pytest.mark.rule("kanev43", "LDR-1", "LDR-5", "LDR-6")
def test_a_lone_leader_is_killed() -> None:
    """His hex may be entered; on 3 or less he is dead."""
    pos = overrun(1, 2)
    assert pos.unit("L-9MC").at == DEAD
    assert pos.unit(FOOT).at == "0103"


@pytest.mark.rule("kanev43", "LDR-7", "R-76")
def test_a_lone_leader_is_wounded() -> None:
    """On a 4; then twice the dice are days: with 2 he is back on 26 September AM."""
    pos = overrun(2, 2, 1, 1)
    assert pos.unit("L-9MC").at == AWAY
    assert pos.game.scene(pos).label(pos.unit("L-9MC").until) == "26 September, AM"


@pytest.mark.rule("kanev43", "LDR-9")
def test_a_lone_leader_is_driven_off() -> None:
    """On more he is off the map until the next Initial Segment."""
    pos = overrun(4, 5)
    assert (pos.unit("L-9MC").at, pos.unit("L-9MC").until) == (AWAY, 5)


@pytest.mark.rule("kanev43", "LDR-1")
def test_the_move_goes_on() -> None:
    """Nobody stops for a leader, but it is known first what became of him."""
    pos = overrun(6, 6)
    assert pos.top.tag == "moving"
    lane = selected(f"board 1 x 6\nunit {FOOT} 0101\nunit L-9MC 0103", FOOT)
    assert allowed(lane, "move") == {"0102", "0103"}
    assert pos.apply("move 0104").unit(FOOT).at == "0104"


@pytest.mark.rule("kanev43", "LDR-5", "R-77")
def test_who_has_company_is_not_in_danger() -> None:
    """Nor does a leader endanger another."""
    pos = selected(FIELD + f"unit {FOOT} 0101\nunit L-9MC 0103\nunit {ENEMY} 0103", FOOT)
    assert refused(pos, "move", "0103") == "TEC-1"
    pos = selected(FIELD + "unit L-57ID 0101\nunit L-9MC 0103", "L-57ID").apply("move 0103")
    assert pos.unit("L-9MC").at == "0103"


# --- coming back ------------------------------------------------------------------------------


def morning(units: str, turn: int = 4) -> Pos:
    """The first decision after the Initial Segment of the next AM turn."""
    pos = drawn(f"{FIELD}turn {turn}\n{units}\nphase movement soviet")
    while pos.turn == turn:
        pos = pos.apply("done")
    return pos


@pytest.mark.rule("kanev43", "LDR-6")
def test_the_assistant_takes_over() -> None:
    """He stands with the HQ after the next Initial Segment."""
    pos = morning(f"unit L-57ID {DEAD} lost=1\nunit A-57ID {STAFF}\nunit 57ID-HQ 0202")
    assert pos.turn == 5
    assert pos.unit("A-57ID").at == "0202"
    assert pos.unit("L-57ID").at == DEAD


@pytest.mark.rule("kanev43", "LDR-7", "LDR-10", "R-75", "R-76")
def test_a_wounded_leader_takes_over_again() -> None:
    """Until then the assistant leads; on the day he goes."""
    units = f"unit L-57ID {AWAY} until={{}}\nunit A-57ID {{}}\nunit 57ID-HQ 0202"
    pos = morning(units.format(9, STAFF))
    assert (pos.unit("L-57ID").at, pos.unit("A-57ID").at) == (AWAY, "0202")
    pos = morning(units.format(5, "0303"))
    assert (pos.unit("L-57ID").at, pos.unit("A-57ID").at) == ("0202", STAFF)


@pytest.mark.rule("kanev43", "LDR-8", "R-75")
def test_an_assistant_who_was_hit_comes_back() -> None:
    """The same counter; no other takes his place."""
    units = f"unit L-57ID {DEAD} lost=1\nunit A-57ID {DEAD} lost=1\nunit 57ID-HQ 0202"
    pos = morning(units)
    assert (pos.unit("A-57ID").at, pos.unit("A-57ID").lost) == ("0202", 0)


@pytest.mark.rule("kanev43", "LDR-9")
def test_a_leader_driven_off_comes_back() -> None:
    """With his HQ, in the morning; at no other time."""
    units = f"unit L-57ID {AWAY} until=5\nunit 57ID-HQ 0202\nunit A-57ID {STAFF}"
    assert morning(units).unit("L-57ID").at == "0202"
    assert morning(units.replace("until=5", "until=1"), turn=1).unit("L-57ID").at == AWAY


@pytest.mark.rule("kanev43", "LDR-11")
def test_without_an_hq_nobody_comes() -> None:
    """Neither leader nor assistant."""
    gone = f"unit L-57ID {AWAY} until=5\nunit 57ID-HQ {DEAD} lost=1\nunit A-57ID {STAFF}"
    pos = morning(gone)
    assert (pos.unit("L-57ID").at, pos.unit("A-57ID").at) == (AWAY, STAFF)


def test_a_leader_who_is_there_needs_no_assistant() -> None:
    """Nobody moves."""
    pos = morning(f"unit L-57ID 0303\nunit 57ID-HQ 0202\nunit A-57ID {STAFF}")
    assert (pos.unit("L-57ID").at, pos.unit("A-57ID").at) == ("0303", STAFF)
    assert pos.find(MovementPhase) is None
