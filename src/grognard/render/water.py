"""Lakes, seas and rivers so wide that they fill hexes."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from grognard.hexes import HexId, Hexside, split_hexside
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, cased
from grognard.render.layout import Layout, shaken
from grognard.render.paths import Point, cut_corners, line_path, rounded_path
from grognard.render.styles import BoardStyles

_SHAKE = 5.0
#: Distance from the shore, and strength, of the lines that follow it.
_SHORE_LINES = ((3.0, 0.55), (7.0, 0.3))


def draw_water(layout: Layout, styles: BoardStyles) -> list[Shape]:
    """All water hexes, and hexsides that are all water."""
    shapes: list[Shape] = [_wet_side(layout.ends(side)) for side in _wet_sides(styles)]
    still = styles.hexes("lake", "sea")
    if still:
        shapes.append(Group(_still(layout, still), classes="water"))
    flowing = styles.hexes("river") - still
    if flowing:
        shapes.append(Group(_flowing(layout, flowing), classes="river-water"))
    return shapes


def _wet_sides(styles: BoardStyles) -> list[Hexside]:
    """Hexsides of water between two hexes of land; on a shore the water is there already."""
    water = styles.hexes("lake", "sea", "river")
    sides = {s for name in styles.sides("water") for s in styles.board.hexsides[name]}
    return sorted(side for side in sides if water.isdisjoint(split_hexside(side)))


def _shores(layout: Layout, hexes: Collection[HexId]) -> list[list[Point]]:
    """The outline of water, its corners worn away: it touches the middle of every hexside."""
    return [cut_corners(shaken(loop, _SHAKE, "shore"), 2) for loop in layout.bleeding(hexes)]


def _still(layout: Layout, hexes: Collection[HexId]) -> tuple[Shape, ...]:
    loops = _shores(layout, hexes)
    shore = "".join(rounded_path(loop, closed=True) for loop in loops)
    lines = tuple(
        Path(
            "".join(rounded_path(_inward(loop, far), closed=True) for loop in loops),
            stroke=Stroke(palette.COAST, 0.9, strength),
        )
        for far, strength in _SHORE_LINES
    )
    return (
        Path(shore, palette.SEA, stroke=Stroke(palette.CASING, 3.0, 0.5)),
        Path(shore, stroke=Stroke(palette.COAST, 1.3)),
        *lines,
    )


def _flowing(layout: Layout, hexes: Collection[HexId]) -> tuple[Shape, ...]:
    loops = _shores(layout, hexes)
    shore = "".join(rounded_path(loop, closed=True) for loop in loops)
    shine = "".join(rounded_path(_inward(loop, 9), closed=True) for loop in loops)
    return (
        Path(shore, stroke=Stroke(palette.CASING, 5.0, 0.7)),
        Path(shore, palette.WATER, stroke=Stroke(palette.BANK, 1.6)),
        Path(shine, stroke=Stroke(palette.SHINE, 3.0, 0.5)),
    )


def _inward(loop: Sequence[Point], far: float) -> list[Point]:
    """A loop moved to its right hand, which is the inside of an outline."""
    n = len(loop)
    moved = []
    for i, (x, y) in enumerate(loop):
        a, b = loop[i - 2], loop[(i + 2) % n]
        dx, dy = b[0] - a[0], b[1] - a[1]
        reach = math.hypot(dx, dy) or 1
        moved.append((x - dy / reach * far, y + dx / reach * far))
    return moved


def _wet_side(ends: tuple[Point, Point]) -> Group:
    strokes = (
        Stroke(palette.CASING, 17, 0.6),
        Stroke(palette.COAST, 13.5),
        Stroke(palette.SEA, 11),
    )
    return Group(cased(line_path(ends), *strokes), classes="water-side")
