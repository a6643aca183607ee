"""The board: what is printed on a map, loaded from a text file and checked.

A board never changes during play. Each hex has one natural terrain and any number of
tags (settlements, flags); hexsides carry features of several classes (rivers, borders,
coast); networks (roads, rails, corridors) join hexes across hexsides; places are named
hexes, zones are named sets of hexes, boxes are places off the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from itertools import groupby
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.boardfile import BoardFile, Lines, Problems, Shows, resolve
from grognard.data import DataError, Source, parse_yaml, read_yaml
from grognard.hexes import Grid, HexId, Hexside, split_hexside

Mask = NDArray[np.bool_]

_NONE: frozenset[str] = frozenset()


class Place(Struct, frozen=True):
    """A named hex. `size` ranks its lettering: city, town, village, or empty for a label."""

    name: str
    hex: HexId
    size: str = ""
    source: Source = "reconstructed"


class Box(Struct, frozen=True):
    """A place off the map. `shows` is what the enemy sees of its contents."""

    name: str
    title: str
    side: str = ""
    shows: Shows = "all"


class Board(Struct, frozen=True, eq=False, dict=True):
    """A map with everything printed on it."""

    name: str
    grid: Grid
    terrain: tuple[str, ...]
    tags: Mapping[HexId, frozenset[str]] = {}
    hexsides: Mapping[str, frozenset[Hexside]] = {}
    networks: Mapping[str, frozenset[Hexside]] = {}
    places: tuple[Place, ...] = ()
    zones: Mapping[str, frozenset[HexId]] = {}
    boxes: Mapping[str, Box] = {}
    water: frozenset[str] = frozenset()
    chains: Mapping[str, Lines] = {}
    roads: Mapping[str, Lines] = {}
    sources: Mapping[str, Source] = {}
    note: str = ""

    # --- loading -------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path) -> Board:
        """Read a board file; a `DataError` lists everything that is wrong with it."""
        return cls.build(read_yaml(path, BoardFile), path.name)

    @classmethod
    def parse(cls, text: str, name: str = "board") -> Board:
        """Read a board from text, as `load` does from a file."""
        return cls.build(parse_yaml(text, BoardFile, name), name)

    @classmethod
    def build(cls, file: BoardFile, name: str = "board") -> Board:
        """Make the board that a decoded file describes, or list what is wrong with it."""
        problems: Problems = []
        parts = resolve(file, problems)
        if parts is None or problems:
            raise DataError(name, problems)
        board = cls(
            name=file.map,
            grid=parts.grid,
            terrain=parts.terrain,
            tags=parts.tags,
            hexsides=parts.hexsides,
            networks=parts.networks,
            places=tuple(Place(p.name, p.hex, p.size, p.source) for p in parts.places),
            zones=parts.zones,
            boxes={n: Box(n, b.title or n, b.side, b.shows) for n, b in file.boxes.items()},
            water=frozenset(file.water),
            chains=parts.chains,
            roads=parts.roads,
            sources=parts.sources,
            note=file.note,
        )
        apart = board.cut_off() - board.zones.get("apart", frozenset())
        if apart:
            shown = ", ".join(sorted(apart)[:5])
            raise DataError(name, [f"terrain: no way by land leads to {shown}"])
        return board

    # --- questions -----------------------------------------------------------------------

    def terrain_of(self, name: HexId) -> str:
        """The natural terrain of a hex."""
        return self.terrain[self.grid.index[name]]

    def has(self, name: HexId, tag: str) -> bool:
        """Does the hex carry this tag (`city`, `victory`, `fort`...)?"""
        return tag in self.tags.get(name, _NONE)

    def tagged(self, tag: str) -> tuple[HexId, ...]:
        """All hexes with a tag, in board order."""
        return self._tagged.get(tag, ())

    def crosses(self, kind: str, a: HexId, b: HexId) -> bool:
        """Does a feature of this kind lie on the side between two neighbours?"""
        return self.grid.hexside(a, b) in self.hexsides.get(kind, _NONE)

    def joined(self, network: str, a: HexId, b: HexId) -> bool:
        """Does the network run directly from one hex to its neighbour?"""
        return self.grid.hexside(a, b) in self.networks.get(network, _NONE)

    def on_network(self, network: str, name: HexId) -> bool:
        """Does any line of the network touch this hex?"""
        return name in self._network_hexes[network]

    def zone(self, name: str) -> frozenset[HexId]:
        """The hexes of a named zone."""
        return self.zones[name]

    def place_at(self, name: HexId) -> Place | None:
        """The named place in a hex, if there is one."""
        return self._places.get(name)

    def called(self, name: HexId) -> str:
        """How people speak of a hex: `Ternopol (33.15)`, or just its number."""
        place = self.place_at(name)
        return f"{place.name} ({name})" if place else name

    def is_water(self, name: HexId) -> bool:
        """Is the hex all water?"""
        return self.terrain_of(name) in self.water

    # --- the same as arrays, for the kernels ---------------------------------------------

    def side_mask(self, kinds: str | Iterable[str]) -> Mask:
        """[hex, side]: does a hexside of one of these kinds lie there?"""
        wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        return self._mask(s for kind in wanted for s in self.hexsides.get(kind, ()))

    def network_mask(self, network: str) -> Mask:
        """[hex, side]: does the network cross that side?"""
        return self._mask(self.networks.get(network, ()))

    def hex_mask(self, hexes: Iterable[HexId]) -> Mask:
        """[hex]: is it one of these?"""
        mask = np.zeros(len(self.grid), dtype=np.bool_)
        mask[[self.grid.index[h] for h in hexes]] = True
        return mask

    def terrain_codes(self, order: Iterable[str]) -> NDArray[np.int16]:
        """[hex]: the place of its terrain in `order`."""
        number = {name: i for i, name in enumerate(order)}
        return np.array([number[name] for name in self.terrain], dtype=np.int16)

    def _mask(self, sides: Iterable[Hexside]) -> Mask:
        mask = np.zeros((len(self.grid), 6), dtype=np.bool_)
        for side in sides:
            a, b = split_hexside(side)
            number = self.grid.side(a, b)
            mask[self.grid.index[a], number] = True
            mask[self.grid.index[b], (number + 3) % 6] = True
        return mask

    # --- parts of a board ----------------------------------------------------------------

    def cut(self, hexes: Iterable[HexId]) -> Board:
        """The board reduced to these hexes, numbers unchanged; boxes and zones stay."""
        grid = self.grid.cut(hexes)
        return Board(
            name=self.name,
            grid=grid,
            terrain=tuple(self.terrain_of(h) for h in grid.hexes),
            tags={h: t for h, t in self.tags.items() if h in grid},
            hexsides={kind: _within(grid, sides) for kind, sides in self.hexsides.items()},
            networks={kind: _within(grid, sides) for kind, sides in self.networks.items()},
            places=tuple(p for p in self.places if p.hex in grid),
            zones={name: zone & grid.index.keys() for name, zone in self.zones.items()},
            boxes=self.boxes,
            water=self.water,
            chains={kind: _runs(grid, lines) for kind, lines in self.chains.items()},
            roads={kind: _runs(grid, lines) for kind, lines in self.roads.items()},
            sources=self.sources,
            note=self.note,
        )

    def cut_off(self) -> frozenset[HexId]:
        """Land hexes outside the largest stretch of land; of two as large, the first is it."""
        land = {h for h in self.grid.hexes if not self.is_water(h)}
        stretches: list[set[HexId]] = []
        left = set(land)
        for start in self.grid.hexes:
            if start in left:
                stretches.append(self._stretch(start, left))
                left -= stretches[-1]
        return frozenset(land - max(stretches, key=len, default=set()))

    def _stretch(self, start: HexId, land: Collection[HexId]) -> set[HexId]:
        """All land that can be reached from a hex over land."""
        found, edge = {start}, [start]
        while edge:
            near = [h for h in self.grid.neighbours(edge.pop()) if h in land and h not in found]
            found.update(near)
            edge.extend(near)
        return found

    @cached_property
    def _tagged(self) -> dict[str, tuple[HexId, ...]]:
        found: dict[str, list[HexId]] = {}
        for name in self.grid.hexes:
            for tag in self.tags.get(name, ()):
                found.setdefault(tag, []).append(name)
        return {tag: tuple(hexes) for tag, hexes in found.items()}

    @cached_property
    def _places(self) -> dict[HexId, Place]:
        return {p.hex: p for p in reversed(self.places)}

    @cached_property
    def _network_hexes(self) -> dict[str, frozenset[HexId]]:
        return {
            name: frozenset(h for side in sides for h in split_hexside(side))
            for name, sides in self.networks.items()
        }


def _within(grid: Grid, sides: Iterable[Hexside]) -> frozenset[Hexside]:
    return frozenset(side for side in sides if _lies_in(grid, side))


def _runs(grid: Grid, lines: Lines) -> Lines:
    """The stretches of each line that lie within a grid; a lone hex is no line."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for name, way in lines:
        for inside, group in groupby(way, lambda entry: _lies_in(grid, entry)):
            run = tuple(group)
            if inside and (len(run) > 1 or "/" in run[0]):
                found.append((name, run))
    return tuple(found)


def _lies_in(grid: Grid, entry: HexId | Hexside) -> bool:
    return all(name in grid for name in entry.split("/"))
