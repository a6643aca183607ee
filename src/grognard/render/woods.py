"""Woods: a soft-edged floor under single trees, drawn north to south."""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import lru_cache

import numpy as np

from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.display import Dots, Group, Path, Shape, Stroke
from grognard.render.fields import CELL, Field, mask, shape_of
from grognard.render.layout import HEX, Layout, shaken
from grognard.render.paths import Point, cut_corners, midpoint, rounded_path

#: Least distance between two trees.
_APART = 7.4
_RADII = (2.9, 3.4, 3.8, 4.3)
_SHADOW = (1.1, 1.4)
_SHAKE = 7.0
#: The pattern of trees repeats after this many map units.
_TILE = 8 * HEX
#: Trees are grouped by squares of this size, so that a browser skips those out of sight.
_SQUARE = 4 * HEX
#: Of the trees in wooded marsh this share is left standing.
_SPARSE = 0.45


def _soft_loops(layout: Layout, hexes: Collection[HexId]) -> list[list[Point]]:
    """The outline of a wood grown soft: every point shaken, every corner cut."""
    loops = []
    for loop in layout.bleeding(hexes):
        ahead = [*loop[1:], loop[0]]
        points = [p for a, b in zip(loop, ahead, strict=True) for p in (a, midpoint(a, b))]
        loops.append(cut_corners(shaken(points, _SHAKE, "woods"), 1))
    return loops


def draw_woods(
    layout: Layout, woods: Collection[HexId], wet_woods: Collection[HexId]
) -> list[Shape]:
    """Floor and trees of all wood hexes; in wooded marsh the trees stand apart."""
    if not woods:
        return []
    loops = _soft_loops(layout, woods)
    floor = Path(
        "".join(rounded_path(loop, closed=True) for loop in loops),
        palette.WOODS_FLOOR,
        0.78,
        Stroke(palette.WOODS_EDGE, 1.0, 0.35),
    )
    shape = shape_of(layout.width, layout.height)
    dense = mask(shape, loops)
    # In wooded marsh only the trees of the lowest ranks are left standing.
    dense -= (1 - _SPARSE) * mask(shape, layout.outline(wet_woods))
    return [floor, *_groups(_standing(layout, dense))]


def _standing(layout: Layout, density: Field) -> dict[tuple[int, int], list[list[Point]]]:
    """The trees of the endless pattern that stand in a wood, by square and size."""
    found: dict[tuple[int, int], list[list[Point]]] = {}
    for top in np.arange(0, layout.height, _TILE):
        for left in np.arange(0, layout.width, _TILE):
            for x, y, size, rank in _pattern():
                column, row = int((left + x) / CELL), int((top + y) / CELL)
                inside = row < density.shape[0] and column < density.shape[1]
                if inside and rank < density[row, column]:
                    square = (int((top + y) // _SQUARE), int((left + x) // _SQUARE))
                    sizes = found.setdefault(square, [[] for _ in _RADII])
                    sizes[size].append((left + x, top + y))
    return found


def _groups(squares: dict[tuple[int, int], list[list[Point]]]) -> list[Shape]:
    """Shadows, then crowns, then on each crown a crescent of light at the upper left."""
    shapes: list[Shape] = []
    for _, sizes in sorted(squares.items()):
        trees = [(r, tuple(points)) for r, points in zip(_RADII, sizes, strict=True) if points]
        layers = [Dots(p, r, palette.TREE_SHADOW, 0.55, _SHADOW) for r, p in trees]
        layers += [Dots(p, r, palette.TREE) for r, p in trees]
        layers += [Dots(p, 0.74 * r, palette.TREE_SHINE, 0.8, (-r / 7, -r / 6)) for r, p in trees]
        layers += [Dots(p, 0.72 * r, palette.TREE, 1.0, (r / 14, r / 10)) for r, p in trees]
        shapes.append(Group(tuple(layers)))
    return shapes


@lru_cache(maxsize=1)
def _pattern() -> tuple[tuple[float, float, int, float], ...]:
    """Trees thrown like darts on a sheet whose edges meet, none too near another: place,
    size, and a rank by which some are left out.
    """
    rng = random.Random(9)
    count = int(_TILE / _APART)
    cell = _TILE / count
    taken: dict[tuple[int, int], list[Point]] = {}
    found = []
    for _ in range(6 * count * count):
        x, y = rng.uniform(0, _TILE), rng.uniform(0, _TILE)
        if _is_free(x, y, cell, count, taken):
            taken.setdefault((int(x / cell), int(y / cell)), []).append((x, y))
            found.append((round(x, 1), round(y, 1), rng.randrange(len(_RADII)), rng.random()))
    return tuple(found)


def _is_free(
    x: float, y: float, cell: float, count: int, taken: dict[tuple[int, int], list[Point]]
) -> bool:
    column, row = int(x / cell), int(y / cell)
    for i in (column - 1, column, column + 1):
        for j in (row - 1, row, row + 1):
            for a, b in taken.get((i % count, j % count), ()):
                dx, dy = abs(x - a), abs(y - b)
                dx, dy = min(dx, _TILE - dx), min(dy, _TILE - dy)
                if dx * dx + dy * dy < _APART * _APART:
                    return False
    return True
