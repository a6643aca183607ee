"""3.1 What every step on the map costs, in sixths of a movement point.

The table of a class of movers is made when it is first asked for; where bridges are destroyed
only their own steps are reckoned anew.
"""

from __future__ import annotations

import numpy as np

from grognard.decisions import rule
from grognard.games.korsun44.charts import Going as Class
from grognard.games.korsun44.theatre import Theatre
from grognard.hexes import Hexside, split_hexside
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.reach import FORBIDDEN, Going

#: So many tables for other sets of destroyed bridges are kept.
_MOST = 32


class Goings:
    """The going of each class of movers, by the bridges that are destroyed."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._whole: dict[Class, Int16s] = {}
        self._made: dict[tuple[Class, frozenset[Hexside]], Going] = {}

    @rule("3.1.11", "3.1.12", "D6")
    def of(self, going: Class, broken: frozenset[Hexside] = frozenset()) -> Going:
        """The going of a class while these bridges are destroyed."""
        found = self._made.get((going, broken))
        if found is None:
            while len(self._made) >= _MOST:
                del self._made[next(iter(self._made))]
            found = Going(self.theatre.board.grid, self._entry(going, broken))
            self._made[going, broken] = found
        return found

    def _entry(self, going: Class, broken: frozenset[Hexside]) -> Int16s:
        """The cost of coming into a hex across each of its sides."""
        if going not in self._whole:
            self._whole[going] = self._with_all_bridges(going)
        grid, entry = self.theatre.board.grid, self._whole[going].copy()
        for side in broken:
            a, b = split_hexside(side)
            for here, there in ((a, b), (b, a)):
                row = grid.neighbour_table[grid.index[there]]
                across = int(np.flatnonzero(row == grid.index[here])[0])
                cost = self.theatre.step(going, here, there, bridged=False)
                entry[grid.index[there], across] = FORBIDDEN if cost is None else cost
        return entry

    def _with_all_bridges(self, going: Class) -> Int16s:
        grid = self.theatre.board.grid
        entry = np.full((len(grid), 6), FORBIDDEN, np.int16)
        for number, there in enumerate(grid.hexes):
            for across, beyond in enumerate(grid.neighbour_table[number]):
                if beyond >= 0:
                    cost = self.theatre.step(going, grid.hexes[beyond], there)
                    entry[number, across] = FORBIDDEN if cost is None else cost
        return entry
