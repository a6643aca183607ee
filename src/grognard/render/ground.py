"""The ground: one baked picture that lies under everything else.

Relief by shading, height by tint, and the soft tints of hills, marsh and towns. Sharp
things (trees, form lines, water, roads) are not in it: they are drawn over it and stay
sharp at every zoom.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor

from grognard.render import palette
from grognard.render.fields import CELL, Field, blur, noise, step
from grognard.render.paths import Point
from grognard.render.relief import Relief

Colours = NDArray[np.float32]

#: Pixels of the finished picture a map unit.
PIXELS = 1.0
#: Share, direction it comes from, and height above the horizon of each light.
_LIGHTS = ((0.60, 315, 45), (0.25, 270, 50), (0.15, 0, 50))
_STEEPNESS = 0.133
_GLOW = {"city": (46.0, 0.75), "town": (34.0, 0.6), "village": (22.0, 0.45)}


def bake(relief: Relief, towns: Mapping[Point, str]) -> Image.Image:
    """Paint the ground. `towns` are the middles of settlements, with their size."""
    colours = _tinted(relief)
    for place, size in towns.items():
        _glow(colours, place, *_GLOW[size])
    colours = _shaded(colours, relief)
    small = Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))
    width, height = relief.layout.width, relief.layout.height
    box = (0, 0, width / CELL, height / CELL)
    pixels = (math.ceil(width * PIXELS), math.ceil(height * PIXELS))
    return small.resize(pixels, Image.Resampling.BICUBIC, box=box)


def encode(picture: Image.Image, quality: int = 82) -> bytes:
    """The picture as a WebP file."""
    file = io.BytesIO()
    picture.save(file, "WEBP", quality=quality, method=4)
    return file.getvalue()


def _tinted(relief: Relief) -> Colours:
    """Valley, plain and upland by height, then what the rules have on it."""
    heights = blur(relief.heights, 12)
    valley, plain, upland = np.percentile(heights, (1, 30, 80)).tolist()
    colours = _mix(_flat(palette.VALLEY, relief), palette.PLAIN, step(valley, plain, heights))
    colours = _mix(colours, palette.UPLAND, step(plain, max(upland, plain + 60), heights))
    slow = noise(relief.shape, 150, relief.seed + 21, 3)
    fine = noise(relief.shape, 46, relief.seed + 22, 3)
    colours += slow[..., None] * np.array([4.0, 2.5, -1.5], np.float32)
    colours += fine[..., None] * np.array([2.0, 1.6, 0.4], np.float32)
    tints = (
        (palette.STEPPE_TINT, relief.steppe * 0.6),
        (palette.HILL_TINT, relief.hills * 0.62),
        (palette.ROUGH_TINT, relief.rough * 0.55),
        (palette.MOUNTAIN_TINT, relief.mountains * 0.72),
        (palette.MARSH_TINT, relief.marsh * 0.85),
    )
    for colour, share in tints:
        colours = _mix(colours, colour, share)
    return colours


def _shaded(colours: Colours, relief: Relief) -> Colours:
    lit = _light(relief)
    colours = _mix(colours, palette.SHADE, np.clip(-lit * 0.95, 0, 0.5))
    return _mix(colours, palette.LIGHT, np.clip(lit * 1.9, 0, 0.75))


def _light(relief: Relief) -> Field:
    """How much lighter than flat ground each cell is: most light from the north-west."""
    high = relief.high_ground
    heights = blur(relief.heights, 2.0) * np.float32(_STEEPNESS)
    heights *= 1 + np.float32(0.1) * high
    down, across = np.gradient(heights / np.float32(CELL))
    slope = np.arctan(np.hypot(across, down))
    facing = np.arctan2(-across, down)
    lit = np.zeros(relief.shape, np.float32)
    for share, azimuth, altitude in _LIGHTS:
        up, side = math.sin(math.radians(altitude)), math.cos(math.radians(altitude))
        toward = np.cos(math.radians(azimuth) - facing)
        lit += share * (up * np.cos(slope) - up + side * np.sin(slope) * toward)
    return (lit * (0.85 + 0.25 * high)).astype(np.float32)


def _glow(colours: Colours, place: Point, radius: float, strength: float) -> None:
    """A soft patch of settled land about a town."""
    x, y, span = place[0] / CELL, place[1] / CELL, radius / CELL
    top, left = max(0, int(y - span)), max(0, int(x - span))
    bottom = min(colours.shape[0], int(y + span) + 1)
    right = min(colours.shape[1], int(x + span) + 1)
    if bottom <= top or right <= left:
        return
    dy = (np.arange(top, bottom) - y)[:, None]
    dx = (np.arange(left, right) - x)[None, :]
    share = strength * np.clip(1 - np.hypot(dx, dy) / span, 0, 1) ** 1.2
    window = colours[top:bottom, left:right]
    window += (_rgb(palette.TOWN_GLOW) - window) * share[..., None].astype(np.float32)


def _mix(colours: Colours, colour: str, share: Field) -> Colours:
    return colours + (_rgb(colour) - colours) * share[..., None]


def _flat(colour: str, relief: Relief) -> Colours:
    return np.broadcast_to(_rgb(colour), (*relief.shape, 3)).astype(np.float32)


def _rgb(colour: str) -> Colours:
    return np.array(ImageColor.getrgb(colour)[:3], np.float32)
