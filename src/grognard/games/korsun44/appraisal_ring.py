"""The ring around Korsun: where the two Ukrainian Fronts can meet with the least trouble.

On hexes whatever parts a city from the south is a chain of hexes that touch one another, from the
west of the map to the east. The cheapest chain, over ground that the Soviets hold for nothing and
round the Germans, is what both sides fight for: while it has a gap, Korsun has a way out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grognard.appraise import Troop
from grognard.board import Mask
from grognard.decisions import Side
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.victory import gates
from grognard.hexes import Grid, HexId
from grognard.mechanics.reach import FORBIDDEN, Going, Reach
from grognard.mechanics.zones import Ground
from grognard.players.atlas import atlas_of

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

Costs = np.ndarray[tuple[int, ...], np.dtype[np.int16]]

#: Corners that are Soviet in every scenario, and the Ukrainian Fronts on that side of Korsun.
ENDS = (("0100", 1), ("6400", 2))
#: What a hex of a chain costs that Soviets stand in or beside, that they hold, that nobody holds,
#: that the Germans hold, and that Germans stand in.
GUARDED, OURS, NOBODYS, THEIRS, MANNED = 10, 14, 15, 16, 28
#: A chain that costs more is none.
MOST = 6_000
#: Troops so near to one another make the weight of a front.
MASSED = 4
#: So many hexes at both ends of a hole are fought for at a time.
TIP = 5


class Ring(NamedTuple):
    """The cheapest chain, and those of its hexes that the Soviets do not hold, from west to east;
    the length of the gap is counted in hexes that Germans hold, but do not stand in.
    """

    chain: tuple[HexId, ...]
    gap: tuple[HexId, ...]
    length: float

    @property
    def tips(self) -> tuple[HexId, ...]:
        """Where the pincers are to go next: both ends of every hole."""
        open_ = frozenset(self.gap)
        holes = [tuple(run) for gap, run in groupby(self.chain, open_.__contains__) if gap]
        return tuple(dict.fromkeys(h for hole in holes for h in (*hole[:TIP], *hole[-TIP:])))


def ring(pos: Pos) -> Ring:
    """The ring as the armies stand now."""
    masses = pos.keep(_masses)
    facts = (pos.state.control, pos.state.scenario, masses)
    found: Ring = pos.columns.keep("ring", facts, lambda: _ring(pos, masses))
    return found


def _ring(pos: Pos, masses: tuple[HexId, ...]) -> Ring:
    return _cheapest(pos.board.grid, _costs(pos).tobytes(), _closed(pos), masses)


@lru_cache(maxsize=1024)
def _cheapest(
    grid: Grid, priced: bytes, closed: tuple[HexId, ...], masses: tuple[HexId, ...]
) -> Ring:
    """The ring by what hexes cost: most moves change nothing in that."""
    costs = np.frombuffer(priced, np.int16)
    entry = np.where(_beyond(grid, closed), FORBIDDEN, costs[:, None])
    going = Going(grid, entry.astype(np.int16))
    (west, _), (east, _) = ENDS
    chain = dict.fromkeys(
        hex_
        for start, goal in pairwise((west, *masses, east))
        for hex_ in Reach(going, start, MOST, Ground(grid)).path_to(goal)
    )
    gap = tuple(hex_ for hex_ in chain if costs[grid.index[hex_]] > OURS)
    return Ring(tuple(chain), gap, sum(int(costs[grid.index[hex_]]) for hex_ in gap) / THEIRS)


def _masses(pos: Pos) -> tuple[HexId, ...]:
    """Where each front has most strength together, from where its pincer goes out; without any that
    attack, the corner behind it. Who is in the city already is part of no chain.
    """
    closed = frozenset(_closed(pos))
    troops = [t for t in pos.game.appraisal.troops(pos, SOVIET)
              if t.kind != "hq" and t.hex not in closed]  # fmt: skip
    return tuple(_mass(pos, corner, front, troops) for corner, front in ENDS)


def _mass(pos: Pos, corner: HexId, front: int, everybody: Sequence[Troop]) -> HexId:
    printed = pos.game.printed
    troops = [(t.hex, t.defence) for t in everybody if printed[t.id].ukrainian_front == front]
    return _middle(pos.game, tuple(troops)) if troops else corner


@lru_cache(maxsize=1024)
def _middle(game: Korsun44, troops: tuple[tuple[HexId, float], ...]) -> HexId:
    """The hex of troops, given with their strengths, that most strength is near to."""
    atlas = atlas_of(game.appraisal)
    here = [atlas.index[hex_] for hex_, _ in troops]
    near = atlas.distances[np.ix_(here, here)] <= MASSED
    return troops[int(np.argmax(near @ np.array([defence for _, defence in troops])))][0]


def _costs(pos: Pos) -> Costs:
    """What each hex costs in a chain."""
    columns, control = pos.columns, pos.state.control
    row = columns.layout.row
    soviet, german = (columns.block[row("", side)] > 0 for side in (SOVIET, GERMAN))
    there, here = (columns.block[row("regular", side)] > 0 for side in (SOVIET, GERMAN))
    costs = np.full(len(control), NOBODYS, np.int16)
    costs[_held(pos.game, GERMAN, control) & ~soviet] = THEIRS
    costs[_held(pos.game, SOVIET, control) & ~german] = OURS
    costs[(soviet & ~german) | there] = GUARDED
    costs[here] = MANNED
    return costs


@lru_cache(maxsize=64)
def _held(game: Korsun44, side: Side, control: str) -> Mask:
    """The hexes that a side controls."""
    return np.array([letter == game.letter_of(side) for letter in control])


def _closed(pos: Pos) -> tuple[HexId, ...]:
    """Where no chain may run that is to part the city from the south: through either of them, and
    round the city by the north.
    """
    grid, cities = pos.board.grid, pos.game.scene(pos).victory.cities
    city = frozenset(hex_ for name in cities for hex_ in pos.game.theatre.zone(name))
    return (*sorted(city), *_northward(grid, min(city)), *gates(pos))


@cache
def _northward(grid: Grid, hex_: HexId) -> tuple[HexId, ...]:
    """The hexes of the same column north of one."""
    return tuple(h for h in grid.hexes if h[:2] == hex_[:2] and h <= hex_)


@cache
def _beyond(grid: Grid, closed: tuple[HexId, ...]) -> Mask:
    """These hexes, as a mask of hexes and sides."""
    mask: Mask = np.zeros((len(grid), 6), np.bool_)
    mask[[grid.index[hex_] for hex_ in closed]] = True
    return mask
