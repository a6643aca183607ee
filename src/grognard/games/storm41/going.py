"""9.10 - 9.20 What every step on the map costs: terrain, passes, rivers, corridors, enemy air
power, the border of Hungary.

`charges` says it of one step with reasons, `Goings` of all steps at once for the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np

from grognard.board import Mask
from grognard.decisions import Part, Side, rule
from grognard.games.storm41.charts import Charts, CostName
from grognard.games.storm41.state import SOVIET, Pos
from grognard.games.storm41.theatre import CorridorName, Theatre
from grognard.games.storm41.units import Going as Column
from grognard.games.storm41.units import Nation, Piece41
from grognard.hexes import Grid, HexId
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.reach import FORBIDDEN, Going
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

#: So many tables are kept; they change with air power and the front on the corridors only.
_KEPT = 96
_RATES: dict[CorridorName, str] = {"pripyat_notec": "9.19", "danube": "9.18-1"}


# --- one step -----------------------------------------------------------------------------


def charges(
    pos: Pos, unit: UnitId, before: HexId, after: HexId, *, corridors: bool = True
) -> tuple[Part, ...]:
    """What the step into a neighbouring hex costs a unit, part by part; nothing if no such step
    may be made. Mobile assaults are reckoned without corridors (9.24-a, R-89).
    """
    theatre, grid = pos.game.theatre(pos), pos.board.grid
    piece = pos.game.piece(unit)
    side = grid.index[before], grid.side(before, after)
    if after not in _open_to(theatre, piece) or theatre.barred[side]:
        return ()
    way = _way(pos, piece, before, after, corridors=corridors)
    return (*way, *_surcharges(pos, piece.side, before, after)) if way else ()


@rule("9.9", "9.10", "9.11", "9.12", "9.13", "9.14", "9.15", "9.17", "9.18-1", "9.18-2", "9.18-3",
      "9.18-5", "9.19", "9.20", "R-76", "R-78")  # fmt: skip
def _way(
    pos: Pos, piece: Piece41, before: HexId, after: HexId, *, corridors: bool
) -> tuple[Part, ...]:
    """Along a corridor in friendly hands without any river, else along a pass or over the
    terrain. The hex that is left is always friendly: the unit stands in it.
    """
    costs, board = pos.game.charts.costs, pos.board
    for corridor in pos.game.theatre(pos).corridors.values() if corridors else ():
        joined = after in corridor.links.get(before, ())
        if joined and piece.nation in corridor.users and pos.holder(after) == piece.side:
            return (Part(costs["corridor"].number, "transport corridor", _RATES[corridor.name]),)
    river = (_part(pos, "river"),) if board.crosses("river", before, after) else ()
    if board.joined("pass", before, after):
        return (_part(pos, "pass"), *river)
    terrain = pos.game.charts.terrain[board.terrain_of(after)]
    points = terrain.costs[piece.going]
    if points is None:
        return ()
    return (Part(points, terrain.title.lower(), terrain.move_rule), *river)


@rule("5.13-6", "11.2", "R-60", "R-81")
def _surcharges(pos: Pos, side: Side, before: HexId, after: HexId) -> tuple[Part, ...]:
    """Enemy air power over the hex and a river into it; the border of Hungary on turn 1."""
    found: list[CostName] = []
    if after in enemy_air(pos, side):
        found.append("air")
        if pos.board.crosses("river", before, after):
            found.append("air_river")
    grid = pos.board.grid
    border = pos.game.theatre(pos).hungarian_border
    if pays_border(pos, side) and border[grid.index[before], grid.side(before, after)]:
        found.append("hungarian_border")
    return tuple(_part(pos, name) for name in found)


def _part(pos: Pos, name: CostName) -> Part:
    figure = pos.game.charts.costs[name]
    return Part(figure.number, figure.title.lower(), figure.rule)


@rule("7.1", "9.16", "9.21", "R-11", "R-69")
def _open_to(theatre: Theatre, piece: Piece41) -> frozenset[HexId]:
    """Land; to Hungarians and Romanians only that of their country."""
    return theatre.homes[piece.nation] if piece.is_allied else theatre.land


@rule("5.13-6")
def pays_border(pos: Pos, side: Side) -> bool:
    """Do units of a side pay for the border of Hungary: Soviets on turn 1?"""
    return side == SOVIET and pos.turn == pos.game.charts.limits["surprise_turn"].number


@rule("11.1", "11.2", "11.3")
def air_range(pos: Pos, side: Side) -> frozenset[HexId]:
    """The hexes in range of a side's airpower markers; overlaps add nothing."""
    if pos.state.superior != side:
        return frozenset()
    return _around(pos.board.grid, pos.state.airpower, pos.game.charts.limits["air_range"].number)


