"""Movement in Red Parachutes: costs, zones, strategic moves, entries, night, guns."""

import pytest
from tests.rules.kanev43.sketches import (
    RIVER,
    allowed,
    cost,
    done,
    drawn,
    every,
    refused,
    selected,
    tactical,
)

from grognard.games.kanev43.points import allowance
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import MovementPhase, PlayerTurn

FIELD = "board 8 x 6\n"
FOOT, TRUCK, TANK = "57ID-I/179", "10PG-I/20", "19PZ-Pz27"
#: A Soviet battalion with a zone, and a company without.
ENEMY, WEAK = "9MC-I/69", "6GTC-SMG"


def over(pos: Pos) -> Pos:
    """The phase is brought to its end: the next decision is another phase's."""
    while pos.find(MovementPhase) is not None:
        pos = pos.apply("stop" if pos.top.tag == "moving" else "done")
    return pos


# --- terrain ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "TEC-2")
def test_eight_points_are_four_clear_hexes() -> None:
    """Tactically; eight strategically, where there is no enemy."""
    pos = selected(FIELD + f"unit {FOOT} 0101", FOOT)
    assert "0105" in allowed(pos, "move")
    assert refused(pos, "move", "0106") == "TEC-1"
    wide = f"board 10 x 4\nunit {FOOT} 0101\ncontrol axis {every('10 x 4')}\nphase movement axis"
    pos = drawn(wide).apply(f"select {FOOT}")
    assert "0902" in allowed(pos, "move")
    assert pos.board.grid.distance("0101", "0902") == 8
    assert not any(pos.board.grid.distance("0101", h) > 8 for h in allowed(pos, "move"))


@pytest.mark.parametrize(("unit", "price"), [(FOOT, 2), (TRUCK, 3), (TANK, 2)])
@pytest.mark.rule("kanev43", "TEC-3")
def test_woods(unit: str, price: int) -> None:
    """2 for foot and tracks, 3 for wheels."""
    assert cost(selected(FIELD + f"terrain woods 0102\nunit {unit} 0101", unit), "0102") == price


@pytest.mark.parametrize(("unit", "price"), [(FOOT, 2), (TRUCK, 5), (TANK, 4)])
@pytest.mark.rule("kanev43", "TEC-5")
def test_hills(unit: str, price: int) -> None:
    """2, 5 and 4."""
    assert cost(selected(FIELD + f"terrain hill 0102\nunit {unit} 0101", unit), "0102") == price


@pytest.mark.rule("kanev43", "TEC-6", "TEC-22", "R-21")
def test_swamps() -> None:
    """An allowance of 14 pays 8; foot pays 4."""
    swamp = FIELD + "terrain swamp 0102\n"
    assert cost(selected(swamp + f"unit {TRUCK} 0101", TRUCK), "0102") == 8
    assert cost(selected(swamp + f"unit {FOOT} 0101", FOOT), "0102") == 4


@pytest.mark.rule("kanev43", "TEC-7", "TEC-8", "R-17")
def test_streams_and_rivers() -> None:
    """Foot pays 3 and 5 into clear; trucks pay 5 for a stream and do not cross a river."""
    lane = "board 1 x 2\nhexside {} 0101/0102\nunit {} 0101"
    assert cost(selected(lane.format("stream", FOOT), FOOT), "0102") == 3
    assert cost(selected(lane.format("stream", TRUCK), TRUCK), "0102") == 5
    assert cost(selected(lane.format("river", FOOT), FOOT), "0102") == 5
    assert refused(selected(lane.format("river", TRUCK), TRUCK), "move", "0102") == "TEC-19"
    assert refused(selected(lane.format("river", TANK), TANK), "move", "0102") == "TEC-19"


