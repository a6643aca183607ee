"""TEC What every step on the map costs, in sixths of a movement point.

The table of a class of movers is made when it is first asked for; swamps cost each allowance
its own, and once the bridge is blown its step is gone.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from grognard.decisions import rule
from grognard.games.kanev43.charts import CLASSES, SIXTHS, Class
from grognard.games.kanev43.theatre import Terms, Theatre
from grognard.games.kanev43.units import Moves
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.reach import FORBIDDEN, Going, ZoneRules
from grognard.pieces import UnitId


class Goings:
    """The going of each class of movers, by the terms of the move."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._made: dict[tuple[Moves, Terms], Going] = {}
        self._groups: dict[frozenset[tuple[Moves, Terms]], Going] = {}
        self._paces: dict[Terms, Going] = {}
        self._bases: dict[tuple[Class, bool, bool], tuple[Int16s, Int16s]] = {}
        #: On what the steps of each unit have been found to depend, and what zones cost movers of
        #: these classes.
        self.terms: dict[tuple[UnitId, bool, bool, bool], tuple[Moves, Terms]] = {}
        self.zones: dict[frozenset[Moves], ZoneRules] = {}

    @rule("TEC-1", "LDR-2")
    def of(self, moves: Moves, terms: Terms) -> Going:
        """The going of a class. Leaders pay the cheapest class for every hex."""
        found = self._made.get((moves, terms))
        if found is None:
            tables = [self._entry(going, terms) for going in CLASSES if moves in (going, "any")]
            found = Going(self.theatre.board.grid, reduce(np.minimum, tables))
            self._made[moves, terms] = found
        return found

    def together(self, kinds: frozenset[tuple[Moves, Terms]]) -> Going:
        """The going of movers of several classes, who pay for the dearest of them."""
        found = self._groups.get(kinds)
        if found is None:
            first, *others = (self.of(*kind) for kind in sorted(kinds))
            found = self._groups[kinds] = first.together(*others) if others else first
        return found

    @rule("AIRB-12")
    def paces(self, terms: Terms) -> Going:
        """The going of who counts hexes and not points: a point for each step of feet."""
        found = self._paces.get(terms)
        if found is None:
            open_ = self.of("foot", terms).entry < FORBIDDEN
            entry = np.where(open_, SIXTHS, FORBIDDEN).astype(np.int16)
            found = self._paces[terms] = Going(self.theatre.board.grid, entry)
        return found

    @rule("TEC-22", "R-21")
    def _entry(self, going: Class, terms: Terms) -> Int16s:
        """The cost of coming into a hex across each of its sides. Swamps cost every allowance its
        own: where they count is found once, by what a point more for them would change.
        """
        key = (going, terms.strategic, terms.bridge)
        found = self._bases.get(key)
        if found is None:
            plain, swampy = (self._table(going, terms._replace(swamp=n)) for n in (0, 1))
            found = self._bases[key] = plain, swampy - plain
        return found[0] + found[1] * np.int16(terms.swamp)

    def _table(self, going: Class, terms: Terms) -> Int16s:
        grid = self.theatre.board.grid
        entry = np.full((len(grid), 6), FORBIDDEN, np.int16)
        for number, there in enumerate(grid.hexes):
            for across, beyond in enumerate(grid.neighbour_table[number].tolist()):
                if beyond >= 0:
                    cost = self.theatre.step(going, grid.hexes[beyond], there, terms)
                    entry[number, across] = FORBIDDEN if cost is None else cost
        return entry
