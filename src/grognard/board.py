"""The board: what is printed on a map, loaded from a text file and checked.

A board never changes during play. Each hex has one natural terrain and any number of
tags (settlements, flags); hexsides carry features of several classes (rivers, borders,
coast); networks (roads, rails, corridors) join hexes across hexsides; places are named
hexes, zones are named sets of hexes, boxes are places off the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.boardfile import BoardFile, Problems, resolve
from grognard.data import DataError, Source, parse_yaml, read_yaml
from grognard.hexes import Grid, HexId, Hexside, split_hexside

Mask = NDArray[np.bool_]


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
    shows: str = "all"


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
    chains: Mapping[str, tuple[tuple[str, tuple[Hexside, ...]], ...]] = {}
    roads: Mapping[str, tuple[tuple[str, tuple[HexId, ...]], ...]] = {}
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
        return tag in self.tags.get(name, frozenset())

    def tagged(self, tag: str) -> tuple[HexId, ...]:
        """All hexes with a tag, in board order."""
        return tuple(h for h in self.grid.hexes if tag in self.tags.get(h, frozenset()))

    def crosses(self, kind: str, a: HexId, b: HexId) -> bool:
        """Does a feature of this kind lie on the side between two neighbours?"""
        return self.grid.hexside(a, b) in self.hexsides.get(kind, frozenset())

    def joined(self, network: str, a: HexId, b: HexId) -> bool:
        """Does the network run directly from one hex to its neighbour?"""
        return self.grid.hexside(a, b) in self.networks.get(network, frozenset())

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
        kept = set(hexes)
        unknown = kept - set(self.grid.hexes)
        if unknown:
            raise ValueError(f"cannot cut out unknown hexes {', '.join(sorted(unknown))}")
        old = self.grid
        gone = {old.place(h) for h in old.hexes if h not in kept}
        grid = Grid(
            old.shape,
            old.columns,
            old.rows,
            shifted=old.shifted,
            rows_up=old.rows_up,
            columns_left=old.columns_left,
            numbering=old.numbering,
            missing=old.missing | gone,
        )

        def inside(sides: Iterable[Hexside]) -> frozenset[Hexside]:
            return frozenset(s for s in sides if kept.issuperset(split_hexside(s)))

        return Board(
            name=self.name,
            grid=grid,
            terrain=tuple(self.terrain_of(h) for h in grid.hexes),
            tags={h: t for h, t in self.tags.items() if h in kept},
            hexsides={kind: inside(sides) for kind, sides in self.hexsides.items()},
            networks={kind: inside(sides) for kind, sides in self.networks.items()},
            places=tuple(p for p in self.places if p.hex in kept),
            zones={name: zone & kept for name, zone in self.zones.items()},
            boxes=self.boxes,
            water=self.water,
            sources=self.sources,
            note=self.note,
        )

    def cut_off(self) -> frozenset[HexId]:
        """Land hexes outside the largest stretch of land."""
        land = {h for h in self.grid.hexes if not self.is_water(h)}
        largest: set[HexId] = set()
        left = set(land)
        while left:
            group, edge = set(), [left.pop()]
            while edge:
                here = edge.pop()
                group.add(here)
                near = left.intersection(self.grid.neighbours(here))
                left -= near
                edge.extend(near)
            if len(group) > len(largest):
                largest = group
        return frozenset(land - largest)

    @cached_property
    def _places(self) -> dict[HexId, Place]:
        return {p.hex: p for p in reversed(self.places)}

    @cached_property
    def _network_hexes(self) -> dict[str, frozenset[HexId]]:
        return {
            name: frozenset(h for side in sides for h in split_hexside(side))
            for name, sides in self.networks.items()
        }
