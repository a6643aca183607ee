"""4 Victory conditions: sudden death, control, and the count at the end."""

import pytest
from tests.rules.ukraine44.play import fight
from tests.rules.ukraine44.whole import begin, until

from grognard.decisions import Part, total
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.victory import points
from grognard.state import Outcome
from grognard.testing import sketch

SLUG = "ukraine44"

# --- 4.1, 4.2  sudden death, and who holds a city ---------------------------------------

#: Three victory cities: two far off, the third where the fighting is; another city is none.
CITIES = """
    board 12 x 7
    tag victory 01.12 07.12 04.05
    tag city 01.12 07.12 04.05 05.02
"""


@pytest.mark.rule(SLUG, "4.1-1", "4.2-1", "V7")
def test_the_third_city_entered_by_an_advance_wins_at_once() -> None:
    """When an advance brings the third city the game is over before the next combat, and
    although no city has a supply line; points are not counted.
    """
    text = f"""
        {CITIES}
        state held=01.12,07.12
        unit 6GTC 04.04
        piece Weak like Gar-Ternopol defence=1
        unit Weak 04.05
        unit 7GTC 02.02
        unit 1ssPz 02.03
        phase combat soviet
    """
    pos = fight(sketch(SLUG, text), "04.05", "6GTC", dice=6)
    assert pos.outcome is None
    won = pos.apply("select 6GTC")
    assert won.outcome == Outcome(
        SOVIET, "sudden death", "the Soviets hold 01.12, 04.05, 07.12", "4.2-1"
    )
    assert won.actions() == []
    assert pos.apply("pass").outcome is None


@pytest.mark.rule(SLUG, "4.2-1")
@pytest.mark.parametrize(("held", "over"), [("", False), ("01.12", False), ("01.12,07.12", True)])
def test_three_cities_and_not_two(held: str, over: bool) -> None:
    """The first and the second city do not end the game, the third does."""
    fields = f"state held={held}" if held else ""
    text = f"{CITIES}\n{fields}\nunit 6GTC 04.04\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 04.05")
    assert bool(pos.outcome) == over


@pytest.mark.rule(SLUG, "4.2-1", "V7")
def test_a_city_given_back_does_not_count() -> None:
    """The three must be held together: with one lost again the third does not win."""
    text = f"""
        {CITIES}
        state held=01.12,07.12
        unit 6GTC 04.04
        unit 1ssPz 07.11
        turn 2
    """
    pos = sketch(SLUG, f"{text}\nphase movement axis").apply("select 1ssPz").apply("move 07.12")
    assert pos.state.held == {"01.12"}
    held = ",".join(pos.state.held)
    text = text.replace("held=01.12,07.12", f"held={held}").replace("1ssPz 07.11", "1ssPz 07.12")
    later = sketch(SLUG, f"{text}\nphase movement soviet").apply("select 6GTC").apply("move 04.05")
    assert later.state.held == {"01.12", "04.05"}
    assert later.outcome is None


@pytest.mark.rule(SLUG, "V6", "V7", "4.3-16")
def test_a_move_through_the_third_city_ends_in_it() -> None:
    """Passing through is enough: the game stops in that hex, with points left."""
    road = "network road 04.03-04.04-04.05-04.06-04.07"
    text = f"{CITIES}\n{road}\nunit 6GTC 04.03\nphase movement soviet\nstate held=01.12,07.12"
    pos = sketch(SLUG, text).apply("select 6GTC")
    way = pos.way("04.07")
    assert way is not None
    assert "04.05" in way.hexes
    won = pos.apply("move 04.07")
    assert won.outcome is not None
    assert won.outcome.level == "sudden death"
    assert won.unit("6GTC").at == "04.05"


@pytest.mark.rule(SLUG, "4.3-16", "V6")
def test_a_city_passed_through_stays_taken() -> None:
    """A Soviet formation enters and goes on: the city stays Soviet."""
    text = f"{CITIES}\nunit 6GTC 04.04\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 04.05").apply("move 04.06")
    assert pos.at("04.05") == ()
    assert pos.state.held == {"04.05"}


RETREAT = f"""
    {CITIES}
    piece Strong like 1ssPz attack=40
    unit Strong 04.03
    unit 6GTC 04.04
    unit 1Pz 05.05
    unit 6Pz 03.05
    unit 7Pz 03.04
    unit 16Pz 05.04
    turn 2
    phase combat axis
"""


