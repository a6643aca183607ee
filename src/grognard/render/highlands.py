"""High ground: form lines on hills and mountains, hachures on rough ground.

They follow the same heights that the ground is shaded with, and appear only where the
rules have such terrain, so that shading elsewhere is never read as terrain.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection
from itertools import pairwise

import numpy as np

from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.contours import contours
from grognard.render.display import Path, Shape, Stroke, by_squares
from grognard.render.fields import CELL, Field, blur
from grognard.render.layout import Layout, seed
from grognard.render.paths import Point, number, resample, rounded_path
from grognard.render.relief import Relief

_EVERY = 22.0
_MOUNTAIN_EVERY = 34.0
_ROUGH_EVERY = 12.0
#: Contours are found on every second cell of the heights.
_SKIP = 2
_SHORTEST = 30.0
_HACHURE, _HACHURE_APART = 4.0, 4.6
_PEAKS = 4
_LINE = Stroke(palette.FORM_LINE, 0.8, 0.5)


def draw_highlands(relief: Relief) -> list[Shape]:
    """The form lines of all high ground."""
    heights = blur(relief.heights, 4)[::_SKIP, ::_SKIP]
    lines = [
        (line[0], rounded_path(line))
        for mask, every in ((relief.hills, _EVERY), (relief.mountains, _MOUNTAIN_EVERY))
        for line in _lines(heights, mask, every)
    ]
    rough = [(line[0], _hachures(line)) for line in _lines(heights, relief.rough, _ROUGH_EVERY)]
    return [Path(d, stroke=_LINE) for d in by_squares([*lines, *rough])]


def draw_peaks(layout: Layout, mountains: Collection[HexId]) -> list[Shape]:
    """A few small peaks in each mountain hex, shaded on the side away from the light, so
    that mountains and hills differ by more than their colour.
    """
    outlines, shades = [], []
    for name in sorted(mountains):
        rng = random.Random(seed("peaks", name))
        first = rng.uniform(0, math.tau)
        for i in range(_PEAKS):
            turn, away = first + i * math.tau / _PEAKS + rng.uniform(-0.4, 0.4), rng.uniform(14, 27)
            x, y = layout.centre(name)
            x, y = x + away * math.cos(turn), y + away * math.sin(turn)
            outline, shade = _peak(x, y, rng.uniform(9, 13))
            outlines.append(((x, y), outline))
            shades.append(((x, y), shade))
    return [
        *(Path(d, palette.PEAK, 0.32) for d in by_squares(shades)),
        *(Path(d, stroke=Stroke(palette.PEAK, 1.1, 0.75)) for d in by_squares(outlines)),
    ]


def _peak(x: float, y: float, high: float) -> tuple[str, str]:
    half = number(round(high * 0.85, 1))
    h = number(round(high, 1))
    at = f"M{number(round(x, 1))} {number(round(y - high / 2, 1))}"
    return f"{at}l-{half} {h}{at}l{half} {h}", f"{at}l{half} {h}l-{half}-{number(high * 0.25)}z"


def _lines(heights: Field, mask: Field, every: float) -> list[list[Point]]:
    where = mask[::_SKIP, ::_SKIP] > 0.3
    if not where.any():
        return []
    low, high = float(heights[where].min()), float(heights[where].max())
    unit = CELL * _SKIP
    found = []
    for level in np.arange(math.floor(low / every) * every, high, every):
        for line in contours(heights, float(level), where):
            if len(line) * unit > _SHORTEST:
                points = [((x + 0.5) * unit, (y + 0.5) * unit) for x, y in line]
                found.append(resample(points, 8))
    return found


def _hachures(line: list[Point]) -> str:
    """Short strokes across a form line instead of the line itself."""
    words = []
    for a, b in pairwise(resample(line, _HACHURE_APART)):
        reach = math.dist(a, b) or 1
        dx, dy = -(b[1] - a[1]) / reach * _HACHURE, (b[0] - a[0]) / reach * _HACHURE
        words.append(f"M{number(round(a[0], 1))} {number(round(a[1], 1))}")
        words.append(f"l{number(round(dx, 1))} {number(round(dy, 1))}")
    return "".join(words)
