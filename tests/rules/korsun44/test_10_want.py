"""10.2 Out of supply: levels, what they cost, surrender, and how they end."""

from typing import Any

import pytest
from tests.rules.korsun44.field import SLUG, moving, of
from tests.rules.korsun44.test_10_lines import TOWN

from grognard.games.korsun44.state import DEAD, GERMAN, Pos
from grognard.games.korsun44.supply import in_supply, is_wanting, level, raise_want
from grognard.testing import sketch


def supply_phase(*lines: str, dice: tuple[int, ...] = (), option: str = "") -> Pos:
    """The German Supply Phase on a strip with its base at 0100, carried out with these dice."""
    text = "\n".join(["board 1 x 30", "turn 5", *TOWN, *lines, option, "phase supply german"])
    pos: Pos = sketch(SLUG, text)
    return pos.game.hand(pos, dice=dice).begin()


CUT = "unit 80-34 0115"


@pytest.mark.rule(SLUG, "10.2.1", "2.2-P6-1")
def test_without_a_line_a_unit_is_at_level_one() -> None:
    """From the first Supply Phase on; the unit at the base stays without a marker."""
    pos = supply_phase(CUT, "unit 107-34 0101")
    assert (level(pos, "80-34"), level(pos, "107-34")) == (1, 0)


@pytest.mark.rule(SLUG, "10.1.2")
def test_levels_change_in_the_supply_phase_of_the_owner_alone() -> None:
    """A unit without a line is at 0 until then."""
    text = "\n".join(["board 1 x 30", "turn 5", *TOWN, CUT, "phase supply soviet"])
    pos = sketch(SLUG, text, run=True)
    assert not in_supply(pos, "80-34")
    assert level(pos, "80-34") == 0


@pytest.mark.rule(SLUG, "G1", "10.2.1")
def test_want_does_not_grow_by_itself() -> None:
    """A unit at 3 stays at 3; with the option it rises to 4."""
    assert level(supply_phase(f"{CUT} want=3", dice=(6, 6)), "80-34") == 3
    rising: dict[str, Any] = {"dice": (6, 6), "option": "option oos_rises=true"}
    assert level(supply_phase(f"{CUT} want=3", **rising), "80-34") == 4
    assert level(supply_phase(CUT, **rising), "80-34") == 1


@pytest.mark.rule(SLUG, "10.2.2")
def test_want_halves_movement() -> None:
    """Four points become two."""
    pos = moving(GERMAN, "unit 80-34 0505 want=1").apply("select 80-34")
    assert "(2 points left)" in pos.prompt


@pytest.mark.rule(SLUG, "10.2.3", "10.2.3-ex", "10.2.5")
def test_who_pushes_has_all_points_and_more_want() -> None:
    """For one level; before anything has been done; at once."""
    pos = moving(GERMAN, "unit 80-34 0505 want=1").apply("select 80-34")
    pushed = pos.apply("choose push")
    assert "(4 points left)" in pushed.prompt
    assert level(pushed, "80-34") == 2
    assert of(pushed.why_not("choose push")) == "10.2.3"
    fresh = moving(GERMAN, "unit 80-34 0505").apply("select 80-34")
    assert of(fresh.why_not("choose push")) == "10.2.3"


@pytest.mark.rule(SLUG, "10.2.3")
def test_who_has_pushed_has_acted() -> None:
    """Stopping where it is, it does not move again, and pays."""
    pos = moving(GERMAN, "unit 80-34 0505 want=1", "unit 107-34 0705").apply("select 80-34")
    pos = pos.apply("choose push").apply("stop")
    assert of(pos.why_not("select 80-34")) == "3.1.6"


@pytest.mark.rule(SLUG, "10.2.4", "10.2.5")
def test_combat_raises_want_of_those_without_supply() -> None:
    """By one for a failed attack, by one for a hit; nothing happens to a unit in supply."""
    pos = sketch(SLUG, "board 1 x 30\nunit 80-34 0105 want=1\nunit 107-34 0106")
    hand = pos.game.hand(pos)
    for unit in ("80-34", "107-34"):
        raise_want(hand, unit, rule="10.2.3")
        raise_want(hand, unit, rule="10.2.4")
    assert (level(hand.now, "80-34"), level(hand.now, "107-34")) == (3, 0)


@pytest.mark.rule(SLUG, "10.2.6", "2.2-P6-2")
@pytest.mark.parametrize(("dice", "lives"), [((2, 2), False), ((2, 3), True)])
def test_surrender(dice: tuple[int, int], lives: bool) -> None:
    """At level 5 a unit gives up with a 4 and stays with a 5."""
    pos = supply_phase(f"{CUT} want=5", dice=dice)
    assert (pos.unit("80-34").at != DEAD) == lives
    assert (level(pos, "80-34") == 5) == lives


@pytest.mark.rule(SLUG, "G3")
def test_who_has_just_been_cut_off_rolls_and_cannot_fail() -> None:
    """Not with two ones either."""
    pos = supply_phase(CUT, dice=(1, 1))
    rolled = [event for event in pos.events if event.kind == "surrender"]
    assert [event.dice for event in rolled] == [(1, 1)]
    assert pos.unit("80-34").at == "0115"


@pytest.mark.rule(SLUG, "10.2.7", "10.2.8", "10.2.8-ex", "G2")
def test_a_line_takes_four_levels_off() -> None:
    """5, then 1 and still at half, then none; no test is made with a line."""
    pos = supply_phase("unit 80-34 0101 want=5")
    assert (level(pos, "80-34"), is_wanting(pos, "80-34")) == (1, True)
    assert not any(event.kind == "surrender" for event in pos.events)
    again = supply_phase("unit 80-34 0101 want=1")
    assert (level(again, "80-34"), is_wanting(again, "80-34")) == (0, False)
    assert level(supply_phase("unit 80-34 0101 want=4"), "80-34") == 0


@pytest.mark.rule(SLUG, "G16")
def test_off_the_map_everybody_is_supplied() -> None:
    """A unit at level 5 that has left is at 1 after a Supply Phase."""
    assert level(supply_phase("unit 80-34 off_B want=5"), "80-34") == 1


@pytest.mark.rule(SLUG, "H7", "10.2.6")
def test_who_surrenders_counts_as_destroyed() -> None:
    """With all its levels, each once."""
    pos = supply_phase(f"{CUT} want=13 lost=1")
    assert pos.unit("80-34").lost == 2
