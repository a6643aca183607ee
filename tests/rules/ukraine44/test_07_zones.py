"""7 Zones of control."""

import pytest

from grognard.games.ukraine44.movement import Movement
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.tigers import may_detach
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.testing import sketch

SLUG = "ukraine44"


def zone_of(pos: Pos, side: str) -> set[str]:
    """The hexes in the zones of a side."""
    return {h for h in pos.board.grid if in_enemy_zone(pos, pos.game.enemy(side), h)}


@pytest.mark.rule(SLUG, "7.1-1")
def test_a_formation_has_a_zone_in_its_six_hexes() -> None:
    """A formation projects a zone of control into the six hexes around it, and no other."""
    pos = sketch(SLUG, "board 7 x 7\nunit 6GTC 04.04")
    assert zone_of(pos, SOVIET) == set(pos.board.grid.neighbours("04.04"))
    assert len(zone_of(pos, SOVIET)) == 6
    assert zone_of(pos, AXIS) == set()


@pytest.mark.rule(SLUG, "7.1-1", "Z2")
@pytest.mark.parametrize("unit", ["1ssPz", "68/1PzA", "Gar-Ternopol", "19/Hun"])
def test_every_kind_of_formation_has_a_zone(unit: str) -> None:
    """Mobile formations, infantry, garrisons and Hungarians all have zones."""
    pos = sketch(SLUG, f"board 7 x 7\nunit {unit} 04.04")
    assert len(zone_of(pos, AXIS)) == 6


@pytest.mark.rule(SLUG, "Z2")
def test_zones_enter_all_terrain_and_cross_rivers() -> None:
    """Hills, woods and ordinary rivers do not hinder a zone."""
    pos = sketch(
        SLUG,
        """
        board 7 x 7
        terrain hill 04.05
        terrain woods 04.03
        hexside river 04.04/05.05
        unit 6GTC 04.04
        """,
    )
    assert len(zone_of(pos, SOVIET)) == 6


@pytest.mark.rule(SLUG, "7.1-2")
def test_a_hex_may_lie_in_zones_of_both_sides() -> None:
    """Zones of both sides may overlap."""
    pos = sketch(SLUG, "board 7 x 7\nunit 6GTC 04.03\nunit 1ssPz 04.05")
    assert "04.04" in zone_of(pos, SOVIET) & zone_of(pos, AXIS)


@pytest.mark.rule(SLUG, "7.1-3", "8.11-3")
def test_an_isolated_formation_has_no_zone() -> None:
    """An isolated formation projects no zone of control; one merely out of supply does."""
    out = sketch(SLUG, "board 7 x 7\nunit 6GTC 04.04 supply=out")
    isolated = sketch(SLUG, "board 7 x 7\nunit 6GTC 04.04 supply=isolated")
    assert len(zone_of(out, SOVIET)) == 6
    assert zone_of(isolated, SOVIET) == set()


RIVER = """
    board 7 x 7
    hexside dniester 04.04/05.04 04.04/05.05 04.05/05.05 04.05/05.06 04.03/05.04 04.03/05.03
    unit 6GTC 04.04
"""


@pytest.mark.rule(SLUG, "7.2-1", "10.5-16")
def test_zones_do_not_cross_the_dniester() -> None:
    """Hexes on the far bank are not in the zone."""
    pos = sketch(SLUG, RIVER)
    assert zone_of(pos, SOVIET).isdisjoint({"05.04", "05.05"})
    assert len(zone_of(pos, SOVIET)) == 4


@pytest.mark.rule(SLUG, "7.2-2", "Z4")
@pytest.mark.parametrize("bridge", ["network road 04.04-05.05"])
def test_zones_cross_the_dniester_by_road(bridge: str) -> None:
    """Where a road crosses the Dniester, so does the zone."""
    pos = sketch(SLUG, f"{RIVER}\n{bridge}")
    assert "05.05" in zone_of(pos, SOVIET)
    assert "05.04" not in zone_of(pos, SOVIET)


# --- 7.3  what zones do -----------------------------------------------------------------

MOVE = "unit 6GTC {start}\nunit 1ssPz 04.05\nphase movement soviet"


@pytest.mark.rule(SLUG, "7.3A-1")
def test_who_enters_a_zone_must_stop() -> None:
    """A formation that enters an enemy zone goes no further in this phase."""
    pos = sketch(SLUG, "board 9 x 7\n" + MOVE.format(start="04.02"))
    pos = pos.apply("select 6GTC").apply("move 04.04")
    assert "6GTC" in pos.within(Movement).moved
    assert str(pos.why_not("select 6GTC")).startswith("10.2-4")


