"""The folder of geographical data that a recipe draws from, each file read once."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.data import DataError
from grognard.mapmaker.geojson import Feature, read_geojson
from grognard.mapmaker.rasters import read_raster
from grognard.mapmaker.recipe import RasterRecipe


class Named(NamedTuple):
    """A place of a gazetteer: its names, where it lies, how many people live there."""

    name: str
    lat: float
    lon: float
    people: int
    others: tuple[str, ...]


class Folder:
    """Geographical data by file name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.features = cache(self._features)
        self.places = cache(self._places)

    def raster(self, recipe: RasterRecipe) -> NDArray[np.float32]:
        """The values of a grey picture."""
        return read_raster(self.path / recipe.file, recipe)

    def _features(self, name: str) -> tuple[Feature, ...]:
        return read_geojson(self.path / name)

    def _places(self, name: str) -> tuple[Named, ...]:
        """The rows of a table with the columns name, lat, lon and perhaps pop, alt, modern."""
        try:
            with (self.path / name).open(encoding="utf-8", newline="") as file:
                return tuple(_named(row) for row in csv.DictReader(file))
        except OSError as error:
            raise DataError(name, [f"cannot be read: {error.strerror}"]) from error
        except (KeyError, ValueError, TypeError) as error:
            raise DataError(name, [f"is no table of places: {error}"]) from error


def _named(row: dict[str, str]) -> Named:
    others = [*row.get("alt", "").split("|"), row.get("modern", "")]
    return Named(
        row["name"],
        float(row["lat"]),
        float(row["lon"]),
        int(row.get("pop") or 0),
        tuple(other for other in others if other),
    )
