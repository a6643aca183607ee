"""10 Movement: phases, allowances, strategic and mobile movement. Terrain: test_10_terrain.py."""

import pytest
from tests.rules.ukraine44.play import denied, offered

from grognard.decisions import total
from grognard.games.ukraine44.movement import Movement, Moving
from grognard.games.ukraine44.state import Pos
from grognard.testing import sketch

SLUG = "ukraine44"

#: A road of 24 hexes, so that a point is a hex.
ROAD = "board 24 x 2\nnetwork road " + "-".join(f"01.{n:02}" for n in range(1, 25))


def ends(pos: Pos) -> set[str]:
    """The hexes in which the open move may end."""
    return offered(pos, "move")


def farthest(pos: Pos) -> int:
    """How many hexes of the road the open move can go, from 01.01."""
    return max(int(hex_[3:]) for hex_ in ends(pos) if hex_.startswith("01.")) - 1


# --- 10.1 - 10.4  moving ----------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.1-1")
def test_only_the_side_on_move_moves() -> None:
    """In the Soviet Movement Phase Soviet formations move and Axis formations do not."""
    pos = sketch(SLUG, "board 9 x 9\nunit 6GTC 02.02\nunit 1ssPz 08.08\nphase movement soviet")
    assert offered(pos, "select") == {"6GTC"}
    assert denied(pos, "select 1ssPz") == "10.1-1"
    assert ends(pos.apply("select 6GTC"))


@pytest.mark.rule(SLUG, "10.1-1")
def test_a_move_costs_what_its_hexes_cost() -> None:
    """Points are spent on the way, and what is left is all that can still be spent."""
    pos = sketch(SLUG, f"{ROAD}\nunit 1ssPz 01.01\nphase movement axis").apply("select 1ssPz")
    pos = pos.apply("move 01.06")
    assert pos.within(Moving).spent == 5
    assert farthest(pos) == 8
    assert denied(pos, "move 01.10") == "10.1-1"


@pytest.mark.rule(SLUG, "10.1-2")
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [
        ("axis", "1ssPz", 8),
        ("axis", "2Pz/Hun", 8),
        ("axis", "68/1PzA", 6),
        ("axis", "19/Hun", 6),
        ("soviet", "6GTC", 7),
        ("soviet", "8/60A", 5),
    ],
)
def test_allowances(side: str, unit: str, points: int) -> None:
    """Axis mobile 8 and infantry 6, Soviet mobile 7 and infantry 5. Out of supply there is no
    strategic movement, and the Movement Phase halves nothing.
    """
    pos = sketch(SLUG, f"{ROAD}\nunit {unit} 01.01 supply=out\nphase movement {side}")
    assert farthest(pos.apply(f"select {unit}")) == points


@pytest.mark.rule(SLUG, "10.1-2")
def test_garrisons_do_not_move() -> None:
    """The allowance of a garrison is 0: it is not even offered."""
    pos = sketch(SLUG, f"{ROAD}\nunit Gar-Kamenets 01.01\nunit 1ssPz 01.09\nphase movement axis")
    assert offered(pos, "select") == {"1ssPz"}
    assert denied(pos, "select Gar-Kamenets") == "2.3-4"


@pytest.mark.rule(SLUG, "10.2-1")
def test_points_are_not_given_away() -> None:
    """What one formation leaves unspent does not help the next."""
    text = f"{ROAD}\nunit 68/1PzA 01.10 supply=out\nunit 82/1PzA 01.01 supply=out"
    pos = sketch(SLUG, f"{text}\nphase movement axis")
    pos = pos.apply("select 68/1PzA").apply("move 01.12").apply("stop").apply("select 82/1PzA")
    assert farthest(pos) == 6


@pytest.mark.rule(SLUG, "10.2-2")
def test_points_are_not_saved_for_the_mobile_phase() -> None:
    """Points left over in the Movement Phase are lost: Mobile Movement begins with 8."""
    text = f"{ROAD}\nunit 1ssPz 01.01\noption fog=false\nturn 2\nphase movement axis"
    pos = sketch(SLUG, text).apply("select 1ssPz").apply("move 01.02").apply("stop")
    assert pos.top.tag == "mobile movement"
    assert farthest(pos.apply("select 1ssPz")) == 1 + 8


@pytest.mark.rule(SLUG, "10.2-2")
def test_points_are_not_saved_for_the_next_turn() -> None:
    """Who stood still a whole turn has its usual points in the next."""
    text = f"{ROAD}\nunit 1ssPz 01.01\nunit 6GTC 01.24\noption fog=false\nturn 2"
    pos = sketch(SLUG, f"{text}\nphase movement axis")
    pos = pos.apply("done").apply("done").apply("choose movement").apply("done").apply("pass")
    assert pos.turn == 3
    assert farthest(pos.apply("select 1ssPz")) == 8


