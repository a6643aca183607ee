"""The picture of the heights under a map, which the renderer shades.

It covers the box round all hexes of the sheet, as the drawn map does, so that the real
valleys and ridges come to lie where the projection puts them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from grognard.data import DataError
from grognard.mapmaker.recipe import RasterRecipe, ReliefRecipe
from grognard.mapmaker.work import Work, open_work

Floats = NDArray[np.float64]

_WHITE = 65535


def bake_relief(recipe_path: Path, data_dir: Path) -> Image.Image | None:
    """The picture that a recipe asks for, if it does: sixteen bits of grey."""
    work = open_work(recipe_path, data_dir)
    recipe = work.recipe.relief
    if recipe is None:
        return None
    raster = work.recipe.rasters.get(recipe.raster)
    if raster is None:
        raise DataError(work.name, [f"relief: unknown raster {recipe.raster!r}"])
    heights = _heights(work, recipe, raster)
    share = np.clip((heights - recipe.low) / (recipe.high - recipe.low), 0, 1)
    return Image.fromarray(np.round(share * _WHITE).astype(np.uint16))


def _heights(work: Work, recipe: ReliefRecipe, raster: RasterRecipe) -> Floats:
    """The height under each pixel, the mean of four points; where there is none, `low`."""
    points = _points(work, recipe.per_hex * 2)
    shape = points.shape[:2]
    lat, lon = work.projection.to_latlon(points.reshape(-1, 2))
    rows = (raster.north - lat) * raster.per_degree - 0.5
    columns = (lon - raster.west) * raster.per_degree - 0.5
    values = np.nan_to_num(work.data.raster(raster), nan=recipe.low)
    fine = _between_cells(values, rows, columns).reshape(shape)
    return np.asarray(fine.reshape(shape[0] // 2, 2, shape[1] // 2, 2).mean(axis=(1, 3)))


def _points(work: Work, per_hex: int) -> Floats:
    """Points over the box round all hexes, an even number each way."""
    corners = np.array([corner for name in work.grid.hexes for corner in work.grid.corners(name)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    width, height = (2 * np.ceil((high - low) * per_hex / 2)).astype(int)
    x = low[0] + (np.arange(width) + 0.5) * (high[0] - low[0]) / width
    y = low[1] + (np.arange(height) + 0.5) * (high[1] - low[1]) / height
    return np.stack(np.meshgrid(x, y), axis=-1)


def _between_cells(values: NDArray[np.float32], rows: Floats, columns: Floats) -> Floats:
    """Values between the middles of four cells; beyond the rim, those of the rim."""
    r = np.clip(rows, 0, values.shape[0] - 1.001)
    c = np.clip(columns, 0, values.shape[1] - 1.001)
    r0, c0 = r.astype(int), c.astype(int)
    down, right = r - r0, c - c0
    upper = values[r0, c0] * (1 - right) + values[r0, c0 + 1] * right
    lower = values[r0 + 1, c0] * (1 - right) + values[r0 + 1, c0 + 1] * right
    return np.asarray(upper * (1 - down) + lower * down, float)
