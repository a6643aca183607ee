"""Lines along hexsides that are no water: borders, fronts, forts, cliffs; outlines of zones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, cased
from grognard.render.layout import Layout
from grognard.render.paths import Point, line_path, number
from grognard.render.rivers import chains_of
from grognard.render.styles import BoardStyles

_TOOTH, _TOOTH_APART = 3.6, 7.0
_BORDER_DASH = (9.0, 3.0, 2.0, 3.0)


def draw_lines(layout: Layout, styles: BoardStyles) -> list[Shape]:
    """Every class of hexsides that is neither water nor a crossing."""
    shapes: list[Shape] = []
    for style, draw in _DRAW.items():
        for name in styles.sides(style):
            chains = [c for _, c in chains_of(styles.board, name, layout)]
            paths = [draw(layout.chain_corners(chain)) for chain in chains]
            shapes.append(
                Group(
                    tuple(path for layers in zip(*paths, strict=True) for path in layers),
                    classes=style,
                    data={"hexsides": name},
                )
            )
    return shapes


def draw_zones(layout: Layout, styles: BoardStyles, shown: Iterable[str] = ()) -> list[Shape]:
    """The outline of each zone; those that are not always shown are there for a page."""
    wanted = set(shown)
    shapes: list[Shape] = []
    for name, hexes in styles.board.zones.items():
        style = styles.look.zone_style(name)
        if style == "none" or not hexes:
            continue
        d = "".join(line_path(loop, closed=True) for loop in layout.outline(hexes))
        strokes = (
            Stroke(palette.CASING, 4.4, 0.7),
            Stroke(palette.BORDER, 1.6, 0.8, (6.0, 4.0)),
        )
        hidden = style == "hidden" and name not in wanted
        shapes.append(Group(cased(d, *strokes), classes="zone", data={"zone": name}, hidden=hidden))
    return shapes


def _border(corners: Sequence[Point]) -> tuple[Path, ...]:
    # A thin casing: where a border follows a river, the water shows on both sides of it.
    return cased(
        line_path(corners),
        Stroke(palette.CASING, 3.8, 0.5),
        Stroke(palette.BORDER, 2.2, 0.85, _BORDER_DASH, round=False),
    )


def _neutral(corners: Sequence[Point]) -> tuple[Path, ...]:
    return cased(
        line_path(corners),
        Stroke(palette.CASING, 5.0, 0.7),
        Stroke(palette.ROAD_EDGE, 1.8, 0.8, (4.0, 3.0)),
    )


def _fort(corners: Sequence[Point]) -> tuple[Path, ...]:
    line = line_path(corners)
    return (
        Path(line, stroke=Stroke(palette.CASING, 6.0, 0.8)),
        Path(line, stroke=Stroke(palette.NAME, 2.0)),
        Path(teeth(corners), palette.NAME),
    )


def _cliff(corners: Sequence[Point]) -> tuple[Path, ...]:
    return (
        Path(line_path(corners), stroke=Stroke(palette.FORM_LINE, 1.6)),
        Path(teeth(corners, 3.0, 4.6), palette.FORM_LINE),
    )


def teeth(points: Sequence[Point], high: float = _TOOTH, apart: float = _TOOTH_APART) -> str:
    """Small triangles to the left of a line."""
    words = []
    for a, b in pairwise(points):
        reach = math.dist(a, b)
        count = max(1, int(reach // apart))
        ux, uy = (b[0] - a[0]) / reach, (b[1] - a[1]) / reach
        for i in range(count):
            at = reach * (i + 0.5) / count - high / 2
            x, y = a[0] + ux * at, a[1] + uy * at
            tip = (ux * high / 2 + uy * high, uy * high / 2 - ux * high)
            back = (ux * high - tip[0], uy * high - tip[1])
            words.append(
                f"M{number(x)} {number(y)}l{number(tip[0])} {number(tip[1])}"
                f" {number(back[0])} {number(back[1])}z"
            )
    return "".join(words)


_DRAW = {"border": _border, "front": _border, "fort": _fort, "cliff": _cliff, "line": _neutral}