@pytest.mark.rule(SLUG, "V6", "V7")
def test_a_retreat_into_a_city_takes_it_too() -> None:
    """A Soviet formation that retreats into a city holds it; if it is the third, it wins in
    the turn of the Axis.
    """
    one = fight(sketch(SLUG, RETREAT), "04.04", "Strong", dice=4)
    assert one.unit("6GTC").at == "04.05"
    assert one.state.held == {"04.05"}
    third = fight(sketch(SLUG, f"{RETREAT}\nstate held=01.12,07.12"), "04.04", "Strong", dice=4)
    assert third.outcome is not None
    assert third.outcome.winner == SOVIET


@pytest.mark.rule(SLUG, "V6")
def test_a_reinforcement_that_arrives_in_a_city_takes_it() -> None:
    """To arrive is to enter."""
    text = f"{CITIES}\nzone D 04.05\nunit 8/60A arrivals\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 8/60A").apply("place 04.05")
    assert pos.state.held == {"04.05"}


@pytest.mark.rule(SLUG, "4.3-16", "9.3-3", "F8")
def test_a_city_retaken_has_fallen_all_the_same() -> None:
    """The Axis takes a city back by entering it; what has fallen once stays on record."""
    text = f"{CITIES}\nunit 6GTC 04.04\nunit 1ssPz 04.07"
    taken = sketch(SLUG, f"{text}\nphase movement soviet").apply("select 6GTC")
    taken = taken.apply("move 04.05").apply("move 03.04")
    assert taken.state.held == taken.state.fallen == {"04.05"}
    pos = until(taken, "movement", turn=2).apply("select 1ssPz").apply("move 04.05")
    assert pos.state.held == frozenset()
    assert pos.state.fallen == {"04.05"}


@pytest.mark.rule(SLUG, "4.3-15")
def test_other_cities_have_no_owner() -> None:
    """To enter a city without a star changes no record."""
    text = f"{CITIES}\nunit 6GTC 05.03\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 05.02")
    assert (pos.state.held, pos.state.fallen) == (frozenset(), frozenset())


@pytest.mark.rule(SLUG, "4.3-17")
def test_at_the_start_the_axis_holds_all_cities() -> None:
    """Berezhany and Stanislavov stand empty, and are Axis all the same."""
    pos = begin()
    assert pos.at("31.06") == pos.at("18.03") == ()
    assert pos.state.held == frozenset()
    assert not [part for part in points(pos)[SOVIET] if part.rule == "4.3-14"]


# --- 4.3  the count ---------------------------------------------------------------------


def scored(text: str, side: str) -> tuple[Part, ...]:
    """What a side has scored in this position."""
    return points(sketch(SLUG, text))[side]


def ended(text: str) -> Pos:
    """The position after the last Soviet phase of turn 12."""
    return sketch(SLUG, f"{text}\nturn 12\nphase combat soviet").apply("done")


@pytest.mark.rule(SLUG, "4.1-1", "4.3-1", "V5")
@pytest.mark.parametrize(
    ("axis", "soviet", "winner", "level"),
    [(40, 39, AXIS, "points"), (39, 40, SOVIET, "points"), (40, 40, "", "draw")],
)
def test_the_higher_total_wins(axis: int, soviet: int, winner: str, level: str) -> None:
    """After the last turn 40 beats 39 for either side, and 40 against 40 is a draw."""
    pos = ended(
        f"""
        board 3 x 3
        piece Red like 6GTC defence={axis}
        unit Red dead lost={axis}
        piece Grey like 68/1PzA defence={soviet}
        unit Grey dead lost={soviet}
        unit 7GTC 01.01
        """
    )
    reason = f"Axis {axis}, Soviet {soviet} points"
    assert pos.outcome == Outcome(winner, level, reason, "4.3-1")


@pytest.mark.rule(SLUG, "4.3-2", "V1")
def test_soviet_steps_lost() -> None:
    """A dead formation of 5 gives 5 points; a living one with 2 steps lost gives 2, and none
    by the other reading.
    """
    dead = "board 3 x 3\npiece Red like 6GTC defence=5\nunit Red dead lost=5"
    alive = "board 3 x 3\nunit 6GTC 02.02 lost=2"
    off = "option lost_steps_score=false"
    assert total(scored(dead, AXIS)) == total(scored(f"{dead}\n{off}", AXIS)) == 5
    assert total(scored(alive, AXIS)) == 2
    assert scored(f"{alive}\n{off}", AXIS) == ()
    assert scored(dead, SOVIET) == ()