@pytest.mark.rule("kanev43", "TEC-9", "R-24")
def test_the_dnepr_and_its_bridge() -> None:
    """No class crosses it but over the bridge, at a highway's cost, as long as that stands."""
    bridge = RIVER + "hexside kanev_bridge 0403/0503\nnetwork highway 0403-0503\n"
    for unit in (FOOT, TRUCK, TANK):
        pos = selected(RIVER + f"unit {unit} 0403", unit)
        assert not allowed(pos, "move") & set(RIVER.split("east_bank ")[1].split("\n")[0].split())
        assert refused(pos, "move", "0503") == "TEC-19"
        assert cost(selected(bridge + f"unit {unit} 0403", unit), "0503") == 1
        blown = selected(bridge + f"state bridge_blown=true\nunit {unit} 0403", unit)
        assert refused(blown, "move", "0503") == "TEC-19"


@pytest.mark.rule("kanev43", "TEC-10", "TEC-11", "R-18")
def test_routes() -> None:
    """Along a road over hills 2, along a highway 1; off it the hills cost what they cost."""
    hills = (
        FIELD + "terrain hill 0102 0103 0202\nnetwork road 0101-0102\nnetwork highway 0102-0103\n"
    )
    pos = selected(hills + f"unit {TRUCK} 0101", TRUCK)
    assert cost(pos, "0102") == 2
    assert cost(pos, "0102", "0103") == 3
    assert cost(pos, "0202") == 5


@pytest.mark.rule("kanev43", "TEC-12")
def test_towns() -> None:
    """1 for everybody."""
    for unit in (FOOT, TRUCK, TANK):
        assert cost(selected(FIELD + f"tag town 0102\nunit {unit} 0101", unit), "0102") == 1


@pytest.mark.rule("kanev43", "R-113")
def test_nobody_enters_all_water() -> None:
    """By no way."""
    pos = selected(FIELD + f"terrain water 0102\nunit {FOOT} 0101", FOOT)
    assert refused(pos, "move", "0102") == "TEC-19"


# --- single hexes -----------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "TEC-17", "R-16")
def test_one_hex_is_always_possible() -> None:
    """A tank in dire straits enters a hill for all its points; nothing further."""
    hill = FIELD + "terrain hill 0102 0201 0202\n"
    pos = selected(hill + f"unit {TRUCK} 0101 supply=isolated order=demoralised", TRUCK)
    assert allowance(pos, TRUCK) == 6 * 6
    poor = selected(hill + "piece slow like 10PG-I/20 points=3\nunit slow 0101 supply=out", "slow")
    assert allowed(poor, "move") == {"0102", "0201", "0202"}
    there = poor.apply("move 0102")
    assert there.unit("slow").at == "0102"
    assert there.top.tag == "tactical moves"


@pytest.mark.rule("kanev43", "R-16")
def test_no_hex_without_a_point() -> None:
    """Nor strategically."""
    units = "piece slow like 10PG-I/20 points=2\nunit slow 0101 supply=out\n"
    assert refused(tactical(FIELD + units), "select", "slow") == "R-16"
    hill = FIELD + f"terrain hill 0102 0201 0202\ncontrol axis {every()}\n"
    units = "piece slow like 10PG-I/20 points=2\nunit slow 0101\nphase movement axis"
    pos = drawn(hill + units).apply("select slow")
    assert not allowed(pos, "move")


# --- zones ------------------------------------------------------------------------------------

ZONE = FIELD + f"unit {ENEMY} 0404\n"


@pytest.mark.rule("kanev43", "TEC-15")
@pytest.mark.parametrize(("unit", "price"), [(FOOT, 4), (TRUCK, 5), (TANK, 4)])
def test_entering_a_zone(unit: str, price: int) -> None:
    """Into clear ground 4, 5 and 4."""
    assert cost(selected(ZONE + f"unit {unit} 0402", unit), "0403") == price


@pytest.mark.rule("kanev43", "TEC-16")
@pytest.mark.parametrize(("unit", "price"), [(FOOT, 4), (TRUCK, 5), (TANK, 3)])
def test_leaving_a_zone(unit: str, price: int) -> None:
    """Out of a zone into clear ground 4, 5 and 3."""
    assert cost(selected(ZONE + f"unit {unit} 0403", unit), "0402") == price


