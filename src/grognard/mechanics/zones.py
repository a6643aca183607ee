"""Zones of control and zone bonds; the ground as one side sees it.

`spread` says how far zones go, a `Bonds` which bonds the terrain allows. From the columns of
a position `survey` makes the `Ground` that moves and supply lines run over, and
`Bonds.of` and `common_zones` make the `Bars` that they may not cross.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

from grognard.board import Mask
from grognard.decisions import Side
from grognard.hexes import Grid, HexId, Hexside
from grognard.mechanics import counting, kernels
from grognard.mechanics.columns import Columns
from grognard.mechanics.compiling import Bits, Hexes

#: Hexes, by their names or as a mask over the board.
Where = Iterable[HexId] | Mask

_BIT = 1 << np.arange(6)


def spread(grid: Grid, *, across: Mask | None = None, into: Mask | None = None) -> Bits:
    """The sides across which a zone spreads, for each hex: everywhere on the map but across
    the hexsides of `across` ([hex, side]) and into the hexes of `into` ([hex]).
    """
    neighbours = grid.neighbour_table
    open_ = neighbours >= 0
    if across is not None:
        open_ &= ~across
    if into is not None:
        open_ &= ~into[neighbours]
    return _packed(open_)


def _packed(sides: Mask) -> Bits:
    """[hex, side] as one number of six bits for each hex."""
    packed: Bits = (sides @ _BIT).astype(np.uint8)
    return packed


class Bars:
    """Hexes and hexsides that are closed for the moment: by bonds, or by other rules."""

    __slots__ = ("bits", "grid")

    def __init__(self, grid: Grid, bits: Bits | None = None) -> None:
        self.grid = grid
        self.bits = np.zeros(len(grid), np.uint8) if bits is None else bits

    @classmethod
    def across(cls, grid: Grid, sides: Mask) -> Bars:
        """Bars on hexsides ([hex, side])."""
        return cls(grid, _packed(sides))

    def __or__(self, other: Bars) -> Bars:
        return Bars(self.grid, self.bits | other.bits)

    def bar(self, a: HexId, b: HexId) -> bool:
        """Is the hexside between two neighbours closed?"""
        return bool(self.bits[self.grid.index[a]] >> self.grid.side(a, b) & 1)

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """The closed hexes, in board order."""
        return tuple(self.grid.hexes[i] for i in np.flatnonzero(self.bits & kernels.BONDED))

    @property
    def hexsides(self) -> tuple[Hexside, ...]:
        """The closed hexsides, each once."""
        hexes, sides = np.nonzero(self.bits[:, None] & _BIT)
        table, names = self.grid.neighbour_table, self.grid.hexes
        pairs = ((i, table[i, side]) for i, side in zip(hexes, sides, strict=True))
        return tuple(self.grid.hexside(names[a], names[b]) for a, b in pairs if a < b)


@cache
def no_bars(size: int) -> Bits:
    """Nothing is barred on a map of this many hexes. Shared, and so read-only."""
    bits = np.zeros(size, np.uint8)
    bits.setflags(write=False)
    return bits


class Ground:
    """The hexes as one side sees them: enemies, enemy zones, friends, and what the rules
    of the moment say of single hexes. The methods make a new Ground with more marks.
    """

    __slots__ = ("bits", "grid")

    def __init__(self, grid: Grid, bits: Bits | None = None) -> None:
        self.grid = grid
        self.bits = np.zeros(len(grid), np.uint8) if bits is None else bits

    def closed(self, where: Where) -> Ground:
        """No one may enter these hexes."""
        return self._marked(where, kernels.CLOSED)

    def passage(self, where: Where) -> Ground:
        """These hexes may be passed, but no move may end there."""
        return self._marked(where, kernels.PASSAGE)

    def halt(self, where: Where) -> Ground:
        """Whoever enters one of these hexes goes no further."""
        return self._marked(where, kernels.HALT)

    def zoned(self, where: Where) -> Ground:
        """Enemy zones lie on these hexes too: those of things that the columns do not count."""
        return self._marked(where, kernels.ZONE)

    def reopened(self, where: Iterable[HexId]) -> Ground:
        """Moves may end in these hexes after all."""
        bits = self.bits.copy()
        for name in where:
            bits[self.grid.index[name]] &= ~np.uint8(kernels.PASSAGE)
        return Ground(self.grid, bits)

    def enemy(self, at: HexId) -> bool:
        """Does an enemy unit close the hex?"""
        return bool(self.bits.item(self.grid.index[at]) & kernels.ENEMY)

    def bonded(self, at: HexId) -> bool:
        """Does an enemy bond close the hex?"""
        return bool(self.bits.item(self.grid.index[at]) & kernels.BOND)

    def in_zone(self, at: HexId) -> bool:
        """Does an enemy zone lie on the hex (and count)?"""
        return bool(self.bits.item(self.grid.index[at]) & kernels.ZONE)

    def passages(self, hexes: Iterable[HexId]) -> list[HexId]:
        """Those of many hexes that may be passed, but not ended in."""
        bits, index = self.bits.item, self.grid.index
        return [name for name in hexes if bits(index[name]) & kernels.PASSAGE]

    def held(self, hexes: Iterable[HexId]) -> list[HexId]:
        """Those of many hexes that enemy units close."""
        bits, index = self.bits.item, self.grid.index
        return [name for name in hexes if bits(index[name]) & kernels.ENEMY]

    def clear(self, hexes: Iterable[HexId]) -> list[HexId]:
        """Those of many hexes that hold no enemy unit and lie in no enemy zone."""
        bits, index = self.bits.tolist(), self.grid.index
        taken = kernels.ENEMY | kernels.ZONE
        return [name for name in hexes if not bits[index[name]] & taken]

    def _marked(self, where: Where, mark: int) -> Ground:
        if isinstance(where, np.ndarray):
            return Ground(self.grid, counting.marked(self.bits, where.view(np.uint8), mark))
        bits = self.bits.copy()
        for name in where:
            bits[self.grid.index[name]] |= mark
        return Ground(self.grid, bits)


def survey(
    columns: Columns,
    side: Side,
    *,
    bars: Bars | None = None,
    closed: Mask | None = None,
    enemies: str = "",
    friends: str = "",
    cancelled: bool = False,
) -> Ground:
    """The ground as a side sees it now.

    `enemies` and `friends` name the layers that count, by default the first. With
    `cancelled` a friend in a hex cancels the enemy zones there, as most games have it for
    supply lines. Hexes of `bars` are closed, and those of the mask `closed`.
    """
    layout, other = columns.layout, columns.layout.other(side)
    first, none = layout.layers[0], no_bars(len(layout.grid))
    bits = kernels.survey(
        columns.block,
        none if bars is None else bars.bits,
        none if closed is None else closed.view(np.uint8),
        layout.rows[enemies or first, other],
        layout.rows["", other],
        layout.rows[friends or first, side],
        cancelled,
    )
    return Ground(layout.grid, bits)


def near(columns: Columns, side: Side, distance: int, *, layer: str = "") -> Mask:
    """The hexes at most so far from a unit of a side, whatever lies between; its own too."""
    layout = columns.layout
    row = layout.row(layer or layout.layers[0], side)

    def find() -> Mask:
        found: Mask = kernels.near(layout.neighbours, columns.block, row, distance).view(np.bool_)
        found.setflags(write=False)
        return found

    return columns.keep_of(side, (near, row, distance), find)


def common_zones(columns: Columns, side: Side) -> Bars:
    """Bars between neighbours that lie in the zone of one and the same hex of a side: for
    games in which no one slides along inside one zone.
    """
    layout = columns.layout
    bits = kernels.common_zones(
        layout.neighbours, columns.block, layout.extends,
        layout.row("", side), len(layout.layers), layout.threshold,
    )  # fmt: skip
    return Bars(layout.grid, bits)


class Bonds:
    """The bonds that a board allows; `of` finds those that there are.

    Two hexes with a zone, two apart, form a bond. In a straight line it closes the hex in
    the middle, if that is vacant; otherwise it closes the hexside that the two hexes
    between share, unless enemies hold both of them. Off the line a coast may serve in place
    of the second hex. A bond does not cross a hexside of `stops`, nor two of `rivers`; none
    closes a hex of `towns`. All of `sea` are hexes wholly of water.
    """

    __slots__ = ("coast", "grid", "offset", "straight")

    def __init__(
        self,
        grid: Grid,
        *,
        stops: Mask | None = None,
        rivers: Mask | None = None,
        towns: Mask | None = None,
        sea: Mask | None = None,
    ) -> None:
        size = len(grid)
        self.grid = grid
        stops = np.zeros((size, 6), np.bool_) if stops is None else stops
        rivers = np.zeros((size, 6), np.bool_) if rivers is None else rivers
        towns = np.zeros(size, np.bool_) if towns is None else towns
        sea = np.zeros(size, np.bool_) if sea is None else sea
        terrain = _BondTerrain(grid, stops, rivers, towns, sea)
        self.straight = _packed(terrain.table(terrain.straight))
        self.offset = _packed(terrain.table(terrain.offset))
        self.coast = _packed(terrain.table(terrain.coast))

    def of(self, columns: Columns) -> dict[Side, Bars]:
        """What the bonds of each side bar to its enemy now."""
        layout = columns.layout
        bits = kernels.bonds(
            layout.neighbours, columns.block, self.straight, self.offset, self.coast,
            len(layout.layers), len(layout.zones), layout.threshold,
        )  # fmt: skip
        return {side: Bars(self.grid, bits[i]) for i, side in enumerate(layout.sides)}

    def survey(self, columns: Columns, side: Side, closed: Mask) -> tuple[Ground, Bars]:
        """The ground as a side sees it, its enemy's bonds and what is `closed` included, and what
        those bonds bar: the same as `of` and the function `survey`, in one go.
        """
        layout = columns.layout
        ground, bars = kernels.bonded_survey(
            self._ties(columns, layout.other(side)), columns.block, closed.view(np.uint8),
            len(layout.layers), len(layout.zones), layout.sides.index(side),
        )  # fmt: skip
        return Ground(self.grid, ground), Bars(self.grid, bars)

    def _ties(self, columns: Columns, side: Side) -> Hexes:
        """The bonds of a side, whoever may negate them. They stay while only the enemy moves."""
        layout = columns.layout

        def find() -> Hexes:
            return kernels.ties(
                layout.neighbours, columns.block, self.straight, self.offset, self.coast,
                layout.sides.index(side), len(layout.layers), len(layout.zones), layout.threshold,
            )  # fmt: skip

        return columns.keep_of(side, self, find)


class _BondTerrain:
    """The terrain of bonds, asked once for every hex and direction when a board is loaded."""

    def __init__(self, grid: Grid, stops: Mask, rivers: Mask, towns: Mask, sea: Mask) -> None:
        self.grid = grid
        self.stops, self.rivers, self.towns, self.sea = (
            mask.tolist() for mask in (stops, rivers, towns, sea)
        )
        self.neighbours: list[list[int]] = grid.neighbour_table.tolist()

    def table(self, question: Callable[[int, int], bool]) -> Mask:
        asked = [[question(i, side) for side in range(6)] for i in range(len(self.grid))]
        return np.array(asked, np.bool_)

    def way(self, a: int, side: int, next_side: int) -> bool:
        """May a bond run from a hex across a side, and on across a side of the next hex?"""
        middle = self.neighbours[a][side]
        if middle < 0 or self.neighbours[middle][next_side] < 0 or self.sea[middle]:
            return False
        if self.stops[a][side] or self.stops[middle][next_side]:
            return False
        return not (self.rivers[a][side] and self.rivers[middle][next_side])

    def straight(self, a: int, side: int) -> bool:
        return self.way(a, side, side) and not self.towns[self.neighbours[a][side]]

    def offset(self, a: int, side: int) -> bool:
        """Along the hexside from corner `side`: one of the two ways around it is enough."""
        after = (side + 1) % 6
        if self.neighbours[a][side] < 0 or self.neighbours[a][after] < 0:
            return False
        return self.way(a, side, after) or self.way(a, after, side)

    def coast(self, a: int, side: int) -> bool:
        after = (side + 1) % 6
        banks = self.neighbours[a][side], self.neighbours[a][after]
        if min(banks) < 0:
            return False
        far = self.neighbours[banks[0]][after]
        if far < 0 or not self.sea[far]:
            return False
        open_ = not self.stops[a][side], not self.stops[a][after]
        return any(o and not self.sea[bank] for o, bank in zip(open_, banks, strict=True))