@pytest.mark.rule(SLUG, "7.3A-1")
def test_a_zone_hex_is_not_passed() -> None:
    """No way leads through a zone: the refusal names the hex where it would have to stop."""
    pos = sketch(
        SLUG,
        """
        board 9 x 2
        unit 6GTC 01.01
        unit 1ssPz 02.04
        phase movement soviet
        network road 01.01-01.02-01.03-01.04-01.05-01.06
        """,
    ).apply("select 6GTC")
    refusal = pos.why_not("move 01.06")
    assert refusal is not None
    assert refusal.rule == "7.3A-1"
    assert "01.04" in refusal.text


@pytest.mark.rule(SLUG, "7.3A-2", "Z1", "Z6")
def test_no_step_from_zone_to_zone() -> None:
    """Out of a zone the first step may not lead into a zone, of the same enemy neither; by
    way of a free hex it may be entered again, if the points suffice.
    """
    pos = sketch(SLUG, "board 9 x 7\n" + MOVE.format(start="04.04")).apply("select 6GTC")
    way = pos.way("05.05")
    assert way is not None
    assert way.hexes == ("05.04", "05.05")
    few = "unit 8/60A 04.04 supply=isolated\nunit 1ssPz 04.05\nphase movement soviet"
    refusal = sketch(SLUG, "board 9 x 7\n" + few).apply("select 8/60A").why_not("move 05.05")
    assert refusal is not None
    assert refusal.rule == "7.3A-2"


@pytest.mark.rule(SLUG, "7.3B-1", "10.7-2")
def test_strategic_movement_does_not_begin_in_a_zone() -> None:
    """Standing in an enemy zone rules out strategic movement."""
    road = "network road 04.04-04.03-04.02-04.01"
    line = f"board 9 x 7\n{road}\nterrain hill 04.01 04.02 04.03"
    free = sketch(SLUG, f"{line}\nunit 322/60A 04.04\nphase movement soviet").apply(
        "select 322/60A"
    )
    held = sketch(
        SLUG, f"{line}\nunit 322/60A 04.04\nunit 1ssPz 04.05\nphase movement soviet"
    ).apply("select 322/60A")
    far = {h for h in free.actions() if h.verb == "move"} - set(held.actions())
    assert far
    assert all(held.why_not(move) is not None for move in far)


@pytest.mark.rule(SLUG, "7.3D-1", "7.3D-2", "11.11-8")
def test_no_attack_over_the_dniester_without_a_road() -> None:
    """An enemy across the Dniester may be attacked only where a road crosses it."""
    text = RIVER + "unit 1ssPz 05.05\nphase combat soviet"
    assert sketch(SLUG, text).why_not("target 05.05") is not None
    bridged = sketch(SLUG, text + "\nnetwork road 04.04-05.05")
    assert bridged.why_not("target 05.05") is None


@pytest.mark.rule(SLUG, "7.3B-2")
def test_strategic_movement_touches_no_zone() -> None:
    """Beyond its normal allowance a way may not lead through a zone, nor end in one."""
    lane = "board 9 x 2\nunit 8/60A 01.01\nunit 1ssPz {}\nphase movement soviet"
    free = sketch(SLUG, lane.format("02.09")).apply("select 8/60A")
    assert free.why_not("move 01.06") is None
    # Three hexes are six points: more than the five of a normal move.
    ended = sketch(SLUG, lane.format("02.04")).apply("select 8/60A")
    assert ended.why_not("move 01.04") is not None
    assert ended.why_not("move 01.03") is None


@pytest.mark.rule(SLUG, "7.3E-1", "7.3E-2", "7.4-1")
def test_a_retreat_into_a_zone_costs_a_step_friends_or_not() -> None:
    """The one hex left is in an enemy zone: one step more is lost, though friends stand by."""
    text = """
        board 9 x 7
        piece X like 8/60A defence=9
        piece strong like 1ssPz attack=40
        unit X 04.04
        unit strong 04.03
        unit 2ssPz 05.04
        unit 1Pz 03.06
        unit 8/60A 05.05
        unit 99/60A 03.04
        unit 107/60A 03.05
        phase combat axis
    """
    pos = sketch(SLUG, text).apply("target 04.04").apply("attack strong")
    assert in_enemy_zone(pos, SOVIET, "04.05")
    pos = pos.apply("commit", dice=[6])
    result = next(str(event) for event in pos.events if event.kind == "combat")
    lost = int(result.split("/")[1].rstrip("R."))
    assert result.endswith("R.")
    assert pos.unit("X").at == "04.05"
    assert pos.unit("X").lost == lost + 1


@pytest.mark.rule(SLUG, "8.11-6", "12.3-1")
def test_an_isolated_formation_keeps_its_tiger() -> None:
    """Detaching is refused."""
    text = "board 7 x 7\nunit 1ssPz 04.04 supply=isolated tiger=Tiger503\nunit Tiger503 attached"
    refusal = may_detach(sketch(SLUG, text), "Tiger503")
    assert refusal is not None
    assert refusal.rule == "12.3-1"
