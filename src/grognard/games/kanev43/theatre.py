"""What the map says, as the rules ask for it: ground, routes, waters, banks, the bridge, edges.

A sketch may have a small board of its own: whatever is not on it is simply not there.
Movement points are in sixths.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from msgspec import Struct

from grognard.board import Board
from grognard.decisions import Side, rule
from grognard.games.kanev43.charts import SIXTHS, Charts, Class, Layer, half
from grognard.hexes import HexId, Hexside, split_hexside

Bank = Literal["west", "east", ""]
Route = Literal["highway", "road"]
Water = Literal["stream", "river", "dnepr"]

ROUTES: tuple[Route, ...] = ("highway", "road")
WATERS: tuple[Water, ...] = ("dnepr", "river", "stream")
#: Terrain of the map that the chart knows.
_GROUNDS: Mapping[str, Layer] = {
    "clear": "clear",
    "woods": "woods",
    "rough": "rough",
    "hill": "hill",
    "swamp": "swamp",
}
#: Zones of the map that hold the hexes by which reinforcements come.
_ENTRIES = ("entry_west", "entry_south", "entry_north", "entry_east")


class Terms(NamedTuple):
    """On what a step depends besides the map: the kind of move, H+1 of the mover in sixths,
    and whether the bridge of Kanev stands.
    """

    strategic: bool = False
    swamp: int = SIXTHS
    bridge: bool = True


class Crossing(Struct, frozen=True):
    """A way straight over the Dnepr: the far bank, and the all-water hexes in between."""

    far: HexId
    water: tuple[HexId, ...]


@rule("TEC-6", "TEC-22", "R-21")
def swamp_cost(points: int) -> int:
    """H+1 of a printed allowance, in sixths."""
    return (half(points) + 1) * SIXTHS


class Theatre:
    """The board with the charts laid over it."""

    def __init__(self, board: Board, charts: Charts) -> None:
        self.board = board
        self.charts = charts
        #: Hexes that are all water: nobody is ever there.
        self.water = frozenset(h for h in board.grid if board.is_water(h))
        self.cities = frozenset(board.tagged("city"))
        self.towns = self.cities | frozenset(board.tagged("town"))
        #: TEC-14 Fortifications; the map of the battle has none (R-95).
        self.forts = frozenset(board.tagged("fort"))
        self.grounds: dict[HexId, Layer] = {
            h: self._ground(h) for h in board.grid if h not in self.water
        }
        self.bridge: frozenset[Hexside] = board.hexsides.get("kanev_bridge", frozenset())
        self.dnepr_sides, self.bridge_sides = map(board.side_mask, ("dnepr", "kanev_bridge"))
        #: What was found about hexsides and ways over the Dnepr: the map never changes.
        self._between: dict[tuple[HexId, HexId], tuple[Water | None, Route | None]] = {}
        self._crossings: dict[HexId, tuple[Crossing, ...]] = {}
        self._landings: dict[HexId, tuple[HexId, ...]] = {}
        self._sources: dict[Side, tuple[HexId, ...]] = {}

    # --- ground --------------------------------------------------------------------------

    @rule("TEC-12", "R-05")
    def _ground(self, hex_: HexId) -> Layer:
        """A town or city, else the terrain of the map; villages are nothing."""
        return "town" if hex_ in self.towns else self.terrain(hex_)

    def terrain(self, hex_: HexId) -> Layer:
        """The terrain of the map, whatever is built there."""
        return _GROUNDS[self.board.terrain_of(hex_)]

    def bank(self, hex_: HexId) -> Bank:
        """The side of the Dnepr on which a hex lies; none for all-water hexes."""
        if hex_ in self.zone("west_bank"):
            return "west"
        return "east" if hex_ in self.zone("east_bank") else ""

    @cached_property
    def bridge_ends(self) -> frozenset[HexId]:
        """The two hexes that the bridge of Kanev joins."""
        return frozenset(hex_ for side in self.bridge for hex_ in split_hexside(side))

    # --- steps ---------------------------------------------------------------------------

    def water_between(self, a: HexId, b: HexId) -> Water | None:
        """The water between two neighbours, if there is one."""
        return self._hexside(a, b)[0]

    def route(self, a: HexId, b: HexId) -> Route | None:
        """The best route that leads from a hex to its neighbour, if there is one."""
        return self._hexside(a, b)[1]

    def _hexside(self, a: HexId, b: HexId) -> tuple[Water | None, Route | None]:
        found = self._between.get((a, b))
        if found is None:
            water = next((water for water in WATERS if self.board.crosses(water, a, b)), None)
            route = next((route for route in ROUTES if self.board.joined(route, a, b)), None)
            found = self._between[a, b] = self._between[b, a] = water, route
        return found

    def spans(self, a: HexId, b: HexId) -> bool:
        """Does the bridge of Kanev lie between two neighbours?"""
        return self.board.grid.hexside(a, b) in self.bridge

    @rule("TEC-1", "TEC-10", "TEC-11", "TEC-18", "R-18", "R-24")
    def step(self, going: Class, a: HexId, b: HexId, terms: Terms) -> int | None:
        """What a step to a neighbour costs, or None where it is prohibited. A route replaces the
        terrain and bridges streams and rivers, the bridge of Kanev the Dnepr while it stands.
        """
        if b in self.water:
            return None
        over = self.water_between(a, b)
        route = self.route(a, b) if over != "dnepr" or terms.bridge else None
        if route is not None:
            along = self._price(route, going, terms)
            return min(along or 0, self.entering(going, b, terms)) if b in self.towns else along
        toll = 0 if over is None else self._price(over, going, terms)
        return None if toll is None else self.entering(going, b, terms) + toll

    @rule("TEC-2", "TEC-3", "TEC-4", "TEC-5", "TEC-6", "TEC-12")
    def entering(self, going: Class, hex_: HexId, terms: Terms) -> int:
        """What a hex costs off the road."""
        found = self._price(self.grounds[hex_], going, terms)
        return terms.swamp if found is None else found

    @rule("TEC-7", "TEC-8", "TEC-9", "TEC-18", "TEC-19")
    def _price(self, layer: Layer, going: Class, terms: Terms) -> int | None:
        cost = self.charts.terrain[layer].costs[going]
        return cost.strategic if terms.strategic else cost.tactical

    @rule("R-100")
    def entry_price(self, going: Class, hex_: HexId, terms: Terms) -> int:
        """What reinforcements pay for the hex by which they come: as along its route."""
        on_map = [route for route in ROUTES if route in self.board.networks]
        route = next((r for r in on_map if self.board.on_network(r, hex_)), None)
        rate = self._price(route, going, terms) if route else None
        ground = self.entering(going, hex_, terms)
        return ground if rate is None else min(rate, ground) if hex_ in self.towns else rate

    # --- the Dnepr -----------------------------------------------------------------------

    @rule("BHD-1", "R-83")
    def crossings(self, hex_: HexId) -> tuple[Crossing, ...]:
        """The ways straight over the Dnepr out of a hex on its bank: to a neighbour across the
        river, or with as many all-water hexes between as the limit has.
        """
        found = self._crossings.get(hex_)
        if found is None:
            ways = (self._straight(hex_, side) for side in range(6))
            found = self._crossings[hex_] = tuple(way for way in ways if way is not None)
        return found

    def _straight(self, start: HexId, side: int) -> Crossing | None:
        most, bank = self.charts.limit("bridgehead_water"), self.bank(start)
        water: list[HexId] = []
        here = self.board.grid.neighbour(start, side)
        while here in self.water and len(water) < most:
            water.append(here)
            here = self.board.grid.neighbour(here, side)
        if here is None or not bank or self.bank(here) in ("", bank):
            return None
        return Crossing(here, tuple(water))

    @rule("XNG-6")
    def landings(self, hex_: HexId) -> tuple[HexId, ...]:
        """The hexes of the other bank that a hex faces: over the river, or over one all-water hex
        in any direction. Only bridgeheads lead straight across (R-83).
        """
        found = self._landings.get(hex_)
        if found is None:
            bank, neighbours = self.bank(hex_), self.board.grid.neighbours
            near = neighbours(hex_)
            beyond = [there for water in near if water in self.water for there in neighbours(water)]
            faced = dict.fromkeys((*near, *beyond)) if bank else {}
            found = tuple(there for there in faced if self.bank(there) not in ("", bank))
            self._landings[hex_] = found
        return found

    @cached_property
    @rule("R-17")
    def fords(self) -> Mapping[HexId, tuple[HexId, ...]]:
        """The neighbours of each hex across a river without a route."""
        sides = (split_hexside(side) for side in self.board.hexsides.get("river", ()))
        found: dict[HexId, tuple[HexId, ...]] = {}
        for a, b in sorted(sides):
            if self.water_between(a, b) == "river" and not self.route(a, b):
                found[a] = (*found.get(a, ()), b)
                found[b] = (*found.get(b, ()), a)
        return found

    @cached_property
    def shore(self) -> frozenset[HexId]:
        """The hexes next to the Dnepr."""
        sides = self.board.hexsides.get("dnepr", frozenset())
        return frozenset(h for side in sides for h in split_hexside(side)) - self.water

    @cached_property
    def banks(self) -> frozenset[HexId]:
        """The hexes next to the Dnepr, or to a river without a route."""
        return self.shore.union(self.fords)

    # --- places --------------------------------------------------------------------------

    def zone(self, name: str) -> frozenset[HexId]:
        """A zone of the map, empty if it is not on the board."""
        return self.board.zones.get(name, frozenset())

    def start(self, side: Side) -> frozenset[HexId]:
        """The hexes that a side controls at the start (R-23)."""
        return self.zone(f"{side}_start")

    @rule("SUP-2", "SUP-6")
    def sources(self, side: Side) -> tuple[HexId, ...]:
        """Where roads leave the map by the edges of a side."""
        if side not in self._sources:
            self._sources[side] = self.board.tagged(f"{side}_source")
        return self._sources[side]

    @cached_property
    def entries(self) -> frozenset[HexId]:
        """The hexes by which reinforcements come."""
        return frozenset().union(*map(self.zone, _ENTRIES))

    @cached_property
    def from_edge(self) -> Mapping[HexId, int]:
        """How far each hex is from the nearest hex of the edge."""
        grid = self.board.grid
        found = {h: 0 for h in grid if grid.edge(h)}
        ring = list(found)
        while ring:
            near = {n for h in ring for n in grid.neighbours(h) if n not in found}
            found |= dict.fromkeys(near, found[ring[0]] + 1)
            ring = sorted(near)
        return found

    @cached_property
    @rule("AIRB-2")
    def dropzones(self) -> tuple[HexId, ...]:
        """West of the Dnepr, ten hexes or more from the edge, in board order."""
        least, west = self.charts.limit("dropzone_edge"), self.zone("west_bank")
        return tuple(h for h in self.board.grid if h in west and self.from_edge[h] >= least)


def waiting_box(hex_: HexId) -> str:
    """The box of units that will enter by a hex."""
    return f"off_{hex_}"
