"""9.1 - 9.9, 9.20 Movement: factors, stacks that split, the guaranteed hex."""

import pytest

from grognard import load
from grognard.decisions import Refusal, total
from grognard.games.storm41.charts import half
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.mobile_assault import MobileAssault
from grognard.games.storm41.moving import Moving, allowance
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.turn import Assaulted
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
GRID, MAP = GAME.board.grid, GAME.theatres["campaign"]
RIFLES = ("90RD", "48RD", "125RD", "11RD", "67RD", "180RD")
#: A blank country of twelve columns, all of it in supply of both sides.
BLANK = "board 12 x 6\ntag axis_source S1420\ntag soviet_source S1431\nturn 3\n"


def of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


def ring(hex_: str, units: tuple[str, ...]) -> str:
    around = [h for h in GRID.neighbours(hex_) if h in MAP.land]
    return "\n".join(f"unit {u} {h}" for u, h in zip(units, around, strict=False))


def blank(side: str, *lines: str) -> Pos:
    return sketch(SLUG, BLANK + "\n".join([*lines, f"phase movement {side}"]))


@pytest.mark.rule(SLUG, "1.3", "1.3-ex")
def test_halves_are_rounded_up() -> None:
    """Half of three is two."""
    assert [half(n) for n in (1, 3, 7, 10)] == [1, 2, 4, 5]


# --- 12.1, 5.13-4, 7.6, 7.8  factors -----------------------------------------------------------


@pytest.mark.rule(SLUG, "2.11", "2.12", "7.6-a", "7.8", "12.1")
@pytest.mark.parametrize(
    ("unit", "full", "attenuated", "out"),
    [("1Pz", 10, 7, 4), ("Slov", 10, 7, 4), ("1Cav", 10, 7, 4), ("1ID", 6, 4, 2),
     ("1TD", 8, None, 4), ("402Art", 8, None, 4), ("2CC", 8, None, 4), ("10RD", 5, None, 2),
     ("1Abn", 5, None, 2)],
)  # fmt: skip
def test_movement_factors(unit: str, full: int, attenuated: int | None, out: int) -> None:
    """By class and supply state; the Slovaks are German motorised infantry."""
    pos = sketch(SLUG, "turn 3")
    assert allowance(pos, unit, "full") == full
    assert allowance(pos, unit, "out") == out
    if attenuated is not None:
        assert allowance(pos, unit, "attenuated") == attenuated


@pytest.mark.rule(SLUG, "2.12", "R-142")
@pytest.mark.parametrize("unit", ["RCC", "1RArm", "7R", "HMC", "8H"])
def test_hungarians_and_romanians_have_five_points(unit: str) -> None:
    """Whatever their type."""
    assert allowance(sketch(SLUG, "turn 3"), unit, "full") == 5


@pytest.mark.rule(SLUG, "5.13-4", "R-58")
def test_on_turn_1_the_axis_has_half() -> None:
    """Mechanised 5, others 3, allies 3; the Soviets move as always."""
    pos = sketch(SLUG, "turn 1")
    found = {
        u: allowance(pos, u, "full") for u in ("1Pz", "Slov", "1ID", "7R", "8H", "1TD", "10RD")
    }
    assert found == {"1Pz": 5, "Slov": 5, "1ID": 3, "7R": 3, "8H": 3, "1TD": 8, "10RD": 5}


@pytest.mark.rule(SLUG, "7.5", "7.6-a", "7.7")
def test_supply_is_checked_when_a_stack_starts() -> None:
    """In a pocket a panzer division has four points, with a gap in the ring ten."""
    start = "turn 3\nunit 1Pz N2526\nphase movement axis\n"
    assert "4 points" in sketch(SLUG, start + ring("N2526", RIFLES)).apply("select 1Pz").prompt
    assert "10 points" in sketch(SLUG, start + ring("N2526", RIFLES[:5])).apply("select 1Pz").prompt


@pytest.mark.rule(SLUG, "7.5", "R-63")
def test_a_stack_keeps_the_supply_state_of_its_start() -> None:
    """Out of supply two tank divisions have four points each, also the one that leaves after the
    other.
    """
    lines = ("unit 1TD S1622", "unit 3TD S1622", "unit 1ID S1431")
    pos = blank(SOVIET, *lines).apply("select 1TD")
    assert "4 points" in pos.prompt
    pos = pos.apply("join 3TD").apply("drop 3TD")
    pos = pos.apply("move S1624").apply("stop")
    assert "4 points" in pos.apply("select 3TD").prompt


