"""Roads, railways and corridors: smooth lines from hex to hex.

A line crosses each hexside near its middle and cuts the corner inside the hex. Roads that
meet in a hex meet in one point of it, and where there is a town, in the town.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.hexes import HexId, Hexside, split_hexside
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke
from grognard.render.layout import Layout, jitter
from grognard.render.paths import Point, midpoint, resample, smooth_path, toward
from grognard.render.rivers import knot
from grognard.render.styles import BoardStyles

_ON_RAILS = ("rail", "repair line")
ROADS = ("side road", "secondary road", "road", "highway")
#: How far a railway keeps from a road that crosses the same hexside.
_RAIL_ASIDE = 9.0


class Stretch(NamedTuple):
    """A line between two junctions or ends."""

    style: str
    hexes: tuple[HexId, ...]
    points: list[Point]


class Crossing(NamedTuple):
    """Where a line goes over a hexside, and the direction in which it does."""

    side: Hexside
    at: Point
    turn: float
    style: str


class Networks:
    """All lines of a board, laid out."""

    def __init__(
        self,
        layout: Layout,
        styles: BoardStyles,
        towns: Mapping[HexId, Point],
        wet: frozenset[Hexside],
    ) -> None:
        self.layout = layout
        self.styles = styles
        self.towns = towns
        self.wet = wet
        self._road_sides = self._sides_of(*ROADS)
        self.roads = self._lay(ROADS)
        self.rails = self._lay(_ON_RAILS)
        self.corridors = self._lay(("corridor",))
        self.passes = self._lay(("pass",))
        self.repair_lines = self._marked(self.rails, self._sides_of("repair line"))

    def _sides_of(self, *kinds: str) -> frozenset[Hexside]:
        networks = self.styles.board.networks
        return frozenset(s for name in self.styles.networks(*kinds) for s in networks[name])

    def _marked(self, lines: Sequence[Stretch], sides: frozenset[Hexside]) -> list[list[Point]]:
        """The parts of some lines that lie on marked hexsides."""
        found = []
        for line in lines:
            marked = [self.layout.grid.hexside(a, b) in sides for a, b in pairwise(line.hexes)]
            for first, last in _runs(marked):
                found.append(line.points[2 * first : 2 * last + 3])
        return found

    def _lay(self, kinds: Sequence[str]) -> list[Stretch]:
        style_of: dict[Hexside, str] = {}
        for style in kinds:
            for name in self.styles.networks(style):
                # A better road takes the place of a worse one on the same hexside.
                style_of |= dict.fromkeys(self.styles.board.networks[name], style)
        near: dict[HexId, list[HexId]] = {}
        for side in sorted(style_of):
            a, b = split_hexside(side)
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        nodes = {h for h, others in near.items() if self._is_node(h, others, style_of)}
        ways = _stretches(self.layout, near, nodes, style_of)
        ends = {h for h, others in near.items() if len(others) == 1}
        return [Stretch(s, way, self._points(way, s, ends)) for s, way in ways]

    def _is_node(
        self, name: HexId, others: Sequence[HexId], style_of: Mapping[Hexside, str]
    ) -> bool:
        """Does a line begin, fork, change its kind or pass a town here?"""
        kinds = {style_of[self.layout.grid.hexside(name, other)] for other in others}
        return len(others) != 2 or len(kinds) > 1 or name in self.towns

    # --- where the lines run ---------------------------------------------------------------

    def crossing(self, a: HexId, b: HexId, style: str) -> Point:
        """The point at which a line passes from one hex to the next."""
        side = self.layout.grid.hexside(a, b)
        ends = self.layout.ends(side)
        if style in _ON_RAILS and side in self._road_sides:
            return toward(self.layout.middle(side), ends[0], 2 * _RAIL_ASIDE / math.dist(*ends))
        if side in self.wet:
            return knot(self.layout, side)
        shift = jitter(0.1, "crossing", side)[0]
        return toward(ends[0], ends[1], 0.5 + shift)

    def _points(self, way: Sequence[HexId], style: str, ends: set[HexId]) -> list[Point]:
        crossings = [self.crossing(a, b, style) for a, b in pairwise(way)]
        points = [self._end(way[0], style, crossings[0], ends), crossings[0]]
        for name, (before, after) in zip(way[1:-1], pairwise(crossings), strict=True):
            points += [self._bend(name, before, after, style), after]
        return [*points, self._end(way[-1], style, crossings[-1], ends)]

    def _end(self, name: HexId, style: str, last: Point, ends: set[HexId]) -> Point:
        """Where a line ends: it runs off the sheet if nothing stops it at the edge."""
        at_edge = len(self.layout.grid.neighbours(name)) < 6
        if name in ends and at_edge and name not in self.towns:
            return toward(last, self.layout.centre(name), 2.8)
        return self._meeting(name, style)

    def _meeting(self, name: HexId, style: str) -> Point:
        """Where the lines of a hex meet."""
        if name in self.towns:
            x, y = self.towns[name]
            return (x + 5, y + 5) if style in _ON_RAILS else (x, y)
        x, y = self.layout.centre(name)
        dx, dy = jitter(6, "meeting", name)
        return x + dx, y + dy

    def _bend(self, name: HexId, before: Point, after: Point, style: str) -> Point:
        """Between the straight way through a hex and its centre."""
        x, y = toward(midpoint(before, after), self.layout.centre(name), 0.42)
        on_rails = style in _ON_RAILS
        dx, dy = jitter(3 if on_rails else 6, "bend", name, "rail" if on_rails else "road")
        return x + dx, y + dy

    def crossings(self) -> list[Crossing]:
        """All places where a road or a railway crosses water."""
        found = []
        for stretch in (*self.roads, *self.rails):
            points = stretch.points
            for i, (a, b) in enumerate(pairwise(stretch.hexes)):
                side = self.layout.grid.hexside(a, b)
                if side in self.wet:
                    before, at, after = points[2 * i], points[2 * i + 1], points[2 * i + 2]
                    turn = math.atan2(after[1] - before[1], after[0] - before[0])
                    found.append(Crossing(side, at, turn, stretch.style))
        return found


def _runs(marks: Sequence[bool]) -> Iterable[tuple[int, int]]:
    """First and last place of every run of marks."""
    start = None
    for i, mark in enumerate([*marks, False]):
        if mark and start is None:
            start = i
        elif not mark and start is not None:
            yield start, i - 1
            start = None


def _stretches(
    layout: Layout,
    near: Mapping[HexId, Sequence[HexId]],
    nodes: set[HexId],
    style_of: Mapping[Hexside, str],
) -> Iterable[tuple[str, tuple[HexId, ...]]]:
    """Follow the lines from node to node; rings without a node come last."""
    walked: set[Hexside] = set()
    for start in [*sorted(nodes), *sorted(set(near) - nodes)]:
        for ahead in near[start]:
            side = layout.grid.hexside(start, ahead)
            if side in walked:
                continue
            way = [start, ahead]
            walked.add(side)
            while way[-1] not in nodes and way[-1] != start:
                way.append(next(h for h in near[way[-1]] if h != way[-2]))
                walked.add(layout.grid.hexside(way[-2], way[-1]))
            yield style_of[side], tuple(way)


# --- drawing ----------------------------------------------------------------------------

_CASING_WIDTH = {"side road": 4.2, "secondary road": 5.0, "road": 6.4, "highway": 8.4}
_EDGE = {
    "side road": Stroke(palette.ROAD_EDGE, 1.5, 0.95, (5, 2.6)),
    "secondary road": Stroke(palette.ROAD_EDGE, 2.4),
    "road": Stroke(palette.ROAD_EDGE, 3.7),
    "highway": Stroke(palette.ROAD_EDGE, 5.4),
}
_CORE = {"road": Stroke(palette.ROAD_CORE, 1.9), "highway": Stroke(palette.ROAD_CORE, 3.4)}
_PASS = "M-9-8q6 8 0 16M9-8q-6 8 0 16"
_PASS_SIGN = (
    Path(_PASS, stroke=Stroke(palette.HALO, 5.0, 0.85)),
    Path(_PASS, stroke=Stroke(palette.NAME, 2.0)),
)
_HIGHWAY_MIDDLE = Stroke(palette.ROAD_EDGE, 0.7)


def draw_roads(roads: Sequence[Stretch]) -> list[Shape]:
    """All casings first, then all edges, then all cores, so that junctions join."""
    ordered = sorted(roads, key=lambda r: ROADS.index(r.style))
    paths = [(r.style, smooth_path(r.points)) for r in ordered]
    casings = [
        Path(d, stroke=Stroke(palette.CASING, _CASING_WIDTH[style], 0.6)) for style, d in paths
    ]
    edges = [Path(d, stroke=_EDGE[style]) for style, d in paths]
    cores = [Path(d, stroke=_CORE[style]) for style, d in paths if style in _CORE]
    middles = [Path(d, stroke=_HIGHWAY_MIDDLE) for style, d in paths if style == "highway"]
    return [Group(tuple(layer)) for layer in (casings, edges, cores, middles) if layer]


def draw_rails(rails: Sequence[Stretch]) -> list[Shape]:
    """A thin line with ties, all ties of a stretch in one path."""
    shapes: list[Shape] = []
    for rail in rails:
        d = smooth_path(rail.points)
        shapes.append(Path(d, stroke=Stroke(palette.CASING, 5.2, 0.6)))
        shapes.append(Path(d, stroke=Stroke(palette.RAIL, 1.6)))
        # A line of long gaps and short, broad dashes is a row of ties.
        ties = Stroke(palette.RAIL, 5.0, 1.0, (1.3, 7.7), round=False)
        shapes.append(Path(d, stroke=ties))
    return shapes


def draw_passes(passes: Sequence[Stretch]) -> list[Shape]:
    """A dotted way, and two facing arcs in each hex that it leads through."""
    shapes: list[Shape] = []
    for line in passes:
        d = smooth_path(line.points)
        shapes.append(Path(d, stroke=Stroke(palette.CASING, 5.0, 0.6)))
        shapes.append(Path(d, stroke=Stroke(palette.ROAD_EDGE, 2.2, 1.0, (0.1, 4.4))))
        shapes += [Group(_PASS_SIGN, at=point) for point in line.points[2:-1:2]]
    return shapes


def draw_repair_lines(lines: Sequence[Sequence[Point]]) -> list[Shape]:
    """A pale green band for the railway to lie on."""
    return [Path(smooth_path(line), stroke=Stroke(palette.REPAIR, 8.0, 0.42)) for line in lines]


def draw_corridors(corridors: Sequence[Stretch]) -> list[Shape]:
    """A broad, pale band with a broken line in it: a route, not a road."""
    paths = [smooth_path(resample(c.points, 20)) for c in corridors]
    bands = [Path(d, stroke=Stroke(palette.CORRIDOR, 13, 0.22)) for d in paths]
    lines = [Path(d, stroke=Stroke(palette.CORRIDOR, 2.2, 0.8, (9, 6))) for d in paths]
    return [*bands, *lines]
