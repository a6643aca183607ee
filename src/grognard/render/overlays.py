"""Overlays: what a page or a report lights up on the map, drawn from data.

Lights lie under rivers and roads, edges over them, so that the map stays readable inside
the lit area; numbers and lines lie over the names, arrows over the counters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from grognard.faces import Arrow, HexFill, HexLine, Overlay, SideLine, StackRing
from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.counters import draw_ring
from grognard.render.display import Group, Hatch, Paint, Path, Shape, Stroke, Text, Type, cased
from grognard.render.fonts import width
from grognard.render.layout import Layout
from grognard.render.paths import (
    Point,
    box_path,
    circle_path,
    flatten,
    line_path,
    midpoint,
    number,
    resample,
    smooth_path,
)

_CASING = "#fffaf0"
_REFUSED = "#8a1248"
_NUMBER = Type("condensed bold", 15.0, "#6b4700")
_STOP_NUMBER = Type("condensed bold", 15.0, "#7e2318")


class Area(Struct, frozen=True):
    """How a set of hexes is marked: its fill, its edge, and how broad that is."""

    fill: Paint
    opacity: float
    edge: str
    width: float
    edge_opacity: float = 1.0


AREAS: dict[str, Area] = {
    "reach": Area("#ffefae", 0.46, "#b87a00", 2.4),
    "selected": Area(palette.GOLD, 0.28, palette.GOLD, 2.4),
    "zone warm": Area(Hatch("#9c2417", 0.40), 1.0, "#9c2417", 1.0, 0.6),
    "zone cool": Area(Hatch("#1f4763", 0.42, slash=False), 1.0, "#1f4763", 1.0, 0.6),
    "control warm": Area("#b23f2e", 0.16, "#9c2417", 1.6, 0.7),
    "control cool": Area("#2f6690", 0.16, "#1f4763", 1.6, 0.7),
    "refused": Area(Hatch("#2b2620", 0.50), 1.0, _REFUSED, 2.0),
    "supplied": Area("#0b7a6b", 0.14, "#0b7a6b", 1.6, 0.8),
}
_PLAIN_AREA = Area("#5d5140", 0.14, "#5d5140", 1.4, 0.7)

_SIDES: dict[str, Stroke] = {
    "front": Stroke(palette.BORDER, 3.0, 0.9, (9.0, 3.0, 2.0, 3.0), round=False),
    "border": Stroke(palette.BORDER, 2.4, 0.85, (9.0, 3.0, 2.0, 3.0), round=False),
    "bond warm": Stroke("#9c2417", 4.0),
    "bond cool": Stroke("#1f4763", 4.0),
}
_PLAIN_SIDE = Stroke("#5d5140", 3.0)

_LINES: dict[str, Stroke] = {
    "supply": Stroke("#0b7a6b", 4.8),
    "broken": Stroke("#a3195b", 3.6, dash=(7.0, 6.0), round=False),
    "path": Stroke(palette.INK, 2.8, dash=(0.1, 6.0)),
}


class Lights(Struct):
    """The shapes of overlays, by the height at which they lie."""

    under: list[Shape] = []
    edges: list[Shape] = []
    lines: list[Shape] = []
    rings: list[Shape] = []
    over: list[Shape] = []


def draw_overlays(layout: Layout, overlays: Iterable[Overlay]) -> Lights:
    """All overlays, in the order in which they are given."""
    lights = Lights([], [], [], [], [])
    for overlay in overlays:
        match overlay:
            case HexFill():
                _fill(layout, overlay, lights)
            case SideLine():
                lights.edges.append(_sides(layout, overlay))
            case HexLine():
                lights.lines += _line(layout, overlay)
            case Arrow():
                lights.over += _arrow(layout, overlay)
            case StackRing():
                ring = Group(tuple(draw_ring(overlay.style)), at=layout.centre(overlay.hex))
                lights.rings.append(ring)
    return lights


# --- areas ------------------------------------------------------------------------------


def _fill(layout: Layout, fill: HexFill, lights: Lights) -> None:
    if not fill.hexes:
        return
    area = AREAS.get(fill.style, _PLAIN_AREA)
    d = "".join(line_path(loop, closed=True) for loop in layout.outline(set(fill.hexes)))
    lights.under.append(Path(d, area.fill, area.opacity))
    edge = Stroke(area.edge, area.width, area.edge_opacity)
    if area.width > 2:
        lights.edges.append(Path(d, stroke=Stroke(_CASING, area.width * 2.1, 0.85)))
    lights.edges.append(Path(d, stroke=edge))
    if fill.style == "refused":
        lights.lines += [_barred(layout.centre(name)) for name in fill.hexes]
    for name, text in fill.numbers.items():
        draw = _stop if name in fill.stops else _points
        lights.lines.append(draw(layout.centre(name), text))


def _points(at: Point, text: str) -> Group:
    disc = Path(circle_path(0, 0, 9.6), _CASING, 0.72)
    return Group((disc, Text(text, 0, 5.3, _NUMBER)), at=at, classes="points")


def _stop(at: Point, text: str) -> Group:
    """An eight-sided sign: legal, but the move ends there."""
    turns = [math.radians(22.5 + 45 * i) for i in range(8)]
    sign = line_path([(11 * math.cos(a), 11 * math.sin(a)) for a in turns], closed=True)
    shapes = (
        Path(sign, _CASING, 0.9, Stroke("#9c2417", 1.6)),
        Text(text, 0, 5.3, _STOP_NUMBER),
    )
    return Group(shapes, at=at, classes="points stop")


def _barred(at: Point) -> Group:
    ring = circle_path(0, 0, 12) + "M-8.5 8.5L8.5-8.5"
    shapes = (
        Path(circle_path(0, 0, 12), _CASING, 0.9),
        Path(ring, stroke=Stroke(_REFUSED, 3.4)),
    )
    return Group(shapes, at=at, classes="refused")


# --- lines ------------------------------------------------------------------------------


def _sides(layout: Layout, line: SideLine) -> Group:
    stroke = _SIDES.get(line.style, _PLAIN_SIDE)
    d = "".join(line_path(layout.ends(side)) for side in line.sides)
    casing = Stroke(_CASING, stroke.width + 3.2, 0.85)
    return Group(cased(d, casing, stroke), classes=line.style)


def _line(layout: Layout, line: HexLine) -> list[Shape]:
    if len(line.hexes) < 2:
        return []
    stroke = _LINES.get(line.style, _LINES["path"])
    points = _route(layout, line.hexes)
    d = smooth_path(points)
    shapes: list[Shape] = [*cased(d, Stroke(_CASING, stroke.width + 3.6, 0.92), stroke)]
    if line.style == "supply":
        shapes.append(Path(_chevrons(d), stroke=Stroke(_CASING, 1.7)))
    if line.style == "broken":
        x, y = points[-1]
        cross = f"M{number(x - 6)} {number(y - 6)}l12 12m0-12l-12 12"
        shapes += cased(cross, Stroke(_CASING, 6.4), Stroke("#a3195b", 3.4))
    if line.label:
        shapes.append(_tag(points[-1], line.label, stroke.colour))
    return shapes


def _route(layout: Layout, hexes: Sequence[HexId]) -> list[Point]:
    """Through the middles of hexes and of the hexsides between them."""
    centres = [layout.centre(name) for name in hexes]
    points = [centres[0]]
    for a, b in pairwise(centres):
        points += [midpoint(a, b), b]
    return points


def _chevrons(d: str) -> str:
    """Small chevrons along a line, pointing where it goes."""
    points = resample(flatten(d)[0].points, 13)
    words = []
    for a, b in list(pairwise(points))[1::2]:
        turn = math.atan2(b[1] - a[1], b[0] - a[0])
        arms = [
            (a[0] - 3.4 * math.cos(turn + lean), a[1] - 3.4 * math.sin(turn + lean))
            for lean in (-0.9, 0.9)
        ]
        words.append(line_path([arms[0], a, arms[1]]))
    return "".join(words)


def _tag(at: Point, text: str, colour: str) -> Group:
    type_ = Type("tag", 11.5, _CASING)
    wide = width(text, type_.face, type_.size) + 14
    shapes = (
        Path(box_path(-wide / 2, -9, wide, 18, 3), colour, stroke=Stroke(_CASING, 1.2)),
        Text(text, 0, 4.1, type_),
    )
    return Group(shapes, at=(at[0], at[1] - 22), classes="tag")


# --- arrows -----------------------------------------------------------------------------


def _arrow(layout: Layout, arrow: Arrow) -> list[Shape]:
    start, end = layout.centre(arrow.start), layout.centre(arrow.end)
    reach = math.dist(start, end)
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    shape = _arrow_path(start, turn, reach - 25)
    colour = palette.CAMP_DARK[arrow.camp]
    shapes: list[Shape] = [Path(shape, colour, stroke=Stroke(_CASING, 2.0))]
    if arrow.label:
        shapes.append(_odds(end, arrow.label, arrow.note))
    return shapes


def _arrow_path(start: Point, turn: float, tip: float) -> str:
    """A slim shaft that swells towards a broad head."""
    cos, sin = math.cos(turn), math.sin(turn)
    bend = (20 + tip) / 2

    def at(x: float, y: float) -> str:
        return f"{number(start[0] + x * cos - y * sin)} {number(start[1] + x * sin + y * cos)}"

    return (
        f"M{at(20, -4.2)}Q{at(bend, -6.2)} {at(tip - 15, -7.2)}L{at(tip - 17, -14.5)}"
        f"L{at(tip, 0)}L{at(tip - 17, 14.5)}L{at(tip - 15, 7.2)}"
        f"Q{at(bend, 6.2)} {at(20, 4.2)}Q{at(24, 0)} {at(20, -4.2)}z"
    )


def _odds(at: Point, label: str, note: str) -> Group:
    """The odds, and a modifier beside them, in a dark badge over the defender."""
    large, small = Type("condensed bold", 17.5, _CASING), Type("condensed semibold", 13, "#ffd24a")
    first = width(label, large.face, large.size)
    second = width(note, small.face, small.size) + 5 if note else 0.0
    wide = max(42.0, first + second + 20)
    left = -(first + second) / 2
    shapes: list[Shape] = [
        Path(box_path(-wide / 2, -12.5, wide, 25, 12.5), palette.INK, stroke=Stroke(_CASING, 1.8)),
        Text(label, left, 6, large, "start"),
    ]
    if note:
        shapes.append(Text(note, left + first + 5, 5, small, "start"))
    return Group(tuple(shapes), at=(at[0], at[1] - 36), classes="odds")
