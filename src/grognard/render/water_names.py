"""Names of rivers, which follow their water, and of lands, which are spread over them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from grognard.render import palette
from grognard.render.display import CurvedText, Shape, Stroke, Type
from grognard.render.fonts import width
from grognard.render.labels import Box, Shelf
from grognard.render.layout import HEX, Layout
from grognard.render.paths import Point, length, resample
from grognard.render.rivers import River
from grognard.render.styles import Land

_HALO = Stroke(palette.HALO, 2.6, 0.8)
_SMALL = Type("italic", 11.5, palette.RIVER_NAME, spacing=1.0, halo=_HALO)
_GREAT = Type("italic semibold", 15.0, palette.RIVER_NAME, spacing=4.0, halo=_HALO)
_LAND = Type("serif", 26.0, palette.LAND_NAME, 0.30)
_SEA = Type("italic", 26.0, palette.RIVER_NAME, 0.55)
#: How much of a river goes by before its name is written again.
_AGAIN = {"great river": 16 * HEX, "river": 24 * HEX, "stream": 30 * HEX}
_STEP = 5.0
_NO_RIVER = River("", "", (), [], [])


class _Room(NamedTuple):
    """The sheet, the names that stand on it already, and its water."""

    layout: Layout
    taken: Shelf
    wet: Shelf

    def cost(self, line: Sequence[Point], size: float) -> float:
        """How much letters along a line would cover, or stick out over the edge."""
        sheet = Box(4, 4, self.layout.width - 4, self.layout.height - 4)
        cost = 0.0
        for box in _letters(line, size):
            area = (box.right - box.left) * (box.bottom - box.top)
            outside = area - sheet.overlap(box)
            cost += (40 * (self.taken.clash(box) + outside) + 25 * self.wet.clash(box)) / area
        return cost


def name_rivers(rivers: Sequence[River], layout: Layout, taken: Shelf) -> list[CurvedText]:
    """The name of every river that has one, beside it, where it touches no other name."""
    found = []
    wet = _wet(rivers)
    for river in _longest(rivers):
        type_ = _GREAT if river.great else _SMALL
        text = river.name.upper() if river.great else river.name
        for part in _parts(river):
            along = _best(part, text, type_, _Room(layout, taken, wet), 5.2 if river.great else 2.0)
            if along:
                found.append(CurvedText(text, tuple(along), type_))
                for box in _letters(along, type_.size):
                    taken.add(box)
    return found


def _longest(rivers: Sequence[River]) -> list[River]:
    """Of the stretches that share a name, the longest, which alone is lettered."""
    found: dict[str, River] = {}
    for river in rivers:
        if river.name and len(river.sides) > len(found.get(river.name, _NO_RIVER).sides):
            found[river.name] = river
    return list(found.values())


def _parts(river: River) -> list[list[Point]]:
    """The river in as many stretches as it has room for names, smoothed."""
    line = _smoothed(resample(river.line, _STEP))
    count = max(1, round(length(line) / _AGAIN[river.style]))
    size = len(line) // count
    return [line[i * size : (i + 1) * size] for i in range(count)]


def _smoothed(points: Sequence[Point], reach: int = 7) -> list[Point]:
    found = []
    for i in range(len(points)):
        near = points[max(0, i - reach) : i + reach + 1]
        found.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return found


def _wet(rivers: Sequence[River]) -> Shelf:
    """Where water is: a name lies on it only if there is no better place."""
    shelf = Shelf()
    for river in rivers:
        half = 5.0 if river.great else 1.5
        for x, y in resample(river.line, 8):
            shelf.add(Box(x - half, y - half, x + half, y + half))
    return shelf


def _best(
    line: Sequence[Point], text: str, type_: Type, room: _Room, half: float
) -> list[Point] | None:
    """The baseline with the least bends and clashes, or None if none is free."""
    wide = width(text, type_.face, type_.size, type_.spacing)
    count = math.ceil(wide * 1.1 / _STEP) + 2
    best, least = None, 60.0
    for first in range(0, len(line) - count, 3):
        window = line[first : first + count]
        if window[0][0] > window[-1][0]:
            window = window[::-1]
        middle = abs(first + count / 2 - len(line) / 2) / len(line)
        for rise in (half + 3.4, -(half + 3.4 + 0.66 * type_.size)):
            along = _beside(window, rise)
            cost = _bends(along) + room.cost(along, type_.size) + 6 * middle
            if cost < least:
                best, least = along, cost
    return best


def _beside(line: Sequence[Point], rise: float) -> list[Point]:
    """A line moved to its left hand, which is up for one that runs to the right."""
    found = []
    for i, (x, y) in enumerate(line):
        a, b = line[max(i - 2, 0)], line[min(i + 2, len(line) - 1)]
        reach = math.dist(a, b) or 1
        found.append((x + (b[1] - a[1]) / reach * rise, y - (b[0] - a[0]) / reach * rise))
    return found


def _bends(line: Sequence[Point]) -> float:
    """How crooked and how steep a line is."""
    turns = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(line)]
    crooked = sum(abs(math.remainder(b - a, math.tau)) for a, b in pairwise(turns))
    steep = sum(abs(math.sin(a)) for a in turns) / len(turns)
    cramped = 80.0 if min(math.dist(a, b) for a, b in pairwise(line)) < _STEP * 0.45 else 0.0
    return 8 * crooked + 5 * steep + cramped


def _letters(line: Sequence[Point], size: float) -> Iterable[Box]:
    half = size * 0.42
    for a, b in pairwise(resample(line, size * 0.8)):
        reach = math.dist(a, b) or 1
        x = (a[0] + b[0]) / 2 + (b[1] - a[1]) / reach * half
        y = (a[1] + b[1]) / 2 - (b[0] - a[0]) / reach * half
        yield Box(x - half, y - half, x + half, y + half)


def name_lands(lands: Iterable[Land], layout: Layout) -> list[Shape]:
    """Large, pale, spaced letters on a shallow arc from hex to hex."""
    shapes: list[Shape] = []
    for land in lands:
        start, end = (layout.centre(layout.grid.parse(h)) for h in (land.start, land.end))
        text = land.name.upper()
        base = _SEA if land.water else _LAND
        bare = width(text, base.face, land.size)
        spacing = max(2.0, (math.dist(start, end) - bare) / max(len(text) - 1, 1))
        along = _arc(start, end)
        shapes.append(
            CurvedText(text, tuple(along), replace(base, size=land.size, spacing=spacing))
        )
    return shapes


def _arc(start: Point, end: Point) -> list[Point]:
    rise = math.dist(start, end) * 0.06
    dx, dy = end[0] - start[0], end[1] - start[1]
    # A little longer than the text at both ends, so that no letter falls off the line.
    shares = [i / 16 * 1.2 - 0.1 for i in range(17)]
    return [(start[0] + dx * t, start[1] + dy * t - rise * 4 * t * (1 - t)) for t in shares]
