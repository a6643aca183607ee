"""What many games come to: shares, courses from turn to turn, uses of rules, luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from grognard.decisions import Side
from grognard.game import Game
from grognard.hexes import HexId
from grognard.lab.measures import MARGIN
from grognard.lab.results import Result
from grognard.lab.stats import Estimate, Luck, luck_of, mean, quantile, wilson

Camp = Literal["cool", "warm"]

#: The shares of games below each line of a course: the broad band, the narrow one, the middle.
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)


class Party(NamedTuple):
    """A side as the report shows it."""

    id: Side
    title: str
    camp: Camp


class Spread(NamedTuple):
    """How games stood at the end of a turn; `games` had come so far."""

    games: int
    low: float
    lower: float
    middle: float
    upper: float
    high: float


class Course(NamedTuple):
    """A measure from turn to turn, and at the end of each game, whenever that was. `party` is
    whose it is, if it is one side's.
    """

    name: str
    party: Party | None
    turns: tuple[Spread, ...]
    final: Spread


class Use(NamedTuple):
    """How often something happened in a game, for each side, and in how many games at all."""

    name: str
    by_side: Mapping[Side, float]
    games: int

    @property
    def total(self) -> float:
        return sum(self.by_side.values())


class Summary:
    """The games of one setting, counted."""

    def __init__(self, game: Game[Any, Any], results: Sequence[Result]) -> None:
        self.game = game
        self.results = results
        self.scenario = results[0].scenario
        self.parties = _parties(game, results[0])

    @property
    def games(self) -> int:
        return len(self.results)

    # --- who wins ------------------------------------------------------------------------

    def share(self, side: Side) -> Estimate:
        """A side's share of the points of all games; a draw is half a point."""
        return wilson(sum(result.score(side) for result in self.results), self.games)

    def wins(self, side: Side) -> int:
        """How many games a side has won; the empty side stands for draws."""
        return sum(result.winner == side for result in self.results)

    @cached_property
    def endings(self) -> list[tuple[Side, str, int]]:
        """Who won how, and how often, the commonest first."""
        counts = Counter((result.winner, result.level) for result in self.results)
        return [(winner, level, n) for (winner, level), n in counts.most_common()]

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """All who played, in order of their first game."""
        return tuple(dict.fromkeys(who for r in self.results for who in r.players.values()))

    def seated(self, entrant: str, side: Side) -> Estimate:
        """How an entrant did on one side."""
        points = [r.score(side) for r in self.results if r.players[side] == entrant]
        return wilson(sum(points), len(points))

    def games_of(self, entrant: str, side: Side) -> int:
        return sum(result.players[side] == entrant for result in self.results)

    @cached_property
    def margins(self) -> list[float]:
        return [result.margin for result in self.results if result.margin is not None]

    @property
    def margin(self) -> Estimate | None:
        """The mean margin of the first side."""
        return mean(self.margins) if self.margins else None

    # --- from turn to turn ---------------------------------------------------------------

    @cached_property
    def points(self) -> list[Course]:
        """Points of both sides, and whatever else the game measures with them."""
        names = dict.fromkeys(name for result in self.results for name in result.measures)
        wanted = [name for name in names if name != MARGIN and not name.endswith(" stars")]
        return [self._course(name, self._owner(name), self._measured(name)) for name in wanted]

    @cached_property
    def margin_course(self) -> Course | None:
        """How far the first side was ahead."""
        lists = self._measured(MARGIN)
        return self._course(MARGIN, None, lists) if lists else None

    @cached_property
    def losses(self) -> list[Course]:
        """Steps lost so far by each side."""
        found = []
        for party in self.parties:
            lists = [r.losses[party.id] for r in self.results if r.losses.get(party.id)]
            if lists:
                found.append(self._course(party.id, party, lists))
        return found

    def _measured(self, name: str) -> list[list[float]]:
        return [result.measures[name] for result in self.results if result.measures.get(name)]

    def _owner(self, name: str) -> Party | None:
        return next((p for p in self.parties if name == f"{p.id} points"), None)

    def _course(self, name: str, party: Party | None, lists: Sequence[Sequence[float]]) -> Course:
        turns = []
        for turn in range(max(map(len, lists))):
            turns.append(_spread([values[turn] for values in lists if turn < len(values)]))
        return Course(name, party, tuple(turns), _spread([values[-1] for values in lists]))

    # --- where, how, with what luck ------------------------------------------------------

    @cached_property
    def fights(self) -> dict[HexId, dict[Side, int]]:
        """Fights in every hex, by the side that attacked."""
        found: dict[HexId, dict[Side, int]] = {}
        for result in self.results:
            for side, hexes in result.fights.items():
                for hex_, count in hexes.items():
                    here = found.setdefault(hex_, {})
                    here[side] = here.get(side, 0) + count
        return found

    @cached_property
    def events(self) -> list[Use]:
        """What happened in a game, kind by kind, the commonest first."""
        return self._uses([result.events for result in self.results])

    @cached_property
    def verbs(self) -> list[Use]:
        """What players did in a game, verb by verb, the commonest first."""
        return self._uses([result.verbs for result in self.results])

    @cached_property
    def clauses(self) -> list[Use]:
        """The rules that events and their numbers cite, the commonest first."""
        return self._uses([{"": result.clauses} for result in self.results])

    def _uses(self, counts: Sequence[Mapping[Side, Mapping[str, int]]]) -> list[Use]:
        names = dict.fromkeys(n for one in counts for by_name in one.values() for n in by_name)
        found = []
        for name in names:
            by_side: Counter[Side] = Counter()
            for one in counts:
                by_side.update({side: by_name.get(name, 0) for side, by_name in one.items()})
            shares = {side: count / self.games for side, count in by_side.items() if count}
            used = sum(any(name in by_name for by_name in one.values()) for one in counts)
            found.append(Use(name, shares, used))
        return sorted(found, key=lambda use: (-use.total, use.name))

    @cached_property
    def main_roll(self) -> str:
        """The name of the dice that are thrown most: those of combat, as a rule."""
        counts: Counter[str] = Counter()
        for result in self.results:
            for rolls in result.rolls.values():
                counts.update({name: sum(faces) for name, faces in rolls.items()})
        return counts.most_common(1)[0][0] if counts else ""

    @cached_property
    def rolls(self) -> dict[tuple[Side, str], list[int]]:
        """How often each face came, by side and purpose."""
        found: dict[tuple[Side, str], list[int]] = {}
        for result in self.results:
            for side, rolls in result.rolls.items():
                for name, faces in rolls.items():
                    old = found.get((side, name), [0] * len(faces))
                    found[side, name] = [a + b for a, b in zip(old, faces, strict=True)]
        return dict(sorted(found.items()))

    def luck(self, side: Side) -> list[Luck]:
        """The luck of a side with the main dice, game by game."""
        empty = [0] * 6
        return [luck_of(r.rolls.get(side, {}).get(self.main_roll, empty)) for r in self.results]

    @cached_property
    def explained(self) -> float | None:
        """The share of the spread of margins that goes with the dice of both sides; freed of
        what two numbers without any meaning would seem to explain. None: too few games.
        """
        margins = [result.margin for result in self.results]
        if self.games < 8 or None in margins or len(set(margins)) == 1:
            return None
        columns = [[luck.z for luck in self.luck(party.id)] for party in self.parties]
        x = np.array([[1.0] * self.games, *columns]).T
        y = np.array(margins, dtype=float)
        left = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
        raw = 1 - float(left @ left) / float(((y - y.mean()) ** 2).sum())
        freedom = self.games - len(columns) - 1
        return max(0.0, 1 - (1 - raw) * (self.games - 1) / freedom)


def _spread(values: Sequence[float]) -> Spread:
    return Spread(len(values), *(quantile(values, level) for level in LEVELS))


def _parties(game: Game[Any, Any], one: Result) -> tuple[Party, ...]:
    """Both sides in the game's order; cool and warm as its page has them."""
    camps: dict[Side, Camp] = dict(zip(game.sides, ("cool", "warm"), strict=True))
    if game.pages is not None:
        options = game.make_options(one.options)
        camps |= {look.id: look.camp for look in game.pages.page(one.scenario, options).sides}
    return tuple(Party(side, game.side_title(side), camps[side]) for side in game.sides)


def fights_a_game(summary: Summary) -> dict[HexId, float]:
    """How often there was a fight for each hex, in a game on average."""
    return {h: sum(by.values()) / summary.games for h, by in summary.fights.items()}
