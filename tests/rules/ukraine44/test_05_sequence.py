"""5 Sequence of play."""

import pytest
from tests.rules.ukraine44.play import attack, denied, fight, offered
from tests.rules.ukraine44.whole import begin, idle, idling, until

from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.turn import Turn
from grognard.testing import sketch

SLUG = "ukraine44"

SUPPLY = [("air supply", AXIS), ("tigers", AXIS)]
AXIS_TURN = [("movement", AXIS), ("combat", AXIS), ("mobile movement", AXIS)]
SOVIET_TURN = [("soviet turn", SOVIET), ("movement", SOVIET), ("combat", SOVIET)]


def questions(turn: int) -> list[tuple[str, str]]:
    """What is asked of whom on a turn on which nobody does anything."""
    asked = (pos for pos in idling(begin()) if not pos.outcome)
    return [(pos.top.tag, pos.side) for pos in asked if pos.turn == turn]


# --- 5.1  the turn ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.1-1", "5.1-3")
@pytest.mark.parametrize("turn", [2, 12])
def test_the_order_of_a_turn(turn: int) -> None:
    """Supply Check, then the Axis with movement, combat and mobile movement, then the Soviets."""
    assert questions(turn) == SUPPLY + AXIS_TURN + SOVIET_TURN


@pytest.mark.rule(SLUG, "5.1-5", "5.1-6")
def test_twelve_turns_and_then_the_count() -> None:
    """Each turn is followed by the next; after the 12th points decide, and there is no 13th."""
    game = list(idling(begin()))
    turns = [pos.turn for pos in game]
    assert sorted(set(turns)) == list(range(1, 13))
    assert turns == sorted(turns)
    last = game[-1]
    assert last.outcome is not None
    assert (last.outcome.level, last.outcome.rule) == ("points", "4.3-1")
    assert last.turn == 12
    assert (game[-2].top.tag, game[-2].side) == ("combat", SOVIET)


@pytest.mark.rule(SLUG, "5.1-5")
def test_the_next_turn_is_told() -> None:
    """When the marker moves on the log says so."""
    pos = next(p for p in idling(begin()) if p.turn == 2)
    assert [str(event) for event in pos.events] == ["Turn 2 begins."]


# --- 5.1  the four steps of the Supply Check --------------------------------------------


def supply_check(text: str) -> Pos:
    """The first question of a turn that begins in this position."""
    return sketch(SLUG, f"{text}\nturn 2", agenda=[Turn()], run=True)


@pytest.mark.rule(SLUG, "5.1-2", "S1")
def test_the_marker_is_used_before_the_axis_checks() -> None:
    """Placed in 1B it supplies in 1C of the same turn."""
    pos = supply_check("board 9 x 5\nunit 1ssPz 03.03")
    assert pos.top.tag == "air supply"
    assert pos.apply("place 03.05").unit("1ssPz").supply == "air"
    assert pos.apply("pass").unit("1ssPz").supply == "out"


ROAD = "board 9 x 5\nnetwork road 02.01-02.02-02.03-02.04-02.05-02.06-02.07-02.08-02.09"


@pytest.mark.rule(SLUG, "5.1-2", "S12")
def test_the_axis_check_knows_what_the_soviet_check_found() -> None:
    """A Soviet formation isolated in 1A has no zone in 1C; one that is only out of supply
    still cuts the road.
    """
    text = f"{ROAD}\ntag axis_source 02.09\nunit 1ssPz 02.01\nunit 6GTC 03.05 supply={{supply}}"
    isolated = supply_check(text.format(supply="out")).apply("pass")
    assert (isolated.unit("6GTC").supply, isolated.unit("1ssPz").supply) == ("isolated", "in")
    out = supply_check(text.format(supply="in")).apply("pass")
    assert (out.unit("6GTC").supply, out.unit("1ssPz").supply) == ("out", "out")


@pytest.mark.rule(SLUG, "S12")
def test_the_soviet_check_knows_the_axis_states_of_last_turn() -> None:
    """In 1A an Axis formation isolated last turn has no zone, though 1C will supply it; one
    that was out of supply has one, though 1C will isolate it.
    """
    text = f"{ROAD}\ntag soviet_source 02.09\nunit 6GTC 02.01\nunit 1ssPz 03.05 supply={{supply}}"
    supplied = f"{text}\ntag axis_source 05.05\nnetwork road 05.05-04.05"
    pos = supply_check(supplied.format(supply="isolated")).apply("pass")
    assert (pos.unit("6GTC").supply, pos.unit("1ssPz").supply) == ("in", "in")
    pos = supply_check(text.format(supply="out")).apply("pass")
    assert (pos.unit("6GTC").supply, pos.unit("1ssPz").supply) == ("out", "isolated")


