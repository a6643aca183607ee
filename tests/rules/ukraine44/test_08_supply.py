"""8 Supply: lines, states and the check. Air and city supply are in test_08_air.py."""

import pytest

from grognard.games.ukraine44 import supply
from grognard.games.ukraine44.losses import attack_of, defence_of, steps_left
from grognard.games.ukraine44.movement import allowance, may_go_far
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.turn import SupplyCheck, Turn
from grognard.testing import sketch

SLUG = "ukraine44"


def checked(text: str, times: int = 1) -> Pos:
    """The position after so many supply checks of both sides."""
    pos = sketch(SLUG, text)
    for _ in range(times):
        units = {u.id: u for u in pos.state.units}
        for side in (SOVIET, AXIS):
            new = {u: supply.new_state(pos, u) for u in supply.on_map(pos, side)}
            lines = [f"unit {u} {units[u].at} supply={s}" for u, s in new.items()]
            others = [
                f"unit {u} {pos.unit(u).at} supply={pos.unit(u).supply}"
                for u in supply.on_map(pos, pos.game.enemy(side))
            ]
            board = [line for line in text.splitlines() if not line.strip().startswith("unit")]
            pos = sketch(SLUG, "\n".join([*board, *lines, *others]))
    return pos


def state_of(text: str, unit: str) -> str:
    """The supply state that a check gives a formation."""
    return supply.new_state(sketch(SLUG, text), unit)


ROAD = """
    board 12 x 9
    tag {side}_source 01.01
    network road 01.01-01.02-01.03-01.04-01.05-01.06
"""
SOVIET_ROAD = ROAD.format(side=SOVIET)
AXIS_ROAD = ROAD.format(side=AXIS)


# --- 8.3, 8.4  sources ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.3-1", "8.4-1", "8.5-1")
@pytest.mark.parametrize(("side", "unit"), [(AXIS, "1ssPz"), (SOVIET, "6GTC")])
def test_a_side_is_supplied_from_its_own_lettered_hexes(side: str, unit: str) -> None:
    """A line to a source of one's own side is supply; a source of the enemy's is none."""
    assert state_of(ROAD.format(side=side) + f"\nunit {unit} 01.05", unit) == "in"
    other = AXIS if side == SOVIET else SOVIET
    assert state_of(ROAD.format(side=other) + f"\nunit {unit} 01.05", unit) == "out"


@pytest.mark.rule(SLUG, "8.3-1", "8.4-1")
def test_the_lettered_hexes_of_the_map() -> None:
    """The Axis draws supply from A, B, C and H, the Soviets from D, E, F and G."""
    pos = sketch(SLUG, "")
    letters = {
        side: {z for z in "ABCDEFGH" if pos.board.zone(z) <= set(pos.game.sources[side])}
        for side in (AXIS, SOVIET)
    }
    assert letters == {AXIS: set("ABCH"), SOVIET: set("DEFG")}


@pytest.mark.rule(SLUG, "8.3-2", "8.3-3")
def test_a_source_held_by_the_soviets_is_negated_while_they_stay() -> None:
    """A Soviet formation on an Axis source closes it; when it leaves the source works again."""
    held = AXIS_ROAD + "\nunit 1ssPz 01.05\nunit 6GTC 01.01 supply=isolated"
    left = AXIS_ROAD + "\nunit 1ssPz 01.05\nunit 6GTC 08.09 supply=isolated"
    assert state_of(held, "1ssPz") == "out"
    assert state_of(left, "1ssPz") == "in"


@pytest.mark.rule(SLUG, "8.4-2", "8.4-3")
def test_a_source_held_by_the_axis_is_negated_while_it_stays() -> None:
    """An Axis formation on a Soviet source closes it; when it leaves the source works again."""
    held = SOVIET_ROAD + "\nunit 6GTC 01.05\nunit 1ssPz 01.01 supply=isolated"
    left = SOVIET_ROAD + "\nunit 6GTC 01.05\nunit 1ssPz 08.09 supply=isolated"
    assert state_of(held, "6GTC") == "out"
    assert state_of(left, "6GTC") == "in"


@pytest.mark.rule(SLUG, "U4")
def test_an_empty_source_in_an_enemy_zone_cannot_be_entered() -> None:
    """The line may not enter the source hex, unless a friendly formation is in it."""
    threatened = SOVIET_ROAD + "\nunit 6GTC 01.05\nunit 1ssPz 02.01\nunit 9MC 01.02"
    assert state_of(threatened, "6GTC") == "out"
    assert state_of(threatened + "\nunit 7GTC 01.01", "6GTC") == "in"


