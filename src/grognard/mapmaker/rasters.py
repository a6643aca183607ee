"""Grey pictures of the earth, and what their cells say about each hex."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from grognard.data import DataError
from grognard.hexes import Grid
from grognard.mapmaker.projection import Projection
from grognard.mapmaker.recipe import RasterRecipe

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


def read_raster(path: Path, recipe: RasterRecipe) -> NDArray[np.float32]:
    """The values of a picture, row 0 in the north; not-a-number where there is none."""
    try:
        with Image.open(path) as picture:
            grey = np.asarray(picture)
    except FileNotFoundError as error:
        raise DataError(path.name, [f"cannot be read: {error.strerror}"]) from error
    except (UnidentifiedImageError, OSError) as error:
        raise DataError(path.name, ["is not a picture"]) from error
    if grey.ndim != 2:
        raise DataError(path.name, ["is not a grey picture"])
    values = grey.astype(np.float32) + np.float32(recipe.plus)
    values[np.isin(grey, recipe.empty)] = np.nan
    return values


def hex_numbers(grid: Grid, points: Floats) -> Numbers:
    """The number of the hex that each point of the sheet lies in, -1 outside the map.

    Works as `Grid.at_point` does, for many points at once.
    """
    half = np.sqrt(3) / 2
    x, y = points[..., 0], points[..., 1]
    if grid.shape == "flat":
        q = x / half
        r = y - q / 2
    else:
        r = y / half
        q = x - r / 2
    nearest = _round_axial(q, r)
    return _look_up(grid, nearest)


def _round_axial(q: Floats, r: Floats) -> Numbers:
    s = -q - r
    nq, nr, ns = np.round(q), np.round(r), np.round(s)
    off_q, off_r, off_s = np.abs(nq - q), np.abs(nr - r), np.abs(ns - s)
    fix_q = (off_q > off_r) & (off_q > off_s)
    fix_r = ~fix_q & (off_r > off_s)
    nq = np.where(fix_q, -nr - ns, nq)
    nr = np.where(fix_r, -nq - ns, nr)
    return np.stack([nq, nr], axis=-1).astype(np.int64)


def _look_up(grid: Grid, axial: Numbers) -> Numbers:
    known = np.array([grid.axial(name) for name in grid.hexes])
    low = known.min(axis=0)
    width, height = known.max(axis=0) - low + 1
    table = np.full((width, height), -1, dtype=np.int64)
    table[known[:, 0] - low[0], known[:, 1] - low[1]] = np.arange(len(grid))
    at = axial - low
    inside = (at >= 0).all(axis=-1) & (at[..., 0] < width) & (at[..., 1] < height)
    found = np.full(axial.shape[:-1], -1, dtype=np.int64)
    found[inside] = table[at[inside][:, 0], at[inside][:, 1]]
    return found


class Cells:
    """The cells of a raster, sorted by the hex that they lie in."""

    def __init__(
        self,
        grid: Grid,
        projection: Projection,
        recipe: RasterRecipe,
        values: NDArray[np.float32],
    ) -> None:
        rows, columns = _window(grid, projection, recipe, values.shape)
        lat = recipe.north - (np.arange(rows.start, rows.stop) + 0.5) / recipe.per_degree
        lon = recipe.west + (np.arange(columns.start, columns.stop) + 0.5) / recipe.per_degree
        points = projection.to_sheet(*np.meshgrid(lat, lon, indexing="ij"))
        numbers = hex_numbers(grid, points).ravel()
        window = values[rows, columns].astype(np.float64).ravel()
        kept = (numbers >= 0) & ~np.isnan(window)
        order = np.argsort(numbers[kept], kind="stable")
        self.size = len(grid)
        self.values: Floats = window[kept][order]
        self.numbers: Numbers = numbers[kept][order]

    def highest(self) -> Floats:
        """The highest value in each hex; not-a-number in a hex without cells."""
        return self._reduce(np.maximum)

    def lowest(self) -> Floats:
        """The lowest value in each hex."""
        return self._reduce(np.minimum)

    def relief(self) -> Floats:
        """How far apart the highest and the lowest value in each hex are."""
        return self.highest() - self.lowest()

    def mean(self) -> Floats:
        """The mean value in each hex."""
        return self._sum(self.values) / self._count()

    def share_over(self, value: float) -> Floats:
        """The share of the cells of each hex that are worth more than `value` or as much."""
        return self._sum((self.values >= value).astype(np.float64)) / self._count()

    def _count(self) -> Floats:
        count = np.bincount(self.numbers, minlength=self.size).astype(np.float64)
        return np.where(count > 0, count, np.nan)

    def _sum(self, values: Floats) -> Floats:
        return np.asarray(np.bincount(self.numbers, weights=values, minlength=self.size), float)

    def _reduce(self, function: np.ufunc) -> Floats:
        found = np.full(self.size, np.nan)
        present, first = np.unique(self.numbers, return_index=True)
        if len(present):
            found[present] = function.reduceat(self.values, first)
        return found


def _window(
    grid: Grid, projection: Projection, recipe: RasterRecipe, shape: tuple[int, ...]
) -> tuple[slice, slice]:
    """The rows and columns of a raster that the map may lie in: most of it never does."""
    middles = np.array([grid.centre(name) for name in grid.hexes])
    lat, lon = projection.to_latlon(middles)
    margin = 0.3
    top = (recipe.north - lat.max() - margin) * recipe.per_degree
    bottom = (recipe.north - lat.min() + margin) * recipe.per_degree
    left = (lon.min() - margin - recipe.west) * recipe.per_degree
    right = (lon.max() + margin - recipe.west) * recipe.per_degree
    return _range(top, bottom, shape[0]), _range(left, right, shape[1])


def _range(first: float, last: float, size: int) -> slice:
    start = min(max(int(first), 0), size)
    return slice(start, max(start, min(int(last) + 1, size)))