@pytest.mark.rule("kanev43", "TEC-23", "R-20")
def test_zones_do_not_stop_but_no_one_slides() -> None:
    """In and out again; straight from zone to zone never in this part of the phase."""
    pos = selected(ZONE + f"unit {TRUCK} 0402", TRUCK)
    inside = pos.apply("move 0403")
    assert "0402" in allowed(inside, "move")
    assert "0503" not in allowed(inside, "move")
    assert pos.board.grid.adjacent("0403", "0503")
    assert cost(inside, "0402") == 5 + 5
    began = selected(ZONE + f"unit {FOOT} 0403 supply=isolated", FOOT)
    assert refused(began, "move", "0503") == "TEC-23"


@pytest.mark.rule("kanev43", "R-20")
def test_friends_do_not_cancel_zones() -> None:
    """For movement a zone is a zone."""
    pos = selected(ZONE + f"unit {FOOT} 0402\nunit 57ID-II/179 0403", FOOT)
    assert cost(pos, "0403") == 4


def test_enemies_close_their_hex_and_companies_have_no_zone() -> None:
    """A weak company is in the way, and nothing is paid beside it."""
    pos = selected(FIELD + f"unit {WEAK} 0404\nunit {FOOT} 0402", FOOT)
    assert refused(pos, "move", "0404") == "TEC-1"
    assert cost(pos, "0403") == 2


@pytest.mark.rule("kanev43", "AIRB-11", "R-91")
def test_dispersed_paratroopers_are_not_in_the_way() -> None:
    """Germans enter their hex, and it stays as it was."""
    units = f"unit 3GAB-1 0403 dispersed=true\nunit {FOOT} 0402\ncontrol axis {every()}"
    pos = selected(FIELD + units, FOOT)
    assert cost(pos, "0403") == 2
    assert pos.apply("move 0403").holder("0403") == AXIS


# --- strategic moves --------------------------------------------------------------------------


def strategic(units: str, side: str = "axis", board: str = "10 x 6") -> Pos:
    """Strategic moves are open on a board that the Axis holds."""
    return drawn(f"board {board}\ncontrol axis {every(board)}\n{units}\nphase movement {side}")


@pytest.mark.rule("kanev43", "STM-1", "R-22")
def test_two_hexes_from_the_enemy() -> None:
    """A hex two away from a unit is refused, one three away is not; nor may it begin there."""
    pos = strategic(f"unit {TRUCK} 0101\nunit {WEAK} 0603")
    moves = allowed(pos.apply(f"select {TRUCK}"), "move")
    grid = pos.board.grid
    assert min(grid.distance("0603", hex_) for hex_ in moves) == 3
    assert refused(pos.apply(f"select {TRUCK}"), "move", "0403") == "STM-1"
    near = strategic(f"unit {TRUCK} 0403\nunit {WEAK} 0603")
    assert refused(near, "select", TRUCK) == "STM-1"


@pytest.mark.rule("kanev43", "R-22", "STM-4")
def test_leaders_and_dispersed_units_do_not_count() -> None:
    """A column drives past a leader, and through a hex of paratroopers."""
    units = f"unit {TRUCK} 0101\nunit L-6GTC 0302\nunit 3GAB-1 0102 dispersed=true"
    pos = strategic(units).apply(f"select {TRUCK}")
    assert "0102" in allowed(pos, "move")
    assert pos.apply("move 0102").holder("0102") == AXIS


@pytest.mark.rule("kanev43", "R-22")
def test_distance_counts_over_the_dnepr() -> None:
    """Two hexes are two hexes."""
    text = RIVER + f"control axis {every()}\nunit {TRUCK} 0403\nunit {WEAK} 0503"
    assert refused(drawn(text + "\nphase movement axis"), "select", TRUCK) == "STM-1"