@pytest.mark.rule(SLUG, "8.7-1")
def test_a_source_supplies_any_number() -> None:
    """Twelve formations on one road are all in supply."""
    lines = [f"unit {unit} 0{row}.0{column}" for (row, column), unit in zip(
        [(r, c) for r in (1, 2) for c in range(1, 7)],
        ["6GTC", "7GTC", "9MC", "10GTC", "6GMC", "11GTC", "8GMC", "4GTC", "5GTC", "5MC",
         "8/60A", "99/60A"], strict=True)]  # fmt: skip
    pos = sketch(SLUG, SOVIET_ROAD + "\n" + "\n".join(lines))
    assert {supply.new_state(pos, u) for u in supply.on_map(pos, SOVIET)} == {"in"}


# --- 8.5, 8.6  the line -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.5-3", "U2")
@pytest.mark.parametrize(("hex_", "state"), [("06.05", "in"), ("07.05", "out")])
def test_the_road_may_be_five_hexes_away(hex_: str, state: str) -> None:
    """The formation's own hex is not counted, the road hex is: five hexes reach, six do not."""
    pos = sketch(SLUG, SOVIET_ROAD + f"\nunit 6GTC {hex_}")
    far = min(pos.board.grid.distance(hex_, f"01.0{c}") for c in range(1, 7))
    assert far == (5 if state == "in" else 6)
    assert supply.new_state(pos, "6GTC") == state


@pytest.mark.rule(SLUG, "8.5-4")
def test_along_the_road_the_length_is_free() -> None:
    """A road of forty hexes carries a line."""
    way = "-".join(f"01.{c:02d}" for c in range(1, 41))
    text = f"board 44 x 2\ntag soviet_source 01.01\nnetwork road {way}\nunit 6GTC 01.40"
    assert state_of(text, "6GTC") == "in"


@pytest.mark.rule(SLUG, "U2")
def test_once_on_the_road_the_line_stays_on_it() -> None:
    """A gap in the road is not crossed overland, though it is only one hex."""
    text = """
        board 14 x 2
        tag soviet_source 01.01
        network road 01.01-01.02-01.03 01.05-01.06-01.07-01.08-01.09-01.10-01.11
        unit 6GTC 01.11
    """
    assert state_of(text, "6GTC") == "out"


@pytest.mark.rule(SLUG, "8.5-1", "U3", "Z5")
def test_an_enemy_formation_on_the_only_road_cuts_it() -> None:
    """An enemy in the chain breaks it, also an isolated one."""
    way = "-".join(f"01.{c:02d}" for c in range(1, 13))
    text = f"board 12 x 1\ntag soviet_source 01.01\nnetwork road {way}\nunit 6GTC 01.12"
    assert state_of(text, "6GTC") == "in"
    assert state_of(text + "\nunit 1ssPz 01.06 supply=isolated", "6GTC") == "out"


LANE = """
    board 12 x 2
    tag soviet_source 01.01
    network road 01.01-01.02-01.03-01.04-01.05-01.06-01.07-01.08-01.09-01.10-01.11-01.12
    unit 6GTC 01.12
    unit 1ssPz 02.06
"""


@pytest.mark.rule(SLUG, "7.3C-1", "7.4-1", "8.5-2", "U11")
def test_lines_do_not_pass_an_enemy_zone_unless_a_friend_is_there() -> None:
    """A zone on the road cuts it; formations in its hexes, of any kind, open it again."""
    assert state_of(LANE, "6GTC") == "out"
    friends = "\nunit 7GTC 01.06 supply=isolated\nunit 8/60A 01.07"
    assert state_of(LANE + friends, "6GTC") == "in"
    assert state_of(LANE + "\nunit 7GTC 01.06", "6GTC") == "out"


@pytest.mark.rule(SLUG, "U11")
def test_the_own_hex_may_be_in_an_enemy_zone() -> None:
    """The hex of the formation itself is not entered by its line."""
    text = SOVIET_ROAD + "\nunit 6GTC 03.05\nunit 1ssPz 04.05"
    assert state_of(text, "6GTC") == "in"


@pytest.mark.rule(SLUG, "8.6-1", "Z4", "U11")
def test_lines_cross_the_dniester_by_road_only() -> None:
    """Off the road the river stops a line, a bridge or the pontoon carries it; ordinary
    rivers do not matter.
    """
    bank = " ".join(f"01.0{c}/02.0{c} 01.0{c + 1}/02.0{c}" for c in range(1, 8))
    text = SOVIET_ROAD.replace("12 x 9", "8 x 3") + "\nunit 6GTC 02.04\nhexside {} " + bank
    assert state_of(text.format("dniester"), "6GTC") == "out"
    assert state_of(text.format("river"), "6GTC") == "in"
    bridge = "\nnetwork road 01.04-02.04"
    assert state_of(text.format("dniester") + bridge, "6GTC") == "in"


