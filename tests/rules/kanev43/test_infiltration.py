"""Infiltration in Red Parachutes."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.sketches import RIVER, allowed, done, drawn, refused

from grognard.games.kanev43.infiltration import infiltration_parts
from grognard.games.kanev43.state import SOVIET, Bridgehead, Pos
from grognard.games.kanev43.turn import MovementPhase, PlayerTurn
from grognard.games.kanev43.zones import in_enemy_zone

#: A battalion with a zone on 0403 and 0503, which are neighbours.
ZONE = "board 8 x 6\nunit 9MC-I/69 0404\n"
FOOT = "57ID-I/179"


def at_the_end(text: str, side: str = "axis") -> Pos:
    """The last part of movement, nobody having moved."""
    pos = drawn(f"{text}\nphase movement {side}")
    while pos.top.tag in ("dismounting", "strategic moves", "tactical moves"):
        pos = pos.apply("done")
    return pos


@pytest.mark.rule("kanev43", "INF-1", "INF-2", "SOP-11", "TEC-23")
def test_who_began_in_a_zone_may_try() -> None:
    """After all other movement; one hex, from zone to zone."""
    pos = at_the_end(ZONE + f"unit {FOOT} 0403\nunit 57ID-II/179 0401")
    assert pos.top.tag == "infiltration"
    assert allowed(pos, "select") == {FOOT}
    pos = pos.apply(f"select {FOOT}")
    assert allowed(pos, "move") == {"0303", "0503"}
    assert refused(pos, "move", "0402") == "INF-1"
    assert refused(pos, "move", "0404") == "TEC-1"


@pytest.mark.rule("kanev43", "INF-1")
def test_who_moved_may_not() -> None:
    """Nor who entered the zone in this phase."""
    pos = drawn(ZONE + f"unit {FOOT} 0402\nunit 57ID-II/179 0403\nphase movement axis").apply(
        "done"
    )
    pos = done(pos, f"select {FOOT}", "move 0403", "stop", "done")
    assert allowed(pos, "select") == {"57ID-II/179"}
    assert refused(pos, "select", FOOT) == "INF-1"


@pytest.mark.rule("kanev43", "INF-1", "R-67")
@pytest.mark.parametrize(("points", "able"), [(6, True), (5, False)])
def test_all_points_are_needed(points: int, able: bool) -> None:
    """Foot into rough: 2 and 2 and 2; no privilege of a single hex."""
    slow = f"piece slow like {FOOT} points={points}\nunit slow 0403\nterrain rough 0303 0503\n"
    pos = at_the_end(ZONE + slow)
    assert (pos.top.tag == "infiltration") is able


@pytest.mark.rule("kanev43", "INF-4")
@pytest.mark.parametrize(("die", "at"), [(5, "0503"), (4, "0403")])
def test_morale_and_die_must_be_nine(die: int, at: str) -> None:
    """Morale 4: a 5 comes through, a 4 does not; then it has not moved and may not try again."""
    pos = at_the_end(ZONE + f"unit {FOOT} 0403\nunit 57ID-II/179 0403").apply(f"select {FOOT}")
    pos = pos.apply("move 0503", dice=[die])
    assert pos.unit(FOOT).at == at
    assert (FOOT in pos.within(MovementPhase).moved) is (at == "0503")
    assert (FOOT in pos.within(PlayerTurn).stirred) is (at == "0503")
    assert refused(pos, "select", FOOT) == "INF-1"


@pytest.mark.rule("kanev43", "INF-5", "INF-6", "INF-7", "INF-8", "R-68")
@pytest.mark.parametrize(
    ("unit", "more", "turn", "added"),
    [(FOOT, "", 1, 4), (FOOT, "unit 57ID-II/179 0503", 1, 6), (FOOT, "", 4, 5),
     ("10PG-I/20", "", 1, 4), ("19PZ-Pz27", "", 1, 6), ("7PZ-I/AR78", "", 1, 5),
     (FOOT, "unit L-57ID 0503", 1, 4)],
)  # fmt: skip
def test_what_is_added(unit: str, more: str, turn: int, added: int) -> None:
    """A friend 2, night 1, a tank 1, trucks -1: with morale 4, 5 for the mobile ones."""
    text = ZONE + f"turn {turn}\nunit {unit} 0403 limbered=true\n{more}"
    pos = at_the_end(text)
    assert sum(part.amount for part in infiltration_parts(pos, unit, "0503")) == added


@pytest.mark.rule("kanev43", "INF-3", "LDR-4", "R-101")
def test_leaders_need_no_die() -> None:
    """They go from zone to zone at the end, and only then."""
    pos = at_the_end(ZONE + "unit L-57ID 0403").apply("select L-57ID")
    pos = pos.apply("move 0503", dice=[])
    assert pos.unit("L-57ID").at == "0503"


@pytest.mark.rule("kanev43", "INF-9", "R-67")
def test_soviet_anti_tank_companies_may_always_try() -> None:
    """Even after a move into the first zone; with the points that are left."""
    zone = (
        "board 8 x 6\ntag town 0403\nunit 57ID-I/179 0404\nunit 9MC-AT 0402\nunit 309RD-957 0302\n"
    )
    pos = drawn(zone + "phase movement soviet").apply("done")
    pos = done(pos, "select 9MC-AT", "move 0403", "stop", "select 309RD-957", "move 0303", "stop")
    pos = pos.apply("done")
    assert allowed(pos, "select") == {"9MC-AT"}
    assert refused(pos, "select", "309RD-957") == "INF-1"
    spent = drawn(zone.replace("9MC-AT 0402", "9MC-AT 0202") + "phase movement soviet").apply(
        "done"
    )
    spent = done(spent, "select 9MC-AT", "move 0403")
    spent = spent.apply("stop") if spent.top.tag == "moving" else spent
    assert "9MC-AT" not in allowed(spent.apply("done"), "select")


@pytest.mark.rule("kanev43", "INF-9", "XNG-2", "R-67")
@pytest.mark.parametrize("dice", [(1, 1), (5, 5)])
def test_an_anti_tank_company_that_tried_to_cross_stays(dice: tuple[int, int]) -> None:
    """On either bank, zone or not: a crossing is its only move."""
    units = "unit 9MC-AT 0503\nunit 57ID-I/179 0303\nunit 57ID-II/179 0603\nunit 309RD-957 0402\n"
    pos = drawn(RIVER + units + "phase movement soviet", run=False)
    pairs = (Bridgehead("0503", "0403"),)
    pos = pos.game.hand(pos.game.position(replace(pos.state, bridgeheads=pairs))).begin()
    pos = done(pos, "done", "target 0503", "join 9MC-AT").apply("commit", dice=dice)
    assert in_enemy_zone(pos, SOVIET, pos.unit("9MC-AT").at)
    pos = pos.apply("done")
    assert pos.top.tag != "infiltration" or refused(pos, "select", "9MC-AT") == "XNG-2"


@pytest.mark.rule("kanev43", "INF-9", "AIRB-13")
def test_an_anti_tank_company_that_concentrated_stays() -> None:
    """It may attack, and not move in this turn."""
    units = "unit 3GAB-AT 0403 dispersed=true\nunit 57ID-I/179 0404\nunit 309RD-957 0405\n"
    pos = at_the_end("board 8 x 6\nturn 12\n" + units, "soviet")
    pos = pos.apply("select 3GAB-AT", dice=[1])
    assert pos.top.tag == "infiltration"
    assert refused(pos, "select", "3GAB-AT") == "XNG-2"


@pytest.mark.rule("kanev43", "INF-1", "NGT-1")
def test_infiltration_is_a_move() -> None:
    """At night its points count: 6 of 8 disrupt."""
    pos = at_the_end(ZONE + f"turn 4\nunit {FOOT} 0403").apply(f"select {FOOT}")
    pos = pos.apply("move 0503", dice=[6])
    while pos.find(MovementPhase) is not None:
        pos = pos.apply("done")
    assert pos.unit(FOOT).order == "disrupted"


@pytest.mark.rule("kanev43", "STK-1")
def test_no_room_no_infiltration() -> None:
    """Three battalions are there."""
    full = "\n".join(f"unit {u} 0503" for u in ("57ID-II/179", "57ID-I/199", "57ID-II/199"))
    pos = at_the_end(ZONE + f"{full}\nunit {FOOT} 0403").apply(f"select {FOOT}")
    assert refused(pos, "move", "0503") == "STK-1"