#: A road to source A on the north bank; the Dniester runs between rows 3 and 4, the south
#: bank is rows 1 to 3, with source C; a road joins both.
BANKS = """
    board 9 x 6
    tag axis_source 06.09 01.09
    zone north_bank 04.01 04.02 04.03 04.04 04.05 04.06 04.07 04.08 04.09 05.01 05.02 05.03 05.04
    network road 06.01-06.02-06.03-06.04-06.05-06.06-06.07-06.08-06.09
    network road 01.01-01.02-01.03-01.04-01.05-01.06-01.07-01.08-01.09
"""
DNIESTER = " ".join(f"03.{n:02}/04.{m:02}" for n in range(1, 10) for m in (n - 1, n) if 1 <= m <= 9)


def bank(unit: str, more: str = "") -> str:
    return f"{BANKS}\nhexside dniester {DNIESTER}\n{unit}\n{more}"


@pytest.mark.rule(SLUG, "4.3-3")
def test_an_escaped_panzer_formation_scores_the_steps_it_has_left() -> None:
    """7 steps with 2 lost, on the north bank with a line: 5 points."""
    piece = "piece Grey like 1ssPz defence=7\nunit Grey 04.05 lost=2"
    parts = scored(bank(piece), AXIS)
    assert [(part.amount, part.rule) for part in parts] == [(5, "4.3-3")]


@pytest.mark.rule(SLUG, "4.3-3", "V10")
def test_a_line_over_a_bridge_will_do() -> None:
    """North of the river it does not matter which of the sources the line leads to: with the
    northern one in Soviet hands a bridge brings it to the southern one.
    """
    piece = "unit 1ssPz 04.05\nunit 6GTC 06.09\nunit 7GTC 05.09"
    assert scored(bank(piece), AXIS) == ()
    bridge = "network road 04.05-03.05-02.05-01.05"
    assert total(scored(bank(piece, bridge), AXIS)) == 8


@pytest.mark.rule(SLUG, "4.3-4", "V10")
def test_north_and_supplied_are_both_needed() -> None:
    """South of the river with a line, or north of it without one: nothing."""
    assert scored(bank("unit 1ssPz 02.05"), AXIS) == ()
    cut = "unit 1ssPz 04.05\nunit 6GTC 06.09"
    assert scored(bank(cut), AXIS) == ()


@pytest.mark.rule(SLUG, "V10")
def test_the_north_bank_of_the_map() -> None:
    """A panzer division at Ternopol has escaped, one at Chernovtsy, south of the river, not."""
    north = "unit 1ssPz 33.14"
    south = "unit 1ssPz 04.17"
    assert total(scored(north, AXIS)) == 8
    assert scored(south, AXIS) == ()


@pytest.mark.rule(SLUG, "4.3-5")
@pytest.mark.parametrize("unit", ["9ssPz", "68/1PzA", "357ID", "2Pz/Hun", "Gar-Ternopol"])
def test_nobody_else_scores_for_escaping(unit: str) -> None:
    """Neither infantry of the 1st Panzer Army nor mobile formations of others."""
    assert scored(bank(f"unit {unit} 04.05"), AXIS) == ()


@pytest.mark.rule(SLUG, "V3")
@pytest.mark.parametrize("rescue", ["tag city 04.05", "state air=04.05"])
def test_air_and_city_supply_are_no_escape(rescue: str) -> None:
    """A panzer formation in a city, or reached by air, without a line scores 0 for escape, and
    is not cut off either.
    """
    text = bank("unit 1ssPz 04.05\nunit 6GTC 06.09\nunit 7GTC 01.09", rescue)
    assert scored(text, AXIS) == scored(text, SOVIET) == ()


ALONE = "board 3 x 3\ntag axis_source 01.01\nunit 6GTC 03.03"


@pytest.mark.parametrize(
    ("unit", "lost", "worth"),
    [
        pytest.param("1ssPz", 6, 12, marks=pytest.mark.rule(SLUG, "4.3-6")),
        pytest.param("2Pz/Hun", 6, 12, marks=pytest.mark.rule(SLUG, "4.3-6", "V8")),
        pytest.param("68/1PzA", 5, 5, marks=pytest.mark.rule(SLUG, "4.3-7")),
        pytest.param("18/Hun", 5, 5, marks=pytest.mark.rule(SLUG, "4.3-7", "V8")),
        pytest.param("Gar-Ternopol", 5, 5, marks=pytest.mark.rule(SLUG, "4.3-9")),
    ],
)
def test_a_dead_axis_formation(unit: str, lost: int, worth: int) -> None:
    """2 points for a mobile step, 1 for others; Hungarians like Germans."""
    text = f"{ALONE}\npiece Grey like {unit} defence={lost}\nunit Grey dead lost={lost}"
    for option in ("true", "false"):
        assert total(scored(f"{text}\noption lost_steps_score={option}", SOVIET)) == worth
    assert scored(text, AXIS) == ()