# --- 8.1, 8.2, 8.8, 8.9  states ---------------------------------------------------------

CUT = "board 7 x 7\nunit 6GTC 04.04"


@pytest.mark.rule(SLUG, "8.1-4", "8.9-1")
def test_the_first_failed_check_puts_a_formation_out_of_supply() -> None:
    """Who cannot trace is out of supply."""
    assert checked(CUT).unit("6GTC").supply == "out"


@pytest.mark.rule(SLUG, "8.1-5", "8.9-2")
def test_the_second_failed_check_in_a_row_isolates() -> None:
    """Out of supply and still without a line: isolated."""
    assert checked(CUT, 2).unit("6GTC").supply == "isolated"


@pytest.mark.rule(SLUG, "8.9-3", "8.1-7", "U12")
def test_an_isolated_formation_stays_isolated_and_loses_nothing() -> None:
    """Third, fourth and fifth failed check: still isolated, no step lost, never removed."""
    pos = checked(CUT, 5)
    assert pos.unit("6GTC").supply == "isolated"
    assert pos.unit("6GTC").at == "04.04"
    assert pos.unit("6GTC").lost == 0


@pytest.mark.rule(SLUG, "8.1-2", "8.8-1")
@pytest.mark.parametrize("before", ["out", "isolated", "air"])
def test_a_line_clears_every_marker(before: str) -> None:
    """A formation that traces is in supply, whatever it was, and fights at full value."""
    pos = sketch(SLUG, AXIS_ROAD + f"\nunit 1ssPz 01.05 supply={before}")
    assert supply.new_state(pos, "1ssPz") == "in"
    whole = sketch(SLUG, AXIS_ROAD + "\nunit 1ssPz 01.05")
    assert attack_of(whole, "1ssPz") == whole.game.piece("1ssPz").attack


@pytest.mark.rule(SLUG, "U5")
@pytest.mark.parametrize("before", ["in", "air", "city"])
def test_losing_air_or_city_supply_begins_with_out_of_supply(before: str) -> None:
    """The next failed check gives out of supply, not isolated."""
    text = f"board 7 x 7\nunit 1ssPz 04.04 supply={before}"
    assert state_of(text, "1ssPz") == "out"


@pytest.mark.rule(SLUG, "5.1-2", "8.2-1", "8.2-2", "S12")
def test_states_change_in_the_check_of_the_side_and_at_no_other_time() -> None:
    """Both sides are checked in step 1, the Soviets first: a Soviet formation that becomes
    isolated there has no zone against the Axis check of the same turn.
    """
    text = """
        board 12 x 2
        tag axis_source 01.01
        network road 01.01-01.02-01.03-01.04-01.05-01.06-01.07-01.08-01.09-01.10-01.11-01.12
        unit 1ssPz 01.12
        unit 6GTC 02.06 supply=out
        turn 3
    """
    check = (Turn(stage="supply check"), SupplyCheck())
    before = sketch(SLUG, text)
    assert supply.new_state(before, "1ssPz") == "out"
    after = sketch(SLUG, text, agenda=check, run=True)
    assert after.unit("6GTC").supply == "isolated"
    assert after.top.tag == "air supply"
    after = after.apply("pass")
    assert after.unit("1ssPz").supply == "in"


@pytest.mark.rule(SLUG, "8.2-2", "8.12-1")
def test_a_formation_may_walk_out_of_supply_and_keeps_its_state() -> None:
    """Moving to a place without a line is allowed; the state holds until the next check."""
    text = SOVIET_ROAD.replace("12 x 9", "12 x 12") + "\nunit 6GTC 06.05\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 08.05")
    assert supply.new_state(pos, "6GTC") == "out"
    assert pos.unit("6GTC").supply == "in"


# --- 8.10, 8.11  effects ----------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.10-1", "8.11-0", "10.7-4")
@pytest.mark.parametrize("unit", ["6GTC", "8/60A", "1/1PzA"])
def test_no_strategic_movement_without_supply(unit: str) -> None:
    """In supply it is allowed; out of supply, isolated or in air supply it is not."""
    allowed = {
        state: may_go_far(sketch(SLUG, f"board 7 x 7\nunit {unit} 04.04 supply={state}"), unit)
        for state in ("in", "out", "isolated", "air")
    }
    assert allowed == {"in": True, "out": False, "isolated": False, "air": False}