# --- 9.1 - 9.4  moving ---------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.1", "9.2", "5.1")
def test_a_move_pays_for_every_hex() -> None:
    """Five clear hexes are open to a rifle division and no sixth; it may stop earlier and go on."""
    pos = blank(SOVIET, "unit 10RD S1425").apply("select 10RD")
    assert pos.why_not("move S1420") is None
    assert of(pos.why_not("move S1431")) == "9.1"
    way = pos.way("S1422")
    assert way is not None
    assert (total(way.parts), way.left) == (3, "2 left")
    pos = pos.apply("move S1422")
    assert pos.unit("10RD").at == "S1422"
    assert of(pos.why_not("move S1425")) == "9.1"
    assert pos.why_not("move S1420") is None


@pytest.mark.rule(SLUG, "9.1", "9.2")
def test_who_moves() -> None:
    """Units of the side whose phase it is; the flak never."""
    pos = blank(AXIS, "unit 10Flak S1422", "unit 10RD S1425", "unit 1ID S1423")
    assert of(pos.why_not("select 10Flak")) == "9.2"
    assert of(pos.why_not("select 10RD")) == "9.1"
    assert of(pos.why_not("select 2Pz")) == "9.1"
    assert pos.why_not("select 1ID") is None


@pytest.mark.rule(SLUG, "9.4", "R-74")
def test_enemy_hexes_are_closed() -> None:
    """Artillery alone closes its hex, too."""
    pos = blank(AXIS, "unit 1Pz S1422", "unit 10RD S1423", "unit 402Art S1522").apply("select 1Pz")
    assert of(pos.why_not("move S1423")) == "9.4"
    assert of(pos.why_not("move S1522")) == "9.4"


@pytest.mark.rule(SLUG, "1.5-note")
def test_there_are_no_zones_of_control() -> None:
    """Past two enemies a step costs what its terrain costs."""
    pos = blank(AXIS, "unit 1Pz S1522", "unit 10RD S1422", "unit 90RD S1423", "unit 48RD S1424")
    way = pos.apply("select 1Pz").way("S1525")
    assert way is not None
    assert total(way.parts) == 3


@pytest.mark.rule(SLUG, "R-9")
def test_units_move_over_the_seam() -> None:
    """The row where the sheets meet is no border for movement."""
    pos = sketch(SLUG, "turn 3\nunit 10RD N1033\nphase movement soviet").apply("select 10RD")
    south = [a.arg for a in pos.actions() if a.verb == "move" and a.arg.startswith("S")]
    assert south


@pytest.mark.rule(SLUG, "9.21")
def test_nobody_leaves_the_map() -> None:
    """There is no hex beyond the edge."""
    pos = blank(SOVIET, "unit 10RD S1420").apply("select 10RD")
    assert pos.why_not("move S1419") is not None


@pytest.mark.rule(SLUG, "9.3", "R-73", "R-136")
def test_one_hex_is_always_open() -> None:
    """Out of supply a rifle division with two points enters a mountain for all it has; not after
    it has moved, and not where it may not go at all.
    """
    alone = ("unit 10RD S1622", "unit 1ID S1431", "terrain mountain S1623",
             "terrain mountain S1524 S1424")  # fmt: skip
    pos = blank(SOVIET, *alone).apply("select 10RD")
    assert "2 points" in pos.prompt
    way = pos.way("S1623")
    assert way is not None
    assert [part.rule for part in way.parts] == ["9.3"]
    assert pos.apply("move S1623").why_not("move S1624") is not None
    moved = pos.apply("move S1522")
    assert moved.why_not("move S1523") is None
    assert of(moved.why_not("move S1623")) == "9.1"
    marsh = blank(SOVIET, "unit 1TD S1622", "terrain marsh S1623").apply("select 1TD")
    assert of(marsh.why_not("move S1623")) == "9.9"


@pytest.mark.rule(SLUG, "9.3", "9.7", "R-73", "R-144")
def test_the_guarantee_is_for_those_who_need_it() -> None:
    """Out of supply a rifle division crosses a river into rough ground for its two points; the tank
    division with it pays the three that the hex costs, and goes on with one.
    """
    cut = ("unit 10RD S1622", "unit 1TD S1622", "unit 1ID S1431", "terrain rough S1623",
           "hexside river S1622/S1623")  # fmt: skip
    pos = blank(SOVIET, *cut).apply("select 10RD").apply("join 1TD").apply("move S1623")
    assert of(pos.apply("stop").why_not("select 10RD")) == "9.2"
    pos = pos.apply("drop 10RD")
    assert "(1 point left)" in pos.prompt


@pytest.mark.rule(SLUG, "R-136")
def test_the_guarantee_overrides_enemy_air_power() -> None:
    """Two points are enough for a river and a hex under enemy markers."""
    pos = blank(SOVIET, "unit 10RD S1622", "unit 1ID S1431", "hexside river S1622/S1623",
                "state superior=axis airpower=S1623").apply("select 10RD")  # fmt: skip
    assert pos.why_not("move S1623") is None


