"""A position that a side could be in, made from what it sees.

Who is in masked stacks is drawn among the units that are not accounted for: those off the map and
the dead are known, so all others are in those stacks, most likely near where they are looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from grognard.board import Mask
from grognard.decisions import Side, rule
from grognard.games.korsun44.masking import Words
from grognard.games.korsun44.sequence import Turn
from grognard.games.korsun44.state import KorsunState, KorsunUnit, Pos
from grognard.games.korsun44.whereabouts import Steps, Traces, is_front, misfits
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Secret
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

Guess = dict[UnitId, KorsunUnit]
Losses = Mapping[Side, int]
#: The units of hidden counters by the names of these, and all that are guessed.
_Guesses = tuple[Mapping[str, UnitId], Guess]
#: What a guess is drawn from, and how many are tried.
World = int | str
WORLDS = 20
#: A position is made out of another one in which at most so many units are elsewhere.
FEW = 40


class Beliefs:
    """What has been made up last. From one view to the next hardly anything is another, so units,
    guesses and what a position carries for speed are taken from there.
    """

    def __init__(self, game: Korsun44) -> None:
        self.game = game
        self.words = Words()
        self._seen: dict[UnitId, tuple[Counter, KorsunUnit]] = {}
        self._guess: tuple[Any, _Guesses] | None = None
        self._last: Pos | None = None

    def unit(self, counter: Counter) -> KorsunUnit:
        """The unit of a counter that lies open."""
        seen = self._seen.get(counter.id)
        if seen is None or seen[0] is not counter:
            facts: Any = counter.facts
            unit = KorsunUnit(id=counter.id, at=counter.at, **facts)
            seen = self._seen[counter.id] = counter, unit
        return seen[1]

    def guesses(
        self, known: Guess, hidden: list[Counter], losses: Losses, seed: World, traces: Traces
    ) -> _Guesses:
        """Who the hidden counters are."""
        lost = [unit.lost for unit in known.values()]
        told = [(c.id, c.side, c.at, c.facts) for c in hidden]
        asked = (seed, list(known), lost, told, losses, traces)
        kept = self._guess  # another thread may think about another game meanwhile
        if kept is None or kept[0] != asked:
            kept = self._guess = asked, _guesses(self.game, known, hidden, losses, seed, traces)
        return kept[1]

    def position(self, state: KorsunState) -> Pos:
        """The position of a state."""
        last = self._last
        self._last = made = self._near(last, state) if last else self.game.position(state)
        return made

    def _near(self, last: Pos, state: KorsunState) -> Pos:
        """The same, made out of another if it hardly differs."""
        if (last.state.scenario, last.state.options) != (state.scenario, state.options):
            return self.game.position(state)
        pairs = zip(last.state.units, state.units, strict=True)
        moved = [new for old, new in pairs
                 if old is not new and (old.at, old.lost) != (new.at, new.lost)]  # fmt: skip
        if len(moved) > FEW:
            return self.game.position(state)
        hand = self.game.hand(last)
        for unit in moved:
            hand.set(unit.id, at=unit.at, lost=unit.lost)
        return Pos(self.game, state, hand.now.columns, hand.now.where)


@cache
def beliefs_of(game: Korsun44) -> Beliefs:
    """What has been made up last in a title."""
    return Beliefs(game)


@rule("H16")
def fill(game: Korsun44, view: View, seed: int = 0) -> Pos:
    """A position that looks like this to the viewer, and in which he is asked if he is asked now:
    who has a way back knows that no zone closes it. The same seed gives the same one.
    """
    for number in range(WORLDS):
        pos = _made_up(game, view, seed, number)
        if view.question is None or pos.side == view.viewer:
            break
    return pos


def _made_up(game: Korsun44, view: View, seed: int, number: int) -> Pos:
    beliefs = beliefs_of(game)
    known = {c.id: beliefs.unit(c) for c in view.counters if c.known}
    hidden = [c for c in view.counters if not c.known]
    world = f"{seed}|{number}" if number else seed
    posts = {u.at for u in known.values() if game.owners[u.id] == view.viewer}
    traces = Traces(view.scenario, view.turn, posts, doubtful=number > 0)
    names, guessed = beliefs.guesses(known, hidden, view.tracks["losses"], world, traces)
    units = known | guessed
    tracks = {name: value for name, value in view.tracks.items() if name != "losses"}
    options: Any = view.options
    state = KorsunState(
        game=view.game,
        scenario=view.scenario,
        options=options,
        seed=f"belief {seed}",
        agenda=tuple(
            beliefs.words.renamed(step, names, lambda word: names.get(word, word))
            for step in view.agenda
        )
        or (Turn(),),
        units=tuple([units[unit] for unit in game.index]),
        turn=view.turn,
        control=view.control,
        outcome=view.outcome,
        sightings=view.sightings,
        secrets=own_secrets(view),
        **tracks,
    )
    return beliefs.position(state)


def _guesses(
    game: Korsun44,
    known: Guess,
    hidden: list[Counter],
    losses: Losses,
    seed: World,
    traces: Traces,
) -> _Guesses:
    """Who the hidden counters are, and the names of those that have been given one."""
    rng = Random(seed)
    names: dict[str, UnitId] = {}
    guessed: Guess = {}
    for side in game.sides:
        theirs = [c for c in hidden if c.side == side]
        free = [u for u in game.index if u not in known and game.owners[u] == side]
        rng.shuffle(free)
        owed = losses[side] - _lost(game, side, known)
        found = listed(game, theirs, free, names, owed, traces, rng)
        owed -= _lost(game, side, found)
        guessed |= found | masked(game, theirs, free, names, max(owed, 0), traces, rng)
    return names, guessed


def own_secrets(view: View) -> tuple[Secret, ...]:
    """What the viewer himself has written in secret; of the enemy nothing is known."""
    found = []
    for words, value in view.secrets.items():
        owner, _, name = words.partition(" ")
        if owner == view.viewer:
            found.append(Secret(owner, name, value))
    return tuple(found)


def _lost(game: Korsun44, side: Side, units: Mapping[UnitId, KorsunUnit]) -> int:
    """The levels that these units of a side have lost."""
    return sum(unit.lost for name, unit in units.items() if game.owners[name] == side)


@rule("16.1.4")
def listed(
    game: Korsun44,
    hidden: list[Counter],
    free: list[UnitId],
    names: dict[str, UnitId],
    owed: int,
    traces: Traces,
    rng: Random,
) -> Guess:
    """Counters whose type is known, those first that show most levels; together they have lost no
    more levels than are `owed`, if that can be. Who is chosen is no longer `free`, and `names` has
    him for the name of the counter.
    """
    found: Guess = {}
    seen = [c for c in hidden if "kind" in c.facts]
    seen.sort(key=lambda c: (-c.facts.get("levels", 0), c.id))
    able = tuple(free)
    table = misfits(game, traces, able, [c.at for c in seen], rng)
    for column, counter in enumerate(seen):
        levels = counter.facts.get("levels", 1)
        fits = [n for n, u in enumerate(able)
                if u not in found and _may_be(game, u, counter.facts["kind"], levels)]  # fmt: skip
        most = levels + max(owed, 0)
        likely = [n for n in fits if game.piece(able[n]).levels <= most] or fits
        unit = able[min(likely, key=lambda n: float(table[n, column]))]
        free.remove(unit)
        lost = game.piece(unit).levels - levels if "levels" in counter.facts else 0
        owed -= lost
        found[unit] = _guessed(unit, counter.at, lost)
        names[counter.id] = unit
    return found


def _may_be(game: Korsun44, unit: UnitId, kind: str, levels: int) -> bool:
    piece = game.piece(unit)
    return piece.kind == kind and piece.levels >= levels


@rule("3.2.1", "H16")
def masked(
    game: Korsun44,
    hidden: list[Counter],
    free: list[UnitId],
    names: dict[str, UnitId],
    owed: int,
    traces: Traces,
    rng: Random,
) -> Guess:
    """Everybody else is in a masked stack: one in each, the others where there is room. `owed` are
    the levels that they have lost together.
    """
    stacks = sorted((c for c in hidden if "kind" not in c.facts), key=lambda c: c.at)
    hexes = [c.at for c in stacks]
    table = misfits(game, traces, free, hexes, rng)
    first = _one_each(table, is_front(game, traces, hexes))
    names |= {stacks[column].id: free[row] for row, column in first.items()}
    room = dict.fromkeys(hexes, game.charts.limits["stacking"].number)
    found: Guess = {}
    for row in (*first, *(row for row in range(len(free)) if row not in first)):
        unit, levels = free[row], game.piece(free[row]).levels
        lost = min(owed, levels - 1)
        owed -= lost
        left = levels - lost
        hex_ = hexes[first[row]] if row in first else _somewhere(room, left, table[row])
        room[hex_] -= left
        found[unit] = _guessed(unit, hex_, lost)
    return found


def _one_each(table: Steps, urgent: Mask) -> dict[int, int]:
    """One row for each column, the urgent ones first, and the best fits of all of them."""
    later = np.broadcast_to(~urgent, table.shape)
    order = np.lexsort((table.ravel(), later.ravel()))
    rows, columns = np.unravel_index(order, table.shape)
    chosen: dict[int, int] = {}
    filled: set[int] = set()
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if row not in chosen and column not in filled:
            chosen[row] = column
            filled.add(column)
    return chosen


@lru_cache(maxsize=8192)
def _guessed(unit: UnitId, at: HexId, lost: int) -> KorsunUnit:
    return KorsunUnit(id=unit, at=at, lost=lost)


def _somewhere(room: Mapping[HexId, int], levels: int, misfit: Steps) -> HexId:
    """The hex with room that fits best, or else the emptiest."""
    fits = dict(zip(room, misfit.tolist(), strict=True))
    free = [hex_ for hex_, left in room.items() if left >= levels]
    return min(free, key=fits.__getitem__) if free else max(room, key=room.__getitem__)