@pytest.mark.parametrize(
    ("unit", "worth"),
    [
        pytest.param("1ssPz", 4, marks=pytest.mark.rule(SLUG, "4.3-6", "V1")),
        pytest.param("68/1PzA", 2, marks=pytest.mark.rule(SLUG, "4.3-7", "V1")),
        pytest.param("Gar-Ternopol", 2, marks=pytest.mark.rule(SLUG, "4.3-9", "V1")),
    ],
)
def test_a_living_axis_formation_with_losses(unit: str, worth: int) -> None:
    """Two steps lost of a formation that lives score too, unless the option is off."""
    text = f"{ALONE}\nunit {unit} 01.02 lost=2"
    assert total(scored(text, SOVIET)) == worth
    assert scored(f"{text}\noption lost_steps_score=false", SOVIET) == ()


@pytest.mark.rule(SLUG, "4.3-8", "V8")
def test_a_tiger_that_died_with_its_formation() -> None:
    """3 points besides the steps; a Tiger in its box, with a formation or not yet come: none."""
    dead = "piece Grey like 1ssPz defence=6\nunit Grey dead lost=6\nunit Tiger503 dead"
    parts = scored(f"{ALONE}\n{dead}", SOVIET)
    assert [(part.amount, part.rule) for part in parts] == [(12, "4.3-6"), (3, "4.3-8")]
    for spot in ("tiger", "arrivals"):
        assert scored(f"{ALONE}\nunit Tiger503 {spot}", SOVIET) == ()
    held = f"{ALONE}\nunit 1ssPz 01.02 tiger=Tiger503\nunit Tiger503 attached"
    assert scored(held, SOVIET) == ()


# --- 4.3  cut off at the end ------------------------------------------------------------

#: A corner without any line: nothing is a source of the Axis here.
CUT_OFF = "board 9 x 3\nunit 6GTC 03.09\npiece Grey like 68/1PzA defence=6"


@pytest.mark.rule(SLUG, "4.3-10", "V8")
@pytest.mark.parametrize("lost", [0, 2])
@pytest.mark.parametrize("option", ["true", "false"])
def test_a_formation_without_supply_scores_all_its_steps_once(lost: int, option: str) -> None:
    """6 steps of infantry are 6 points, also if 2 were lost before: not 8, not 4."""
    text = f"{CUT_OFF}\nunit Grey 02.02 lost={lost}\noption lost_steps_score={option}"
    parts = scored(text, SOVIET)
    assert [(part.amount, part.rule) for part in parts] == [(6, "4.3-10")]


@pytest.mark.rule(SLUG, "4.3-10", "V2")
@pytest.mark.parametrize("supply", ["in", "out", "isolated", "air", "city"])
def test_supply_is_traced_anew_at_the_end(supply: str) -> None:
    """What the last check found does not matter: an isolated formation that has a line now is
    not cut off, one in supply by its state and without a line is.
    """
    unit = f"unit Grey 02.02 supply={supply}"
    assert total(scored(f"{CUT_OFF}\n{unit}", SOVIET)) == 6
    assert (
        scored(f"{CUT_OFF}\ntag axis_source 01.01\nnetwork road 01.01-01.02\n{unit}", SOVIET) == ()
    )


@pytest.mark.rule(SLUG, "V2")
def test_the_count_comes_after_the_last_soviet_move() -> None:
    """A Soviet formation that cuts the line in the last phase cuts off at the end."""
    text = f"""
        {CUT_OFF}
        tag axis_source 01.01
        network road 01.01-01.02
        unit Grey 02.02
        unit 7GTC 03.01
        turn 12
    """
    free = sketch(SLUG, f"{text}\nphase combat soviet").apply("done")
    assert free.outcome is not None
    assert free.outcome.reason == "Axis 0, Soviet 0 points"
    # Combat first: the Movement Phase is the last one.
    moved = sketch(SLUG, f"{text}\nphase combat-first soviet").apply("done")
    assert moved.top.tag == "movement"
    cut = moved.apply("select 7GTC").apply("move 02.01").apply("done")
    assert cut.outcome is not None
    assert cut.outcome.reason == "Axis 0, Soviet 6 points"


@pytest.mark.rule(SLUG, "4.3-11", "V9")
@pytest.mark.parametrize(
    "rescue",
    ["tag axis_source 01.01\nnetwork road 01.01-01.02", "state air=02.04", "tag city 02.02"],
)
def test_one_kind_of_supply_saves(rescue: str) -> None:
    """A ground line, the air supply marker or a city: any of them is enough."""
    text = f"{CUT_OFF}\nunit Grey 02.02"
    assert total(scored(text, SOVIET)) == 6
    assert scored(f"{text}\n{rescue}", SOVIET) == ()