@pytest.mark.rule(SLUG, "10.2-3")
def test_nobody_has_to_move() -> None:
    """The phase may end at once, and a move that was only begun may be called off."""
    pos = sketch(SLUG, f"{ROAD}\nunit 6GTC 01.01\nphase movement soviet")
    assert pos.why_not("done") is None
    pos = pos.apply("select 6GTC").apply("cancel")
    assert pos.unit("6GTC").at == "01.01"
    assert pos.why_not("select 6GTC") is None
    assert pos.why_not("done") is None


@pytest.mark.rule(SLUG, "10.2-4")
def test_a_formation_moves_once_in_a_phase() -> None:
    """Once its move is over a formation does not move again in this phase."""
    text = f"{ROAD}\nunit 6GTC 01.01\nunit 7GTC 01.20\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 01.02").apply("stop")
    assert denied(pos, "select 6GTC") == "10.2-4"
    assert offered(pos, "select") == {"7GTC"}


@pytest.mark.rule(SLUG, "10.2-4", "M6")
def test_formations_move_one_after_another() -> None:
    """While a move is open nobody else moves; it goes on until its owner ends it, or nothing
    is left to spend.
    """
    text = f"{ROAD}\nunit 6GTC 01.01 supply=out\nunit 7GTC 01.20\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 01.02")
    assert pos.why_not("select 7GTC") is not None
    assert pos.why_not("done") is not None
    assert pos.why_not("stop") is None
    pos = pos.apply("move 01.05").apply("move 01.08")
    assert pos.within(Movement).moved == {"6GTC"}


@pytest.mark.rule(SLUG, "10.3-1")
@pytest.mark.parametrize("supply", ["in", "isolated"])
def test_enemy_hexes_are_closed(supply: str) -> None:
    """Nobody enters the hex of an enemy formation, though it be isolated and have no zone."""
    text = f"{ROAD}\nunit 6GTC 01.01\nunit 1ssPz 01.02 supply={supply}\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC")
    assert denied(pos, "move 01.02") == "10.3-1"
    assert "01.02" not in ends(pos)


@pytest.mark.rule(SLUG, "10.3-1")
def test_no_way_leads_through_an_enemy() -> None:
    """On a map of one row an enemy shuts the way, with a zone or without."""
    text = "board 9 x 1\nunit 6GTC 01.01\nunit 1ssPz 01.03 supply=isolated\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC")
    assert ends(pos) == {"01.02"}
    refusal = pos.why_not("move 01.05")
    assert refusal is not None
    assert str(refusal) == "10.3-1: an enemy formation holds 01.03"


@pytest.mark.rule(SLUG, "10.4-1")
def test_nobody_leaves_the_map() -> None:
    """From the corner of the map only its two neighbours on the map can be entered."""
    text = "board 5 x 5\nunit 8/60A 01.01 supply=isolated\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 8/60A")
    assert ends(pos) == {"01.02", "02.01"}
    for outside in ("01.00", "00.01", "02.00", "06.01", "01.06"):
        assert pos.why_not(f"move {outside}") is not None


# --- 10.6  who fought -------------------------------------------------------------------

FIGHT = "board 12 x 6\nunit 6GTC 03.03\nunit 7GTC 03.08\nunit 1ssPz 03.04"


@pytest.mark.rule(SLUG, "10.6-1", "S2")
@pytest.mark.parametrize("advance", ["select 6GTC", "pass"])
def test_who_fought_first_stays(advance: str) -> None:
    """When combat came first an attacker may not move, advanced or not; others may."""
    text = f"{FIGHT} lost=7\noption fog=false\nphase combat-first soviet"
    pos = sketch(SLUG, text).apply("target 03.04").apply("attack 6GTC")
    pos = pos.apply("commit", dice=[6]).apply(advance)
    assert pos.unit("1ssPz").at == "dead"
    assert pos.side == "soviet"
    assert offered(pos, "select") == {"7GTC"}
    assert denied(pos, "select 6GTC") == "10.6-1"


@pytest.mark.rule(SLUG, "10.6-1", "S2")
def test_who_was_attacked_may_move() -> None:
    """To be attacked by the Axis does not bind a Soviet formation in its own turn."""
    text = f"{FIGHT}\noption fog=false\nturn 2\nphase combat axis"
    pos = sketch(SLUG, text).apply("target 03.03").apply("attack 1ssPz").apply("commit", dice=[1])
    assert pos.unit("6GTC").lost
    pos = pos.apply("done").apply("choose combat").apply("done")
    assert "6GTC" in offered(pos, "select")


