"""Ratings: how strong entrants are, on the Elo scale, with intervals.

The model is Bradley and Terry's with Davidson's term for draws and one for the side: of
strengths a and b the chances of win, draw and loss are as a·s : n·√(ab) : b/s. Every two
entrants that met are given half a game won and half a game lost besides (a quarter of each
for both ways of sitting), so that one who never lost has a rating too. With two entrants
and no draws this is 400·log10((wins + ½) / (losses + ½)).

An interval is the wider of two: by the information of the fit, and by drawing pairs of
games anew (the two games of a pair share their dice and are no independent evidence).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.lab.results import Result
from grognard.lab.stats import CONFIDENCE, Estimate, normal_quantile, quantile

Array = NDArray[np.float64]

#: Elo points for a factor of e in strength.
SCALE = 400 / math.log(10)

#: The rating of the entrant that the others are measured against.
ANCHOR = 1000.0

#: How often pairs are drawn anew for the intervals.
DRAWS = 400

_STEPS = 60
_NEAR = 1e-10


class Met(NamedTuple):
    """Games of one entrant on the first side against another on the second."""

    first: str
    second: str


class Score(NamedTuple):
    """How they ended for the first side."""

    wins: float = 0.0
    draws: float = 0.0
    losses: float = 0.0

    def __add__(self, other: object) -> Score:
        assert isinstance(other, Score)
        return Score(*(a + b for a, b in zip(self, other, strict=True)))


Scores = Mapping[Met, Score]


class NotConnected(ValueError):
    """Entrants that never met, not even through others, cannot be compared."""


class Rating(Struct, frozen=True, kw_only=True):
    """The strength of one entrant."""

    entrant: str
    elo: float
    low: float
    high: float
    games: int
    wins: int
    draws: int
    losses: int


class Ladder(Struct, frozen=True, kw_only=True):
    """All ratings, the strongest first; what the first side of the game is worth in Elo; and
    how every entrant did against every other: won, drawn, lost.
    """

    anchor: str
    ratings: tuple[Rating, ...]
    first_side: str
    advantage: float
    advantage_low: float
    advantage_high: float
    games: int
    against: dict[str, dict[str, tuple[int, int, int]]]


class Fit(NamedTuple):
    """Logarithms of the strengths by entrant, of the side and of draws, and their spread."""

    strengths: dict[str, float]
    side: float
    draw: float
    errors: dict[str, float]
    side_error: float


# --- the fit ----------------------------------------------------------------------------


def fit(scores: Scores, anchor: str) -> Fit:
    """The strengths that make the scores likeliest, that of the anchor being 1."""
    names = sorted({name for met in scores for name in met} - {anchor})
    _check_connected(scores, anchor)
    place = {name: number for number, name in enumerate(names)}
    played = with_half_games(scores)
    has_draws = any(score.draws for score in scores.values())
    x = np.zeros(len(names) + 1 + has_draws)
    for _ in range(_STEPS):
        slope, curve = _derivatives(x, played, place, has_draws)
        step = np.linalg.solve(curve, slope)
        # Far from the top a full step may overshoot.
        x += step * min(1.0, 2.0 / max(1e-300, float(np.abs(step).max())))
        if np.abs(step).max() < _NEAR:
            break
    spread = np.sqrt(np.diag(np.linalg.inv(_derivatives(x, played, place, has_draws)[1])))
    at = len(names)
    return Fit(
        {anchor: 0.0, **{name: float(x[i]) for name, i in place.items()}},
        float(x[at]),
        float(x[at + 1]) if has_draws else -math.inf,
        {anchor: 0.0, **{name: float(spread[i]) for name, i in place.items()}},
        float(spread[at]),
    )


def with_half_games(scores: Scores) -> dict[Met, Score]:
    """The scores and, for every two that met, half a game won and half a game lost."""
    found = dict(scores)
    for first, second in {tuple(sorted(met)) for met in scores}:
        for met in {Met(first, second), Met(second, first)}:
            share = 0.25 if first != second else 0.5
            found[met] = found.get(met, Score()) + Score(share, 0.0, share)
    return found


def _derivatives(
    x: Array, played: Scores, place: Mapping[str, int], has_draws: bool
) -> tuple[Array, Array]:
    """The slope of the log likelihood, and its curvature with the sign changed."""
    slope, curve = np.zeros(len(x)), np.zeros((len(x), len(x)))
    for met, score in played.items():
        features = _features(met, place, len(x), has_draws)
        weights = np.exp(features @ x - (features @ x).max())
        chances = weights / weights.sum()
        counts = np.array([score.wins, score.losses, score.draws][: len(features)])
        middle = chances @ features
        slope += counts @ features - counts.sum() * middle
        spread = features - middle
        curve += counts.sum() * (spread.T * chances) @ spread
    return slope, curve


def _features(met: Met, place: Mapping[str, int], size: int, has_draws: bool) -> Array:
    """What each parameter adds to the logarithm of a win, a loss and a draw."""
    rows = np.zeros((3 if has_draws else 2, size))
    side = len(place)
    for name, row in ((met.first, 0), (met.second, 1)):
        if name in place:
            rows[row, place[name]] += 1.0
    rows[0, side], rows[1, side] = 0.5, -0.5
    if has_draws:
        rows[2] = (rows[0] + rows[1]) / 2
        rows[2, side + 1] = 1.0
    return rows


def _check_connected(scores: Scores, anchor: str) -> None:
    known, grown = {anchor}, True
    while grown:
        met = {name for pair in scores for name in pair if known & set(pair)}
        grown = not met <= known
        known |= met
    strangers = sorted({name for pair in scores for name in pair} - known)
    if strangers:
        raise NotConnected(f"{', '.join(strangers)} never met {anchor}, nor anybody who did")


# --- the ladder -------------------------------------------------------------------------


def ladder_of(results: Sequence[Result], anchor: str = "", draws: int = DRAWS) -> Ladder:
    """Rate everybody who played. The anchor is `recruit` where it played, else the one with
    the most games.
    """
    scores = scores_of(results)
    names = Counter(name for met in scores for name in met)
    anchor = anchor or ("recruit" if "recruit" in names else names.most_common(1)[0][0])
    if anchor not in names:
        raise NotConnected(f"{anchor} did not play; {', '.join(sorted(names))} did")
    best = fit(scores, anchor)
    again = [fit(s, anchor) for s in drawn_anew(results, draws) if _has_all(s, names)]
    ratings = [_rating(name, best, again, results) for name in names]
    side = _estimate(best.side, best.side_error, [one.side for one in again])
    return Ladder(
        anchor=anchor,
        ratings=tuple(sorted(ratings, key=lambda one: (-one.elo, one.entrant))),
        first_side=next(iter(results[0].players)),
        advantage=side.value,
        advantage_low=side.low,
        advantage_high=side.high,
        games=len(results),
        against=against(results),
    )


def scores_of(results: Iterable[Result]) -> dict[Met, Score]:
    """The scores of all who met, by seat."""
    found: dict[Met, Score] = defaultdict(Score)
    for result in results:
        first, second = result.players.values()
        points = result.score(next(iter(result.players)))
        found[Met(first, second)] += Score(points == 1, points == 0.5, points == 0)
    return dict(found)


def drawn_anew(results: Sequence[Result], times: int) -> Iterable[dict[Met, Score]]:
    """Scores of as many pairs of games, drawn with repetition; always the same draws."""
    pairs: dict[tuple[tuple[str, ...], int], list[Result]] = defaultdict(list)
    for result in results:
        pairs[tuple(sorted(result.players.values())), result.seed].append(result)
    kept = [scores_of(games) for games in pairs.values()]
    luck = Random("pairs")
    for _ in range(times):
        total: dict[Met, Score] = defaultdict(Score)
        for scores in luck.choices(kept, k=len(kept)):
            for met, score in scores.items():
                total[met] += score
        yield dict(total)


def _has_all(scores: Scores, names: Iterable[str]) -> bool:
    """Is everybody in a draw, connected with the rest? Else it says nothing of them."""
    try:
        _check_connected(scores, next(iter(names)))
    except NotConnected:
        return False
    return set(names) <= {name for met in scores for name in met}


def _rating(name: str, best: Fit, again: Sequence[Fit], results: Sequence[Result]) -> Rating:
    strengths = [one.strengths[name] for one in again]
    elo = _estimate(best.strengths[name], best.errors[name], strengths)
    played = [r for r in results if name in r.players.values()]
    points = [r.score(side) for r in played for side, who in r.players.items() if who == name]
    return Rating(
        entrant=name,
        elo=ANCHOR + elo.value,
        low=ANCHOR + elo.low,
        high=ANCHOR + elo.high,
        games=len(points),
        wins=points.count(1.0),
        draws=points.count(0.5),
        losses=points.count(0.0),
    )


def _estimate(value: float, error: float, again: Sequence[float]) -> Estimate:
    """A strength in Elo, with the wider of both intervals."""
    reach = normal_quantile(CONFIDENCE) * error
    low, high = value - reach, value + reach
    if again:
        tail = (1 - CONFIDENCE) / 2
        low, high = min(low, quantile(again, tail)), max(high, quantile(again, 1 - tail))
    return Estimate(SCALE * value, SCALE * low, SCALE * high)


def against(results: Iterable[Result]) -> dict[str, dict[str, tuple[int, int, int]]]:
    """How everybody did against everybody else: won, drawn, lost."""
    found: dict[str, dict[str, tuple[int, int, int]]] = {}
    for met, score in scores_of(results).items():
        wins, draws, losses = (int(number) for number in score)
        for name, other, row in (
            (met.first, met.second, (wins, draws, losses)),
            (met.second, met.first, (losses, draws, wins)),
        ):
            if met.first != met.second:
                old = found.setdefault(name, {}).get(other, (0, 0, 0))
                found[name][other] = (old[0] + row[0], old[1] + row[1], old[2] + row[2])
    return found
