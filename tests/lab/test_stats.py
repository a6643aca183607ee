import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.lab.stats import (
    correlation,
    fisher_exact,
    luck_of,
    mean,
    mean_difference,
    quantile,
    share_difference,
    sign_test,
    student_quantile,
    wilson,
)

Z2 = NormalDist().inv_cdf(0.975) ** 2

counts = st.integers(0, 200)
games = st.tuples(st.integers(1, 400), st.floats(0, 1)).map(lambda t: (round(t[0] * t[1]), t[0]))


# --- shares -----------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 10, 100])
def test_of_no_win_the_interval_ends_at_its_closed_form(n: int) -> None:
    """Without a win Wilson's interval is 0 to z²/(n + z²); with wins only it is the mirror."""
    none, all_ = wilson(0, n), wilson(n, n)
    assert (none.low, none.high) == pytest.approx((0.0, Z2 / (n + Z2)))
    assert (all_.low, all_.high) == pytest.approx((n / (n + Z2), 1.0))


@pytest.mark.parametrize("n", [2, 10, 100])
def test_of_half_the_games_the_interval_has_its_closed_form(n: int) -> None:
    """At one half Wilson's interval reaches z / (2 √(n + z²)) to both sides."""
    half = wilson(n / 2, n)
    reach = math.sqrt(Z2) / (2 * math.sqrt(n + Z2))
    assert (half.low, half.high) == pytest.approx((0.5 - reach, 0.5 + reach))


def test_of_nothing_nothing_is_known() -> None:
    """Without games the share is no number and the interval is everything."""
    share = wilson(0, 0)
    assert math.isnan(share.value)
    assert share.interval == (0.0, 1.0)


@given(games)
def test_an_interval_holds_its_share(one: tuple[int, int]) -> None:
    """The share lies in its interval, and that between 0 and 1."""
    share = wilson(*one)
    assert 0 <= share.low <= share.value <= share.high <= 1


@given(games)
def test_the_interval_of_losses_is_the_mirror(one: tuple[int, int]) -> None:
    """What holds of wins holds of losses, seen from the other side."""
    wins, n = one
    won, lost = wilson(wins, n), wilson(n - wins, n)
    assert (won.low, won.high) == pytest.approx((1 - lost.high, 1 - lost.low))


@given(games, st.integers(2, 9))
def test_more_games_make_surer(one: tuple[int, int], times: int) -> None:
    """The same share of more games has a narrower interval."""
    wins, n = one
    few, many = wilson(wins, n), wilson(times * wins, times * n)
    assert many.high - many.low < few.high - few.low


@given(games, st.floats(0.5, 0.99))
def test_surer_is_wider(one: tuple[int, int], confidence: float) -> None:
    """An interval of more confidence holds the one of less."""
    narrow, wide = wilson(*one, confidence), wilson(*one, 0.999)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


def test_the_difference_of_newcombes_paper() -> None:
    """56 of 70 against 48 of 80: 0.20, 0.0524 to 0.3339 (Newcombe 1998, method 10)."""
    found = share_difference(56, 70, 48, 80)
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


@given(games, games)
def test_a_difference_turns_round_with_its_sets(a: tuple[int, int], b: tuple[int, int]) -> None:
    """From B to A the share falls by what it grows from A to B, and lies in the interval."""
    there, back = share_difference(*a, *b), share_difference(*b, *a)
    assert there.low - 1e-12 <= there.value <= there.high + 1e-12
    assert there == pytest.approx((-back.value, -back.high, -back.low))


# --- exact tests ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "chance"),
    [
        ((3, 1, 1, 3), 34 / 70),  # the lady tasting tea
        ((4, 0, 0, 4), 2 / 70),
        ((8, 2, 1, 5), 400 / 11440),  # 270 ways, and 10 and 120 that are fewer
        ((5, 5, 5, 5), 1.0),
        ((0, 0, 3, 4), 1.0),
    ],
)
def test_fishers_test(cells: tuple[int, int, int, int], chance: float) -> None:
    """The chance is the sum over all tables that are no likelier, counted by hand."""
    assert fisher_exact(*cells) == pytest.approx(chance)