@pytest.mark.rule(SLUG, "10.6-1")
def test_movement_first_binds_nobody() -> None:
    """When movement came first nobody has fought yet."""
    pos = sketch(SLUG, f"{FIGHT}\nphase movement soviet")
    assert offered(pos, "select") == {"6GTC", "7GTC"}


# --- 10.7  strategic movement -----------------------------------------------------------


@pytest.mark.rule(SLUG, "10.7-1", "10.7-3")
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [
        ("soviet", "6GTC", 14),
        ("soviet", "8/60A", 10),
        ("axis", "68/1PzA", 12),
        ("axis", "19/Hun", 12),
    ],
)
def test_strategic_movement_doubles_the_allowance(side: str, unit: str, points: int) -> None:
    """All Soviet formations and Axis infantry have twice their points, away from the enemy."""
    pos = sketch(SLUG, f"{ROAD}\nunit {unit} 01.01\nphase movement {side}").apply(f"select {unit}")
    assert farthest(pos) == points
    assert denied(pos, f"move 01.{points + 2:02}") == "10.1-1"
    way = pos.way("01.10")
    assert way is not None
    assert way.left == "strategic movement"


@pytest.mark.rule(SLUG, "10.7-1", "10.7-4")
@pytest.mark.parametrize("unit", ["1ssPz", "2Pz/Hun"])
def test_axis_mobile_formations_have_no_strategic_movement(unit: str) -> None:
    """Mobile formations of the Axis never have more than their 8 points."""
    pos = sketch(SLUG, f"{ROAD}\nunit {unit} 01.01\nphase movement axis").apply(f"select {unit}")
    assert farthest(pos) == 8


@pytest.mark.rule(SLUG, "10.7-4")
@pytest.mark.parametrize(
    ("supply", "points"), [("in", 10), ("city", 10), ("out", 5), ("air", 5), ("isolated", 3)]
)
def test_strategic_movement_needs_supply(supply: str, points: int) -> None:
    """Out of supply, isolated or supplied by air there is none; a city is supply enough."""
    text = f"{ROAD}\nunit 8/60A 01.01 supply={supply}\nphase movement soviet"
    assert farthest(sketch(SLUG, text).apply("select 8/60A")) == points


@pytest.mark.rule(SLUG, "10.7-2")
def test_strategic_movement_does_not_start_in_a_zone() -> None:
    """Next to the enemy a formation has its plain allowance, also once it is away from him."""
    text = f"{ROAD}\nunit 8/60A 01.03\nunit 1ssPz 01.02\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 8/60A")
    assert farthest(pos) == 2 + 5
    assert farthest(pos.apply("move 01.06")) == 2 + 5


@pytest.mark.rule(SLUG, "10.7-2", "M5")
def test_strategic_movement_enters_no_zone() -> None:
    """With its 5 points a formation may enter an enemy zone, with more it may not."""
    text = "board 24 x 1\nnetwork road " + "-".join(f"01.{n:02}" for n in range(1, 25))
    text += "\nunit 8/60A 01.01\nphase movement soviet\nunit 1ssPz 01.{}"
    near = sketch(SLUG, text.format("07")).apply("select 8/60A")
    assert ends(near) == {f"01.{n:02}" for n in range(2, 7)}  # 01.06, in the zone, is 5 away
    far = sketch(SLUG, text.format("08")).apply("select 8/60A")
    assert ends(far) == {f"01.{n:02}" for n in range(2, 7)}  # 01.07, in the zone, is 6 away
    assert denied(far, "move 01.07") == "7.3B-2"


@pytest.mark.rule(SLUG, "10.7-2", "M5")
def test_strategic_movement_goes_round_zones() -> None:
    """A hex behind a zone is reached by the way around it, at its cost, or not at all."""
    text = """
        board 12 x 9
        unit 6GTC 05.02
        unit 1ssPz 05.05
        phase movement soviet
    """
    pos = sketch(SLUG, text).apply("select 6GTC")
    way = pos.way("05.07")  # five hexes away, but seven around the zone
    assert way is not None
    assert set(pos.board.grid.neighbours("05.05")).isdisjoint(way.hexes)
    assert total(way.parts) == 2 * 7
    assert "05.08" not in ends(pos)


@pytest.mark.rule(SLUG, "M5")
def test_strategic_movement_is_not_announced() -> None:
    """Five points are a plain move; the sixth makes it strategic, unless the way began in an
    enemy zone.
    """
    free = sketch(SLUG, f"{ROAD}\nunit 8/60A 01.03\nphase movement soviet")
    pos = free.apply("select 8/60A").apply("move 01.08")
    assert pos.within(Moving).spent == 5
    assert farthest(pos) == 2 + 10
    assert "mode" not in {action.verb for action in pos.actions()}
    held = sketch(SLUG, f"{ROAD}\nunit 8/60A 01.03\nunit 1ssPz 01.02\nphase movement soviet")
    pos = held.apply("select 8/60A").apply("move 01.07")
    assert denied(pos, "move 01.09") == "10.1-1"