@pytest.mark.rule("kanev43", "STM-1", "STM-3")
def test_only_own_ground() -> None:
    """Not what the enemy holds, nor what was taken in this phase."""
    text = (
        f"board 10 x 6\nunit {TRUCK} 0101\nunit 10PG-II/20 0102\ncontrol axis 0101 0102 0103 0201"
    )
    pos = drawn(text + "\ncontrol soviet 0202\nphase movement axis").apply(f"select {TRUCK}")
    assert allowed(pos, "move") == {"0102", "0103", "0201"}
    assert refused(pos, "move", "0202") == "STM-1"
    held = pos.within(MovementPhase).held
    index = pos.board.grid.index
    assert {h for h in index if held[index[h]] == "a"} == {"0101", "0102", "0103", "0201"}


@pytest.mark.rule("kanev43", "STM-2")
def test_who_moved_strategically_is_remembered() -> None:
    """For engineering and combat; and that was its move."""
    pos = strategic(f"unit {TRUCK} 0101")
    pos = done(pos, f"select {TRUCK}", "move 0103", "stop")
    assert TRUCK in pos.within(PlayerTurn).strategic
    assert refused(pos, "select", TRUCK) == "SOP-10"


@pytest.mark.rule("kanev43", "SOP-9", "SOP-10")
def test_strategic_moves_come_first() -> None:
    """Then all others; there is no way back."""
    pos = strategic(f"unit {TRUCK} 0101")
    assert pos.top.tag == "strategic moves"
    later = pos.apply("done")
    assert later.top.tag == "tactical moves"
    moved = done(later, f"select {TRUCK}", "move 0102", "stop")
    assert moved.top.tag == "tactical moves"
    assert TRUCK not in moved.within(PlayerTurn).strategic


@pytest.mark.rule("kanev43", "TEC-10", "TEC-11", "R-19")
def test_strategic_fractions() -> None:
    """Three highway hexes cost a truck a point, two road hexes too."""
    pos = strategic(f"network highway 0101-0102-0103-0104\nunit {TRUCK} 0101").apply(
        f"select {TRUCK}"
    )
    assert cost(pos, "0104") == 1
    pos = strategic(f"network road 0101-0102-0103\nunit {TRUCK} 0101").apply(f"select {TRUCK}")
    assert cost(pos, "0103") == 1


# --- stacking, groups, control ----------------------------------------------------------------


@pytest.mark.rule("kanev43", "STK-1", "R-25")
def test_a_full_hex_is_passed_and_not_ended_in() -> None:
    """Three battalions are enough."""
    full = "\n".join(f"unit {u} 0102" for u in ("57ID-II/179", "57ID-I/199", "57ID-II/199"))
    pos = selected(FIELD + full + f"\nunit {FOOT} 0101", FOOT)
    assert refused(pos, "move", "0102") == "STK-1"
    assert "0103" in allowed(pos, "move")
    leader = selected(FIELD + full + "\nunit L-57ID 0101", "L-57ID")
    assert "0102" in allowed(leader, "move")
    staff = selected(FIELD + full + "\nunit 57ID-HQ 0101", "57ID-HQ")
    assert "0102" in allowed(staff, "move")


@pytest.mark.rule("kanev43", "STK-2")
def test_a_second_hq_needs_room() -> None:
    """Beside three battalions and an HQ there is none."""
    full = "\n".join(f"unit {u} 0102" for u in (FOOT, "57ID-II/179", "57ID-I/199", "57ID-HQ"))
    pos = selected(FIELD + full + "\nunit 112ID-HQ 0101", "112ID-HQ")
    assert refused(pos, "move", "0102") == "STK-1"