@pytest.mark.rule(SLUG, "3.8-b")
def test_every_hex_of_the_way_changes_hands() -> None:
    """Also those that are only passed."""
    pos = blank(SOVIET, "unit 10RD S1425", "control axis S1424 S1423 S1422").apply("select 10RD")
    pos = pos.apply("move S1422")
    assert [pos.holder(h) for h in ("S1424", "S1423", "S1422")] == [SOVIET] * 3


# --- 9.5 - 9.7  stacks ---------------------------------------------------------------------------

STACK = ("unit 1TD S1425", "unit 10RD S1425", "unit 90RD S1425", "unit 48RD S1428")


@pytest.mark.rule(SLUG, "9.5", "R-83")
def test_only_who_began_together_moves_together() -> None:
    """A unit that is met on the way is not taken along."""
    pos = blank(SOVIET, *STACK).apply("select 10RD").apply("join 90RD")
    assert of(pos.why_not("join 48RD")) == "9.5"
    pos = pos.apply("move S1428")
    assert of(pos.why_not("join 48RD")) == "9.5"


@pytest.mark.rule(SLUG, "9.6", "R-83")
def test_a_stack_splits_on_its_way() -> None:
    """A unit is left, the others go on; then it goes its own way with what it has left. When
    another stack has begun nobody of the first may go on.
    """
    pos = blank(SOVIET, *STACK).apply("select 10RD").apply("join 90RD").apply("join 1TD")
    pos = pos.apply("move S1424").apply("drop 90RD").apply("move S1423").apply("stop")
    assert (pos.unit("90RD").at, pos.unit("10RD").at) == ("S1424", "S1423")
    pos = pos.apply("select 90RD")
    assert "4 points" in pos.prompt
    pos = pos.apply("move S1524").apply("stop")
    assert "6 points" in pos.apply("select 1TD").prompt
    pos = pos.apply("select 48RD").apply("move S1427").apply("stop")
    for unit in ("90RD", "10RD", "1TD"):
        assert of(pos.why_not(f"select {unit}")) == "9.6"


@pytest.mark.rule(SLUG, "9.6", "R-83")
def test_a_stack_that_is_only_looked_at_ends_no_move() -> None:
    """A unit is taken up and put down again: the stack before it may still go on, with what it has
    left.
    """
    pos = blank(SOVIET, *STACK).apply("select 10RD").apply("move S1424").apply("stop")
    looked = pos.apply("select 48RD")
    assert "5 points" in looked.prompt
    pos = looked.apply("cancel")
    assert "4 points" in pos.apply("select 10RD").prompt
    pos = looked.apply("move S1427").apply("stop")
    assert of(pos.why_not("select 10RD")) == "9.6"


@pytest.mark.rule(SLUG, "9.6")
def test_who_never_moved_may_still_move() -> None:
    """Units left in the first hex that have done nothing begin a move of their own."""
    pos = blank(SOVIET, *STACK).apply("select 10RD").apply("move S1424").apply("stop")
    pos = pos.apply("select 48RD").apply("move S1427").apply("stop")
    assert pos.why_not("select 90RD") is None


@pytest.mark.rule(SLUG, "9.7")
def test_a_stack_is_as_slow_as_its_slowest() -> None:
    """A panzer division with infantry has six points; when these are spent it goes on with four."""
    pos = blank(AXIS, "unit 1Pz S1420", "unit 1ID S1420").apply("select 1Pz").apply("join 1ID")
    assert "6 points" in pos.prompt
    pos = pos.apply("move S1426").apply("drop 1ID")
    assert "4 points" in pos.prompt
    assert pos.why_not("move S1430") is None
    assert pos.why_not("move S1431") is not None


@pytest.mark.rule(SLUG, "9.2")
def test_points_are_not_saved() -> None:
    """A unit that has spent them all is not chosen again in the phase."""
    pos = blank(SOVIET, "unit 10RD S1425", "unit 90RD S1427").apply("select 10RD")
    pos = pos.apply("move S1420")
    assert pos.top.tag == "movement"
    assert of(pos.why_not("select 10RD")) == "9.2"


# --- after an assault out of a move ---------------------------------------------------------------


def after_assault(*lost: str, entered: bool, stopped: bool = False) -> Pos:
    """Two panzer divisions have assaulted S1423 out of S1422 for three points."""
    pos = blank(AXIS, "unit 1Pz S1422", "unit 3Pz S1422").apply("select 1Pz").apply("join 3Pz")
    hand = GAME.hand(pos)
    for unit in ("1Pz", "3Pz"):
        if unit in lost:
            hand.put(unit, "dead")
        elif entered:
            hand.enter(unit, "S1423", by="assault")
    hand.top.hear(hand, Assaulted("S1423", ("1Pz", "3Pz"), stopped, entered, 3))
    return hand.now