# --- 10.8  Mobile Movement --------------------------------------------------------------

AFTER = "turn 2\noption fog=false\nphase mobile-movement axis"


@pytest.mark.rule(SLUG, "10.8-1", "10.8-2")
def test_mobile_formations_move_again_after_combat() -> None:
    """After the Axis Combat Phase mobile formations, Hungarians too, have their points anew."""
    text = f"{ROAD}\nunit 2Pz/Hun 01.01\nunit 1ssPz 01.20\noption fog=false\nturn 2"
    pos = sketch(SLUG, f"{text}\nphase movement axis").apply("select 2Pz/Hun").apply("move 01.09")
    assert pos.top.tag == "movement"
    assert "2Pz/Hun" not in offered(pos, "select")
    pos = pos.apply("done")
    assert pos.top.tag == "mobile movement"
    assert offered(pos, "select") == {"2Pz/Hun", "1ssPz"}
    assert "01.17" in ends(pos.apply("select 2Pz/Hun"))
    assert "01.18" not in ends(pos.apply("select 2Pz/Hun"))


@pytest.mark.rule(SLUG, "10.8-2")
def test_infantry_and_garrisons_have_no_mobile_movement() -> None:
    """Only mobile formations move in this phase."""
    text = f"{ROAD}\nunit 1ssPz 01.01\nunit 68/1PzA 01.09\nunit Gar-Kamenets 01.20\n{AFTER}"
    pos = sketch(SLUG, text)
    assert offered(pos, "select") == {"1ssPz"}
    assert denied(pos, "select 68/1PzA") == "10.8-2"
    assert denied(pos, "select Gar-Kamenets") == "2.3-4"


@pytest.mark.rule(SLUG, "10.8-2")
def test_mobile_movement_follows_the_rules_of_movement() -> None:
    """Zones stop, friends block, and each formation moves once."""
    text = "board 9 x 1\nunit 1ssPz 01.02\nunit {other} 01.05\n" + AFTER
    blocked = sketch(SLUG, text.format(other="1Pz")).apply("select 1ssPz")
    assert ends(blocked) == {"01.01", "01.03", "01.04"}
    stopped = sketch(SLUG, text.format(other="6GTC")).apply("select 1ssPz").apply("move 01.04")
    assert stopped.top.tag == "soviet turn"  # nobody is left to move


@pytest.mark.rule(SLUG, "M4")
def test_mobile_movement_is_a_new_phase_for_zones() -> None:
    """Who was stopped by a zone may leave it in Mobile Movement, but not straight for another
    zone hex.
    """
    text = "board 9 x 9\nunit 1ssPz 05.01\nunit 6GTC 05.05\noption fog=false\nturn 2"
    pos = sketch(SLUG, f"{text}\nphase movement axis").apply("select 1ssPz").apply("move 05.04")
    assert pos.top.tag == "combat"
    pos = pos.apply("done").apply("select 1ssPz")
    zone = set(pos.board.grid.neighbours("05.05"))
    near = set(pos.board.grid.neighbours("05.04"))
    direct = {h for h in ends(pos) if (way := pos.way(h)) and len(way.hexes) == 1}
    assert direct == near - zone - {"05.05"}
    again = pos.way("06.04")
    assert again is not None
    assert again.hexes[0] not in zone


@pytest.mark.rule(SLUG, "10.8-3", "10.8-4")
@pytest.mark.parametrize(("supply", "points"), [("in", 8), ("city", 8), ("out", 4), ("air", 4)])
def test_mobile_movement_is_halved_without_supply(supply: str, points: int) -> None:
    """Out of supply, or supplied by air, a mobile formation has 4 points in this phase."""
    pos = sketch(SLUG, f"{ROAD}\nunit 1ssPz 01.01 supply={supply}\n{AFTER}").apply("select 1ssPz")
    assert farthest(pos) == points


@pytest.mark.rule(SLUG, "10.8-4")
def test_no_mobile_movement_when_isolated() -> None:
    """An isolated formation has 4 points in the Movement Phase and none in Mobile Movement."""
    text = f"{ROAD}\nunit 1Pz 01.20\nunit 1ssPz 01.01 supply=isolated\n"
    first = sketch(SLUG, f"{text}phase movement axis").apply("select 1ssPz")
    assert farthest(first) == 4
    later = sketch(SLUG, f"{text}{AFTER}")
    assert offered(later, "select") == {"1Pz"}
    assert denied(later, "select 1ssPz") == "10.8-4"
