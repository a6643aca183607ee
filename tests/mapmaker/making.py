"""Small maps for tests: one degree of this earth is one hex, and (lat, lon) is (-y, x)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from grognard.board import Board
from grognard.boardfile import GridFile, make_grid
from grognard.hexes import Grid, HexId
from grognard.mapmaker import build
from grognard.mapmaker.projection import EARTH_KM

Point = tuple[float, float]

#: Twelve columns of ten flat hexes, 0101 in the upper left.
GRID = {"shape": "flat", "columns": [1, 12], "rows": [1, 10], "shifted": "odd", "number": "CCRR"}
DEGREE = EARTH_KM * math.pi / 180
TERRAIN = {
    "letters": {".": "clear", "w": "woods", "h": "hill", "m": "marsh", "~": "sea"},
    "default": "clear",
    "water": ["sea"],
}


def grid() -> Grid:
    """The grid of the small maps."""
    return make_grid(GridFile("flat", (1, 12), (1, 10)))


def earth(point: Point) -> list[float]:
    """Latitude and longitude of a point of the sheet."""
    return [-point[1], point[0]]


def middle(name: HexId) -> list[float]:
    """Latitude and longitude of the middle of a hex."""
    return earth(grid().centre(name))


def middles(*names: HexId) -> list[list[float]]:
    """A line through the middles of some hexes."""
    return [middle(name) for name in names]


def square(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    """A box of the sheet as a polygon of the earth."""
    return [earth(p) for p in ((left, top), (right, top), (right, bottom), (left, bottom))]


def feature(kind: str, points: Sequence[Sequence[float]], **properties: Any) -> dict[str, Any]:
    """A GeoJSON feature from points of (lat, lon)."""
    coordinates: list[Any] = [[lon, lat] for lat, lon in points]
    if kind == "Polygon":
        coordinates = [[*coordinates, coordinates[0]]]
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def write_features(path: Path, features: Iterable[dict[str, Any]]) -> None:
    """A GeoJSON file."""
    text = json.dumps({"type": "FeatureCollection", "features": list(features)})
    path.write_text(text, encoding="utf-8")


def recipe(**blocks: Any) -> dict[str, Any]:
    """A recipe of the small grid with these blocks besides."""
    base: dict[str, Any] = {
        "map": "Test",
        "grid": GRID,
        "projection": {"centre": [0, 0]},
        "fit": {
            "km_per_hex": DEGREE,
            "turn": 0,
            "anchors": [{"lat": 0, "lon": 0, "sheet": [0, 0]}],
        },
        "terrain": TERRAIN,
    }
    return base | blocks


def text_of(folder: Path, blocks: Mapping[str, Any]) -> str:
    """Build a recipe in a folder that may hold data; the text of the board."""
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(recipe(**blocks), sort_keys=False), encoding="utf-8")
    return build(path, folder)


def board_of(folder: Path, **blocks: Any) -> Board:
    """Build a recipe in a folder that may hold data; the board."""
    return Board.parse(text_of(folder, blocks))


def painted(*layers: dict[str, Any]) -> dict[str, Any]:
    """A terrain block with these layers, which are all of public source."""
    return {**TERRAIN, "layers": [{"source": "public", **layer} for layer in layers]}


def sea(hexes: str) -> dict[str, Any]:
    """A terrain block in which only these hexes are sea."""
    return painted({"paint": "sea", "hexes": hexes})


def rivers(*items: dict[str, Any]) -> dict[str, Any]:
    """A block of hexsides with one layer of rivers."""
    return {"river": {"source": "public", "rivers": list(items)}}


def road(*lines: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A block of networks with one network of roads."""
    return {"road": {"source": "public", "lines": list(lines), **more}}


def way(board: Board, network: str, name: str) -> tuple[HexId, ...]:
    """The hexes of a line."""
    return next(hexes for line, hexes in board.roads[network] if line == name)


def chain(board: Board, layer: str, name: str) -> tuple[str, ...]:
    """The hexsides of a river."""
    return next(sides for line, sides in board.chains[layer] if line == name)
