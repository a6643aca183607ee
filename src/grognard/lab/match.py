"""Matches: every two entrants play each other, each seed twice with sides swapped.

Both games of a seed have the same dice wherever they decide the same thing, so luck weighs
on both alike. An entrant against itself plays each seed once: swapped, it would be the same
game again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from grognard.data import DataError
from grognard.lab.chronicle import Chronicle, plain
from grognard.lab.measures import MARGIN
from grognard.lab.pool import Executor
from grognard.lab.results import Key, Result, ResultFile, difference
from grognard.lab.sim import Failure, Order, play
from grognard.registry import load

#: Computer players need some 15,000 actions for the longest of our games: past this one of them
#: goes round in circles, and the game is told as a failure.
MOST_ACTIONS = 60_000


class Match(Struct, frozen=True, kw_only=True):
    """What is to be played: by whom, how often, and from which seed on."""

    game: str
    scenario: str
    options: Mapping[str, Any] = {}
    entrants: tuple[str, ...]
    games: int
    seed: int = 1
    records: str = "failed-games"


class Bout(Struct, frozen=True):
    """One game to be played."""

    order: Order
    seed: int


class Played(Struct, frozen=True):
    """What came of a bout: a result, or the failure of the game."""

    bout: Bout
    result: Result | None = None
    failure: Failure | None = None


def pairings(match: Match) -> list[tuple[str, str]]:
    """Every two entrants; one that is named twice plays itself."""
    return list(dict.fromkeys(combinations(match.entrants, 2)))


def bouts_of(match: Match) -> Iterator[Bout]:
    """All games of a match, seed by seed, so that one that is stopped is fair so far. A
    pairing has as many games as were asked for, or one more to make pairs.
    """
    for number in range(match.games):
        for first, second in pairings(match):
            seats = [(first, second)] if first == second else [(first, second), (second, first)]
            if number * len(seats) < match.games:
                for players in seats:
                    yield Bout(_order(match, players), match.seed + number)


def _order(match: Match, players: tuple[str, str]) -> Order:
    return Order(
        game=match.game,
        scenario=match.scenario,
        options=match.options,
        players=players,
        paired=True,
        records=match.records,
        most=MOST_ACTIONS,
    )


def play_bout(bout: Bout) -> Played:
    """Play one game and write its chronicle."""
    game = load(bout.order.game)
    chronicle = Chronicle(game.sides)
    ended = play(bout.order, bout.seed, chronicle)
    if ended.failure is not None:
        return Played(bout, failure=ended.failure)
    margins = chronicle.measures.get(MARGIN)
    outline = _outline(bout)
    result = msgspec.structs.replace(
        outline,
        winner=ended.winner,
        level=ended.level,
        reason=ended.reason,
        turns=ended.turns,
        actions=ended.actions,
        seconds=round(ended.seconds, 3),
        margin=margins[-1] if margins else None,
        measures=chronicle.measures,
        losses=chronicle.losses,
        fights=plain(chronicle.fights),
        verbs=plain(chronicle.verbs),
        events=plain(chronicle.events),
        clauses=dict(sorted(chronicle.clauses.items())),
        rolls=plain(chronicle.rolls),
    )
    return Played(bout, result)


def _outline(bout: Bout) -> Result:
    """The result of a game before it has been played: what is known of it."""
    order = bout.order
    game = load(order.game)
    return Result(
        game=game.slug,
        rules=game.version,
        data=game.data_hash,
        scenario=order.scenario,
        options=msgspec.to_builtins(game.make_options(order.options)),
        paired=order.paired,
        seed=bout.seed,
        players=dict(zip(game.sides, order.players, strict=True)),
        winner="",
        level="",
        reason="",
        turns=0,
        actions=0,
        seconds=0.0,
        margin=None,
        measures={},
        losses={},
        fights={},
        verbs={},
        events={},
        clauses={},
        rolls={},
    )


# --- running and resuming ---------------------------------------------------------------


class Run:
    """A match that is being played into a file. Games that the file has are not played again."""

    def __init__(self, match: Match, file: ResultFile) -> None:
        self.match = match
        self.file = file
        every = list(bouts_of(match))
        self._check(every)
        done = {line.result.key for line in file.lines}
        self.due = [bout for bout in every if key_of(bout) not in done]
        self.found = len(every) - len(self.due)

    def _check(self, bouts: Sequence[Bout]) -> None:
        """Refuse to mix games of another setting into a file."""
        wanted = _outline(bouts[0])
        problems = [
            f"line {line.number}: {difference(wanted, line.result)}; choose another file"
            for line in self.file.lines
            if line.result.setting != wanted.setting
        ]
        if problems:
            raise DataError(str(self.file.path), problems)

    def play(self, executor: Executor) -> Generator[Played, None, None]:
        """Play what is due, in any order; each result is in the file before it is told."""
        for played in executor.run(play_bout, self.due):
            if played.result is not None:
                self.file.add(played.result)
            yield played


def key_of(bout: Bout) -> Key:
    """Which game of a run a bout is."""
    sides = load(bout.order.game).sides
    return tuple(zip(sides, bout.order.players, strict=True)), bout.seed
