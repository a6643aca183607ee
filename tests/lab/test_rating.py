import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lab.making import series

from grognard.lab.rating import (
    SCALE,
    Met,
    NotConnected,
    Score,
    drawn_anew,
    fit,
    ladder_of,
    scores_of,
)
from grognard.lab.results import Result

few = st.integers(0, 40)


def elo(results: list[Result], anchor: str = "a") -> dict[str, float]:
    return {one.entrant: one.elo for one in ladder_of(results, anchor, draws=0).ratings}


@given(few, few)
def test_two_entrants_have_a_closed_form(wins: int, losses: int) -> None:
    """Of two the stronger is rated 400 log10((wins + ½) / (losses + ½)) above the other."""
    games = Score(wins / 2, 0, losses / 2), Score(losses / 2, 0, wins / 2)
    found = fit({Met("a", "b"): games[0], Met("b", "a"): games[1]}, "b")
    assert SCALE * found.strengths["a"] == pytest.approx(
        400 * math.log10((wins + 0.5) / (losses + 0.5)), abs=1e-6
    )
    assert found.side == pytest.approx(0, abs=1e-9)


@given(few, few)
def test_the_spread_of_two_is_that_of_a_share(wins: int, losses: int) -> None:
    """The error of the difference is that of log odds: √(1/(w + ½) + 1/(l + ½))."""
    scores = {
        Met("a", "b"): Score(wins / 2, 0, losses / 2),
        Met("b", "a"): Score(losses / 2, 0, wins / 2),
    }
    found = fit(scores, "b")
    expected = math.sqrt(1 / (wins + 0.5) + 1 / (losses + 0.5))
    assert found.errors["a"] == pytest.approx(expected, rel=1e-6)


@given(st.integers(1, 40), st.integers(1, 40))
def test_draws_have_their_own_term(even: int, draws: int) -> None:
    """Among equals draws are to decisions as n : 2, so n is twice draws over decisions."""
    scores = {
        Met("a", "b"): Score(even, draws, even),
        Met("b", "a"): Score(even, draws, even),
    }
    found = fit(scores, "a")
    assert found.strengths["b"] == pytest.approx(0, abs=1e-9)
    assert math.exp(found.draw) == pytest.approx(2 * 2 * draws / (4 * even + 1))


@given(few, few)
def test_an_entrant_against_itself_shows_the_side(wins: int, losses: int) -> None:
    """What the first side wins against an equal is the worth of the side."""
    found = fit({Met("a", "a"): Score(wins, 0, losses)}, "a")
    assert found.side == pytest.approx(math.log((wins + 0.5) / (losses + 0.5)))


def test_a_draw_counts_for_both() -> None:
    """Draws only make equals."""
    assert elo(series("a", "b", "====") + series("b", "a", "====")) == pytest.approx(
        {"a": 1000, "b": 1000}
    )


def test_who_never_lost_has_a_rating() -> None:
    """Twenty wins of twenty are 400 log10(20.5 / 0.5) above, with an interval about it."""
    results = series("a", "b", "n" * 10) + series("b", "a", "s" * 10)
    ladder = ladder_of(results, "b")
    best = ladder.ratings[0]
    assert best.entrant == "a"
    assert best.elo == pytest.approx(1000 + 400 * math.log10(41))
    assert best.low < best.elo < best.high
    assert math.isfinite(best.high)


def test_ratings_reach_over_others() -> None:
    """Who beat the one that beats the third is above both, though they never met."""
    results = series("a", "b", "nnns") + series("b", "a", "sssn", start=9)
    results += series("b", "c", "nnns") + series("c", "b", "sssn", start=9)
    found = elo(results, "b")
    assert found["a"] > found["b"] > found["c"]
    assert found["a"] - 1000 == pytest.approx(1000 - found["c"])


def test_the_anchor_moves_all_alike() -> None:
    """Differences do not depend on who is fixed at 1000."""
    results = series("a", "b", "nns=") + series("b", "a", "sn=s", start=9)
    one, other = elo(results, "a"), elo(results, "b")
    assert one["a"] == other["b"] == 1000
    assert one["a"] - one["b"] == pytest.approx(other["a"] - other["b"])


def test_the_side_is_not_taken_for_strength() -> None:
    """Where the north always wins, whoever sits there, all are equal and the side is strong."""
    ladder = ladder_of(series("a", "b", "n" * 12) + series("b", "a", "n" * 12), "a")
    assert [one.elo for one in ladder.ratings] == pytest.approx([1000, 1000])
    assert ladder.first_side == "north"
    assert ladder.advantage_low > 0


def test_strangers_are_not_compared() -> None:
    """Two islands of entrants have no common scale, and that is said with the names."""
    with pytest.raises(NotConnected, match="c, d never met a"):
        ladder_of(series("a", "b", "ns") + series("c", "d", "ns"), "a")


def test_an_anchor_must_have_played() -> None:
    """Nobody is measured against an absent one."""
    with pytest.raises(NotConnected, match="z did not play; a, b did"):
        ladder_of(series("a", "b", "ns"), "z")


def test_the_anchor_is_the_recruit_where_it_played() -> None:
    """The frozen point of all ladders is the recruit's."""
    assert ladder_of(series("veteran", "recruit", "nns")).anchor == "recruit"


def test_who_beat_whom_is_kept() -> None:
    """The table has every pairing from both sides."""
    ladder = ladder_of(series("a", "b", "nn=s") + series("b", "a", "n", start=9), "a", draws=0)
    assert ladder.against == {"a": {"b": (2, 1, 2)}, "b": {"a": (2, 1, 2)}}
    assert ladder.games == 5


def test_pairs_are_drawn_together() -> None:
    """The two games of a seed are drawn or left out as one: they share their dice."""
    results = series("a", "b", "ns=") + series("b", "a", "ns=")
    for scores in drawn_anew(results, 50):
        assert scores[Met("a", "b")] == scores[Met("b", "a")]
        assert sum(map(sum, scores.values())) == 6


def test_a_pair_counts_less_than_two_games() -> None:
    """Where a seed decides both games of a pair the interval is wider than the fit's own."""
    results = series("a", "b", "ns" * 20) + series("b", "a", "sn" * 20)
    alone = fit(scores_of(results), "a").errors["b"]
    ladder = ladder_of(results, "a")
    other = next(one for one in ladder.ratings if one.entrant == "b")
    assert other.high - other.low > 2 * 1.96 * SCALE * alone * 1.2


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Simulated players 150 Elo apart: 95 % intervals hold that in nearly all of 100 matches."""
    luck = Random(7)
    chance = 1 / (1 + 10 ** (-150 / 400))
    held = 0
    for _ in range(100):
        letters = "".join("n" if luck.random() < chance else "s" for _ in range(40))
        swapped = "".join("s" if luck.random() < chance else "n" for _ in range(40))
        results = series("a", "b", letters) + series("b", "a", swapped, start=1000)
        best = next(one for one in ladder_of(results, "b", draws=0).ratings if one.entrant == "a")
        held += best.low <= 1150 <= best.high
    assert held >= 90
