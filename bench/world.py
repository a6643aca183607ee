"""The world of the benchmarks: 2,500 hexes, 300 units about a wavy front.

Always the same: everything is drawn from one seed. Roads and rails join towns, rivers run
along hexsides, costs are in half points, and both sides have about 127 stacks.
"""

from __future__ import annotations

import math
import random
from functools import cached_property
from itertools import pairwise

import numpy as np

from grognard.board import Mask
from grognard.hexes import Grid, HexId
from grognard.mechanics.columns import Columns, Layout, Mark
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.kernels import FORBIDDEN
from grognard.mechanics.reach import Going, ZoneRules
from grognard.mechanics.trace import Leg, Lines, along, overland
from grognard.mechanics.zones import Bars, Bonds, Ground, spread, survey

SIZE = 50
STACKS = 254
UNITS = 300
WEST, EAST = "west", "east"


class World:
    """A board and a position on it, as the mechanics see them."""

    def __init__(self, seed: int = 43) -> None:
        self.random = random.Random(seed)
        self.grid = Grid("flat", (1, SIZE), (1, SIZE))
        self.woods = self._patches(150, 7)
        self.towns = self.random.sample(self.grid.hexes, 42)
        self.rivers = self._rivers(9, 40)
        self.roads = self._network(42, 642)
        self.rails = self._network(14, 333)
        self.units = self._units()

    # --- the board ----------------------------------------------------------------------

    def _patches(self, number: int, largest: int) -> frozenset[HexId]:
        centres = self.random.sample(self.grid.hexes, number)
        return frozenset(
            name
            for centre in centres
            for name in self.grid.within(centre, self.random.randrange(largest) // 2)
        )

    def _rivers(self, number: int, length: int) -> Mask:
        """Chains of hexsides, each touching the one before."""
        mask = np.zeros((len(self.grid), 6), np.bool_)
        for _ in range(number):
            here = self.random.choice(self.grid.hexes)
            side = self.grid.hexside(here, self.random.choice(self.grid.neighbours(here)))
            for _ in range(length):
                self._set(mask, *side.split("/"))
                side = self.random.choice(sorted(self.grid.touching(side)))
        return mask

    def _network(self, towns: int, hexsides: int) -> Mask:
        """Straight lines between towns, near ones first, until so many hexsides are laid."""
        mask = np.zeros((len(self.grid), 6), np.bool_)
        chosen = self.towns[:towns]
        pairs = [(a, b) for a in chosen for b in chosen if a < b]
        pairs.sort(key=lambda pair: (self.grid.distance(*pair), pair))
        for a, b in pairs:
            line = self.grid.line(a, b)
            for one, other in pairwise(line):
                if mask.sum() < 2 * hexsides:
                    self._set(mask, one, other)
        return mask

    def _set(self, mask: Mask, a: HexId, b: HexId) -> None:
        mask[self.grid.index[a], self.grid.side(a, b)] = True
        mask[self.grid.index[b], self.grid.side(b, a)] = True

    @cached_property
    def entry(self) -> Int16s:
        """In halves: clear 2, woods 4, a river 2 more, a road 1."""
        woods = np.array([name in self.woods for name in self.grid.hexes])
        cost = np.where(woods, 4, 2)[:, None] + 2 * self.rivers
        return np.where(self.roads, 1, cost).astype(np.int16)

    @cached_property
    def going(self) -> Going:
        return Going(self.grid, self.entry)

    @cached_property
    def bonds(self) -> Bonds:
        return Bonds(self.grid, rivers=self.rivers)

    # --- the position -------------------------------------------------------------------

    def front(self, row: int) -> float:
        """The column of the front in a row."""
        return SIZE / 2 + 6 * math.sin(row / 6) + 3 * math.sin(row / 2.3)

    def _units(self) -> tuple[tuple[str, HexId], ...]:
        """Most stacks within six hexes of the front, the rest behind; some hold two units."""
        places: dict[HexId, str] = {}
        while len(places) < STACKS:
            row = self.random.randint(1, SIZE)
            side = self.random.choice((WEST, EAST))
            depth = 1.0 + abs(self.random.gauss(0, 3.5))
            column = round(self.front(row) + (depth if side == EAST else -depth))
            if 1 <= column <= SIZE:
                places.setdefault(self.grid.numbering.write(column, row), side)
        stacks = [(side, name) for name, side in places.items()]
        return tuple(stacks + self.random.sample(stacks, UNITS - STACKS))

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.grid, (WEST, EAST), zones={"zone": spread(self.grid)})

    @cached_property
    def mark(self) -> Mark:
        return self.layout.mark(units=1, zone=1)

    @cached_property
    def columns(self) -> Columns:
        return Columns.of(self.layout, ((side, name, self.mark) for side, name in self.units))

    @cached_property
    def bars(self) -> Bars:
        """What the bonds of the East bar to the West."""
        return self.bonds.of(self.columns)[EAST]

    @cached_property
    def ground(self) -> Ground:
        """The ground as the West sees it."""
        return survey(self.columns, WEST, bars=self.bars)

    @cached_property
    def line_ground(self) -> Ground:
        """The same for supply lines: friends cancel zones."""
        return survey(self.columns, WEST, bars=self.bars, cancelled=True)

    @cached_property
    def movers(self) -> tuple[HexId, ...]:
        """The hexes of the West, each once."""
        return tuple(dict.fromkeys(name for side, name in self.units if side == WEST))

    # --- the questions ------------------------------------------------------------------

    @cached_property
    def zone_rules(self) -> ZoneRules:
        """Stop on entering a zone, one point (two halves) to leave one."""
        return ZoneRules(stop=True, leave=2)

    @cached_property
    def sources(self) -> tuple[HexId, ...]:
        """Five rail hexes behind the western front, far from one another."""
        on_rail = [h for h, row in zip(self.grid.hexes, self.rails, strict=True) if row.any()]
        rear = [h for h in on_rail if self.grid.place(h)[0] <= SIZE // 3]
        return tuple(rear[:: len(rear) // 5][:5])

    @cached_property
    def lines(self) -> Lines:
        """Rail without limit, then fifteen road hexes, then five overland."""
        rail = Leg("rail", along(self.grid, self.rails))
        road = Leg("road", along(self.grid, self.roads, 1), 15)
        return Lines(self.grid, (rail, road, Leg("overland", overland(self.grid), 5)))

    def counts(self) -> dict[str, int]:
        """The size of the world, for the record."""
        return {
            "hexes": len(self.grid),
            "road hexsides": int(self.roads.sum()) // 2,
            "rail hexsides": int(self.rails.sum()) // 2,
            "river hexsides": int(self.rivers.sum()) // 2,
            "units": len(self.units),
            "stacks": len({name for _, name in self.units}),
            "closed to movement": int((self.entry == FORBIDDEN).sum()),
        }
