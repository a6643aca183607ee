"""27.1 The Central Front: its roll and its half hexes."""

import pytest
from tests.rules.ukraine43.turns import SLUG, events, opened, start

from grognard.games.ukraine43.central_front import beneath
from grognard.games.ukraine43.sequence import Turn
from grognard.games.ukraine43.state import Pos
from grognard.testing import sketch


def on_turn(turn: int, half_hexes: int = 0, *dice: int, scenario: str = "campaign") -> Pos:
    """A game turn that begins, up to the first question."""
    pos = start(scenario, turn=turn, half_hexes=half_hexes)
    return opened(pos, Turn.begun(pos), dice=dice)


@pytest.mark.rule(SLUG, "3.B-1", "27.1-1")
def test_the_roll_begins_on_turn_six() -> None:
    """No die on turn 5, one on turn 6."""
    assert not events(on_turn(5), "central front")
    assert [e.dice for e in events(on_turn(6, 0, 4), "central front")] == [(4,)]


@pytest.mark.rule(SLUG, "27.1-1")
@pytest.mark.parametrize(("die", "gained"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_what_a_die_gains(die: int, gained: int) -> None:
    """1 and 2 nothing, 3 to 5 one half hex, 6 two."""
    assert on_turn(6, 0, die).state.half_hexes == gained


@pytest.mark.rule(SLUG, "27.1-2")
def test_half_hexes_come_in_the_order_of_the_alphabet() -> None:
    """With A and B held a 3 gives C, a 6 gives C and D."""
    (one,) = events(on_turn(6, 2, 3), "central front")
    (two,) = events(on_turn(6, 2, 6), "central front")
    assert str(one) == "The Central Front gains C."
    assert str(two) == "The Central Front gains C and D."


@pytest.mark.rule(SLUG, "T-6")
def test_after_the_last_half_hex_nobody_rolls() -> None:
    """With nine a 6 gives one; with ten no die is thrown."""
    assert on_turn(6, 9, 6).state.half_hexes == 10
    assert not events(on_turn(6, 10), "central front")


@pytest.mark.rule(SLUG, "T-6", "27.2-1")
def test_what_half_hexes_open() -> None:
    """A opens 3201, 3301 and 3401, J opens 1401, 1501 and 1601."""
    first = sketch(SLUG, "state half_hexes=1")
    assert set(beneath(first)) == {"3201", "3301", "3401"}
    last = {h for h, letter in beneath(sketch(SLUG, "state half_hexes=10")).items()}
    ninth = set(beneath(sketch(SLUG, "state half_hexes=9")))
    assert last - ninth == {"1401", "1501"}
    assert {"1401", "1501", "1601"} <= last


@pytest.mark.rule(SLUG, "27.2-1")
def test_half_hexes_are_no_hexes() -> None:
    """There is no such place on the map that a unit could be moved to."""
    pos = sketch(SLUG, "state half_hexes=10")
    assert not any(name in pos.board.grid or name in pos.board.boxes for name in "ABCDEFGHIJ")


def test_the_short_scenario_does_without() -> None:
    """Rumyantsev has no Central Front: no die on turn 6."""
    assert not events(on_turn(6, scenario="rumyantsev"), "central front")
