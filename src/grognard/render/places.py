"""Settlements: little plans of blocks on a street grid, and the marks beside them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke
from grognard.render.layout import Layout, jitter, seed
from grognard.render.paths import Point, circle_path, number
from grognard.render.styles import BoardStyles

#: Radius of a settlement and the pitch of its blocks.
_PLAN = {"city": (27.0, 7.2), "town": (17.0, 6.4), "village": (9.5, 5.4)}
_ASIDE = {"city": 2.0, "town": 5.0, "village": 8.0}


def town_points(layout: Layout, styles: BoardStyles) -> dict[HexId, Point]:
    """The middle of every settlement, a little off the middle of its hex."""
    found = {}
    for name in layout.grid.hexes:
        size = styles.settlement(name)
        if size:
            x, y = layout.centre(name)
            dx, dy = jitter(_ASIDE[size], "town", name)
            found[name] = (x + dx, y + dy)
    return found


def draw_settlement(size: str, at: Point, name: str) -> Path:
    """Blocks about a point, denser towards the middle, on a street grid of its own."""
    rng = random.Random(seed("plan", name))
    radius, pitch = _PLAN[size]
    turn = math.radians(rng.uniform(-25, 25))
    count = int(radius // pitch) + 1
    words = []
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            far = math.hypot(i, j) * pitch / radius
            if far < 1 and rng.random() > far * far * 0.85:
                words.append(_block(at, i * pitch, j * pitch, pitch, turn, rng))
    return Path("".join(words), palette.BUILDINGS[size])


def _block(at: Point, x: float, y: float, pitch: float, turn: float, rng: random.Random) -> str:
    wide, high = pitch * rng.uniform(0.58, 0.78), pitch * rng.uniform(0.52, 0.74)
    cos, sin = math.cos(turn), math.sin(turn)
    left, top = x - wide / 2, y - high / 2
    across = f"{number(wide * cos)} {number(wide * sin)}"
    down = f"{number(-high * sin)} {number(high * cos)}"
    back = f"{number(-wide * cos)} {number(-wide * sin)}"
    start = (at[0] + left * cos - top * sin, at[1] + left * sin + top * cos)
    return f"M{number(start[0])} {number(start[1])}l{across} {down} {back}z"


def draw_places(layout: Layout, styles: BoardStyles, towns: dict[HexId, Point]) -> list[Shape]:
    """One group a size, so that a page can hide villages when it is zoomed out."""
    groups: dict[str, list[Shape]] = {}
    for name, at in towns.items():
        size = styles.settlement(name)
        groups.setdefault(size, []).append(draw_settlement(size, at, name))
    shapes: list[Shape] = [
        Group(tuple(groups[size]), classes=size) for size in _PLAN if size in groups
    ]
    return [*shapes, *_tag_marks(layout, styles)]


def _tag_marks(layout: Layout, styles: BoardStyles) -> Iterable[Shape]:
    """Forts, ports, oilfields and airfields: small signs at the upper left of the hex."""
    for name, tags in sorted(styles.board.tags.items()):
        kinds = sorted({styles.look.tag_style(tag) for tag in tags} & set(_SIGNS))
        x, y = layout.centre(name)
        for i, kind in enumerate(kinds):
            at = (x - 24, y - 14 + 14 * i)
            yield Group(_SIGNS[kind], classes=f"sign {kind}", at=at)


def _sign(d: str, *, solid: bool = False, ink: str = palette.NAME) -> tuple[Shape, ...]:
    casing = Path(d, stroke=Stroke(palette.HALO, 3.6, 0.85))
    return casing, Path(d, ink) if solid else Path(d, stroke=Stroke(ink, 1.4))


_FORT = "M-5-5h2.5v2h1.7v-2h1.6v2h1.7v-2h2.5v10h-10z"
_SIGNS: dict[str, tuple[Shape, ...]] = {
    "fort": _sign(_FORT, solid=True),
    "warm fort": _sign(_FORT, solid=True, ink=palette.CAMP_DARK["warm"]),
    "cool fort": _sign(_FORT, solid=True, ink=palette.CAMP_DARK["cool"]),
    "port": _sign("M0-3.5v9M-3-1h6M-5 2.5q1 3 5 3q4 0 5-3" + circle_path(0, -5, 1.5)),
    "oilfield": _sign("M-4 5.5l4-11l4 11M-2.6 1.6h5.2M-1.5-1.5h3M-5 5.5h10"),
    "airfield": _sign("M0-6v11M-5.5 0.5l5.5-3l5.5 3M-2.2 5l2.2-1.6l2.2 1.6"),
    "source": _sign("M-5 0l5-5l5 5l-5 5z"),
}


def star_path(x: float, y: float, radius: float) -> str:
    """A five-pointed star."""
    points = []
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.42
        a = math.radians(36 * i - 90)
        points.append(f"{number(x + r * math.cos(a))} {number(y + r * math.sin(a))}")
    return "M" + "L".join(points) + "z"
