"""What the map says, as the rules ask for it: ground, roads, waters, bridges, zones, edges.

A sketch may have a small board of its own: whatever is not on it is simply not there.
Movement points are in sixths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.board import Board
from grognard.decisions import Side, rule
from grognard.games.korsun44.charts import Charts, Going, Layer
from grognard.hexes import HexId, Hexside, split_hexside

Edge = Literal["north", "east", "south", "west"]
Month = Literal["january", "february"]
#: What lets a unit pay a rate of its own in place of terrain (D6).
Way = Literal["main_road", "side_road", "railroad"]
Water = Literal["stream", "river", "dnieper"]
#: The names of a place where reinforcements enter: a zone of the map, or a hex.
Entry = str

WAYS: tuple[Way, ...] = ("main_road", "side_road", "railroad")
WATERS: tuple[Water, ...] = ("dnieper", "river", "stream")
#: B13 The Dnieper alone is a big river.
BIG_RIVER: Water = "dnieper"
#: 7.3.1 Fixed Positions, as a tag of hexes and a kind of hexsides.
FIXED = "fixed_position"
#: Terrain of the map: the ground of a hex, and is it wooded?
_GROUNDS: Mapping[str, tuple[Layer, bool]] = {
    "clear": ("clear", False),
    "forest": ("clear", True),
    "hills": ("hills", False),
    "wooded_hills": ("hills", True),
    "swamp": ("swamp", False),
}


class Ground(Struct, frozen=True):
    """What a hex is: one ground (D15), and whether forest is added to it."""

    base: Layer
    wooded: bool = False


class Theatre:
    """The board with the charts laid over it."""

    def __init__(self, board: Board, charts: Charts) -> None:
        self.board = board
        self.charts = charts
        self.grounds: dict[HexId, Ground] = {h: _ground(board, h) for h in board.grid}
        #: City hexes are worth a point each (K44-vc1) and are towns besides (T-terrain-1).
        self.cities = frozenset(board.tagged("city"))
        #: Towns and cities: in enemy hands they bar lines of supply (10.1.11, G8).
        self.towns = self.cities | frozenset(board.tagged("town"))
        #: 14.1.1 Hexsides with a bridge on the map.
        self.bridges: frozenset[Hexside] = board.hexsides.get("bridge", frozenset())
        #: 14.3 Hexsides on a big river.
        self.big_river: frozenset[Hexside] = board.hexsides.get(BIG_RIVER, frozenset())
        self._bridges_near: dict[tuple[HexId, int], tuple[Hexside, ...]] = {}
        self._edges = _edges(board)
        self._entries = {name: min(hexes) for name, hexes in board.zones.items() if hexes}
        # What has been asked before; the map does not change.
        self._waters: dict[tuple[HexId, HexId], Water | None] = {}
        self._ways: dict[tuple[HexId, HexId], tuple[Way, ...]] = {}
        self._meeting: dict[HexId, frozenset[Way]] = {}
        self._watersides: dict[HexId, tuple[Hexside, ...]] = {}
        self._diggable: dict[tuple[Month, Side], tuple[HexId, ...]] = {}
        #: 8.2.17 Hexes on a big river.
        self.banks = tuple(h for h in board.grid if _is_bank(board, h))
        #: The hexsides of the Dnieper ([hex, side]), the neighbours of each hex on its own bank and
        #: the towns, by number.
        self.river = board.side_mask(BIG_RIVER)
        self.around = _around(board)
        self.town_numbers = tuple(sorted(board.grid.index[hex_] for hex_ in self.towns))
        #: 7.3.1 Hexes of Fixed Positions; the hexsides that they face have the same name.
        self.fixed = frozenset(board.tagged(FIXED))

    # --- ground --------------------------------------------------------------------------

    @rule("5.5.1", "5.5.2", "D15", "E16")
    def modifiers(self, hex_: HexId) -> int:
        """What the ground of a hex gives to its defenders; rivers and works are not in it."""
        ground = self.grounds[hex_]
        layers: tuple[Layer, ...] = (ground.base, "forest") if ground.wooded else (ground.base,)
        return sum(self.charts.terrain[layer].modifiers or 0 for layer in layers)

    @rule("3.1.11", "3.1.12", "D1", "D15")
    def entering(self, going: Going, hex_: HexId) -> int:
        """What a hex costs off the road."""
        ground, terrain = self.grounds[hex_], self.charts.terrain
        wood = (terrain["forest"].costs[going] or 0) if ground.wooded else 0
        return (terrain[ground.base].costs[going] or 0) + wood

    @rule("3.1.11", "9.1.3")
    def is_closed(self, going: Going, hex_: HexId) -> bool:
        """Is the ground of a hex closed to a class of movers?"""
        return self.charts.terrain[self.grounds[hex_].base].costs[going] is None

    @rule("7.1.8", "7.1.9")
    def may_dig(self, hex_: HexId) -> bool:
        """Can there be fortifications? Not in swamps, nor in Fixed Positions."""
        return self.grounds[hex_].base != "swamp" and hex_ not in self.fixed

    # --- steps ---------------------------------------------------------------------------

    def water(self, a: HexId, b: HexId) -> Water | None:
        """The water between two neighbours, if there is one."""
        if (a, b) not in self._waters:
            crossed = (water for water in WATERS if self.board.crosses(water, a, b))
            self._waters[a, b] = next(crossed, None)
        return self._waters[a, b]

    def ways(self, a: HexId, b: HexId) -> tuple[Way, ...]:
        """The roads and railways that lead from a hex to its neighbour."""
        found = self._ways.get((a, b))
        if found is None:
            found = self._ways[a, b] = tuple(w for w in WAYS if self.board.joined(w, a, b))
        return found

    def ways_from(self, hex_: HexId) -> frozenset[Way]:
        """The kinds of roads and railways that meet in a hex."""
        found = self._meeting.get(hex_)
        if found is None:
            neighbours = self.board.grid.neighbours(hex_)
            found = frozenset(way for other in neighbours for way in self.ways(hex_, other))
            self._meeting[hex_] = found
        return found

    def watersides(self, hex_: HexId) -> tuple[Hexside, ...]:
        """The hexsides of a hex with water."""
        found = self._watersides.get(hex_)
        if found is None:
            grid = self.board.grid
            wet = (grid.hexside(hex_, h) for h in grid.neighbours(hex_) if self.water(hex_, h))
            found = self._watersides[hex_] = tuple(wet)
        return found

    @rule("3.1.12", "D6", "D8", "E33")
    def step(self, going: Going, a: HexId, b: HexId, *, bridged: bool = True) -> int | None:
        """What a step to a neighbour costs, or None over the Dnieper without a bridge. With
        `bridged` the bridge that the map shows there stands: then roads run on over it.
        """
        over = bridged and self.board.grid.hexside(a, b) in self.bridges
        return self.passing(going, a, b, over=over)

    def passing(self, going: Going, a: HexId, b: HexId, *, over: bool) -> int | None:
        """The same where a bridge is or is not, whatever the map shows."""
        rates = [self.charts.terrain[w].costs[going] or 0 for w in self.open_ways(a, b, over=over)]
        return min(rates) if rates else self.overland(going, a, b, over=over)

    def open_ways(self, a: HexId, b: HexId, *, over: bool) -> tuple[Way, ...]:
        """The roads and railways that lead to a neighbour, over water only by a bridge."""
        return self.ways(a, b) if over or self.water(a, b) is None else ()

    @rule("3.1.12", "D6", "D8", "G18")
    def overland(self, going: Going, a: HexId, b: HexId, *, over: bool) -> int | None:
        """What a step to a neighbour costs off roads; with a bridge the water costs nothing."""
        water = None if over else self.water(a, b)
        toll = self.charts.terrain[water].costs[going] if water else 0
        if toll is None or self.is_closed(going, b):
            return None
        return self.entering(going, b) + toll

    @rule("D16")
    def edge_rate(self, going: Going, hex_: HexId) -> int:
        """What the step over the edge of the map costs: the rate of the best road of the hex,
        which runs on there, or else its ground.
        """
        roads = {
            way for beside in self.board.grid.neighbours(hex_) for way in self.ways(beside, hex_)
        }
        rates = [self.charts.terrain[way].costs[going] or 0 for way in roads]
        return min(rates, default=self.entering(going, hex_))

    @rule("11.2.4")
    def road_entries(self, name: Edge) -> tuple[HexId, ...]:
        """The hexes of an edge at which a road leaves the map, along the edge: where no zones are
        printed these are the entries.
        """
        roads = {"main_road", "side_road"}
        return tuple(
            hex_
            for hex_ in self.board.grid
            if hex_ in self.edge(name) and roads & self.ways_from(hex_)
        )

    @rule("5.5.4", "D8")
    def crossing(self, a: HexId, b: HexId) -> int | None:
        """The modifiers of a defender who is attacked across this hexside; None where nobody
        can attack.
        """
        water = self.water(a, b)
        return 0 if water is None else self.charts.terrain[water].modifiers

    def bridges_near(self, hex_: HexId, reach: int) -> tuple[Hexside, ...]:
        """The bridges of the map with an end so near to a hex; looked for once."""
        found = self._bridges_near.get((hex_, reach))
        if found is None:
            near = set(self.board.grid.within(hex_, reach))
            found = tuple(b for b in sorted(self.bridges) if near.intersection(split_hexside(b)))
            self._bridges_near[hex_, reach] = found
        return found

    # --- places --------------------------------------------------------------------------

    def zone(self, name: str) -> frozenset[HexId]:
        """A zone of the map, empty if it is not on the board."""
        return self.board.zones.get(name, frozenset())

    @rule("A19")
    def edge(self, name: Edge) -> frozenset[HexId]:
        """The hexes of an edge of the map."""
        return self._edges.get(name, frozenset())

    def start(self, month: Month, side: Side) -> frozenset[HexId]:
        """The hexes behind the front line of a side (4.3.1, B8)."""
        return self.zone(f"{side}_{month}")

    def diggable(self, month: Month, side: Side) -> tuple[HexId, ...]:
        """The hexes behind the front of a side in which fortifications can be."""
        found = self._diggable.get((month, side))
        if found is None:
            own = self.start(month, side)
            sites = (hex_ for hex_ in self.board.grid if hex_ in own and self.may_dig(hex_))
            found = self._diggable[month, side] = tuple(sites)
        return found

    @rule("H8", "H13")
    def entry(self, name: Entry) -> HexId:
        """The hex of an entry: that of a zone, or the hex that is its name."""
        return self._entries.get(name, name)

    def bases(self, zones: Iterable[str], edges: Iterable[Edge]) -> frozenset[HexId]:
        """The hexes of these zones and edges (10.1.4)."""
        parts = [*map(self.zone, zones), *map(self.edge, edges)]
        return frozenset().union(*parts)


def _edges(board: Board) -> dict[str, frozenset[HexId]]:
    """The hexes of every edge of the map."""
    found: dict[str, set[HexId]] = {}
    for hex_ in board.grid:
        for name in board.grid.edge(hex_):
            found.setdefault(name, set()).add(hex_)
    return {name: frozenset(hexes) for name, hexes in found.items()}


def waiting_box(entry: Entry) -> str:
    """The box of units that have left by an entry or may not enter there yet."""
    return f"off_{entry}"


def _around(board: Board) -> NDArray[np.intp]:
    """The neighbours of every hex that are not beyond the Dnieper, by number; what is missing of
    six is one beyond the last hex.
    """
    table = board.grid.neighbour_table
    closed = (table < 0) | board.side_mask(BIG_RIVER)
    return np.where(closed, len(board.grid), table)


def _is_bank(board: Board, hex_: HexId) -> bool:
    """Does a big river run along a hex?"""
    return any(board.crosses(BIG_RIVER, hex_, other) for other in board.grid.neighbours(hex_))


@rule("D15")
def _ground(board: Board, hex_: HexId) -> Ground:
    """A city, else a town, else what the terrain of the map says."""
    for layer in ("city", "town"):
        if board.has(hex_, layer):
            return Ground("city" if layer == "city" else "town")
    base, wooded = _GROUNDS[board.terrain_of(hex_)]
    return Ground(base, wooded)
