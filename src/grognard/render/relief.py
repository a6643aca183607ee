"""Relief: the heights under the map.

The ground is the mapmaker's `relief.png` if there is one, and gently rolling country made
from noise if not. Into it the rivers of the rules are carved and from it the hills of the
rules are raised, so that every valley lies under its own blue line although hexsides are
not where the real river is, and no hill rises where the rules have none.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np
from PIL import Image

from grognard.render.fields import (
    Field,
    blur,
    distance,
    enlarge,
    mask,
    noise,
    ridges,
    shape_of,
    step,
)
from grognard.render.layout import HEX, Layout, seed
from grognard.render.paths import Point
from grognard.render.styles import BoardStyles

#: A raster's cells must not show: heights are blurred by this many map units.
_SOFTEN = 11.0
#: Metres between the low and the high ground of a sheet.
_SPAN = 270.0
#: Land comes down to still water by so many metres.
_SHORE = np.float32(55)
_GREAT_REACH, _SMALL_REACH = 1.5 * HEX, 0.9 * HEX


class Relief:
    """Heights in metres, and the soft masks of the terrain that is drawn on them."""

    def __init__(
        self,
        layout: Layout,
        styles: BoardStyles,
        rivers: list[list[Point]],
        great_rivers: list[list[Point]],
        picture: Image.Image | None = None,
    ) -> None:
        self.layout = layout
        self.styles = styles
        self.shape = shape_of(layout.width, layout.height)
        self.seed = seed(styles.board.name)
        self._rivers, self._great_rivers = rivers, great_rivers
        self._picture = picture

    # --- masks ---------------------------------------------------------------------------

    def _mask_of(self, *traits: str) -> Field:
        return mask(self.shape, self.layout.bleeding(self.styles.hexes(*traits)))

    def _soft(self, *traits: str, number: int) -> Field:
        """A mask with a wandering edge."""
        rough = blur(self._mask_of(*traits), 0.22 * HEX) if self.styles.hexes(*traits) else None
        if rough is None:
            return np.zeros(self.shape, np.float32)
        return step(0.12, 0.8, rough + 0.10 * noise(self.shape, 34, self.seed + number))

    @cached_property
    def hills(self) -> Field:
        return self._soft("hill", number=3)

    @cached_property
    def mountains(self) -> Field:
        return self._soft("mountain", number=4)

    @cached_property
    def rough(self) -> Field:
        return self._soft("rough", number=5)

    @cached_property
    def marsh(self) -> Field:
        return self._soft("marsh", number=6)

    @cached_property
    def steppe(self) -> Field:
        return self._soft("steppe", number=7)

    @cached_property
    def water(self) -> Field:
        """1 in lakes and seas, falling to 0 half a hex inland."""
        if not self.styles.hexes("lake", "sea", "river"):
            return np.zeros(self.shape, np.float32)
        return blur(self._mask_of("lake", "sea", "river"), 0.3 * HEX)

    @cached_property
    def high_ground(self) -> Field:
        """Where the rules have ground above the plain: there form lines are drawn."""
        return np.maximum(np.maximum(self.hills, self.mountains), self.rough)

    # --- heights -------------------------------------------------------------------------

    @cached_property
    def heights(self) -> Field:
        """Metres above the sea."""
        return self._raised(self._carved(self._land()) - _SHORE * self.water)

    def _land(self) -> Field:
        """The ground before the rules have their say."""
        if self._picture is not None:
            return _read_heights(self._picture, self.shape)
        rolling = noise(self.shape, 6 * HEX, self.seed, 3) * 75
        gullies = ridges(self.shape, 2.4 * HEX, self.seed + 1, 4, 0.5) * 17
        return rolling + gullies + np.float32(215)

    def _carved(self, land: Field) -> Field:
        """Fade from the real ground to a blurred one beside rivers, then cut the valleys."""
        great = distance(self.shape, self._great_rivers, _GREAT_REACH) / np.float32(HEX)
        small = distance(self.shape, self._rivers, _SMALL_REACH) / np.float32(HEX)
        wander = 1 + np.float32(0.35) * noise(self.shape, 60, self.seed + 8)
        far, near = great * wander, small * wander
        kept = np.minimum(step(0.25, 1.1, far), 0.35 + 0.65 * step(0.1, 0.6, near))
        broad = blur(land, 0.45 * HEX)
        gorge = 105 * _bell(far, 0.23) + 30 * _bell(far, 0.6)
        # A tributary's own valley ends where it comes down into the great one.
        valley = 34 * _bell(near, 0.16) * (1 - 0.7 * _bell(great, 0.3))
        carved: Field = broad + (land - broad) * kept - gorge - valley
        return carved

    def _raised(self, heights: Field) -> Field:
        flat = np.clip(self.marsh * 0.8, 0, 1)
        heights = heights + (blur(heights, 0.5 * HEX) - heights) * flat
        if self.styles.hexes("hill"):
            soft = blur(self._mask_of("hill"), 0.22 * HEX)
            crests = ridges(self.shape, 58, self.seed + 11, 4, 0.42)
            heights = heights + soft * 70 + self.hills**1.5 * crests * 40
        if self.styles.hexes("mountain"):
            soft = blur(self._mask_of("mountain"), 0.34 * HEX)
            crests = ridges(self.shape, 96, self.seed + 12, 5, 0.42)
            heights = heights + soft * 120 + self.mountains**1.3 * crests * 80
        if self.styles.hexes("rough"):
            knolls = ridges(self.shape, 30, self.seed + 13, 3, 0.5)
            heights = heights + self.rough * (26 + knolls * 26)
        return heights


def _bell(distance: Field, width: float) -> Field:
    bell: Field = np.exp(-((distance / np.float32(width)) ** 2))
    return bell


def _read_heights(picture: Image.Image, shape: tuple[int, int]) -> Field:
    """The heights of a grey picture. They are stretched so that most of the sheet lies
    within the same span: a map of plains and one of mountains are shaded alike.
    """
    grey = np.asarray(picture if picture.mode.startswith("I") else picture.convert("L"))
    heights = blur(enlarge(grey.astype(np.float32), shape), _SOFTEN)
    low, high = np.percentile(heights, (2, 98)).tolist()
    return (heights - np.float32(low)) * np.float32(_SPAN / max(high - low, 1.0)) + np.float32(110)


def relief_beside(board_file: Path) -> Image.Image | None:
    """The relief picture that lies beside a board file, if the mapmaker made one."""
    path = board_file.with_name("relief.png")
    if not path.exists():
        return None
    with Image.open(path) as picture:
        return picture.copy()
