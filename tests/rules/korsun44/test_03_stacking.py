"""3.2 Stacking: eight levels in a hex."""

import pytest
from tests.rules.korsun44.field import GAME, SLUG, moving, of, reached, stopped
from tests.rules.korsun44.test_setup import begun, to

from grognard.games.korsun44.stacking import crowded
from grognard.games.korsun44.state import SOVIET, Pos
from grognard.games.korsun44.zones import room

RIFLES = ("62GRD", "69GRD", "31RD")


@pytest.mark.rule(SLUG, "3.2.1", "3.2.2", "D14")
def test_eight_levels_and_no_ninth() -> None:
    """Three divisions of two levels, an HQ and a gun are eight; nobody ends a move with them."""
    units = [f"unit {unit} 0505" for unit in (*RIFLES, "HQ-4GA", "1Art-4GA")]
    pos = moving(SOVIET, *units, "unit HQ-53A 0506")
    assert room(pos, SOVIET, "0505") == 0
    assert crowded(pos, SOVIET) == ()
    pos = pos.apply("select HQ-53A")
    assert of(pos.why_not("move 0505")) == "3.2.1"


@pytest.mark.rule(SLUG, "3.2.1")
def test_levels_that_were_lost_do_not_count() -> None:
    """Four reduced divisions have room for two whole ones, together."""
    units = [f"unit {unit} 0505 lost=1" for unit in (*RIFLES, "375RD")]
    pos = moving(SOVIET, *units, "unit 25GRD 0506", "unit 66GRD 0506", "unit 14GRD 0506")
    pair = pos.apply("select 25GRD").apply("join 66GRD")
    assert "0505" in reached(pair)
    assert "0505" not in reached(pair.apply("join 14GRD"))


def first_turn() -> Pos:
    """The first Soviet Movement Phase of Korsun 1944."""
    pos = to(begun(GAME), "soviet deployment").apply("done")
    while pos.top.tag != "movement":
        pos = pos.apply("done")
    return pos


@pytest.mark.rule(SLUG, "B6", "3.2.1")
def test_the_printed_overstack_must_be_cured_at_once() -> None:
    """6022 begins with nine levels: the phase does not end, nobody digs or waits there, and when
    one unit has left all is well.
    """
    pos = first_turn()
    assert crowded(pos, SOVIET) == ("6022",)
    assert of(pos.why_not("done")) == "3.2.1"
    tanks = pos.apply("select 8G-XX")
    assert of(tanks.why_not("choose dig")) == "3.2.1"
    assert of(tanks.why_not("choose mark")) == "3.2.1"
    after = stopped(tanks.apply("move 6122"))
    assert after.why_not("done") is None


@pytest.mark.rule(SLUG, "B6", "3.2.1")
def test_nobody_stops_for_good_in_a_hex_that_is_too_full() -> None:
    """A gun that has limbered there drives on, and leaves nobody behind who has acted."""
    pos = first_turn().apply("select 3Art-4GA").apply("join 8G-XX").apply("choose transport")
    assert of(pos.why_not("stop")) == "3.2.1"
    assert of(pos.why_not("drop 8G-XX")) == "3.2.1"
    assert pos.why_not("move 6122") is None
