"""Contour lines of a field: marching squares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grognard.render.fields import Field
from grognard.render.paths import Point

#: A crossing of a contour with an edge of the raster: row, column, and whether the edge
#: runs down (True) or to the right.
_Edge = tuple[int, int, bool]

#: For each of the sixteen ways that four corners can lie above or below the level, the
#: edges that a contour joins: 0 above, 1 right, 2 below, 3 left of the cell.
_JOINS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    5: ((3, 2), (0, 1)),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((2, 0),),
    10: ((0, 3), (1, 2)),
    11: ((2, 1),),
    12: ((1, 3),),
    13: ((1, 0),),
    14: ((0, 3),),
}


def contours(field: Field, level: float, where: NDArray[np.bool_]) -> list[list[Point]]:
    """The lines along which a field has a value, in the cells of a mask. Points are in
    cells: x along a row, y down the rows.
    """
    above = field >= level
    cells = (
        above[:-1, :-1].astype(np.uint8)
        + 2 * above[:-1, 1:]
        + 4 * above[1:, 1:]
        + 8 * above[1:, :-1]
    )
    rows, columns = np.nonzero((cells > 0) & (cells < 15) & where[:-1, :-1])
    links: dict[_Edge, list[_Edge]] = {}
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        edges = (
            (row, column, False),
            (row, column + 1, True),
            (row + 1, column, False),
            (row, column, True),
        )
        for a, b in _JOINS[int(cells[row, column])]:
            links.setdefault(edges[a], []).append(edges[b])
            links.setdefault(edges[b], []).append(edges[a])
    return [[_crossing(field, level, edge) for edge in line] for line in _lines(links)]


def _lines(links: dict[_Edge, list[_Edge]]) -> list[list[_Edge]]:
    """Follow the links: first the lines that have ends, then the closed ones."""
    starts = [edge for edge, near in links.items() if len(near) == 1] + list(links)
    found = []
    for start in starts:
        if not links.get(start):
            continue
        line, here = [start], start
        while links[here]:
            ahead = links[here].pop()
            links[ahead].remove(here)
            line.append(ahead)
            here = ahead
        found.append(line)
    return found


def _crossing(field: Field, level: float, edge: _Edge) -> Point:
    row, column, down = edge
    a = float(field[row, column])
    b = float(field[row + 1, column] if down else field[row, column + 1])
    share = (level - a) / (b - a) if a != b else 0.5
    return (column, row + share) if down else (column + share, row)
