"""Reading GeoJSON: lines, polygons and points with their properties."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.data import DataError
from grognard.mapmaker.recipe import Match

Floats = NDArray[np.float64]


class Feature(NamedTuple):
    """A thing of the earth: `parts` are its points, lines or rings, rows of (lat, lon)."""

    kind: str
    parts: tuple[Floats, ...]
    properties: dict[str, Any]


def read_geojson(path: Path) -> tuple[Feature, ...]:
    """All features of a file; multi-part ones stay one feature."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return tuple(_feature(item) for item in raw["features"] if item["geometry"])
    except OSError as error:
        raise DataError(path.name, [f"cannot be read: {error.strerror}"]) from error
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(path.name, [f"is not GeoJSON: {error}"]) from error


def matching(features: Iterable[Feature], match: Match) -> list[Feature]:
    """The features that have every property asked for."""
    return [feature for feature in features if _fits(feature.properties, match)]


def _fits(properties: dict[str, Any], match: Match) -> bool:
    for key, wanted in match.items():
        among = wanted if isinstance(wanted, list) else [wanted]
        if properties.get(key) not in among:
            return False
    return True


def _feature(item: dict[str, Any]) -> Feature:
    kind, coordinates = item["geometry"]["type"], item["geometry"]["coordinates"]
    if kind.startswith("Multi"):
        parts = [part for piece in coordinates for part in _parts(kind[5:], piece)]
    else:
        parts = _parts(kind, coordinates)
    return Feature(kind.removeprefix("Multi"), tuple(parts), item.get("properties") or {})


def _parts(kind: str, coordinates: Any) -> list[Floats]:
    """The parts of one simple geometry, turned from (lon, lat) to (lat, lon)."""
    if kind == "Point":
        rows = [[coordinates]]
    elif kind == "LineString":
        rows = [coordinates]
    elif kind == "Polygon":
        rows = coordinates
    else:
        raise ValueError(f"unknown geometry {kind}")
    return [np.asarray([point[1::-1] for point in row], dtype=float) for row in rows]