def test_units_of_a_hex_move_together() -> None:
    """With the points of the slowest, each step at the dearest price."""
    pos = selected(FIELD + f"terrain woods 0102\nunit {FOOT} 0101\nunit {TRUCK} 0101", FOOT)
    pos = pos.apply(f"join {TRUCK}")
    assert "0105" not in allowed(pos, "move")
    assert cost(pos, "0102") == 3
    after = done(pos, "move 0102", "stop")
    assert {after.unit(u).at for u in (FOOT, TRUCK)} == {"0102"}
    assert allowed(pos.apply(f"drop {TRUCK}"), "join") == {TRUCK}


@pytest.mark.rule("kanev43", "R-23")
def test_who_passes_takes_the_hex() -> None:
    """All hexes of the way are Axis; a leader takes none."""
    ground = FIELD + f"control soviet {every()}\n"
    pos = selected(ground + f"unit {FOOT} 0101", FOOT).apply("move 0104")
    assert [pos.holder(h) for h in ("0102", "0103", "0104", "0202")] == [AXIS] * 3 + [SOVIET]
    led = selected(ground + "unit L-57ID 0101", "L-57ID").apply("move 0104")
    assert led.holder("0104") == SOVIET


def test_a_unit_moves_once() -> None:
    """Who has stopped has finished; who was only picked up has not."""
    pos = selected(FIELD + f"unit {FOOT} 0101", FOOT)
    assert f"{FOOT}" in allowed(pos.apply("cancel"), "select")
    assert refused(done(pos, "move 0102", "stop"), "select", FOOT) == "SOP-10"


@pytest.mark.rule("kanev43", "RPL-6")
def test_who_took_a_step_does_not_move() -> None:
    """In the AM turn of that morning."""
    pos = tactical(FIELD + f"unit {FOOT} 0101 until=1")
    assert refused(pos, "select", FOOT) == "RPL-6"
    assert FOOT in allowed(tactical(FIELD + f"turn 2\nunit {FOOT} 0101 until=1"), "select")


# --- what states do ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "state", "turn", "points"),
    [(FOOT, "", 1, 8), (FOOT, "supply=out", 1, 8), (TRUCK, "supply=out", 1, 12),
     (FOOT, "supply=isolated", 1, 7), (TRUCK, "supply=isolated", 1, 10),
     (FOOT, "order=disrupted", 1, 8), (FOOT, "order=demoralised", 1, 6),
     (FOOT, "order=demoralised", 4, 3), (TRUCK, "order=demoralised", 1, 10),
     (TRUCK, "order=demoralised", 4, 5), (TRUCK, "order=demoralised supply=isolated", 1, 6),
     (TRUCK, "", 4, 14)],
)  # fmt: skip
@pytest.mark.rule("kanev43", "SUP-9", "SUP-10", "DIS-1", "DIS-2", "DIS-3", "NGT-2", "R-32")
def test_allowances(unit: str, state: str, turn: int, points: int) -> None:
    """Out of supply -2, isolated -1 and -4, demoralised -2 and -4 and half of it at night."""
    pos = tactical(FIELD + f"turn {turn}\nunit {unit} 0101 {state}")
    assert allowance(pos, unit) == points * 6


@pytest.mark.rule("kanev43", "R-32")
def test_allowances_do_not_fall_below_nothing() -> None:
    """A slow unit in all misery has 0."""
    pos = tactical(
        FIELD
        + "piece slow like 10PG-I/20 points=5\nunit slow 0101 order=demoralised supply=isolated"
    )
    assert allowance(pos, "slow") == 0


@pytest.mark.rule("kanev43", "SUP-12", "R-30", "R-104")
@pytest.mark.parametrize(
    ("unit", "to", "state"),
    [(TRUCK, "0104", "out"), (TRUCK, "0105", "isolated"), (TANK, "0105", "isolated"),
     (FOOT, "0105", "out")],
)  # fmt: skip
def test_isolation_by_moving(unit: str, to: str, state: str) -> None:
    """6 of 12 points leave an unsupplied truck as it is, 8 isolate it; foot never."""
    pos = done(selected(FIELD + f"unit {unit} 0101 supply=out", unit), f"move {to}")
    assert pos.unit(unit).supply == "out" or pos.top.tag == "tactical moves"
    pos = pos.apply("stop") if pos.top.tag == "moving" else pos
    assert pos.unit(unit).supply == state