@pytest.mark.rule(SLUG, "S12")
def test_a_side_is_checked_at_one_moment() -> None:
    """A friend that is found isolated opens its hex for another's line all the same, whatever
    the order of the list.
    """
    text = f"""
        {ROAD}
        tag soviet_source 02.09
        unit 1ssPz 03.05
        unit 7GTC 02.04 supply=isolated
        unit 6GTC 02.05 supply=isolated
        unit 9MC 02.06 supply=isolated
        unit 4GTC 02.01 supply=isolated
    """
    pos = supply_check(text)
    assert {pos.unit(u).supply for u in ("4GTC", "7GTC", "6GTC", "9MC")} == {"in"}


@pytest.mark.rule(SLUG, "5.1-2")
def test_tigers_come_after_the_axis_check() -> None:
    """A formation found out of supply in 1C cannot receive a Tiger in 1D."""
    text = f"{ROAD}\ntag axis_source 02.09\nunit 1ssPz 02.02\nunit 1Pz 05.01\nunit 6GTC 05.03"
    pos = supply_check(f"{text}\nunit Tiger503 tiger").apply("pass")
    assert pos.top.tag == "tigers"
    assert pos.unit("1Pz").supply == "in"
    cut = supply_check(f"{text}\nunit 7GTC 03.01\nunit Tiger503 tiger").apply("pass")
    assert (cut.unit("1ssPz").supply, cut.unit("1Pz").supply) == ("in", "out")
    choice = cut.apply("select Tiger503")
    assert offered(choice, "join") == {"1ssPz"}
    assert denied(choice, "join 1Pz") == "12.3-2"


@pytest.mark.rule(SLUG, "S1", "9.5-1")
def test_entry_hexes_are_judged_in_the_movement_phase() -> None:
    """An Axis formation on entry hex D that dies in the Combat Phase before it does not keep
    the 60th Army out; one that lives does.
    """
    text = """
        board 5 x 5
        zone D 03.03
        unit 8/60A arrivals
        unit 6GTC 03.02
        piece Grey like 68/1PzA defence={defence}
        unit Grey 03.03
        phase combat-first soviet
    """
    dead = fight(sketch(SLUG, text.format(defence=1)), "03.03", "6GTC", dice=6)
    movement = until(dead.apply("pass"), "movement")
    assert movement.side == SOVIET
    assert movement.why_not("select 8/60A") is None
    alive = sketch(SLUG, text.format(defence=9)).apply("done")
    assert denied(alive, "select 8/60A") == "9.5-1"


# --- what the Supply Check asks ---------------------------------------------------------


@pytest.mark.rule(SLUG, "S13")
def test_a_supply_check_without_a_question() -> None:
    """With the marker lost and no Tiger in play the turn begins with Axis movement."""
    text = "board 5 x 3\nunit 1ssPz 02.02\nunit 6GTC 01.05\nstate air=lost"
    pos = supply_check(text)
    assert (pos.top.tag, pos.side) == ("movement", AXIS)
    assert pos.unit("6GTC").supply == "out"


@pytest.mark.rule(SLUG, "S13")
@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ("state air=air_supply", ["air supply"]),
        ("state air=02.03", ["air supply"]),
        ("state air=lost\nunit Tiger503 tiger", ["tigers"]),
        ("state air=02.03\nunit Tiger503 tiger", ["air supply", "tigers"]),
    ],
)
def test_what_the_supply_check_asks(more: str, asked: list[str]) -> None:
    """1B asks while there is a marker, 1D while there is a Tiger; both ask the Axis."""
    pos = supply_check(f"board 5 x 3\nunit 1ssPz 02.02\nunit 6GTC 01.05\n{more}")
    found = []
    while pos.top.tag != "movement":
        assert pos.side == AXIS
        found.append(pos.top.tag)
        pos = idle(pos)
    assert found == asked


@pytest.mark.rule(SLUG, "S13")
def test_the_check_of_the_axis_asks_between_city_and_air_only() -> None:
    """1C asks for a formation with a Tiger in a city that the marker reaches, and only then."""
    city = "board 5 x 3\ntag city 02.02\nunit 6GTC 01.05\nstate air=02.03"
    with_tiger = f"{city}\nunit 1ssPz 02.02 tiger=Tiger503\nunit Tiger503 attached"
    assert supply_check(with_tiger).apply("pass").top.tag == "city or air"
    assert supply_check(f"{city}\nunit 1ssPz 02.02").apply("pass").top.tag == "movement"


# --- 5.2  the first turn ----------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.2-1", "S6")
def test_turn_1_is_the_soviets_alone() -> None:
    """No Supply Check, no Axis turn: the Axis is asked nothing, nor about Tigers nor air."""
    assert questions(1) == SOVIET_TURN


