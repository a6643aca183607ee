import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.lab.axes import Frame, Scale, plain_number, round_ticks
from grognard.lab.plots import Said, ShareRow, binned, shares, uses
from grognard.lab.stats import wilson
from grognard.lab.summary import Party, Use

numbers = st.floats(-1e6, 1e6, allow_nan=False)
SAID = Said("title", "about")


@given(numbers, numbers, st.integers(3, 12))
def test_ticks_are_round_and_span_the_range(a: float, b: float, most: int) -> None:
    """They begin at or below the least, end at or above the greatest, and are even."""
    low, high = sorted((a, b))
    ticks = round_ticks(low, high, most)
    step = ticks[1] - ticks[0]
    assert ticks[0] <= low + 1e-6 * step
    assert ticks[-1] >= high - 1e-6 * step
    assert len(ticks) <= most + 2
    assert f"{step:.0e}"[0] in "125"


def test_ticks_that_anybody_would_choose() -> None:
    """0 to 100 by twenties, 0 to 3 by ones."""
    assert round_ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert round_ticks(0, 3) == [0, 1, 2, 3]
    assert round_ticks(5, 5) == pytest.approx([5, 5.2, 5.4, 5.6, 5.8, 6])


@pytest.mark.parametrize(
    ("value", "text"), [(1200.0, "1,200"), (-3.0, "−3"), (0.5, "0.5"), (2.25, "2.25"), (0.0, "0")]
)
def test_numbers_as_people_write_them(value: float, text: str) -> None:
    """No needless digits, a true minus."""
    assert plain_number(value) == text


@given(st.floats(0, 1))
def test_a_scale_is_straight(share: float) -> None:
    """Its ends are its ends, and what lies between lies between."""
    scale = Scale(10, 20, 300, 100)
    assert scale(10 + 10 * share) == pytest.approx(300 - 200 * share)


@given(st.lists(st.floats(0, 10), max_size=50))
def test_every_value_lies_in_one_bin(values: list[float]) -> None:
    """A histogram counts every game once."""
    assert sum(binned(values, [0, 2.5, 5, 10])) == len(values)


def test_the_last_edge_belongs_to_the_last_bin() -> None:
    """An edge belongs to the bin above it, the last one has none above."""
    assert binned([0, 1, 1, 2], [0, 1, 2]) == [1, 3]


def test_a_share_stands_where_it_should() -> None:
    """Half of the games is in the middle of the scale, between the ends of its interval."""
    svg = shares([ShareRow("North", "cool", wilson(5, 10), 10)], SAID)
    dot = float(re.findall(r'<circle class="dot" cx="([\d.]+)"', svg)[0])
    low, high = map(float, re.findall(r'class="whisker" d="M([\d.]+) [\d.]+H([\d.]+)', svg)[0])
    ticks = re.findall(r'<text class="tick" x="([\d.]+)"[^>]*>(\d+)<', svg)
    places = {int(text): float(x) for x, text in ticks}
    assert dot == pytest.approx(places[50], abs=0.2)
    assert places[0] < low < dot < high < places[100]
    assert "50 % of 10" in svg


def test_sides_differ_by_more_than_colour() -> None:
    """The warm side's marks are round, the cool side's square."""
    parties = (Party("north", "North", "cool"), Party("south", "South", "warm"))
    svg = uses([Use("move", {"north": 10.0, "south": 100.0}, 5)], parties, SAID)
    assert re.search(r'<g class="cool"><rect class="dot"', svg)
    assert re.search(r'<g class="warm"><circle class="dot"', svg)


def test_uses_stand_on_powers_of_ten() -> None:
    """Ten times as often is one tick farther."""
    parties = (Party("north", "North", "warm"),)
    rows = [
        Use(name, {"north": often}, 1) for name, often in (("a", 1.0), ("b", 10.0), ("c", 100.0))
    ]
    svg = uses(rows, parties, SAID)
    a, b, c = (float(x) for x in re.findall(r'<circle class="dot" cx="([\d.]+)"', svg))
    assert b - a == pytest.approx(c - b, abs=0.2)


def test_words_are_escaped() -> None:
    """A name is a name, whatever is in it."""
    svg = Frame((0, 1), (0, 1)).svg("<a> & b", "c")
    assert "<title>&lt;a&gt; &amp; b</title>" in svg