@lru_cache(maxsize=256)
def _around(grid: Grid, markers: frozenset[HexId], reach: int) -> frozenset[HexId]:
    return frozenset(h for marker in markers for h in grid.within(marker, reach))


def enemy_air(pos: Pos, side: Side) -> frozenset[HexId]:
    """The hexes in range of enemy markers."""
    return air_range(pos, pos.game.enemy(side)) if pos.state.airpower else frozenset()


# --- all steps ----------------------------------------------------------------------------


class Terms(NamedTuple):
    """What the costs of a stack depend on besides the map: who moves, which corridor hexes are
    its side's, enemy air power, the surcharge of turn 1.
    """

    nation: Nation
    columns: frozenset[Column]
    held: frozenset[HexId]
    air: frozenset[HexId]
    border: bool


class Goings:
    """The costs of every step for each kind of stack and condition, made when first needed."""

    def __init__(self, game: Storm41, theatre: Theatre) -> None:
        self.theatre = theatre
        self.costs = {name: figure.number for name, figure in game.charts.costs.items()}
        board = theatre.board
        self.grid = board.grid
        self._river: Mask = board.side_mask("river")
        self._corridors = {
            c.name: board.network_mask(c.network) for c in theatre.corridors.values()
        }
        columns: tuple[Column, ...] = get_args(Column)
        self._country = {column: self._country_costs(game.charts, column) for column in columns}
        nations: tuple[Nation, ...] = get_args(Nation)
        #: The corridor hexes that a nation may use, with their numbers.
        self._usable = {
            nation: tuple(
                (h, self.grid.index[h])
                for c in theatre.corridors.values()
                if nation in c.users
                for h in c.links
            )
            for nation in nations
        }
        self._kept: dict[Terms, Going] = {}

    def _country_costs(self, charts: Charts, column: Column) -> Int16s:
        """Terrain and passes with rivers, for one column of the chart."""
        board = self.theatre.board
        costs = [charts.terrain[name].costs[column] for name in board.terrain]
        entry = np.array([FORBIDDEN if c is None else c for c in costs], np.int16)
        sides = np.repeat(entry[:, None], 6, axis=1)
        sides[board.network_mask("pass")] = self.costs["pass"]
        return self._dearer(sides, self._river, "river")

    def _dearer(self, entry: Int16s, where: Mask, name: CostName) -> Int16s:
        """Costs with one of the others on top in some places; what is closed stays so."""
        found: Int16s = np.where(
            where & (entry < FORBIDDEN), entry + self.costs[name], entry
        ).astype(np.int16)
        return found

    @rule("9.7")
    def of(self, pos: Pos, units: Iterable[UnitId]) -> Going:
        """The costs of a stack of one nation, which pays for its dearest member at every step."""
        pieces = [pos.game.piece(unit) for unit in units]
        side = pieces[0].side
        return self.under(
            Terms(
                nation=pieces[0].nation,
                columns=frozenset(piece.going for piece in pieces),
                held=self._held(pos, pieces[0]),
                air=enemy_air(pos, side),
                border=pays_border(pos, side),
            )
        )

    def under(self, terms: Terms) -> Going:
        """The costs under some terms."""
        found = self._kept.get(terms)
        if found is None:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            found = self._kept[terms] = self._together(terms)
        return found

    def _held(self, pos: Pos, piece: Piece41) -> frozenset[HexId]:
        control, letter = pos.state.control, pos.game.letter_of(piece.side)
        if not control:
            return frozenset()
        return frozenset([h for h, n in self._usable[piece.nation] if control[n] == letter])

    def _together(self, terms: Terms) -> Going:
        first, *others = (Going(self.grid, self._entry(c, terms)) for c in sorted(terms.columns))
        return first.together(*others) if others else first

    def _entry(self, column: Column, terms: Terms) -> Int16s:
        """The price of coming into each hex across each side, as `charges` has it."""
        theatre, board = self.theatre, self.theatre.board
        entry = self._country[column].copy()
        held = board.hex_mask(terms.held)[:, None]
        for corridor in theatre.corridors.values():
            if terms.nation in corridor.users:
                entry[self._corridors[corridor.name] & held] = self.costs["corridor"]
        air = board.hex_mask(h for h in terms.air if h in self.grid)[:, None]
        entry = self._dearer(entry, np.broadcast_to(air, entry.shape), "air")
        entry = self._dearer(entry, self._river & air, "air_river")
        if terms.border:
            entry = self._dearer(entry, theatre.hungarian_border, "hungarian_border")
        home = theatre.homes.get(terms.nation, theatre.land)
        entry[theatre.barred | ~board.hex_mask(home)[:, None]] = FORBIDDEN
        return entry