def test_a_move_goes_on_after_an_assault() -> None:
    """With those who are left and the points that are left, won or not, unless they must stop."""
    won = after_assault("1Pz", entered=True)
    assert won.within(Moving).units == ("3Pz",)
    assert won.within(Moving).here(won) == "S1423"
    repulsed = after_assault(entered=False)
    assert repulsed.within(Moving).units == ("1Pz", "3Pz")
    assert "7 points" in repulsed.prompt
    assert after_assault(entered=False, stopped=True).find(Moving) is None
    assert after_assault("1Pz", "3Pz", entered=False).find(Moving) is None


@pytest.mark.rule(SLUG, "9.22-a", "R-135")
def test_who_cannot_assault_stays_in_the_launch_hex() -> None:
    """Panzer divisions assault out of a stack with infantry, and go on without it; the infantry has
    spent nothing and moves with its own points.
    """
    panzers = ("1Pz", "3Pz", "4Pz")
    pos = blank(AXIS, *(f"unit {u} S1422" for u in (*panzers, "1ID")), "unit 10RD S1423")
    pos = pos.apply("select 1Pz").apply("join 1ID").apply("join 3Pz").apply("join 4Pz")
    pos = pos.apply("assault S1423")
    assert pos.within(MobileAssault).units == panzers
    assert set(pos.apply("cancel").within(Moving).units) == {*panzers, "1ID"}
    pos = pos.apply("commit", dice=(1,))
    assert (pos.within(Moving).units, pos.at("S1422")) == (panzers, ("1ID",))
    pos = pos.apply("stop")
    assert "6 points" in pos.apply("select 1ID").prompt
    assert "8 points" in pos.apply("select 1Pz").prompt


@pytest.mark.rule(SLUG, "9.22-a", "11.7-4", "R-110")
def test_who_may_assault_out_of_a_move() -> None:
    """Infantry overruns artillery that is alone and nothing else; Soviets assault nobody."""
    guns = blank(AXIS, "unit 1ID S1422", "unit 402Art S1423").apply("select 1ID")
    won = guns.apply("assault S1423").apply("commit")
    assert (won.unit("1ID").at, won.at("dead")) == ("S1423", ("402Art",))
    assert "4 points" in won.prompt
    line = blank(AXIS, "unit 1ID S1422", "unit 10RD S1423").apply("select 1ID")
    assert of(line.why_not("assault S1423")) == "9.22-a"
    soviet = blank(SOVIET, "unit 1TD S1422", "unit 1ID S1423").apply("select 1TD")
    assert of(soviet.why_not("assault S1423")) == "9.24-b"


# --- terrain on the way --------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.14", "R-76")
def test_a_pass_is_entered_at_its_open_ends() -> None:
    """Tanks drive from clear ground through a pass of two mountain hexes and out of it, a point a
    hex; off it they are shut out, and infantry pays for the mountain.
    """
    hills = (
        "terrain mountain S1423 S1424 S1523 S1524 S1522",
        "network pass S1422-S1423-S1424-S1425",
    )
    tanks = blank(SOVIET, "unit 1TD S1422", *hills).apply("select 1TD")
    way = tanks.way("S1425")
    assert way is not None
    assert (way.hexes, total(way.parts)) == (("S1423", "S1424", "S1425"), 3)
    assert of(tanks.why_not("move S1523")) == "9.9"
    foot = blank(SOVIET, "unit 10RD S1422", *hills).apply("select 10RD").way("S1523")
    assert foot is not None
    assert total(foot.parts) == 4


@pytest.mark.rule(SLUG, "9.16", "R-16")
def test_only_hexes_wholly_of_water_are_closed() -> None:
    """Nobody enters the sea or traces through it; a coast hex is land."""
    sea = "terrain sea S1523 S1423 S1623 S1723 S1823 S1922 S1923"
    pos = blank(SOVIET, "unit 10RD S1424", sea).apply("select 10RD")
    assert of(pos.why_not("move S1423")) == "9.16"
    assert pos.why_not("move S1524") is None
    behind = blank(SOVIET, "unit 10RD S1421", sea).apply("select 10RD")
    assert "2 points" in behind.prompt


@pytest.mark.rule(SLUG, "7.1", "R-69")
def test_allies_stay_in_their_country() -> None:
    """A Romanian does not cross the border, a German does."""
    country = "zone romania S1420 S1421 S1422 S1521 S1522"
    pos = blank(AXIS, "unit 7R S1421", "unit 1ID S1521", country)
    romanian = pos.apply("select 7R")
    assert romanian.why_not("move S1422") is None
    assert of(romanian.why_not("move S1423")) == "7.1"
    assert pos.apply("select 1ID").why_not("move S1523") is None
