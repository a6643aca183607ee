"""Low ground: the dashes of marsh and the tufts of steppe."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.display import Path, Shape, Stroke, by_squares
from grognard.render.layout import HEX, RADIUS, Layout, seed
from grognard.render.paths import Point, number

_ROW = 5.0
_DASH = (6.0, 10.0)
_GAP = (5.0, 15.0)
#: Room for the tips of grass at the edge of a hex.
_EDGE = 4.0
#: One dash in so many carries a tuft of reed.
_REED = 9


def draw_marsh(layout: Layout, marsh: Collection[HexId]) -> list[Shape]:
    """Short level dashes in rows, here and there a tuft of reed."""
    stroke = Stroke(palette.MARSH_DASH, 1.1, 0.9)
    pieces = [piece for name in sorted(marsh) for piece in _dashes(layout, name)]
    return [Path(d, stroke=stroke) for d in by_squares(pieces)]


def draw_steppe(layout: Layout, steppe: Collection[HexId]) -> list[Shape]:
    """Scattered tufts of grass."""
    stroke = Stroke(palette.STEPPE_TICK, 0.9, 0.7)
    pieces = [piece for name in sorted(steppe) for piece in _tufts(layout, name)]
    return [Path(d, stroke=stroke) for d in by_squares(pieces)]


def _dashes(layout: Layout, name: HexId) -> Iterable[tuple[Point, str]]:
    rng = random.Random(seed("marsh", name))
    cx, cy = layout.centre(name)
    first = -int(RADIUS // _ROW) * _ROW
    y = first + cy % _ROW
    while y < RADIUS:
        half = _half_width(layout, y) - 2
        x = -half + rng.uniform(0, _GAP[1])
        while x < half - _DASH[0]:
            dash = min(rng.uniform(*_DASH), half - x)
            at = (cx + x, cy + y)
            yield at, f"M{_tenths(at[0])} {_tenths(at[1])}h{_tenths(dash)}"
            if rng.randrange(_REED) == 0:
                middle = (at[0] + dash / 2, at[1] - 0.6)
                yield middle, _tuft(middle, 3.4)
            x += dash + rng.uniform(*_GAP)
        y += _ROW


def _tufts(layout: Layout, name: HexId) -> Iterable[tuple[Point, str]]:
    rng = random.Random(seed("steppe", name))
    cx, cy = layout.centre(name)
    for _ in range(26):
        y = rng.uniform(-0.44, 0.44) * HEX
        half = max(_half_width(layout, y) - _EDGE - 2, 0)
        at = (cx + rng.uniform(-half, half), cy + y)
        yield at, _tuft(at, 2.8)


def _half_width(layout: Layout, y: float) -> float:
    """Half the width of a hex at a height above or below its middle."""
    if layout.flat:
        return 0.0 if abs(y) > HEX / 2 - _EDGE else RADIUS - abs(y) / 3**0.5
    return HEX / 2 if abs(y) <= RADIUS / 2 else max(0.0, (RADIUS - abs(y)) * 3**0.5)


def _tuft(at: Point, high: float) -> str:
    """Three blades of grass."""
    x, y = at
    lean = high * 0.45
    return (
        f"M{_tenths(x)} {_tenths(y)}v{_tenths(-high)}"
        f"M{_tenths(x - 1)} {_tenths(y)}l{_tenths(-lean)} {_tenths(-high * 0.8)}"
        f"M{_tenths(x + 1)} {_tenths(y)}l{_tenths(lean)} {_tenths(-high * 0.8)}"
    )


def _tenths(value: float) -> str:
    return number(round(value, 1))