# --- night ------------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "NGT-1", "SUP-12", "R-70")
def test_the_night_goes_by_what_a_unit_had_as_it_moved() -> None:
    """Out of supply, with its leader: 15 points. 8 of them isolate it, and are no more than half
    of 15 rounded up; that it has fewer as it is isolated comes after the move.
    """
    units = "unit 19PZ-I/73 0101 supply=out\nunit L-19PZ 0101\nunit 309RD-957 0806\n"
    pos = selected(f"board 8 x 6\nturn 4\n{units}", "19PZ-I/73")
    pos = done(pos, "move 0105", "stop", "done")
    unit = pos.unit("19PZ-I/73")
    assert (unit.supply, unit.order) == ("isolated", "")


@pytest.mark.rule("kanev43", "NGT-1", "R-70")
@pytest.mark.parametrize(
    ("turn", "to", "before", "after"),
    [(4, "0103", "", ""), (4, "0104", "", "disrupted"), (1, "0104", "", ""),
     (4, "0104", "disrupted", "demoralised")],
)  # fmt: skip
def test_night_moves_disrupt(turn: int, to: str, before: str, after: str) -> None:
    """4 of 8 points at night are free, 6 disrupt; who is disrupted is demoralised."""
    state = f"order={before}" if before else ""
    pos = selected(FIELD + f"turn {turn}\nunit {FOOT} 0101 {state}", FOOT)
    pos = over(pos.apply(f"move {to}"))
    assert pos.unit(FOOT).order == after


@pytest.mark.rule("kanev43", "R-16", "NGT-2")
def test_the_demoralised_do_not_struggle_at_night() -> None:
    """They have half their points and no more."""
    text = FIELD + "turn {}\nterrain swamp 0102 0201\nunit {} 0101 order=demoralised"
    assert "0102" in allowed(selected(text.format(1, FOOT), FOOT), "move")
    assert "0102" not in allowed(selected(text.format(4, FOOT), FOOT), "move")


@pytest.mark.rule("kanev43", "NGT-3")
def test_guns_that_only_unlimber_are_not_tired() -> None:
    """All their points at night; those that moved far are."""
    guns = FIELD + "turn 4\nunit 57ID-I/AR 0101 limbered=true"
    pos = over(selected(guns, "57ID-I/AR").apply("choose unlimber"))
    assert pos.unit("57ID-I/AR").order == ""
    pos = over(selected(guns, "57ID-I/AR").apply("move 0104"))
    assert pos.unit("57ID-I/AR").order == "disrupted"


# --- guns -------------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-109")
def test_unlimbered_guns_do_not_move() -> None:
    """They limber first."""
    pos = selected(FIELD + "unit 10PG-I/AR10 0101", "10PG-I/AR10")
    assert not allowed(pos, "move")
    assert refused(pos, "move", "0102") == "R-109"
    assert "0102" in allowed(pos.apply("choose limber"), "move")


@pytest.mark.rule("kanev43", "LMB-1")
def test_motorised_guns() -> None:
    """12 points: limbering leaves 8; unlimbering takes all, so nothing may have been spent."""
    pos = selected(FIELD + "unit 10PG-I/AR10 0101", "10PG-I/AR10").apply("choose limber")
    assert cost(pos) == 4
    assert "0105" in allowed(pos, "move")
    assert refused(pos, "choose", "unlimber") == "LMB-1"
    ready = selected(FIELD + "unit 10PG-I/AR10 0101 limbered=true", "10PG-I/AR10")
    assert refused(ready.apply("move 0102"), "choose", "unlimber") == "LMB-1"
    assert not ready.apply("choose unlimber").unit("10PG-I/AR10").limbered


