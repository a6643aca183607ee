"""What every part of the mapmaker needs to hand: the recipe, the grid, the earth, the data."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grognard.boardfile import Problems, make_grid
from grognard.data import DataError
from grognard.hexes import Grid, HexId, Hexside
from grognard.mapmaker.folder import Folder
from grognard.mapmaker.geojson import Feature, matching
from grognard.mapmaker.lattice import Lattice
from grognard.mapmaker.lines import inside, join
from grognard.mapmaker.projection import Projection, make_projection
from grognard.mapmaker.rasters import Cells
from grognard.mapmaker.recipe import Area, Course, Match, Recipe, read_recipe

Floats = NDArray[np.float64]


class Work:
    """A recipe being carried out. What is wrong with it is collected and told together."""

    def __init__(
        self, name: str, recipe: Recipe, grid: Grid, projection: Projection, data: Folder
    ) -> None:
        self.name = name
        self.recipe = recipe
        self.grid = grid
        self.projection = projection
        self.data = data
        self.problems: Problems = []
        self._cells: dict[str, Cells | None] = {}

    def stop_if_wrong(self) -> None:
        """Refuse the recipe if anything has been found wrong with it."""
        if self.problems:
            raise DataError(self.name, self.problems)

    # --- hexes as text -------------------------------------------------------------------

    def hexes(self, text: str, where: str) -> list[HexId]:
        """Hexes separated by blanks; `0102..0405` is the block between two corners."""
        found: list[HexId] = []
        for word in text.split():
            first, dots, last = word.partition("..")
            ends = [self.hex(name, where) for name in ((first, last) if dots else (first,))]
            known = [name for name in ends if name is not None]
            found += self._block(*known) if len(known) == 2 else known
        return found

    def hex(self, text: str, where: str) -> HexId | None:
        """One hex, or None and a problem."""
        try:
            return self.grid.parse(text)
        except KeyError as error:
            self.problems.append(f"{where}: {error.args[0]}")
            return None

    def hexsides(self, text: str, where: str) -> list[Hexside]:
        """Hexsides separated by blanks."""
        found = []
        for word in text.split():
            try:
                found.append(self.grid.parse_hexside(word))
            except (KeyError, ValueError) as error:
                self.problems.append(f"{where}: {error.args[0]}")
        return found

    def _block(self, first: HexId, last: HexId) -> list[HexId]:
        (c1, r1), (c2, r2) = self.grid.place(first), self.grid.place(last)
        columns, rows = sorted((c1, c2)), sorted((r1, r2))
        return [
            name
            for name in self.grid.hexes
            if columns[0] <= self.grid.place(name)[0] <= columns[1]
            and rows[0] <= self.grid.place(name)[1] <= rows[1]
        ]

    # --- the earth on the sheet ----------------------------------------------------------

    def sheet(self, points: Floats) -> Floats:
        """Points of the sheet for rows of (lat, lon)."""
        return self.projection.to_sheet(points[:, 0], points[:, 1])

    def point(self, lat: float, lon: float) -> Floats:
        """The point of the sheet for one point of the earth."""
        return np.asarray(self.projection.to_sheet([lat], [lon])[0], float)

    def features(self, file: str, match: Match, where: str) -> list[Feature]:
        """The features asked for; none at all is a problem."""
        found = matching(self.data.features(file), match)
        if not found:
            self.problems.append(f"{where}: nothing in {file} matches {match}")
        return found

    def course(self, course: Course, where: str) -> list[Floats]:
        """The lines of a course on the sheet, each as long as its pieces allow."""
        if course.line:
            return [self.sheet(np.array(course.line))]
        lines = self.features(course.file, course.match, where)
        parts = [part for line in lines if line.kind == "LineString" for part in line.parts]
        return [self.sheet(line) for line in join(parts)]

    def rings(self, area: Area, where: str) -> list[list[Floats]]:
        """The polygons of an area on the sheet, each as its rings."""
        if area.polygon:
            return [[self.sheet(np.array(area.polygon))]]
        areas = self.features(area.file, area.match, where)
        return [[self.sheet(ring) for ring in a.parts] for a in areas if a.kind == "Polygon"]

    def covers(self, area: Area, points: Floats, where: str) -> NDArray[np.bool_]:
        """Which points of the sheet lie in an area."""
        found = np.zeros(len(points), dtype=bool)
        for rings in self.rings(area, where):
            found |= inside(points, rings)
        return found

    # --- made once -----------------------------------------------------------------------

    @cached_property
    def lattice(self) -> Lattice:
        """The corners and hexsides of the grid."""
        return Lattice(self.grid)

    @cached_property
    def middles(self) -> Floats:
        """The middles of all hexes, in board order."""
        return np.array([self.grid.centre(name) for name in self.grid.hexes])

    @cached_property
    def samples(self) -> Floats:
        """[hex, sample]: points spread evenly over each hex."""
        return self.middles[:, None, :] + _spread(self.grid.shape)

    def cells(self, raster: str, where: str) -> Cells | None:
        """The cells of a raster by hex, or None and a problem if the recipe has no such one."""
        if raster not in self._cells:
            recipe = self.recipe.rasters.get(raster)
            if recipe is None:
                self.problems.append(f"{where}: unknown raster {raster!r}")
                return None
            values = self.data.raster(recipe)
            self._cells[raster] = Cells(self.grid, self.projection, recipe, values)
        return self._cells[raster]


def _spread(shape: str) -> Floats:
    """Points spread over a hex about the origin, some forty of them."""
    step = 1 / 7
    axis = np.arange(-4, 5) * step
    points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    normals = np.radians(np.arange(0, 180, 60) + (30 if shape == "flat" else 0))
    reach = np.abs(points @ np.stack([np.cos(normals), np.sin(normals)]))
    return np.asarray(points[(reach <= 0.5).all(axis=1)])


def open_work(recipe_path: Path, data_dir: Path) -> Work:
    """Read a recipe and lay the earth on its grid."""
    name = recipe_path.name
    recipe = read_recipe(recipe_path)
    problems: Problems = []
    try:
        frame = make_grid(recipe.grid)
        missing = frozenset(frame.place(frame.parse(word)) for word in recipe.missing.split())
        grid = make_grid(recipe.grid, missing)
    except (KeyError, ValueError) as error:
        raise DataError(name, [f"grid: {error.args[0]}"]) from error
    projection = make_projection(recipe.projection, recipe.fit, grid, problems)
    if projection is None:
        raise DataError(name, problems)
    if not data_dir.is_dir():
        raise DataError(name, [f"data: {data_dir} is no folder"])
    return Work(name, recipe, grid, projection, Folder(data_dir))
