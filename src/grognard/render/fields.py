"""Fields: rasters of numbers under the map, from which relief, tints and shading are made.

One cell is two map units wide: fine enough for ground, which has no sharp edges, and small
enough that a whole map takes a second. Masks and distances are made from the same lines
and hexes that the map draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from grognard.render.paths import Point, resample, signed_area

Field = NDArray[np.float32]
Shape = tuple[int, int]

#: Map units a cell is wide.
CELL = 2.0
#: Distances to lines are found on a grid this many times coarser, then enlarged.
_COARSE = 2


def shape_of(width: float, height: float) -> Shape:
    """Rows and columns of the field under a sheet of this size."""
    return math.ceil(height / CELL), math.ceil(width / CELL)


def step(low: float, high: float, x: Field) -> Field:
    """0 below `low`, 1 above `high`, smooth between."""
    t: Field = np.clip((x - np.float32(low)) / np.float32(high - low), 0, 1)
    return t * t * (3 - 2 * t)


def enlarge(field: Field, shape: Shape) -> Field:
    """The same field with more cells, smoothly filled in."""
    picture = Image.fromarray(np.ascontiguousarray(field, dtype=np.float32))
    size = (shape[1], shape[0])
    return np.asarray(picture.resize(size, Image.Resampling.BICUBIC), dtype=np.float32)


def noise(shape: Shape, blob: float, seed: int, octaves: int = 4, gain: float = 0.55) -> Field:
    """Smooth noise about -1 to 1; `blob` is the size of its largest waves in map units."""
    total = np.zeros(shape, np.float32)
    weight, sum_of_weights = 1.0, 0.0
    for octave in range(octaves):
        cells = blob / CELL / 2**octave
        rows, columns = math.ceil(shape[0] / cells) + 4, math.ceil(shape[1] / cells) + 4
        knots = np.random.default_rng([seed, octave]).uniform(-1, 1, (rows, columns))
        picture = Image.fromarray(knots.astype(np.float32))
        box = (1, 1, 1 + shape[1] / cells, 1 + shape[0] / cells)
        size = (shape[1], shape[0])
        layer = picture.resize(size, Image.Resampling.BICUBIC, box=box)
        total += np.float32(weight) * np.asarray(layer, dtype=np.float32)
        sum_of_weights += weight
        weight *= gain
    return total / np.float32(sum_of_weights)


def ridges(shape: Shape, blob: float, seed: int, octaves: int = 4, gain: float = 0.45) -> Field:
    """Noise folded at zero: sharp crests near 1 with gullies between."""
    return 1 - np.abs(noise(shape, blob, seed, octaves, gain)) * np.float32(2.4)


def blur(field: Field, units: float) -> Field:
    """A Gaussian blur, made of three box blurs; `units` is its sigma in map units."""
    half = max(1, round(units / CELL * 0.94))
    for axis in (0, 1):
        for _ in range(3):
            field = _box_blur(field, half, axis)
    return field


def _box_blur(field: Field, half: int, axis: int) -> Field:
    margins = [(0, 0), (0, 0)]
    margins[axis] = (half + 1, half)
    padded = np.pad(field, margins, mode="edge")
    sums = np.cumsum(padded, axis=axis, dtype=np.float64)
    ahead = np.take(sums, range(2 * half + 1, sums.shape[axis]), axis=axis)
    behind = np.take(sums, range(sums.shape[axis] - 2 * half - 1), axis=axis)
    return ((ahead - behind) / (2 * half + 1)).astype(np.float32)


def mask(shape: Shape, loops: Iterable[Sequence[Point]]) -> Field:
    """1 inside the loops, 0 outside and in loops that run the other way round."""
    picture = Image.new("L", (shape[1], shape[0]))
    pen = ImageDraw.Draw(picture)
    for loop in sorted(loops, key=signed_area, reverse=True):
        inside = signed_area(loop) > 0
        pen.polygon([(x / CELL, y / CELL) for x, y in loop], fill=1 if inside else 0)
    return np.asarray(picture, dtype=np.float32).copy()


def distance(shape: Shape, lines: Iterable[Sequence[Point]], reach: float) -> Field:
    """Map units from each cell to the nearest line, as far as `reach`."""
    rows, columns = math.ceil(shape[0] / _COARSE), math.ceil(shape[1] / _COARSE)
    unit = CELL * _COARSE
    near = np.full((rows, columns), reach, np.float32)
    span = math.ceil(reach / unit)
    for line in lines:
        for x, y in resample(line, unit):
            _stamp(near, x / unit - 0.5, y / unit - 0.5, span, unit)
    return enlarge(near, shape)


def _stamp(near: Field, x: float, y: float, span: int, unit: float) -> None:
    """Lower the distances round one point to what they are from it."""
    top, left = max(0, int(y) - span), max(0, int(x) - span)
    bottom, right = min(near.shape[0], int(y) + span + 2), min(near.shape[1], int(x) + span + 2)
    if bottom <= top or right <= left:
        return
    dy = (np.arange(top, bottom, dtype=np.float32) - np.float32(y))[:, None]
    dx = (np.arange(left, right, dtype=np.float32) - np.float32(x))[None, :]
    window = near[top:bottom, left:right]
    np.minimum(window, np.sqrt(dx * dx + dy * dy) * np.float32(unit), out=window)
