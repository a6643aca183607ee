"""Did the balance move? Two sets of games of one scenario, side by side, in numbers and words.

Games of both sets that have the same players and seed are pairs: they share their dice, so
that what differs between them is mostly what was changed. Where there are enough pairs
they decide; otherwise the two sets are compared as wholes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from grognard.data import DataError
from grognard.decisions import Side
from grognard.lab.results import Result
from grognard.lab.stats import (
    Estimate,
    fisher_exact,
    mean,
    mean_difference,
    share_difference,
    sign_test,
    wilson,
)

#: A chance below this is called a move.
LEVEL = 0.05

#: Fewer pairs than this decide nothing.
_ENOUGH_PAIRS = 10


class Group(Struct, frozen=True):
    """One set of games: how the first side did."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    share: Estimate
    margin: Estimate | None
    turns: Estimate


class Pairs(Struct, frozen=True):
    """Games that both sets have: how many got better or worse for the first side, the chance
    of such a split by luck, and how much its margin grew.
    """

    games: int
    better: int
    worse: int
    chance: float
    margin: Estimate | None


class Comparison(Struct, frozen=True, kw_only=True):
    """All that can be said about the move from the first set to the second."""

    game: str
    scenario: str
    side: Side
    changed: dict[str, tuple[Any, Any]]
    before: Group
    after: Group
    share: Estimate
    chance: float
    margin: Estimate | None
    pairs: Pairs | None
    moved: bool


def compare(
    before: Sequence[Result], after: Sequence[Result], names: tuple[str, str] = ("A", "B")
) -> Comparison:
    """Compare two sets; they must be of the same scenario."""
    first, second = before[0], after[0]
    if (first.game, first.scenario) != (second.game, second.scenario):
        problem = f"{second.game} {second.scenario} cannot be compared with "
        raise DataError(names[1], [f"{problem}{first.game} {first.scenario} of {names[0]}"])
    side = next(iter(first.players))
    old, new = (_group(n, r, side) for n, r in zip(names, (before, after), strict=True))
    pairs = _pairs(before, after, side)
    chance = fisher_exact(old.wins, old.losses, new.wins, new.losses)
    decisive = pairs.chance if pairs and pairs.games >= _ENOUGH_PAIRS else chance
    share = share_difference(
        new.wins + new.draws / 2, new.games, old.wins + old.draws / 2, old.games
    )
    return Comparison(
        game=first.game,
        scenario=first.scenario,
        side=side,
        changed={**_other_players(before, after), **changes(first, second)},
        before=old,
        after=new,
        share=share,
        chance=chance,
        margin=_margin_growth(before, after),
        pairs=pairs,
        moved=decisive < LEVEL,
    )


def _group(name: str, results: Sequence[Result], side: Side) -> Group:
    points = [result.score(side) for result in results]
    margins = [r.margin for r in results if r.margin is not None]
    return Group(
        name,
        len(results),
        points.count(1.0),
        points.count(0.5),
        points.count(0.0),
        wilson(sum(points), len(points)),
        mean(margins) if margins else None,
        mean([result.turns for result in results]),
    )


def changes(before: Result, after: Result) -> dict[str, tuple[Any, Any]]:
    """What differs between two settings, by name."""
    names = dict.fromkeys([*before.options, *after.options])
    found = {
        name: (before.options.get(name), after.options.get(name))
        for name in names
        if before.options.get(name) != after.options.get(name)
    }
    for name in ("rules", "data", "paired"):
        if getattr(before, name) != getattr(after, name):
            found[name] = (getattr(before, name), getattr(after, name))
    return found


def _other_players(before: Sequence[Result], after: Sequence[Result]) -> dict[str, tuple[str, str]]:
    """Who played, if not the same in both sets: then it may be they who moved the balance."""
    old, new = (
        ", ".join(sorted({who for result in results for who in result.players.values()}))
        for results in (before, after)
    )
    return {"players": (old, new)} if old != new else {}


def _margin_growth(before: Sequence[Result], after: Sequence[Result]) -> Estimate | None:
    old = [r.margin for r in before if r.margin is not None]
    new = [r.margin for r in after if r.margin is not None]
    return mean_difference(new, old) if old and new else None


def _pairs(before: Sequence[Result], after: Sequence[Result], side: Side) -> Pairs | None:
    """The games that both sets have; none if they are of different luck."""
    old = {result.key: result for result in before if result.paired}
    both = [(old[r.key], r) for r in after if r.paired and r.key in old]
    if not both:
        return None
    grown = [b.score(side) - a.score(side) for a, b in both]
    better, worse = sum(g > 0 for g in grown), sum(g < 0 for g in grown)
    margins = [b.margin - a.margin for a, b in both if None not in (a.margin, b.margin)]  # type: ignore[operator]
    return Pairs(
        len(both), better, worse, sign_test(better, worse), mean(margins) if margins else None
    )


# --- in words ---------------------------------------------------------------------------


def sentences(found: Comparison, side_title: str) -> list[str]:
    """The finding, for people."""
    return [
        _verdict(found, side_title),
        _shares(found, side_title),
        _tests(found),
        *([_margins(found, side_title)] if found.margin else []),
        *([_pairs_in_words(found.pairs, side_title)] if found.pairs else []),
    ]


def _verdict(found: Comparison, side: str) -> str:
    if found.moved:
        whom = "towards" if found.share.value > 0 else "away from"
        return f"The balance has moved {whom} the {side}."
    widest = max(abs(found.share.low), abs(found.share.high))
    return (
        "There is no sign that the balance has moved; "
        f"a move of up to {100 * widest:.0f} points would fit these games too."
    )


def _shares(found: Comparison, side: str) -> str:
    old, new = found.before, found.after
    return (
        f"{side} wins {percent(old.share)} of {old.games} games in {old.name} and "
        f"{percent(new.share)} of {new.games} in {new.name}: {signed_points(found.share)}."
    )


def _tests(found: Comparison) -> str:
    return f"Taken as two sets, luck alone does that or more in {chance_text(found.chance)}."


def _margins(found: Comparison, side: str) -> str:
    assert found.margin
    grown = found.margin
    return (
        f"The mean margin of the {side} grew by {grown.value:+.1f} points "
        f"({grown.low:+.1f} to {grown.high:+.1f})."
    )


def _pairs_in_words(pairs: Pairs, side: str) -> str:
    text = (
        f"Of {pairs.games} games that both sets have, {pairs.better} ended better for the {side} "
        f"and {pairs.worse} worse; luck alone does that or more in {chance_text(pairs.chance)}."
    )
    if pairs.margin is None:
        return text
    grown = pairs.margin
    return (
        f"{text} Their margin grew by {grown.value:+.1f} ({grown.low:+.1f} to {grown.high:+.1f})."
    )


def percent(share: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def signed_points(grown: Estimate) -> str:
    """A difference of shares with its interval, in points of a hundred."""
    low, high = 100 * grown.low, 100 * grown.high
    return f"{100 * grown.value:+.0f} points ({low:+.0f} to {high:+.0f})"


def chance_text(chance: float) -> str:
    """A probability in words that nobody misreads."""
    if chance < 0.001:
        return "fewer than 1 of 1,000 cases"
    return f"{100 * chance:.1f} of 100 cases"
