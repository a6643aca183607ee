"""The corners and hexsides of a grid as a graph: the ways that a river may take."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.hexes import Grid, HexId, Hexside

Floats = NDArray[np.float64]
Corner = int


class Edge(NamedTuple):
    """A hexside walked from one corner to the other, with the hexes on its two hands."""

    start: Corner
    end: Corner
    side: Hexside
    left: HexId
    right: HexId


class Lattice:
    """All corners at which hexsides of the map end, and the hexsides that leave each."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.points: Floats
        self.edges: list[list[Edge]] = []
        self.hexes_at: list[set[HexId]] = []
        self._numbers: dict[tuple[int, int], Corner] = {}
        points: list[tuple[float, float]] = []
        for name in grid.hexes:
            corners = [self._number(point, points) for point in grid.corners(name)]
            for corner in corners:
                self.hexes_at[corner].add(name)
            self._join(name, corners)
        self.points = np.array(points)

    def ends(self, side: Hexside) -> tuple[Corner, Corner]:
        """The two corners of a hexside."""
        a, b = (self._numbers[_key(point)] for point in self.grid.ends(side))
        return a, b

    def edge(self, start: Corner, end: Corner) -> Edge:
        """The hexside from one corner to the next."""
        return next(edge for edge in self.edges[start] if edge.end == end)

    def rim(self) -> frozenset[Corner]:
        """The corners on the outline of the map where a river can leave it."""
        return frozenset(
            corner
            for corner, hexes in enumerate(self.hexes_at)
            if len(hexes) == 2 and self.edges[corner]
        )

    def walk(self, sides: list[Hexside]) -> list[Corner]:
        """The corners along a chain of hexsides, first to last."""
        if len(sides) == 1:
            return list(self.ends(sides[0]))
        first, second = set(self.ends(sides[0])), set(self.ends(sides[1]))
        common = first & second
        if len(common) != 1:
            raise ValueError(f"broken chain, {sides[0]} does not touch {sides[1]}")
        way = [(first - common).pop(), common.pop()]
        for side in sides[1:]:
            a, b = self.ends(side)
            if way[-1] not in (a, b):
                raise ValueError(f"broken chain before {side}")
            way.append(b if a == way[-1] else a)
        return way

    def sides(self, way: list[Corner]) -> list[Hexside]:
        """The hexsides along a walk of corners."""
        return [self.edge(a, b).side for a, b in pairwise(way)]

    def _number(self, point: tuple[float, float], points: list[tuple[float, float]]) -> Corner:
        key = _key(point)
        if key not in self._numbers:
            self._numbers[key] = len(points)
            points.append(point)
            self.edges.append([])
            self.hexes_at.append(set())
        return self._numbers[key]

    def _join(self, name: HexId, corners: list[Corner]) -> None:
        """Add the sides of a hex, each in the direction that has the hex on its right."""
        for number in range(6):
            other = self.grid.neighbour(name, number)
            if other is None:
                continue
            start, end = corners[number], corners[(number + 1) % 6]
            side = self.grid.hexside(name, other)
            self.edges[start].append(Edge(start, end, side, other, name))


def _key(point: tuple[float, float]) -> tuple[int, int]:
    """Corners are at least half a hex apart: rounding tells them from each other."""
    return round(point[0] * 1000), round(point[1] * 1000)
