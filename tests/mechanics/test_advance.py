"""Advances into vacated hexes and beyond, after the manner of each rulebook.

The map has flat hexes, odd columns lower. The unit stands in 0505, the enemy has left 0504
northward: 0503, 0502, 0501.
"""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Grid
from grognard.mechanics.advance import (
    Trail,
    advances,
    after_first,
    longest,
    stop_after_crossing,
    stop_after_entering,
)
from grognard.mechanics.retreat import Bar, Walk, Ways, no_crossing, no_end, no_entry

GRID = Grid("flat", (1, 9), (1, 9))
START = "0505"
VACATED = "0504"
PATH = (VACATED, "0503", "0502", "0501")


def hexes(text: str) -> Callable[[str], bool]:
    """Is a hex one of these?"""
    return frozenset(text.split()).__contains__


def refused(ways: Ways, hex_: str) -> tuple[str, str]:
    """Rule and sentence of a refusal."""
    refusal = ways.why(hex_)
    assert refusal is not None
    return refusal.rule, refusal.text


def advance(length: int, *bars: Bar, so_far: Walk = ()) -> Ways:
    return advances(START, {VACATED}, length, GRID.neighbours, bars, rule="12.1", so_far=so_far)


def test_the_vacated_hex_comes_first() -> None:
    """No other hex may be the first, and the unit may stay where it is."""
    ways = advance(2)
    assert ways.next_hexes == (VACATED,)
    assert ways.may_stop
    assert refused(ways, "0605") == ("12.1", "an advance begins in the hex that was vacated")


def test_any_vacated_hex_may_be_the_first() -> None:
    """After an attack on two hexes either may be entered."""
    ways = advances(START, {VACATED, "0605", "0101"}, 1, GRID.neighbours, rule="12.1")
    assert set(ways.next_hexes) == {VACATED, "0605"}


def test_the_second_hex_lies_anywhere() -> None:
    """From the vacated hex all neighbours but the hex left are open, and then the way ends."""
    ways = advance(2).after(VACATED)
    assert set(ways.next_hexes) == set(GRID.neighbours(VACATED)) - {START}
    assert ways.may_stop
    assert refused(ways.after("0503"), "0502") == ("12.1", "the way ends in 0503")


@pytest.mark.parametrize("length", [0, 1, 2, 3])
def test_an_advance_has_its_length(length: int) -> None:
    """A unit may go as far as its length, or stop before."""
    assert {len(path) for path in advance(length).paths} == set(range(length + 1))


def test_bars_may_count_from_the_second_hex_on() -> None:
    """The vacated hex is entered even where zones lock; the hex behind it is not."""
    locked = no_entry("12.2-3", "{hex} is locked", hexes(f"{VACATED} 0503"))
    ways = advance(2, after_first(locked))
    assert ways.next_hexes == (VACATED,)
    assert refused(ways.after(VACATED), "0503") == ("12.2-3", "0503 is locked")
    assert not advance(2, locked)


def test_a_river_stops_an_advance() -> None:
    """Across the river only the vacated hex is entered, and no further one."""

    def river(a: str, b: str) -> bool:
        return GRID.hexside(a, b) == "0504/0505"

    ways = advance(3, stop_after_crossing("ADV-4", "the river was crossed into {before}", river))
    assert {len(path) for path in ways.paths} == {0, 1}
    assert refused(ways.after(VACATED), "0503") == ("ADV-4", "the river was crossed into 0504")
    assert not advance(3, no_crossing("12.3", "{before}/{hex} has no bridge", river))


def test_a_zone_stops_an_advance() -> None:
    """A unit that enters an enemy zone in the vacated hex goes no further."""
    zone = stop_after_entering("E12", "{before} is in a zone", hexes(VACATED))
    assert refused(advance(2, zone).after(VACATED), "0503") == ("E12", "0504 is in a zone")
    behind = stop_after_entering("E12", "{before} is in a zone", hexes(f"{START} 0503"))
    assert {len(path) for path in advance(3, behind).paths} == {0, 1, 2, 3}
    assert refused(advance(3, behind, so_far=(VACATED, "0503")), "0502")[0] == "E12"


def test_leaving_a_zone_shortens_an_advance() -> None:
    """An advance of three hexes that leaves one zone hex is two hexes long."""
    zone = hexes(VACATED)

    def extra(walk: Walk) -> int:
        return int(len(walk) > 2 and zone(walk[-2]))

    ways = advances(START, {VACATED}, 3, GRID.neighbours, rule="ADV-3", extra=extra)
    assert {len(path) for path in ways.paths} == {0, 1, 2}
    far = ways.after(VACATED).after("0503")
    assert refused(far, "0502") == ("ADV-3", "0502 is too far to advance")


def pursuit(length: int) -> Ways:
    trail = Trail(PATH, GRID.distance, "5.4.2")
    return advances(
        START,
        {VACATED},
        length,
        GRID.neighbours,
        rule="5.4.6",
        first_rule="5.4.4",
        trail=trail,
    )


def test_pursuit_keeps_to_the_path() -> None:
    """Every hex is on the path of the retreat or next to it; the first is the vacated one."""
    ways = pursuit(3)
    assert refused(ways, "0405")[0] == "5.4.4"
    assert all(min(GRID.distance(h, p) for p in PATH) <= 1 for way in ways.paths for h in way)
    assert (VACATED, "0604", "0603") in ways.paths
    assert max(len(path) for path in ways.paths) == 3
    beside = ways.after(VACATED).after("0604")
    assert refused(beside, "0703") == ("5.4.2", "0703 is too far from the path of the retreat")


def test_an_advance_ends_within_stacking() -> None:
    """A full hex may be passed, but neither ended in nor entered as the last one."""
    full = no_end("5.4-1", "{hex} is full", hexes(VACATED))
    assert not advance(1, full)
    assert refused(advance(1, full), VACATED) == ("5.4-1", "0504 is full")
    ways = advance(2, full).after(VACATED)
    assert ways.next_hexes
    assert not ways.may_stop


@pytest.mark.parametrize(
    ("kinds", "hexes_"),
    [({"towed", "axis"}, 0), ({"soviet", "tank"}, 2), ({"axis", "tank"}, 4), ({"leader"}, 0)],
)
def test_the_first_kind_listed_decides_the_length(kinds: set[str], hexes_: int) -> None:
    """Lengths by type are read in printed order; who is not listed does not advance."""
    lengths = {"towed": 0, "soviet": 2, "foot": 2, "tank": 4, "motorised": 3}
    assert longest(kinds, lengths) == hexes_


@given(st.frozensets(st.sampled_from(GRID.hexes), max_size=30), st.integers(0, 3))
def test_every_part_of_an_advance_is_an_advance(shut: frozenset[str], length: int) -> None:
    """Since a unit may stop anywhere, each path's beginnings are paths too."""
    paths = set(advance(length, no_entry("x", "{hex} is shut", shut.__contains__)).paths)
    assert () in paths
    assert all(path[:-1] in paths for path in paths if path)
    assert all(not shut & set(path) for path in paths)