@pytest.mark.rule(SLUG, "V9")
def test_the_marker_counts_where_it_lies() -> None:
    """In its box, or covered by a Soviet zone, it saves nobody; and nobody is asked to shift
    it before the count.
    """
    text = f"{CUT_OFF}\nunit Grey 02.02"
    assert total(scored(f"{text}\nstate air=air_supply", SOVIET)) == 6
    assert total(scored(f"{text}\nstate air=02.04\nunit 7GTC 02.05", SOVIET)) == 6
    pos = ended(f"{text}\nstate air=air_supply")
    assert pos.outcome is not None
    assert pos.outcome.reason == "Axis 0, Soviet 6 points"


@pytest.mark.rule(SLUG, "4.3-12")
def test_a_tiger_is_not_scored_for_a_formation_cut_off() -> None:
    """A panzer formation of 6 without supply is 12 points, with or without a Tiger."""
    text = f"""
        {CUT_OFF}
        piece Panzer like 1ssPz defence=6
        unit Panzer 02.02 tiger=Tiger503
        unit Tiger503 attached
    """
    assert total(scored(text, SOVIET)) == 12


@pytest.mark.rule(SLUG, "V8")
def test_who_never_came_scores_nothing() -> None:
    """Reinforcements still off the map count for nobody."""
    text = "board 3 x 3\nunit 6GTC 03.03\nunit 9ssPz arrivals\nunit 8/60A arrivals"
    assert scored(text, SOVIET) == scored(text, AXIS) == ()


@pytest.mark.rule(SLUG, "4.3-10")
def test_soviets_without_supply_score_for_nobody() -> None:
    """Only Axis formations are scored for being cut off."""
    assert scored("board 3 x 3\nunit 6GTC 02.02", AXIS) == ()


# --- 4.3  the air supply marker and the cities ------------------------------------------


@pytest.mark.rule(SLUG, "4.3-13")
def test_the_marker_overrun() -> None:
    """10 points at the end for a marker that was overrun in turn 5; none for one removed."""
    text = """
        board 5 x 3
        unit 6GTC 02.01
        state air=02.02
        turn 5
        phase movement soviet
    """
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 02.02")
    assert pos.state.air == "lost"
    assert [(p.amount, p.rule) for p in points(pos)[SOVIET]] == [(10, "4.3-13")]
    assert scored("board 5 x 3\nunit 6GTC 02.01\nstate air=air_supply", SOVIET) == ()


CITY = """
    board 12 x 3
    tag city 02.02
    tag victory 02.02
    tag soviet_source 02.12
    network road 02.02-02.03-02.04-02.05-02.06-02.07-02.08-02.09-02.10-02.11-02.12
    state held=02.02
"""


@pytest.mark.rule(SLUG, "4.3-14", "V4")
def test_a_city_held_with_a_line_scores_ten() -> None:
    """Nobody has to be in it, and it may lie in an Axis zone; with the road cut it scores
    nothing, for a city does not supply itself.
    """
    beside = "unit 68/1PzA 02.01"
    cut = "unit 357ID 02.09"
    assert [(p.amount, p.rule) for p in scored(CITY, SOVIET)] == [(10, "4.3-14")]
    pos = sketch(SLUG, f"{CITY}\n{beside}")
    assert pos.columns.zones(AXIS, "02.02") > 0
    assert (10, "4.3-14") in {(p.amount, p.rule) for p in points(pos)[SOVIET]}
    for garrison in ("", "unit 6GTC 02.02"):
        parts = scored(f"{CITY}\n{cut}\n{garrison}", SOVIET)
        assert "4.3-14" not in {part.rule for part in parts}


@pytest.mark.rule(SLUG, "4.3-14")
def test_a_city_of_the_axis_scores_nothing() -> None:
    """Only cities that the Soviets control score, and the Axis has none for its own."""
    text = CITY.replace("state held=02.02", "")
    assert scored(text, SOVIET) == scored(text, AXIS) == ()


@pytest.mark.rule(SLUG, "4.3-1")
def test_the_log_of_the_count_has_every_term() -> None:
    """At the end both sides' points are told, with parts that add up."""
    pos = ended(f"{CUT_OFF}\nunit Grey 02.02\nunit 7GTC 03.08 lost=2\nstate air=lost")
    told = {event.side: event for event in pos.events if event.kind == "points"}
    assert [part.amount for part in told[AXIS].parts] == [2]
    assert [part.amount for part in told[SOVIET].parts] == [6, 10]
    assert str(told[SOVIET]) == "Soviet victory points: 16."