@pytest.mark.rule(SLUG, "S6")
def test_from_turn_2_the_axis_is_asked_about_tigers_and_air() -> None:
    """On turn 2 the marker may be placed and a Tiger attached or detached."""
    air = until(begin(), "air supply")
    assert air.turn == 2
    assert offered(air, "place")
    tigers = until(air, "tigers")
    assert tigers.turn == 2
    assert offered(tigers, "drop") == {"Tiger503", "Tiger509"}


@pytest.mark.rule(SLUG, "5.1-4", "5.2-2", "5.3-1")
@pytest.mark.parametrize("turn", [1, 2, 7])
@pytest.mark.parametrize("earlier", ["movement", "combat"])
def test_both_orders_are_offered_on_every_turn(turn: int, earlier: str) -> None:
    """Movement or combat first, whatever was chosen before."""
    pos = begin()
    while pos.turn < turn or pos.top.tag != "soviet turn":
        pos = pos.apply(f"choose {earlier}") if pos.top.tag == "soviet turn" else idle(pos)
    assert offered(pos, "choose") == {"movement", "combat"}


@pytest.mark.rule(SLUG, "5.2-3")
def test_all_are_in_supply_at_the_start() -> None:
    """When the game begins no formation has a marker for supply."""
    pos = begin()
    assert {unit.supply for unit in pos.state.units} == {"in"}


# --- 5.3  the order of the Soviet phases ------------------------------------------------


@pytest.mark.rule(SLUG, "5.1-4", "5.3-2", "S11")
@pytest.mark.parametrize(("first", "second"), [("movement", "combat"), ("combat", "movement")])
def test_the_second_phase_is_the_other_one(first: str, second: str) -> None:
    """Either phase may be passed at once; the other one follows, then the turn is over."""
    pos = begin().apply(f"choose {first}")
    assert pos.top.tag == first
    assert pos.why_not("choose movement") is not None
    pos = pos.apply("done")
    assert (pos.top.tag, pos.side) == (second, SOVIET)
    assert pos.apply("done").turn == 2


@pytest.mark.rule(SLUG, "S11")
def test_the_order_is_told_to_both_sides() -> None:
    """The choice is open: the Axis reads it in its log."""
    pos = begin().apply("choose combat")
    told = [pos.game.mask.event(pos.state, event, AXIS) for event in pos.events]
    assert [str(event) for event in told] == ["The Soviets begin with combat."]


def artillery(pos: Pos) -> bool:
    """Does the first attack that is possible have artillery support?"""
    target = min(offered(pos, "target"))
    unit = min(offered(pos.apply(f"target {target}"), "attack"))
    panel = attack(pos, target, unit).panel
    assert panel is not None
    return any(part.rule == "11.15-1" for row in panel.rows for part in row.parts)


@pytest.mark.rule(SLUG, "S11", "11.15-1")
def test_artillery_support_is_for_that_turn_alone() -> None:
    """A turn that begins with combat has it, the next one with movement first has not."""
    pos = begin().apply("choose combat")
    assert artillery(pos)
    later = until(pos, "soviet turn", turn=2).apply("choose movement").apply("done")
    assert (later.top.tag, later.turn) == ("combat", 2)
    assert not artillery(later)


#: Combat first: one attacker beside a weak enemy, one formation that does not attack.
FIRST = """
    board 7 x 5
    unit 6GTC 03.03
    unit 7GTC 01.01
    piece Weak like 68/1PzA defence=1
    unit Weak 03.04
    phase combat-first soviet
"""


@pytest.mark.rule(SLUG, "5.3-3", "S2")
@pytest.mark.parametrize("choice", ["select 6GTC", "pass"])
def test_who_attacked_stays_where_it_is(choice: str) -> None:
    """After combat an attacker may not move, advanced or not; one that did not attack may."""
    pos = fight(sketch(SLUG, FIRST), "03.04", "6GTC", dice=6).apply(choice).apply("done")
    assert pos.top.tag == "movement"
    assert offered(pos, "select") == {"7GTC"}
    assert denied(pos, "select 6GTC") == "10.6-1"


@pytest.mark.rule(SLUG, "5.3-3")
def test_with_movement_first_all_may_move_and_fight() -> None:
    """The ban is for combat first: a formation that moved may attack afterwards."""
    pos = sketch(SLUG, FIRST.replace("combat-first", "movement")).apply("select 6GTC")
    pos = pos.apply("move 02.03").apply("done")
    assert pos.apply("target 03.04").why_not("attack 6GTC") is None


@pytest.mark.rule(SLUG, "S2")
def test_to_have_been_attacked_is_no_bar() -> None:
    """A Soviet formation that the Axis attacked may move in the Soviet turn, combat first."""
    text = "board 7 x 5\nunit 6GTC 03.03\nunit 68/1PzA 03.04\nturn 2\nphase combat axis"
    pos = fight(sketch(SLUG, text), "03.03", "68/1PzA", dice=1)
    pos = until(pos, "soviet turn").apply("choose combat").apply("done")
    assert "6GTC" in offered(pos, "select")
