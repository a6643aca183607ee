"""Where things lie on the sheet: a board's hexes, hexsides and corners in map units.

A hex is 80 units wide from flat side to flat side. The sheet begins at the upper left of
the outermost hexes; its frame is the box round all of them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from zlib import crc32

from grognard.hexes import Axial, Grid, HexId, Hexside
from grognard.render.paths import Point, midpoint

HEX = 80.0
RADIUS = HEX / math.sqrt(3)

#: A corner of the grid: its place in tenths of a unit, so that equal corners are equal.
Corner = tuple[int, int]
Loop = list[Point]


class Layout:
    """The geometry of one sheet."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        corners = [p for name in grid.hexes for p in grid.corners(name)]
        self._left = min(x for x, _ in corners) * HEX
        self._top = min(y for _, y in corners) * HEX
        self.width = max(x for x, _ in corners) * HEX - self._left
        self.height = max(y for _, y in corners) * HEX - self._top
        self.flat = grid.shape == "flat"

    def place(self, point: Point) -> Point:
        """A point of the grid, in map units."""
        return point[0] * HEX - self._left, point[1] * HEX - self._top

    @cached_property
    def _centres(self) -> dict[HexId, Point]:
        return {name: self.place(self.grid.centre(name)) for name in self.grid.hexes}

    def centre(self, name: HexId) -> Point:
        return self._centres[name]

    def corners(self, name: HexId) -> list[Point]:
        """The six corners, clockwise; side n runs from corner n to corner n + 1."""
        return self._around(self.centre(name))

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two corners of a hexside."""
        a, b = self.grid.ends(side)
        return self.place(a), self.place(b)

    def middle(self, side: Hexside) -> Point:
        return midpoint(*self.ends(side))

    def hexagon(self) -> list[Point]:
        """The outline of any hex, about its centre."""
        return self._around((0.0, 0.0))

    def _around(self, centre: Point) -> list[Point]:
        first = -120 if self.flat else -90
        turns = [math.radians(first + 60 * i) for i in range(6)]
        return [(centre[0] + RADIUS * math.cos(a), centre[1] + RADIUS * math.sin(a)) for a in turns]

    # --- areas ---------------------------------------------------------------------------

    def outline(self, hexes: Collection[HexId]) -> list[Loop]:
        """Closed loops of corners round a set of hexes, holes the other way round."""
        return self._loops({self.grid.axial(name) for name in hexes})

    def bleeding(self, hexes: Collection[HexId]) -> list[Loop]:
        """The same, but running out over the edge of the sheet where the set meets it."""
        inside = {self.grid.axial(name) for name in hexes}
        near = {n for axial in inside for n in _neighbours(axial)}
        beyond = {axial for axial in near if self.grid.hex_at(axial) is None}
        return self._loops(inside | beyond)

    def _loops(self, inside: set[Axial]) -> list[Loop]:
        ahead: dict[Corner, Point] = {}
        for axial in sorted(inside):
            corners = self._around(self._middle_of(axial))
            for i, step in enumerate(self._steps):
                if (axial[0] + step[0], axial[1] + step[1]) not in inside:
                    ahead[corner_key(corners[i])] = corners[(i + 1) % 6]
        loops = []
        while ahead:
            start = here = next(iter(ahead))
            loop: Loop = []
            while here in ahead:
                point = ahead.pop(here)
                loop.append(point)
                here = corner_key(point)
            assert here == start, "a loop that does not close"
            loops.append(loop)
        return loops

    def _middle_of(self, axial: Axial) -> Point:
        q, r = axial
        half = math.sqrt(3) / 2
        return self.place((q * half, r + q / 2) if self.flat else (q + r / 2, r * half))

    @cached_property
    def _steps(self) -> tuple[tuple[int, int], ...]:
        """The step across each side, in the order of the corners."""
        if self.flat:
            return (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)
        return (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)

    # --- corners -------------------------------------------------------------------------

    def chain_corners(self, sides: Sequence[Hexside]) -> list[Point]:
        """The corners along hexsides that follow one another."""
        ends = [self.ends(side) for side in sides]
        first = ends[0]
        if len(ends) > 1:
            later = {corner_key(p) for p in ends[1]}
            if corner_key(first[0]) in later and corner_key(first[1]) not in later:
                first = (first[1], first[0])
        points = list(first)
        for a, b in ends[1:]:
            points.append(b if corner_key(a) == corner_key(points[-1]) else a)
        return points

    @cached_property
    def hexes_at(self) -> dict[Corner, list[HexId]]:
        """The hexes that meet at each corner: three inside the map, fewer at its edge."""
        found: dict[Corner, list[HexId]] = {}
        for name in self.grid.hexes:
            for point in self.corners(name):
                found.setdefault(corner_key(point), []).append(name)
        return found


def _neighbours(axial: Axial) -> Iterable[Axial]:
    for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
        yield Axial(axial.q + dq, axial.r + dr)


def corner_key(point: Point) -> Corner:
    return round(point[0] * 10), round(point[1] * 10)


def seed(*words: str) -> int:
    """A number for a random choice that is the same on every machine and in every build."""
    return crc32("|".join(words).encode())


def jitter(reach: float, *words: str) -> Point:
    """A small shift, always the same for the same words."""
    number = seed(*words)
    x, y = number & 0xFFFF, number >> 16
    return (x / 0x7FFF - 1) * reach, (y / 0x7FFF - 1) * reach


def shaken(points: Iterable[Point], reach: float, word: str) -> list[Point]:
    """The points, each moved a little."""
    found = []
    for x, y in points:
        dx, dy = jitter(reach, word, f"{x:.0f} {y:.0f}")
        found.append((x + dx, y + dy))
    return found