@pytest.mark.rule(SLUG, "8.10-2", "10.8-3")
def test_an_axis_mobile_formation_out_of_supply_has_half_in_mobile_movement() -> None:
    """8 points in the Movement Phase, 4 in Mobile Movement; in supply 8 in both."""
    points = {
        (phase, state): allowance(
            sketch(SLUG, f"board 7 x 7\nunit 1ssPz 04.04 supply={state}\nphase {phase} axis"),
            "1ssPz",
        )
        for phase in ("movement", "mobile-movement")
        for state in ("in", "out")
    }
    assert points == {
        ("movement", "in"): 8,
        ("movement", "out"): 8,
        ("mobile-movement", "in"): 8,
        ("mobile-movement", "out"): 4,
    }


@pytest.mark.rule(SLUG, "8.10-2")
def test_a_soviet_formation_out_of_supply_keeps_its_allowance() -> None:
    """The halving of 8.10 is about Axis mobile formations only."""
    pos = sketch(SLUG, "board 7 x 7\nunit 6GTC 04.04 supply=out\nphase movement soviet")
    assert allowance(pos, "6GTC") == 7


@pytest.mark.rule(SLUG, "8.11-1")
@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [("1ssPz", AXIS, 4), ("1/1PzA", AXIS, 3), ("6GTC", SOVIET, 4), ("8/60A", SOVIET, 3)],
)
def test_isolated_formations_have_half_their_allowance(unit: str, side: str, points: int) -> None:
    """8, 6, 7 and 5 become 4, 3, 4 and 3: fractions go up."""
    pos = sketch(SLUG, f"board 7 x 7\nunit {unit} 04.04 supply=isolated\nphase movement {side}")
    assert allowance(pos, unit) == points


@pytest.mark.rule(SLUG, "8.11-2", "10.8-4")
def test_isolated_mobile_formations_do_not_move_in_the_mobile_phase() -> None:
    """Refused by its rule, though it has points in the Movement Phase."""
    text = "board 7 x 7\nunit 1ssPz 04.04 supply={}\nunit 2ssPz 02.02\nphase mobile-movement axis"
    refusal = sketch(SLUG, text.format("isolated")).why_not("select 1ssPz")
    assert refusal is not None
    assert refusal.rule == "10.8-4"
    assert sketch(SLUG, text.format("out")).why_not("select 1ssPz") is None


@pytest.mark.rule(SLUG, "8.11-4", "U10")
@pytest.mark.parametrize(("printed", "halved"), [(5, 3), (4, 2), (1, 1)])
def test_isolated_formations_fight_at_half_strength(printed: int, halved: int) -> None:
    """Attack and defence are halved, fractions up, after losses; steps to lose are not."""
    text = f"""
        board 7 x 7
        piece X like 6GTC attack={printed + 2} defence={printed + 2}
        unit X 04.04 lost=2 supply=isolated
    """
    pos = sketch(SLUG, text)
    assert (attack_of(pos, "X"), defence_of(pos, "X")) == (halved, halved)
    assert steps_left(pos, "X") == printed


@pytest.mark.rule(SLUG, "8.11-5")
def test_several_isolated_formations_are_halved_one_by_one() -> None:
    """5, 3 and 1 count 3, 2 and 1: six together."""
    text = """
        board 7 x 7
        piece A like 6GTC attack=5
        piece B like 6GTC attack=3
        piece C like 6GTC attack=1
        unit A 04.03 supply=isolated
        unit B 05.04 supply=isolated
        unit C 05.05 supply=isolated
        unit 1ssPz 04.04
        phase combat soviet
    """
    pos = sketch(SLUG, text).apply("target 04.04")
    for unit in "ABC":
        pos = pos.apply(f"attack {unit}")
    assert pos.panel is not None
    attack = next(row for row in pos.panel.rows if row.label == "Attack")
    assert [part.amount for part in attack.parts] == [3, 2, 1]
    assert attack.value == "6"


@pytest.mark.rule(SLUG, "8.1-6", "8.1-3", "8.14-5")
@pytest.mark.parametrize("state", ["in", "city", "air", "out", "isolated"])
def test_supply_states_are_open_to_both_sides(state: str) -> None:
    """The enemy's view of a hidden counter shows its supply state, air supply included."""
    pos = sketch(SLUG, f"board 7 x 7\nunit 1ssPz 04.04 supply={state}\nphase combat axis")
    seen = next(c for c in pos.view(SOVIET).counters if c.at == "04.04")
    assert not seen.known
    assert seen.facts["supply"] == state
