"""The few statistics that the lab needs, in closed form or exact.

Shares get Wilson's interval, differences of shares Newcombe's; small tables are tested
exactly (Fisher; the sign test for pairs). Means get Student's interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

#: How sure an interval is unless somebody asks for another.
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """A range that holds the truth as often as its confidence says."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


class Estimate(NamedTuple):
    """A number, and the interval about it."""

    value: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:
        return Interval(self.low, self.high)


def normal_quantile(confidence: float) -> float:
    """How many standard deviations a two-sided interval reaches: 1.96 for 95 %."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


# --- shares -----------------------------------------------------------------------------


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> Estimate:
    """A share with Wilson's score interval; draws may count as half a win. Of nothing we know
    nothing: the interval is all of it.
    """
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0)
    share, z2 = wins / games, normal_quantile(confidence) ** 2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    spread = math.sqrt(z2 * share * (1 - share) / games + z2 * z2 / (4 * games * games))
    half = spread / (1 + z2 / games)
    # At the ends the formula is exact but for the last digit of the arithmetic.
    low = 0.0 if wins == 0 else middle - half
    high = 1.0 if wins == games else middle + half
    return Estimate(share, min(low, share), max(high, share))


def share_difference(
    wins: float, games: int, before: float, games_before: int, confidence: float = CONFIDENCE
) -> Estimate:
    """How much a share has grown, with Newcombe's interval: Wilson's of both, put together."""
    now, then = wilson(wins, games, confidence), wilson(before, games_before, confidence)
    grown = now.value - then.value
    down = math.hypot(now.value - now.low, then.high - then.value)
    up = math.hypot(now.high - now.value, then.value - then.low)
    return Estimate(grown, grown - down, grown + up)


def fisher_exact(a: int, b: int, c: int, d: int) -> float:
    """The chance of a table [[a, b], [c, d]] as uneven as this one, if rows do not matter:
    the sum over all tables of the same margins that are no likelier.
    """
    row, other, column = a + b, c + d, a + c
    every = math.comb(row + other, column)

    def weight(first: int) -> int:
        return math.comb(row, first) * math.comb(other, column - first)

    seen = weight(a)
    possible = range(max(0, column - other), min(row, column) + 1)
    return sum(w for w in map(weight, possible) if w <= seen) / every


def sign_test(up: int, down: int) -> float:
    """The chance of a split as uneven as this one, if up and down are equally likely."""
    both = up + down
    tail = sum(math.comb(both, k) for k in range(min(up, down) + 1))
    return min(1.0, 2 * tail / (1 << both))


# --- means ------------------------------------------------------------------------------


def student_quantile(confidence: float, freedom: float) -> float:
    """Student's t for a two-sided interval. Exact for 1 and 2 degrees of freedom, else by
    Fisher's expansion about the normal, good to 1 % from 3 degrees on.
    """
    tail = (1 + confidence) / 2
    if freedom <= 1:
        return math.tan(math.pi * (tail - 0.5))
    if freedom <= 2:
        return (2 * tail - 1) * math.sqrt(2 / (4 * tail * (1 - tail)))
    z = normal_quantile(confidence)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """A mean with Student's interval; of a single value nothing is known about the spread."""
    middle = fmean(values)
    if len(values) < 2:
        return Estimate(middle, -math.inf, math.inf)
    error = math.sqrt(variance(values) / len(values))
    half = student_quantile(confidence, len(values) - 1) * error
    return Estimate(middle, middle - half, middle + half)


def mean_difference(
    now: Sequence[float], then: Sequence[float], confidence: float = CONFIDENCE
) -> Estimate:
    """How much a mean has grown, with Welch's interval: the spreads need not be equal."""
    grown = fmean(now) - fmean(then)
    if min(len(now), len(then)) < 2:
        return Estimate(grown, -math.inf, math.inf)
    errors = [variance(values) / len(values) for values in (now, then)]
    if sum(errors) == 0:
        return Estimate(grown, grown, grown)
    pieces = (e * e / (len(v) - 1) for e, v in zip(errors, (now, then), strict=True))
    freedom = sum(errors) ** 2 / sum(pieces)
    half = student_quantile(confidence, freedom) * math.sqrt(sum(errors))
    return Estimate(grown, grown - half, grown + half)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of all lies, straight between neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Pearson's r; 0 where one of both does not vary."""
    mx, my = fmean(xs), fmean(ys)
    across = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    spread = math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))
    return across / spread if spread else 0.0


# --- dice -------------------------------------------------------------------------------


class Luck(NamedTuple):
    """Dice against what was to be expected of them. `z` is the surplus in standard deviations."""

    dice: int
    pips: int
    expected: float
    z: float


def luck_of(faces: Sequence[int]) -> Luck:
    """How high dice fell; `faces` says how often each face came."""
    dice, sides = sum(faces), len(faces)
    pips = sum(face * count for face, count in enumerate(faces, 1))
    expected = dice * (sides + 1) / 2
    spread = math.sqrt(dice * (sides * sides - 1) / 12)
    return Luck(dice, pips, expected, (pips - expected) / spread if spread else 0.0)
