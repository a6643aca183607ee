"""Bridgeheads and crossings in Red Parachutes."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.sketches import RIVER, allowed, done, drawn, every, refused, tactical

from grognard.games.kanev43.bridgeheads import spare
from grognard.games.kanev43.crossing import chances, column_of
from grognard.games.kanev43.state import AXIS, SOVIET, Bridgehead, Pos
from grognard.games.kanev43.turn import MovementPhase, PlayerTurn

EAST = "control soviet " + " ".join(h for h in every().split() if h >= "0501") + "\n"
WEST = "control axis " + " ".join(h for h in every().split() if h < "0501") + "\n"
GROUND = RIVER + EAST + WEST


def bridging(units: str = "", *pairs: Bridgehead, turn: int = 5, hand: str = "1") -> Pos:
    """The Soviet Status Phase with these bridgeheads on the map and pairs in hand."""
    stock = f"state spare_bridgeheads={hand}\n" if hand else ""
    text = f"{GROUND}turn {turn}\n{stock}{units}\nphase status soviet"
    pos = drawn(text, run=False)
    state = replace(pos.state, bridgeheads=pairs)
    return pos.game.hand(pos.game.position(state)).begin()


# --- placing ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "SOP-20", "BHD-1", "BHD-2")
def test_a_bridgehead_is_placed() -> None:
    """From the eastern bank straight over the river."""
    pos = bridging()
    assert pos.top.tag == "bridging"
    assert spare(pos) == 1
    assert refused(pos, "target", "0403") == "BHD-1"
    assert refused(pos, "target", "0703") == "BHD-1"
    pos = pos.apply("target 0503")
    assert allowed(pos, "place") == {"0403", "0404"}
    assert refused(pos, "place", "0503") == "BHD-1"
    pos = pos.apply("place 0403")
    assert pos.state.bridgeheads == (Bridgehead("0503", "0403"),)
    assert spare(pos) == 0
    assert refused(pos, "target", "0504") == "BHD-2"


@pytest.mark.rule("kanev43", "BHD-7")
def test_nobody_must_place_one() -> None:
    """The counter stays in hand."""
    assert spare(bridging().apply("done")) == 1


@pytest.mark.rule("kanev43", "R-83", "R-108")
def test_where_a_bridgehead_may_not_be() -> None:
    """Without Soviet control, on an Axis unit, in a hex with another pair."""
    pos = bridging("unit 57ID-I/179 0403\ncontrol axis 0505", Bridgehead("0502", "0402"))
    assert refused(pos, "target", "0505") == "R-108"
    assert refused(pos, "target", "0502") == "R-108"
    pos = pos.apply("target 0503")
    assert allowed(pos, "place") == {"0404"}
    assert refused(pos, "place", "0403") == "R-83"
    assert refused(
        bridging("", Bridgehead("0502", "0403")).apply("target 0503"), "place", "0403"
    ) == ("R-108")


@pytest.mark.rule("kanev43", "SOP-20")
def test_bridgeheads_belong_to_the_soviet_status_phase() -> None:
    """Neither in the Axis one nor in movement."""
    axis = drawn(GROUND + "turn 5\nstate spare_bridgeheads=1\nunit 57ID-HQ 0101\nphase status axis")
    assert axis.top.tag == "assignments"
    moving = tactical(GROUND + "turn 5\nstate spare_bridgeheads=1\nunit 309RD-957 0503", "soviet")
    assert refused(moving, "target", "0503") == "XNG-6"


@pytest.mark.rule("kanev43", "BHD-4", "BHD-5", "R-83")
def test_counters_that_are_not_due_are_not_in_hand() -> None:
    """A pair of turn 13 waits on turn 5."""
    pos = bridging("", Bridgehead("0502", "0402"), hand="13")
    assert spare(pos) == 0
    assert refused(pos, "target", "0504") == "BHD-2"


# --- moving and withdrawing -------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BHD-2", "R-85")
def test_the_eastern_counter_moves() -> None:
    """One or two hexes, again straight opposite; it stays improved, and once is enough."""
    pos = bridging("", Bridgehead("0503", "0404", improved=True))
    pos = pos.apply("select 0503")
    assert allowed(pos, "place") == {"0504"}
    assert refused(pos, "place", "0506") == "BHD-2"
    assert refused(pos, "place", "0505") == "BHD-1"
    pos = pos.apply("place 0504")
    assert pos.state.bridgeheads == (Bridgehead("0504", "0404", improved=True),)
    assert refused(pos, "select", "0504") == "BHD-2"


@pytest.mark.rule("kanev43", "BHD-5", "R-108")
@pytest.mark.parametrize(("turn", "back"), [(4, 9), (3, 5), (2, 5), (1, 5), (5, 9)])
def test_a_withdrawn_bridgehead(turn: int, back: int) -> None:
    """It comes back with the AM turn that is two or more turns ahead: from a Night turn that of
    the day after tomorrow's eve.
    """
    pos = bridging("", Bridgehead("0503", "0403"), turn=turn, hand="").apply("release 0503")
    assert not pos.state.bridgeheads
    assert pos.state.spare_bridgeheads == (back,)


@pytest.mark.rule("kanev43", "BHD-4", "R-108")
@pytest.mark.parametrize("end", ["0403", "0503"])
def test_an_overrun_bridgehead(end: str) -> None:
    """An Axis unit at either end takes both counters; next turn they are in hand."""
    bank = "0303" if end == "0403" else "0603"
    text = f"{GROUND}turn 10\nunit 57ID-I/179 {bank}\nunit L-57ID {bank}\nphase movement axis"
    pos = drawn(text, run=False)
    state = replace(pos.state, bridgeheads=(Bridgehead("0503", "0403"),))
    pos = pos.game.hand(pos.game.position(state)).begin().apply("done")
    led = done(pos, "select L-57ID", f"move {end}")
    assert led.state.bridgeheads
    pos = done(pos, "select 57ID-I/179", f"move {end}")
    assert not pos.state.bridgeheads
    assert pos.state.spare_bridgeheads == (11,)


# --- crossing ---------------------------------------------------------------------------------


def crossing(units: str, side: str = "soviet", turn: int = 1, *, improved: bool = False) -> Pos:
    """Movement with a bridgehead from 0503 to 0403."""
    pos = drawn(f"{GROUND}turn {turn}\n{units}\nphase movement {side}", run=False)
    pairs = (Bridgehead("0503", "0403", improved),)
    state = replace(pos.state, bridgeheads=pairs if side == SOVIET else ())
    pos = pos.game.hand(pos.game.position(state)).begin()
    while pos.top.tag != "tactical moves":
        pos = pos.apply("done")
    return pos


RIFLES = "unit 309RD-957 0503\nunit 309RD-955 0503\nunit 309RD-959 0503\nunit 309RD-HQ 0503\n"


@pytest.mark.rule("kanev43", "XNG-1", "R-86")
def test_three_units_cross_from_a_hex() -> None:
    """At a bridgehead and nowhere else; a fourth is refused, in this phase for good."""
    pos = crossing(RIFLES + "unit 6GTC-51 0504")
    assert allowed(pos, "target") == {"0503"}
    assert refused(pos, "target", "0504") == "XNG-6"
    pos = done(pos, "target 0503", "join 309RD-957", "join 309RD-HQ", "join 309RD-955")
    assert refused(pos, "join", "309RD-959") == "XNG-1"
    pos = pos.apply("commit", dice=[1, 1, 1, 1, 1, 1])
    assert [pos.unit(f"309RD-{u}").at for u in ("957", "955", "HQ")] == ["0403"] * 3
    assert refused(pos, "target", "0503") == "XNG-1"
    assert pos.holder("0403") == SOVIET


@pytest.mark.rule("kanev43", "XNG-2", "R-35")
def test_who_tries_does_nothing_else() -> None:
    """A unit that moved is refused; one that tried has moved, and has not rested."""
    pos = crossing("unit 309RD-957 0603\nunit 309RD-955 0503")
    moved = done(pos, "select 309RD-957", "move 0503", "stop", "target 0503")
    assert refused(moved, "join", "309RD-957") == "SOP-10"
    pos = done(pos, "target 0503", "join 309RD-955").apply("commit", dice=[5, 5])
    assert pos.unit("309RD-955").at == "0503"
    assert refused(pos, "select", "309RD-955") == "SOP-10"
    assert "309RD-955" in pos.within(PlayerTurn).stirred


@pytest.mark.rule("kanev43", "XNG-3", "R-87")
@pytest.mark.parametrize(
    ("dice", "at", "order", "lost"),
    [((4, 4), "0403", "", 0), ((4, 5), "0403", "disrupted", 0), ((4, 6), "0503", "", 0),
     ((6, 6), "0503", "", 1)],
)  # fmt: skip
def test_dice_of_a_crossing(dice: tuple[int, int], at: str, order: str, lost: int) -> None:
    """Foot crosses on 8, is disrupted on 9, stays on 10, loses a step on 12."""
    pos = done(crossing("unit 309RD-957 0503"), "target 0503", "join 309RD-957")
    pos = pos.apply("commit", dice=dice)
    unit = pos.unit("309RD-957")
    assert (unit.at, unit.order, unit.lost) == (at, order, lost)


@pytest.mark.rule("kanev43", "R-84")
def test_an_improved_bridgehead_takes_two_off() -> None:
    """10 is 8; both ways."""
    pos = done(crossing("unit 309RD-957 0403", improved=True), "target 0403", "join 309RD-957")
    assert pos.apply("commit", dice=[4, 6]).unit("309RD-957").at == "0503"


@pytest.mark.rule("kanev43", "XNG-4", "R-87", "RCN-1")
@pytest.mark.parametrize(
    ("unit", "state", "column", "chance"),
    [("309RD-957", "", "A", 30), ("9MC-HQ", "", "A", 30), ("9MC-I/69", "", "B", 21),
     ("9MC-AT", "", "B", 21), ("9MC-Mtr", "", "B", 21), ("309RD-AR", "", "B", 21),
     ("1GAB-Gl", "", "B", 21), ("40A-Gun", "", "C", 10), ("3GTA-GMR1", "", "C", 10),
     ("9MC-Rec", "", "C", 10), ("9MC-Rec", "dismounted=true", "A", 30), ("6GTC-51", "", "D", 3),
     ("10PG-Pi10", "", "A", 30), ("19PZ-I/73", "", "D", 3), ("7PZ-I/AR78", "", "D", 3),
     ("10PG-AA110", "", "C", 10)],
)  # fmt: skip
def test_columns_of_the_crossing_table(unit: str, state: str, column: str, chance: int) -> None:
    """HQs cross as infantry, mortars with the light guns, tanks worst."""
    pos = drawn(f"board 2 x 2\nunit {unit} 0101 {state}", run=False)
    assert column_of(pos, unit) == column
    assert chances(pos, unit, 0) == chance


@pytest.mark.rule("kanev43", "R-86")
def test_guns_must_be_limbered_and_there_must_be_room() -> None:
    """On the far bank for all that are named, which pays for no zone."""
    full = "unit 6GTC-I/22 0403\nunit 6GTC-II/22 0403\n"
    pos = crossing(RIFLES + full + "unit 9MC-Mtr 0503\nunit 57ID-I/179 0303").apply("target 0503")
    assert refused(pos, "join", "9MC-Mtr") == "R-86"
    pos = pos.apply("join 309RD-957")
    assert refused(pos, "join", "309RD-955") == "STK-1"
    pos = pos.apply("commit", dice=[1, 1])
    assert "309RD-957" not in pos.within(MovementPhase).spent


@pytest.mark.rule("kanev43", "NGT-4")
def test_a_night_crossing_tires_nobody() -> None:
    """What the table prints counts, the night does not."""
    pos = done(crossing("unit 309RD-957 0503", turn=4), "target 0503", "join 309RD-957")
    pos = pos.apply("commit", dice=[1, 2])
    while pos.find(MovementPhase) is not None:
        pos = pos.apply("done")
    assert pos.unit("309RD-957").order == ""


@pytest.mark.rule("kanev43", "R-101")
def test_a_leader_crosses_without_dice() -> None:
    """Where a unit may try; he is not one of the three."""
    pos = crossing(RIFLES.replace("unit 309RD-HQ 0503\n", "") + "unit L-309RD 0503")
    pos = done(pos, "target 0503", "join 309RD-957", "join 309RD-955", "join 309RD-959",
               "join L-309RD")  # fmt: skip
    pos = pos.apply("commit", dice=[5, 5, 5, 5, 5, 5])
    assert pos.unit("L-309RD").at == "0403"
    assert pos.unit("309RD-957").at == "0503"


# --- Germans ----------------------------------------------------------------------------------

GERMANS = "unit 57ID-I/179 0503\nunit 57ID-II/179 0503\nunit 57ID-I/199 0503\n"


@pytest.mark.rule("kanev43", "XNG-5", "XNG-6", "XNG-7", "R-88")
def test_germans_cross_anywhere() -> None:
    """Three units from a hex on the bank, to a hex without enemies; zones do not matter."""
    pos = crossing(GERMANS + "unit 9MC-I/69 0404\nunit 57ID-II/199 0603", AXIS)
    assert allowed(pos, "target") == {"0503"}
    pos = pos.apply("target 0503")
    assert refused(pos, "join", "57ID-II/199") == "XNG-1"
    pos = done(pos, "join 57ID-I/179", "join 57ID-II/179", "join 57ID-I/199")
    pos = pos.apply("commit", dice=[1, 1, 5, 5, 1, 1])
    assert [pos.unit(u).at for u in ("57ID-I/179", "57ID-II/179", "57ID-I/199")] == [
        "0403", "0503", "0403",
    ]  # fmt: skip


@pytest.mark.rule("kanev43", "XNG-6", "R-88")
def test_the_far_bank_is_chosen() -> None:
    """Where several ways lead over, and not where enemies are."""
    pos = crossing(GERMANS + "unit 9MC-I/69 0404", AXIS).apply("target 0503")
    assert pos.top.tag == "crossing"
    free = crossing(GERMANS, AXIS).apply("target 0503")
    assert allowed(free, "place") == {"0403", "0404"}
    assert refused(crossing(GERMANS, AXIS).apply("target 0503"), "place", "0405") == "XNG-6"


@pytest.mark.rule("kanev43", "XNG-6")
def test_germans_cross_a_water_hex_in_any_direction() -> None:
    """To each hex of the far bank that touches it."""
    ground = "board 6 x 6\nzone west_bank 0301 0302\nzone east_bank 0204 0304 0404\n"
    river = "hexside dnepr 0302/0303 0303/0204 0303/0304 0303/0404\nterrain water 0303\n"
    pos = tactical(ground + river + "unit 57ID-I/179 0302").apply("target 0302")
    assert allowed(pos, "place") == {"0204", "0304", "0404"}


@pytest.mark.rule("kanev43", "XNG-8", "XNG-9", "R-88", "STM-2")
def test_an_engineer_helps_two_battalions() -> None:
    """Two off the dice of the first two; he stays, and helps nobody more in this phase."""
    units = GERMANS.replace("unit 57ID-I/199", "unit 112ID-I/110") + "unit 57ID-Pi 0503"
    crowd = units.replace("unit 57ID-Pi 0503", "") + "unit 57ID-Pi 0503"
    pos = crossing(crowd, AXIS)
    pos = done(pos, "target 0503", "place 0403", "join 57ID-I/179", "join 57ID-II/179",
               "join 112ID-I/110")  # fmt: skip
    pos = pos.apply("commit", dice=[4, 6, 4, 6, 4, 6])
    assert [pos.unit(u).at for u in ("57ID-I/179", "57ID-II/179", "112ID-I/110")] == [
        "0403", "0403", "0503",
    ]  # fmt: skip
    assert refused(pos, "select", "57ID-Pi") == "SOP-10"


@pytest.mark.rule("kanev43", "XNG-9", "R-87", "R-88")
def test_the_panel_counts_whom_an_engineer_helps() -> None:
    """Two of three before the dice: 35 throws of 36 bring them over, 30 the third. With a second
    engineer all are helped.
    """
    units = GERMANS + "unit 57ID-Pi 0503\n"
    for more, third in (("", "30 of 36 cross"), ("unit 10PG-Pi10 0503", "35 of 36 cross")):
        pos = done(crossing(units + more, AXIS), "target 0503", "place 0403", "join 57ID-II/179",
                   "join 57ID-I/199", "join 57ID-I/179")  # fmt: skip
        assert pos.panel is not None
        found = {row.label: (row.value, len(row.parts)) for row in pos.panel.rows}
        assert found["57ID-II/179"] == found["57ID-I/199"] == ("35 of 36 cross", 1)
        assert found["57ID-I/179"] == (third, int(bool(more)))


@pytest.mark.rule("kanev43", "XNG-8", "DIS-11")
@pytest.mark.parametrize("engineer", ["57ID-Pi 0504", "57ID-Pi 0503 order=demoralised"])
def test_an_engineer_who_does_not_help(engineer: str) -> None:
    """In the next hex, or demoralised."""
    pos = crossing(f"unit 57ID-I/179 0503\nunit {engineer}", AXIS)
    pos = done(pos, "target 0503", "place 0403", "join 57ID-I/179")
    assert pos.apply("commit", dice=[4, 6]).unit("57ID-I/179").at == "0503"


@pytest.mark.rule("kanev43", "XNG-8")
def test_an_engineer_who_moved_does_not_help() -> None:
    """He must stay in the hex all phase."""
    pos = crossing("unit 57ID-I/179 0503\nunit 57ID-Pi 0504", AXIS)
    pos = done(pos, "select 57ID-Pi", "move 0503", "stop", "target 0503", "place 0403",
               "join 57ID-I/179")  # fmt: skip
    assert pos.apply("commit", dice=[4, 6]).unit("57ID-I/179").at == "0503"


# --- rivers -----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-17", "TEC-8", "TEC-21")
def test_wheels_try_a_river() -> None:
    """By the same table, without a bridgehead; tracks may not, foot need not."""
    ground = "board 1 x 3\nhexside river 0101/0102\n"
    units = "unit 10PG-I/20 0101\nunit 19PZ-Pz27 0101\nunit 57ID-I/179 0101"
    pos = tactical(ground + units).apply("target 0101")
    assert allowed(pos, "join") == {"10PG-I/20"}
    assert refused(pos, "join", "19PZ-Pz27") == "R-17"
    pos = pos.apply("join 10PG-I/20").apply("commit", dice=[3, 3])
    assert pos.unit("10PG-I/20").at == "0102"
    bridged = tactical(ground + "network road 0101-0102\n" + units)
    assert refused(bridged, "target", "0101") == "XNG-6"
