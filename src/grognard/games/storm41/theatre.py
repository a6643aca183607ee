"""What the map says, as the rules ask for it: land, countries, sheets, sources, corridors.

A theatre is the board of a scenario. A sketch may have a small board of its own: whatever is
not on it is simply not there.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Literal, get_args

import numpy as np
from msgspec import Struct

from grognard.board import Board, Mask
from grognard.decisions import Side
from grognard.games.storm41.units import Nation, Piece41
from grognard.hexes import HexId, Hexside, split_hexside

Country = Literal["ussr", "germany", "slovakia", "hungary", "romania", "bulgaria"]
CityKind = Literal["city", "major_city"]
CorridorName = Literal["pripyat_notec", "danube"]
Sheet = Literal["north_map", "south_map"]
Edge = Literal["north_edge", "south_edge"]

COUNTRIES: tuple[Country, ...] = ("ussr", "germany", "slovakia", "hungary", "romania", "bulgaria")
SHEETS: tuple[Sheet, ...] = ("north_map", "south_map")
#: Where the map says whose a hex is when the game begins (3.8-a).
START_ZONES: Mapping[Side, str] = {"axis": "west", "soviet": "ussr"}
#: 9.18, 9.19: who may use a corridor. The Slovak division counts as German.
USERS: Mapping[CorridorName, frozenset[Nation]] = {
    "pripyat_notec": frozenset({"soviet"}),
    "danube": frozenset({"soviet", "german", "romanian"}),
}
#: 7.1: where alone Hungarians and Romanians may be.
HOMES: Mapping[Nation, Country] = {"hungarian": "hungary", "romanian": "romania"}
_EDGES: Mapping[Edge, str] = {"north_edge": "north_east_edge", "south_edge": "south_east_edge"}
_WATER_SIDES = ("sea_side", "lake_side")


class Corridor(Struct, frozen=True):
    """A transport corridor (9.18, 9.19): its hexes, which of them the path joins, and the hex on
    the map edge from which each side uses it (5.10-b, 5.11-b).
    """

    name: CorridorName
    users: frozenset[Nation]
    links: Mapping[HexId, tuple[HexId, ...]]
    ends: Mapping[Side, HexId]

    @property
    def network(self) -> str:
        """Its name among the networks of the board."""
        return f"{self.name}_corridor"

    def reached(self, side: Side, held: Container[HexId]) -> frozenset[HexId]:
        """The hexes that an unbroken path of held hexes joins to the side's end."""
        end = self.ends.get(side, "")
        found = {end} if end in held else set()
        edge = list(found)
        while edge:
            ahead = [h for h in self.links[edge.pop()] if h in held and h not in found]
            found.update(ahead)
            edge += ahead
        return frozenset(found)