@pytest.mark.rule("kanev43", "LMB-2")
def test_self_propelled_guns() -> None:
    """14 points: 2 to limber, 6 to unlimber; with 5 left they do not."""
    guns = "7PZ-I/AR78"
    pos = selected(FIELD + f"unit {guns} 0101", guns).apply("choose limber")
    assert cost(pos) == 2
    pos = selected(FIELD + f"unit {guns} 0101 limbered=true", guns)
    assert cost(done(pos, "move 0105", "choose unlimber")) == 14
    far = selected(FIELD + f"tag town 0106\nunit {guns} 0101 limbered=true", guns)
    assert refused(far.apply("move 0106"), "choose", "unlimber") == "LMB-2"


@pytest.mark.rule("kanev43", "LMB-3", "STM-2")
def test_light_guns() -> None:
    """12 points: limber 2, move for 8, unlimber 2; also out of a strategic move."""
    guns = "XXIV-Werfer"
    pos = selected(FIELD + f"unit {guns} 0101", guns)
    pos = done(pos, "choose limber", "move 0105")
    assert cost(pos.apply("choose unlimber")) == 12
    text = f"unit {guns} 0101 limbered=true\n"
    fast = strategic(text).apply(f"select {guns}")
    fast = done(fast, "move 0104", "choose unlimber", "stop")
    assert not fast.unit(guns).limbered
    assert guns in fast.within(PlayerTurn).strategic


@pytest.mark.rule("kanev43", "LMB-4")
def test_guns_behind_horses() -> None:
    """7 points: 2 to limber, 5 to move; having moved they do not unlimber."""
    pos = selected(FIELD + "unit 57ID-I/AR 0101", "57ID-I/AR").apply("choose limber")
    assert cost(pos) == 2
    assert "0103" in allowed(pos, "move")
    assert "0104" not in allowed(pos, "move")
    assert refused(pos.apply("move 0102"), "choose", "unlimber") == "LMB-4"


@pytest.mark.rule("kanev43", "LMB-5", "ZOC-3")
def test_limbering_in_a_zone() -> None:
    """Limbering is allowed, unlimbering is not."""
    near = FIELD + f"unit {ENEMY} 0102\n"
    pos = selected(near + "unit XXIV-Werfer 0101 limbered=true", "XXIV-Werfer")
    assert refused(pos, "choose", "unlimber") == "ZOC-3"
    pos = selected(near + "unit XXIV-Werfer 0101", "XXIV-Werfer")
    assert pos.apply("choose limber").unit("XXIV-Werfer").limbered


@pytest.mark.rule("kanev43", "R-109")
def test_poor_guns_pay_with_all_they_have() -> None:
    """3 points are enough to limber for 4, if nothing else is done."""
    text = FIELD + "piece slow like 10PG-I/AR10 points=3\nunit slow 0101"
    pos = selected(text, "slow").apply("choose limber")
    assert pos.unit("slow").limbered
    assert pos.top.tag == "tactical moves"


# --- scouts -----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "RCN-1")
def test_scouts_dismount_for_good() -> None:
    """At the start of a Soviet Movement Phase: foot with 8 points, no armour."""
    from grognard.games.kanev43.points import class_of
    from grognard.games.kanev43.strengths import armour, attack, defence

    pos = drawn(FIELD + "unit 6GTC-Rec 0101\nunit 7GTC-Rec 0103\nphase movement soviet")
    assert allowed(pos, "select") == {"6GTC-Rec", "7GTC-Rec"}
    assert (class_of(pos, "6GTC-Rec"), armour(pos, "6GTC-Rec")) == ("mot", 1)
    pos = pos.apply("select 6GTC-Rec")
    assert allowed(pos, "select") == {"7GTC-Rec"}
    pos = done(pos, "done", "done")
    assert (class_of(pos, "6GTC-Rec"), allowance(pos, "6GTC-Rec")) == ("foot", 8 * 6)
    assert (attack(pos, "6GTC-Rec"), defence(pos, "6GTC-Rec"), armour(pos, "6GTC-Rec")) == (2, 2, 0)
    assert drawn(FIELD + "unit 6GTC-Rec 0101 dismounted=true\nphase movement soviet").top.tag == (
        "strategic moves"
    )


