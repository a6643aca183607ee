"""3.1 What every step on the map costs, in sixths of a movement point; 10.1 what it costs a line.

The table of a class of movers is made when it is first asked for; where bridges are destroyed
or built only their own steps are reckoned anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.decisions import rule
from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.charts import Going as Class
from grognard.games.korsun44.theatre import Theatre, Way
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.reach import FORBIDDEN, Going, steps_out

#: So many tables for other bridges and aircraft are kept.
_MOST = 64
#: What a table is about: a class of movers, a kind of road that is kept to (D7), or a line.
#: 9.1.3 HQs are trucks that go where trucks cannot.
Mover = Class | Literal["hq"]
Kind = Mover | Literal["side_road", "railroad", "supply"]
#: The cost of a step to a neighbour, with or without a bridge there; None: there is none.
_Cost = Callable[[HexId, HexId, bool], int | None]


class Terms(NamedTuple):
    """What costs depend on besides the map: bridges that are destroyed (14.1.2) and built
    (14.3.2), and aircraft over hexes, in SPs (8.2.13).
    """

    broken: frozenset[Hexside] = frozenset()
    built: frozenset[Hexside] = frozenset()
    aircraft: tuple[tuple[HexId, int], ...] = ()


AS_PRINTED = Terms()


class _Sorts(NamedTuple):
    """All steps on the map as it is printed, into which hex across which of its sides, and the sort
    of each; of every sort one step, and does a bridge stand there?
    """

    there: NDArray[np.intp]
    across: NDArray[np.intp]
    sort: NDArray[np.intp]
    steps: list[tuple[HexId, HexId, bool]]


class Goings:
    """The going of each class of movers under the terms of the moment."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._whole: dict[Kind, Int16s] = {}
        self._made: dict[tuple[Kind, Terms], Going] = {}
        self._stacks: dict[tuple[tuple[Mover, ...], Terms], Going] = {}
        self._lines: dict[Terms, Int16s] = {}
        self._costs: dict[Kind, _Cost] = {
            "truck": partial(self._step, "truck"),
            "mech": partial(self._step, "mech"),
            "foot": partial(self._step, "foot"),
            "hq": self._hq_step,
            "side_road": partial(self._along, "side_road"),
            "railroad": partial(self._along, "railroad"),
            "supply": self._line_cost,
        }

    @rule("3.1.11", "3.1.12", "8.2.13", "D6", "D7")
    def of(self, kind: Kind, terms: Terms = AS_PRINTED) -> Going:
        """The going of a class, or along one kind of road."""
        found = self._made.get((kind, terms))
        if found is None:
            while len(self._made) >= _MOST:
                del self._made[next(iter(self._made))]
            found = Going(self.theatre.board.grid, self._entry(kind, terms))
            self._made[kind, terms] = found
        return found

    @rule("3.1.11")
    def together(self, kinds: tuple[Mover, ...], terms: Terms) -> Going:
        """The going of a stack of several classes."""
        first, *others = kinds
        if not others:
            return self.of(first, terms)
        found = self._stacks.get((kinds, terms))
        if found is None:
            while len(self._stacks) >= _MOST:
                del self._stacks[next(iter(self._stacks))]
            found = self.of(first, terms).together(*(self.of(kind, terms) for kind in others))
            self._stacks[kinds, terms] = found
        return found

    @rule("10.1.5", "10.1.6", "10.1.8", "G4", "G5", "G11", "G18")
    def line(self, terms: Terms) -> Int16s:
        """What steps of a line of supply cost, away from the base: nothing along roads, the cost
        of a truck elsewhere; no swamp is entered off the road.
        """
        found = self._lines.get(terms)
        if found is None:
            self._lines.clear()
            entry = self._entry("supply", terms._replace(aircraft=()))
            found = self._lines[terms] = steps_out(self.theatre.board.grid, entry)
        return found

    def _entry(self, kind: Kind, terms: Terms) -> Int16s:
        """The cost of coming into a hex across each of its sides."""
        if kind not in self._whole:
            self._whole[kind] = self._as_printed(kind)
        grid, entry = self.theatre.board.grid, self._whole[kind].copy()
        for side, stands in _changed(terms):
            a, b = split_hexside(side)
            for here, there in ((a, b), (b, a)):
                row = grid.neighbour_table[grid.index[there]]
                across = int(np.flatnonzero(row == grid.index[here])[0])
                entry[grid.index[there], across] = self._price(kind, here, there, stands)
        for hex_, strength in terms.aircraft:
            row = entry[grid.index[hex_]]
            row[row < FORBIDDEN] += strength * self._surcharge
        return entry

    @property
    def _surcharge(self) -> int:
        return self.theatre.charts.costs["interdiction"].number * SIXTHS

    def _as_printed(self, kind: Kind) -> Int16s:
        """Steps with the same ways, water, bridge and ground cost the same: each is priced once."""
        grid = self.theatre.board.grid
        entry = np.full((len(grid), 6), FORBIDDEN, np.int16)
        prices = [self._price(kind, *step) for step in self._sorts.steps]
        entry[self._sorts.there, self._sorts.across] = np.array(prices, np.int16)[self._sorts.sort]
        return entry

    @cached_property
    def _sorts(self) -> _Sorts:
        theatre = self.theatre
        grid, names = theatre.board.grid, theatre.board.grid.hexes
        numbers: dict[object, int] = {}
        steps: list[tuple[HexId, HexId, bool]] = []
        there, across = np.nonzero(grid.neighbour_table >= 0)
        sort = []
        for end, start in zip(there, grid.neighbour_table[there, across], strict=True):
            a, b = names[start], names[end]
            stands = grid.hexside(a, b) in theatre.bridges
            alike = (theatre.ways(a, b), theatre.water(a, b), stands, theatre.grounds[b])
            if alike not in numbers:
                numbers[alike] = len(steps)
                steps.append((a, b, stands))
            sort.append(numbers[alike])
        return _Sorts(there, across, np.array(sort, np.intp), steps)

    def _price(self, kind: Kind, a: HexId, b: HexId, stands: bool) -> int:
        found = self._costs[kind](a, b, stands)
        return FORBIDDEN if found is None else found

    def _step(self, going: Class, a: HexId, b: HexId, stands: bool) -> int | None:
        return self.theatre.passing(going, a, b, over=stands)

    @rule("9.1.2", "9.1.3")
    def _hq_step(self, a: HexId, b: HexId, stands: bool) -> int | None:
        """As a truck; into ground that is closed to trucks at a price of its own, but over no water
        that needs a bridge.
        """
        theatre = self.theatre
        found = theatre.passing("truck", a, b, over=stands)
        if found is not None or not theatre.is_closed("truck", b):
            return found
        water = None if stands else theatre.water(a, b)
        dry = water is None or theatre.charts.terrain[water].costs["truck"] is not None
        return theatre.charts.costs["hq_closed"].number * SIXTHS if dry else None

    def _along(self, way: Way, a: HexId, b: HexId, stands: bool) -> int | None:
        """What a step along one kind of road costs, for everybody the same."""
        if way not in self.theatre.open_ways(a, b, over=stands):
            return None
        return self.theatre.charts.terrain[way].costs["truck"]

    def _line_cost(self, a: HexId, b: HexId, stands: bool) -> int | None:
        ways = self.theatre.open_ways(a, b, over=stands)
        if "main_road" in ways or "side_road" in ways:
            return _FREE
        if self.theatre.grounds[b].base == "swamp":
            return None  # 10.1.8, whatever the table lets trucks do (D1).
        return self.theatre.overland("truck", a, b, over=stands)


#: Along a road a line costs nothing.
_FREE = 0


def _changed(terms: Terms) -> Iterator[tuple[Hexside, bool]]:
    """The bridges that are not as the map has them, and do they stand?"""
    yield from ((side, True) for side in sorted(terms.built))
    yield from ((side, False) for side in sorted(terms.broken - terms.built))
