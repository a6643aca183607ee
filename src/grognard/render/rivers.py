"""Rivers: smooth lines along chains of hexsides.

A river touches the middle of every hexside it belongs to, lies along it there, and never
reaches a corner unless it rises or ends at one, so that a player can always tell which
side it guards. Tributaries run on until they meet the water that they flow into.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.board import Board
from grognard.hexes import Hexside
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, cased
from grognard.render.layout import Corner, Layout, corner_key, jitter, seed
from grognard.render.paths import Point, bezier, line_path, rounded_path, toward
from grognard.render.styles import BoardStyles

STYLES = ("great river", "river", "stream")
#: Width of a tributary at its source and at its mouth.
_WIDTHS = {"river": (1.3, 4.2), "stream": (1.0, 2.3)}
_WANDER = 2.2
#: How far a bend begins from the middle of its hexside, and how far that may lean.
_BEND = (8.0, 17.0)
_TURN = 0.22
_FLOWS_INTO = ("lake", "sea", "river")


class River(NamedTuple):
    """One stretch of water, from its source to its mouth."""

    name: str
    style: str
    sides: tuple[Hexside, ...]
    corners: list[Point]
    line: list[Point]

    @property
    def great(self) -> bool:
        return self.style == "great river"


def knot(layout: Layout, side: Hexside) -> Point:
    """Where water crosses the middle of a hexside; roads cross it there too."""
    x, y = layout.middle(side)
    dx, dy = jitter(_WANDER, "river", side)
    return x + dx, y + dy


def trace_rivers(layout: Layout, styles: BoardStyles) -> list[River]:
    """All rivers of a board, great ones first, each led to the water that it flows into."""
    chains = [
        (style, name, chain)
        for style in STYLES
        for layer in styles.sides(style)
        for name, chain in chains_of(styles.board, layer, layout)
    ]
    mouths: dict[Corner, Point] = {}
    for _, _, chain in chains:
        for corner, point in _passed(layout, chain):
            mouths.setdefault(corner, point)
    return [_river(layout, styles, name, style, way, mouths) for style, name, way in chains]


def _passed(layout: Layout, chain: Sequence[Hexside]) -> Iterable[tuple[Corner, Point]]:
    """Where a river passes each of its inner corners: tributaries end there."""
    corners = layout.chain_corners(chain)
    line = _spline(layout, chain, corners, corners[0], corners[-1])
    for corner in corners[1:-1]:
        yield corner_key(corner), min(line, key=lambda p: math.dist(p, corner))


def chains_of(
    board: Board, layer: str, layout: Layout
) -> Iterable[tuple[str, tuple[Hexside, ...]]]:
    """The hexsides of a layer as unbroken chains: as the board file lists them, and what
    it does not list in order as it comes.
    """
    left = set(board.hexsides[layer])
    for name, way in board.chains.get(layer, ()):
        own = [s for s in dict.fromkeys(way) if s in left]
        left.difference_update(own)
        for chain in _unbroken(own, layout):
            yield name, tuple(chain)
    yield from (("", tuple(chain)) for chain in _walks(left, layout))


def _unbroken(sides: Sequence[Hexside], layout: Layout) -> list[list[Hexside]]:
    """Cut a list of hexsides where one does not follow from the one before."""
    chains: list[list[Hexside]] = []
    end: set[Corner] = set()
    for side in sides:
        corners = {corner_key(p) for p in layout.ends(side)}
        if chains and end & corners:
            chains[-1].append(side)
            end = corners - end if len(chains[-1]) > 1 else corners
        else:
            chains.append([side])
            end = corners
    return chains


def _walks(sides: set[Hexside], layout: Layout) -> list[list[Hexside]]:
    """Cover loose hexsides with chains as long as they will go."""
    at: dict[Corner, list[Hexside]] = {}
    for side in sorted(sides):
        for point in layout.ends(side):
            at.setdefault(corner_key(point), []).append(side)
    left = set(sides)
    starts = sorted(at, key=lambda corner: (len(at[corner]) != 1, corner))
    found = []
    for start in starts:
        chain, here = [], start
        while ahead := next((s for s in at[here] if s in left), None):
            left.discard(ahead)
            chain.append(ahead)
            a, b = (corner_key(p) for p in layout.ends(ahead))
            here = b if a == here else a
        if chain:
            found.append(chain)
    return found


def _river(
    layout: Layout,
    styles: BoardStyles,
    name: str,
    style: str,
    chain: Sequence[Hexside],
    mouths: Mapping[Corner, Point],
) -> River:
    corners = layout.chain_corners(chain)
    ends = [_end(layout, styles, corner, mouths) for corner in (corners[0], corners[-1])]
    if ends[0] and not ends[1]:
        chain, corners, ends = chain[::-1], corners[::-1], ends[::-1]
    first = ends[0] or _off_sheet(layout, corners[0], corners[1])
    last = ends[1] or _off_sheet(layout, corners[-1], corners[-2])
    return River(name, style, tuple(chain), corners, _spline(layout, chain, corners, first, last))


def _end(
    layout: Layout, styles: BoardStyles, corner: Point, mouths: Mapping[Corner, Point]
) -> Point | None:
    """Where a river that comes to a corner flows on: into other water, or nowhere."""
    key = corner_key(corner)
    if key in mouths:
        return mouths[key]
    for name in layout.hexes_at.get(key, ()):
        if styles.traits[name].intersection(_FLOWS_INTO):
            return toward(corner, layout.centre(name), 0.35)
    return None


def _off_sheet(layout: Layout, corner: Point, before: Point) -> Point:
    """A river that comes to the edge of the map runs on beyond it."""
    if len(layout.hexes_at[corner_key(corner)]) == 3:
        return corner
    return toward(before, corner, 2.5)


def _spline(
    layout: Layout, chain: Sequence[Hexside], corners: Sequence[Point], first: Point, last: Point
) -> list[Point]:
    """Knots in the middles of the hexsides, where the river runs along them; between, bends
    that are lazy or tight at random.
    """
    knots = [knot(layout, side) for side in chain]
    ways = [_heading(a, b, side) for side, (a, b) in zip(chain, pairwise(corners), strict=True)]
    points = [*_lead(corners[0], knots[0], first)[::-1], knots[0]]
    for i, (p, q) in enumerate(pairwise(knots)):
        rng = random.Random(seed("bend", chain[i], chain[i + 1]))
        before, after = rng.uniform(*_BEND), rng.uniform(*_BEND)
        leave = (p[0] + ways[i][0] * before, p[1] + ways[i][1] * before)
        arrive = (q[0] - ways[i + 1][0] * after, q[1] - ways[i + 1][1] * after)
        points += bezier(p, leave, arrive, q, pieces=8)
    return points + _lead(corners[-1], knots[-1], last)


def _heading(a: Point, b: Point, side: Hexside) -> Point:
    """The direction of a river at the middle of a hexside: nearly that of the hexside."""
    turn = math.atan2(b[1] - a[1], b[0] - a[0]) + jitter(_TURN, "heading", side)[0]
    return math.cos(turn), math.sin(turn)


def _lead(corner: Point, near: Point, end: Point) -> list[Point]:
    """From the last middle of a hexside to its corner, and on to the water beyond."""
    if end == corner:
        return [corner]
    return bezier(near, corner, end, pieces=6)


# --- drawing ----------------------------------------------------------------------------


def draw_rivers(rivers: Sequence[River]) -> list[Shape]:
    """Tributaries as ribbons that widen downstream, then great rivers over their mouths."""
    small = [river for river in rivers if not river.great]
    shapes: list[Shape] = [Group(tuple(_ribbon(r) for r in small), classes="river")]
    great = [_great_river(r.line) for r in rivers if r.great]
    # All casings first, then all banks: where two great rivers join, their water joins.
    layers = tuple(path for paths in zip(*great, strict=True) for path in paths)
    return [*shapes, Group(layers, classes="great-river")]


def _great_river(points: Sequence[Point]) -> tuple[Path, ...]:
    return cased(
        rounded_path(points),
        Stroke(palette.CASING, 15, 0.75),
        Stroke(palette.BANK, 10.5),
        Stroke(palette.WATER, 7.9),
        Stroke(palette.SHINE, 2.6, 0.75),
    )


def _ribbon(river: River) -> Path:
    source, mouth = _WIDTHS[river.style]
    points = river.line
    left, right = [], []
    for i, (x, y) in enumerate(points):
        a, b = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        share = (i / (len(points) - 1)) ** 0.8
        half = (source + (mouth - source) * share) / 2 / (math.hypot(dx, dy) or 1)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    outline = line_path(left + right[::-1], closed=True)
    return Path(outline, palette.RIVER, stroke=Stroke(palette.RIVER, 0.4))