def test_the_axis_has_no_scouts_to_dismount() -> None:
    """Its phase begins with strategic moves."""
    assert drawn(FIELD + f"unit {FOOT} 0101\nphase movement axis").top.tag == "strategic moves"


# --- reinforcements ---------------------------------------------------------------------------


def entering(units: str = "", turn: int = 9) -> Pos:
    """Axis movement on the whole map; 19 Pz waits at 0107 and is due on turn 9."""
    waiting = "unit 19PZ-I/73 off_0107\nunit 19PZ-HQ off_0107\nunit 19PZ-Pz27 off_0107\n"
    return tactical(f"{waiting}{units}\nturn {turn}\ncontrol axis 0107 0208 0209")


@pytest.mark.rule("kanev43", "R-100", "SOP-10")
def test_reinforcements_come_when_they_are_due() -> None:
    """On turn 9 at the earliest, by the highway at its cost; or later, as their owner likes."""
    assert refused(entering(turn=8), "select", "19PZ-I/73") == "R-100"
    pos = entering()
    assert refused(pos, "select", "19PZ-Pz27") == "R-100"
    pos = pos.apply("select 19PZ-I/73")
    assert cost(pos, "0107") == 1
    assert cost(pos, "0208") == 2
    assert pos.apply("move 0208").unit("19PZ-I/73").at == "0208"
    assert "19PZ-I/73" in allowed(entering(turn=12), "select")


@pytest.mark.rule("kanev43", "R-100")
def test_any_number_through_one_hex() -> None:
    """Each pays for itself."""
    pos = done(entering(), "select 19PZ-I/73", "move 0208", "stop", "select 19PZ-HQ")
    assert cost(pos, "0107") == 1


@pytest.mark.rule("kanev43", "R-100")
def test_a_blocked_entry() -> None:
    """An enemy or his zone in the hex: the nearest free one of the edge."""
    from grognard.games.kanev43.entry import gate

    assert gate(entering(), AXIS, "0107") == "0107"
    assert gate(entering(f"unit {ENEMY} 0107"), AXIS, "0107") == "0105"
    assert gate(entering(f"unit {ENEMY} 0208"), AXIS, "0107") == "0106"
    pos = entering(f"unit {ENEMY} 0107").apply("select 19PZ-I/73")
    assert "0105" in allowed(pos, "move")
    assert "0107" not in allowed(pos, "move")


@pytest.mark.rule("kanev43", "R-100")
def test_reinforcements_may_come_strategically() -> None:
    """A third of a point for a truck on the highway, over ground of their own."""
    text = "unit 19PZ-II/73 off_0107\nturn 9\ncontrol axis 0107 0208 0209\nphase movement axis"
    pos = drawn(text).apply("select 19PZ-II/73")
    assert allowed(pos, "move") == {"0107", "0208", "0209"}
    assert cost(pos, "0209") == 1


@pytest.mark.rule("kanev43", "R-100", "STM-1", "STM-3")
@pytest.mark.parametrize("spoiler", ["control soviet 0107", f"unit {WEAK} 0308\ncontrol axis 0107"])
def test_a_strategic_entry_needs_own_ground_far_from_the_enemy(spoiler: str) -> None:
    """Otherwise the units come tactically."""
    text = f"unit 19PZ-II/73 off_0107\nturn 9\n{spoiler}\nphase movement axis"
    pos = drawn(text)
    assert refused(pos, "select", "19PZ-II/73") == "STM-1"
    assert "19PZ-II/73" in allowed(pos.apply("done"), "select")