class Theatre:
    """The board of a scenario. `area` is a zone of the map, or empty for all of it."""

    def __init__(self, board: Board, area: str = "") -> None:
        self.board = board
        grid = board.grid
        everything = frozenset(grid.hexes)
        #: Every hex of the scenario, the sea too.
        self.hexes = everything & board.zones.get(area, everything) if area else everything
        #: The same in board order: airpower markers may lie there (R-103).
        self.sky = tuple(h for h in grid if h in self.hexes)
        #: Where ground units may be; everything else is `closed` ([hex]).
        self.land = frozenset(h for h in self.hexes if not board.is_water(h))
        self.closed: Mask = ~board.hex_mask(self.land)
        #: All-lake and all-sea hexsides ([hex, side]): no movement, combat, supply (9.16, 7.4).
        self.barred: Mask = board.side_mask(_WATER_SIDES)
        #: The hexes of each sheet: supply lines stay on theirs (7.4, R-8).
        self.sheets = {sheet: self._zone(sheet) for sheet in SHEETS}
        self.country: dict[HexId, Country] = {h: c for c in COUNTRIES for h in self._zone(c)}
        #: Where alone units of a nation may move, attack and advance (7.1, R-69).
        self.homes = {nation: self._zone(country) for nation, country in HOMES.items()}
        #: Whose a hex is when the game begins (3.8-a).
        self.start = {side: self._zone(zone) for side, zone in START_ZONES.items()}
        self.greater_germany = self._zone("greater_germany")
        self._note_places(board)
        self._note_lines(board)

    def _note_places(self, board: Board) -> None:
        """Hexes that matter by themselves, in board order."""
        #: Map-edge supply sources, whoever stands there (7.3).
        self.sources: dict[Side, tuple[HexId, ...]] = {
            side: self._tagged(f"{side}_source") for side in START_ZONES
        }
        cities: tuple[CityKind, ...] = ("city", "major_city")
        #: Cities and major cities by their kind (4.2, 5.5, 5.10, 5.11).
        self.cities: dict[HexId, CityKind] = {
            h: kind for h in board.grid for kind in cities if h in self.land and board.has(h, kind)
        }
        #: Ploesti, or nothing where it is not on the board (4.3, 7.8, 11.5).
        self.oil = next(iter(self._tagged("oilfield")), "")
        #: Soviet border hexes, each of which needs a garrison at set-up (3.4, R-21).
        self.border = self._tagged("border_hex")
        #: West edge hexes of Hungary (5.11).
        self.hungarian_entry = self._zone("hungarian_entry")
        #: The hexes of the east edge that cost the Soviets a point (4.9, 4.10).
        self.east_edges = {edge: self._zone(zone) & self.land for edge, zone in _EDGES.items()}

    def _note_lines(self, board: Board) -> None:
        """Passes, corridors and the border of Hungary."""
        #: Corridors that are on the board.
        self.corridors: dict[CorridorName, Corridor] = {}
        for name, users in USERS.items():
            links = _links(board.networks.get(f"{name}_corridor", ()), self.land)
            if links:
                self.corridors[name] = Corridor(name, users, links, self._ends(links))
        #: Hexes that a mountain pass touches, those at its open ends too (R-76).
        self.pass_hexes = frozenset(_links(board.networks.get("pass", ()), self.land))
        nations: tuple[Nation, ...] = get_args(Nation)
        self._dry = {nation: self._drivable(nation) for nation in nations}
        #: Hexsides of the border of Hungary ([hex, side]): dearer for Soviets on turn 1 (R-60).
        hungary = np.append(board.hex_mask(self.homes["hungarian"]), False)
        land = np.append(~self.closed, False)
        near = board.grid.neighbour_table
        self.hungarian_border: Mask = (hungary[:-1, None] != hungary[near]) & land[near]
        self.hungarian_border &= land[:-1, None]

    def _ends(self, links: Container[HexId]) -> dict[Side, HexId]:
        ends = {
            s: [h for h in self._tagged(f"{s}_corridor_end") if h in links] for s in START_ZONES
        }
        return {side: found[0] for side, found in ends.items() if found}

    def _zone(self, name: str) -> frozenset[HexId]:
        return self.board.zones.get(name, frozenset()) & self.hexes

    def _tagged(self, tag: str) -> tuple[HexId, ...]:
        return tuple(h for h in self.board.tagged(tag) if h in self.land)

    # --- questions -----------------------------------------------------------------------

    def sheet_of(self, hex_: HexId) -> Sheet:
        """The sheet that a hex belongs to; the row of the seam is the North's (R-8)."""
        return "south_map" if hex_ in self.sheets["south_map"] else "north_map"

    def usable(self, nation: Nation, hex_: HexId) -> bool:
        """Does a corridor that this nation may use run through the hex?"""
        return any(nation in c.users and hex_ in c.links for c in self.corridors.values())

    def may_stand(self, piece: Piece41, hex_: HexId) -> bool:
        """Does the terrain let a unit be put there at set-up or on arrival?"""
        return hex_ in self.footing(piece)

    def footing(self, piece: Piece41) -> frozenset[HexId]:
        """The hexes whose terrain lets a unit be put there at set-up or on arrival. Tanks may be
        in a marsh on a corridor of theirs and in a mountain hex with a pass only (R-133, R-134).
        """
        if piece.going != "mech":
            return self.land
        return self._dry[piece.nation]

    def _drivable(self, nation: Nation) -> frozenset[HexId]:
        """Land where tanks of a nation may be put."""
        ground = {h: self.board.terrain_of(h) for h in self.land}
        bog = {h for h, t in ground.items() if t == "marsh" and not self.usable(nation, h)}
        peaks = {h for h, t in ground.items() if t == "mountain" and h not in self.pass_hexes}
        return self.land - bog - peaks


def _links(sides: Iterable[Hexside], land: Container[HexId]) -> dict[HexId, tuple[HexId, ...]]:
    """A network as the neighbours that it joins to each of its hexes."""
    found: dict[HexId, tuple[HexId, ...]] = {}
    for side in sorted(sides):
        a, b = split_hexside(side)
        if a in land and b in land:
            found[a] = (*found.get(a, ()), b)
            found[b] = (*found.get(b, ()), a)
    return found
