"""The road by which Korsun is relieved: the one that can be opened with the least trouble.

Only roads count, over bridges that stand, and free of Soviets and of their zones; where Germans
stand zones do no harm (DEB-vc2).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grognard.games.korsun44.going import AS_PRINTED
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.victory import gates
from grognard.hexes import Grid, HexId, Hexside, split_hexside
from grognard.mechanics.reach import FORBIDDEN, Going, Reach
from grognard.mechanics.zones import Ground

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

Costs = np.ndarray[tuple[int, ...], np.dtype[np.int16]]

#: What a hex of a road costs that is open, that lies in a Soviet zone, and that Soviets stand in;
#: and what a bridge costs that has to be mended.
OPEN, WATCHED, MANNED, BROKEN = 10, 25, 60, 30
#: A road that costs more is none.
MOST = 30_000
#: So many hexes at both ends of what is closed are fought for at a time.
TIP = 4


class Relief(NamedTuple):
    """The road from the south to Korsun, its hexes that are closed, its bridges that are broken,
    and how much trouble it is to open it, in hexes that Soviets only look upon.
    """

    road: tuple[HexId, ...]
    closed: tuple[HexId, ...]
    broken: tuple[Hexside, ...]
    trouble: float

    @property
    def tips(self) -> tuple[HexId, ...]:
        """Where it is to be opened next, from the south and from Korsun."""
        return tuple(dict.fromkeys((*self.closed[:TIP], *self.closed[-TIP:])))


def relief(pos: Pos) -> Relief:
    """The road as the armies stand now."""
    found: Relief = pos.columns.keep("relief", pos.state.broken_bridges, lambda: _relief(pos))
    return found


def _relief(pos: Pos) -> Relief:
    grid, hexes, broken = pos.board.grid, _hexes(pos), pos.state.broken_bridges
    entry = np.where(_roads(pos.game), hexes[:, None], FORBIDDEN).astype(np.int16)
    for bridge in broken:
        a, b = (grid.index[h] for h in split_hexside(bridge))
        for here, there in ((a, b), (b, a)):
            # A bridge of a railway has no road that could cost more.
            across = (grid.neighbour_table[here] == there) & (entry[here] < FORBIDDEN)
            entry[here, across] += BROKEN
    reach, ends = Reach(Going(grid, entry), _goal(pos), MOST, Ground(grid)), gates(pos)
    open_ = [hex_ for hex_ in ends if hex_ in reach]
    if not open_:
        return Relief((), (), (), 0.0)
    costs = reach.costs(MOST)
    road = reach.path_to(min(open_, key=lambda h: (int(costs[grid.index[h]]), h)))[::-1]
    closed = tuple(h for h in road if hexes[grid.index[h]] > OPEN)
    down = tuple(side for side in _sides(grid, road) if side in broken)
    trouble = sum(int(hexes[grid.index[h]]) - OPEN for h in closed) + BROKEN * len(down)
    return Relief(road, closed, down, trouble / (WATCHED - OPEN))


def _goal(pos: Pos) -> HexId:
    cities = pos.game.scene(pos).victory.cities
    return min(hex_ for name in cities for hex_ in pos.game.theatre.zone(name))


def _sides(grid: Grid, road: tuple[HexId, ...]) -> list[Hexside]:
    return [grid.hexside(a, b) for a, b in pairwise(road)]


def bridges(pos: Pos) -> frozenset[Hexside]:
    """The bridges on the shortest road from each zone of the south, and on the road of the moment:
    without them there is none.
    """
    found = relief(pos)
    printed = _bridges(pos.game, tuple(gates(pos)), _goal(pos))
    return printed | pos.game.theatre.bridges.intersection(_sides(pos.board.grid, found.road))


@cache
def _bridges(game: Korsun44, ends: tuple[HexId, ...], goal: HexId) -> frozenset[Hexside]:
    grid = game.board.grid
    entry = np.where(_roads(game), OPEN, FORBIDDEN).astype(np.int16)
    reach = Reach(Going(grid, entry), goal, MOST, Ground(grid))
    roads = [reach.path_to(end) for end in ends if end in reach]
    return game.theatre.bridges.intersection(side for road in roads for side in _sides(grid, road))


def _hexes(pos: Pos) -> Costs:
    """What each hex costs on a road."""
    columns = pos.columns
    row, block = columns.layout.row, columns.block
    costs = np.full(len(pos.board.grid), OPEN, np.int16)
    costs[(block[row("", SOVIET)] > 0) & (block[row("regular", GERMAN)] == 0)] = WATCHED
    costs[block[row("units", SOVIET)] > 0] = MANNED
    return costs


@cache
def _roads(game: Korsun44) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Across which sides a hex is entered by road, with all bridges that the map has."""
    return np.asarray(game.goings.line(AS_PRINTED) == 0)
