"""Bridges, pontoons, ferries and dams: where one can get over the water."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from grognard.hexes import Hexside
from grognard.render import palette
from grognard.render.display import Path, Shape, Stroke
from grognard.render.layout import Layout
from grognard.render.paths import Point, number
from grognard.render.rivers import River, knot
from grognard.render.roads import Crossing
from grognard.render.styles import BoardStyles

#: Half the length of a bridge over water of each kind.
_REACH = {"great river": 9.0, "river": 5.6, "stream": 4.2, "water": 9.0}
_KINDS = ("bridge", "pontoon", "ferry", "dam")


def draw_bridges(
    layout: Layout, styles: BoardStyles, rivers: Iterable[River], crossings: Iterable[Crossing]
) -> list[Shape]:
    """What the board lists; if it lists no bridges, one wherever a road crosses a river."""
    water = {side: river.style for river in rivers for side in river.sides}
    listed = {
        side: kind
        for kind in _KINDS
        for name in styles.sides(kind)
        for side in styles.board.hexsides[name]
    }
    over = {crossing.side: crossing for crossing in crossings}
    if not styles.sides("bridge"):
        roads = {s: "bridge" for s in over if water.get(s) in ("river", "great river")}
        listed = roads | listed
    return [
        shape
        for side in sorted(listed)
        for shape in _crossing(layout, side, listed[side], water, over.get(side))
    ]


def _crossing(
    layout: Layout,
    side: Hexside,
    kind: str,
    water: Mapping[Hexside, str],
    road: Crossing | None,
) -> list[Shape]:
    a, b = (layout.centre(name) for name in side.split("/"))
    at = road.at if road else knot(layout, side)
    turn = road.turn if road else math.atan2(b[1] - a[1], b[0] - a[0])
    return _DRAW[kind](at, turn, _REACH[water.get(side, "river")])


def _bridge(at: Point, turn: float, reach: float) -> list[Shape]:
    """A deck between two rails with splayed ends."""
    rails = [
        [(-reach - 2.4, 5.6 * s), (-reach, 3.3 * s), (reach, 3.3 * s), (reach + 2.4, 5.6 * s)]
        for s in (-1, 1)
    ]
    deck = [(-reach - 0.5, 0.0), (reach + 0.5, 0.0)]
    d = "".join(_turned(rail, at, turn) for rail in rails)
    return [
        Path(_turned(deck, at, turn), stroke=Stroke(palette.HALO, 7.2, round=False)),
        Path(_turned(deck, at, turn), stroke=Stroke(palette.ROAD_EDGE, 4.0, round=False)),
        Path(_turned(deck, at, turn), stroke=Stroke(palette.ROAD_CORE, 2.2, round=False)),
        Path(d, stroke=Stroke(palette.BRIDGE, 1.2)),
    ]


def _pontoon(at: Point, turn: float, reach: float) -> list[Shape]:
    """Four boats under a broken deck."""
    boats = []
    for i in range(4):
        x = -reach + (i + 0.5) * reach / 2
        boats.append(_turned([(x, -4.2), (x, 4.2)], at, turn))
    deck = _turned([(-reach - 2, 0.0), (reach + 2, 0.0)], at, turn)
    return [
        Path("".join(boats), stroke=Stroke(palette.HALO, 4.6)),
        Path("".join(boats), stroke=Stroke(palette.BRIDGE, 2.6)),
        Path(deck, stroke=Stroke(palette.ROAD_CORE, 2.6, 1.0, (3.4, 1.4), round=False)),
    ]


def _ferry(at: Point, turn: float, reach: float) -> list[Shape]:
    """A dotted line from bank to bank."""
    way = _turned([(-reach - 3, 0.0), (reach + 3, 0.0)], at, turn)
    return [
        Path(way, stroke=Stroke(palette.HALO, 4.4)),
        Path(way, stroke=Stroke(palette.BRIDGE, 1.8, 1.0, (0.1, 3.4))),
    ]


def _dam(at: Point, turn: float, reach: float) -> list[Shape]:
    """A solid bar with teeth upstream."""
    bar = [(-reach - 3, 0.0), (reach + 3, 0.0)]
    posts = "".join(
        _turned([(-reach + i * reach / 2, 0.0), (-reach + i * reach / 2, -4.6)], at, turn)
        for i in range(5)
    )
    return [
        Path(_turned(bar, at, turn) + posts, stroke=Stroke(palette.HALO, 6.4)),
        Path(posts, stroke=Stroke(palette.BRIDGE, 1.6)),
        Path(_turned(bar, at, turn), stroke=Stroke(palette.BRIDGE, 3.4)),
    ]


def _turned(points: Iterable[Point], at: Point, turn: float) -> str:
    cos, sin = math.cos(turn), math.sin(turn)
    moved = ((at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in points)
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in moved)


_DRAW = {"bridge": _bridge, "pontoon": _pontoon, "ferry": _ferry, "dam": _dam}