@given(counts, counts, counts, counts)
def test_fishers_test_sees_no_order(a: int, b: int, c: int, d: int) -> None:
    """Rows and columns may be exchanged; a chance is above 0 and at most 1."""
    chance = fisher_exact(a, b, c, d)
    assert 0 < chance <= 1
    assert fisher_exact(c, d, a, b) == chance
    assert fisher_exact(a, c, b, d) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("up", "down", "chance"), [(9, 1, 22 / 1024), (0, 5, 2 / 32), (3, 3, 1.0), (0, 0, 1.0)]
)
def test_the_sign_test(up: int, down: int, chance: float) -> None:
    """Twice the tail of fair coins."""
    assert sign_test(up, down) == pytest.approx(chance)


def test_the_sign_test_of_many_games() -> None:
    """Thousands of games do not overflow."""
    assert 0 < sign_test(2_000, 3_000) < 1e-40


# --- means ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)],
)
def test_students_table(freedom: int, printed: float) -> None:
    """The quantiles of any printed table of 95 %, to one part in a hundred."""
    assert student_quantile(0.95, freedom) == pytest.approx(printed, rel=0.01)


def test_a_mean_with_its_interval() -> None:
    """1 to 5 have the mean 3 and the standard error √0.5; Student's t is 2.776."""
    assert mean([1, 2, 3, 4, 5]) == pytest.approx((3, 3 - 1.963, 3 + 1.963), abs=0.005)


def test_a_single_value_says_nothing_of_the_spread() -> None:
    """The interval of one game is everything."""
    assert mean([7]).interval == (-math.inf, math.inf)
    assert mean_difference([7], [1, 2]).interval == (-math.inf, math.inf)


def test_welch_with_equal_spreads_is_students() -> None:
    """Two sets of n alike in spread have 2n - 2 degrees of freedom."""
    found = mean_difference([11, 12, 13, 14, 15], [1, 2, 3, 4, 5])
    reach = student_quantile(0.95, 8) * math.sqrt(2 * 0.5)
    assert found == pytest.approx((10, 10 - reach, 10 + reach))


def test_sets_without_spread_differ_exactly() -> None:
    """Where nothing varies the difference is known."""
    assert mean_difference([4, 4], [1, 1]) == (3, 3, 3)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.floats(0, 1), st.floats(0, 1))
def test_quantiles_rise(values: list[float], a: float, b: float) -> None:
    """A greater share lies below a greater value, between the least and the greatest."""
    low, high = sorted((a, b))
    lower, upper = quantile(values, low), quantile(values, high)
    assert min(values) <= lower <= upper + 1e-6
    assert upper <= max(values) + 1e-6


def test_quantiles_lie_between_neighbours() -> None:
    """A tenth of the way from 0 to 10 by ones is 1; the middle of four values is between two."""
    assert quantile(range(11), 0.1) == pytest.approx(1)
    assert quantile([4, 1, 3, 2], 0.5) == pytest.approx(2.5)


def test_correlation() -> None:
    """A line has 1, its mirror -1, what does not vary 0."""
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 2, 3], [5, 5, 5]) == 0


# --- dice -------------------------------------------------------------------------------


def test_the_luck_of_dice() -> None:
    """Twelve sixes: 72 pips, 42 expected, 30 above it, √35 the standard deviation."""
    luck = luck_of([0, 0, 0, 0, 0, 12])
    assert (luck.dice, luck.pips, luck.expected) == (12, 72, 42)
    assert luck.z == pytest.approx(30 / math.sqrt(35))


@given(st.integers(1, 50))
def test_even_faces_are_no_luck(times: int) -> None:
    """Each face as often as the others is what was to be expected."""
    assert luck_of([times] * 6).z == 0


def test_no_dice_no_luck() -> None:
    """A side that threw nothing had neither good luck nor bad."""
    assert luck_of([0] * 6).z == 0
