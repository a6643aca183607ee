"""Badges: statuses over the edge of a counter, one corner each, so that they add up."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.faces import Badge
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, Text, Type
from grognard.render.fonts import width
from grognard.render.lines import teeth
from grognard.render.paths import Point, box_path, circle_path

_AMBER, _AMBER_TEXT, _VIOLET, _SKY, _SKY_INK = "#f3b61f", "#ffd24a", "#6b3fa0", "#e3f1f8", "#2f6690"
_UPPER_RIGHT: Point = (18.6, -28.6)
_AIR_AT: Point = (23.2, -27.2)
_LEFT: Point = (-25.4, -0.6)
_LOWER_LEFT: Point = (-26.0, 26.0)
_LOWER_RIGHT: Point = (26.0, 26.0)
_RADIUS = 6.0


def draw_badges(badges: Iterable[Badge]) -> list[Shape]:
    """All statuses but field works, which lie under the counter."""
    return [_DRAW[badge.kind](badge) for badge in badges if badge.kind != "works"]


def works(badges: Iterable[Badge]) -> list[Shape]:
    """Field works: a toothed line on three sides."""
    if not any(badge.kind == "works" for badge in badges):
        return []
    side = 29.4
    line = [(-side, -20.0), (-side, side), (side, side), (side, -20.0)]
    d = "M-29.4-20V29.4H29.4V-20"
    # The teeth point outward, so the line is followed the other way round.
    return [
        Path(d, stroke=Stroke(palette.INK, 2.6)),
        Path(teeth(line[::-1], 3.2, 6.0), palette.INK),
    ]


def _pill(text: str, fill: str, ink: str, rim: str) -> Group:
    type_ = Type("condensed bold", 10.2, ink, spacing=0.5)
    wide = width(text, type_.face, type_.size, type_.spacing) + 5.4
    shapes = (
        Path(box_path(-wide / 2, -5.8, wide, 11.6, 3.2), fill, stroke=Stroke(rim, 1.1)),
        Text(text, 0, 3.65, type_),
    )
    return Group(shapes, at=_UPPER_RIGHT, classes="badge")


def _disc(at: Point, fill: str, rim: str, *inside: Shape) -> Group:
    disc = Path(circle_path(0, 0, _RADIUS), fill, stroke=Stroke(rim, 1.0))
    return Group((disc, *inside), at=at, classes="badge")


def _air(badge: Badge) -> Group:
    canopy = Path("M-3.8-.2A3.8 3.8 0 0 1 3.8-.2Q1.9-1.2 0-.2Q-1.9-1.2-3.8-.2z", _SKY_INK)
    lines = Path("M-3.6 0L0 3.6L3.6 0", stroke=Stroke(_SKY_INK, 0.7))
    return _disc(_AIR_AT, _SKY, _SKY_INK, lines, canopy)


def _disrupted(badge: Badge) -> Group:
    shapes = (
        Path("M0-8.2L8.2 0L0 8.2L-8.2 0z", _VIOLET, stroke=Stroke(palette.CREAM, 1.0)),
        Path("M1.1-5.4L-3.6.8H-.4L-1.1 5.4L3.6-.8H.4z", palette.CREAM),
    )
    return Group(shapes, at=_LEFT, classes="badge")


def _moved(badge: Badge) -> Group:
    chevrons = Path("M-3-2.7L-.4 0L-3 2.7M.6-2.7L3.2 0L.6 2.7", stroke=Stroke(palette.INK, 1.3))
    return _disc(_LOWER_LEFT, "#fffdf6", palette.INK, chevrons)


def _fought(badge: Badge) -> Group:
    cross = Path("M-2.7-2.7L2.7 2.7M2.7-2.7L-2.7 2.7", stroke=Stroke(palette.INK, 1.5))
    return _disc(_LOWER_LEFT, "#fffdf6", palette.INK, cross)


def _count(badge: Badge) -> Group:
    type_ = Type("condensed bold", 8.8 if len(badge.text) < 2 else 7.4, palette.CREAM)
    return _disc(_LOWER_RIGHT, palette.INK, palette.CREAM, Text(badge.text, 0, 3.1, type_))


_DRAW = {
    "oos": lambda badge: _pill("OOS", _AMBER, palette.INK, palette.INK),
    "iso": lambda badge: _pill("ISO", palette.INK, _AMBER_TEXT, _AMBER),
    "pill": lambda badge: _pill(badge.text, _AMBER, palette.INK, palette.INK),
    "air": _air,
    "disrupted": _disrupted,
    "moved": _moved,
    "fought": _fought,
    "count": _count,
}
