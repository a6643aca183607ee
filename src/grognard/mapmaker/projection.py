"""From the earth to the sheet: a map projection, a fit to anchors, and a blend of what is left.

Three steps lead from latitude and longitude to the sheet, whose unit is one hex and whose
y grows downwards: the earth is made flat (kilometres east and south of a centre), the flat
earth is scaled, turned and shifted so that the anchors come near their hexes, and the rest
of their errors is spread over their surroundings.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.boardfile import Problems
from grognard.hexes import Grid, HexId, split_hexside
from grognard.mapmaker.recipe import Anchor, Fit, ProjectionRecipe

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

EARTH_KM = 6371.0
_KM_PER_DEGREE = EARTH_KM * math.pi / 180


# --- the flat earth -----------------------------------------------------------------------


class Flat(ABC):
    """A way to make the earth flat: kilometres east and south of its centre, and back."""

    def __init__(self, recipe: ProjectionRecipe) -> None:
        self.lat0, self.lon0 = recipe.centre

    @abstractmethod
    def km(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """East and south of the centre."""

    @abstractmethod
    def latlon(self, east: Floats, south: Floats) -> tuple[Floats, Floats]:
        """The way back."""


class Equirectangular(Flat):
    """Degrees become kilometres as they do at the centre: good for a few hundred kilometres."""

    def km(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """Meridians stay parallel."""
        east = (lon - self.lon0) * math.cos(math.radians(self.lat0)) * _KM_PER_DEGREE
        return east, (self.lat0 - lat) * _KM_PER_DEGREE

    def latlon(self, east: Floats, south: Floats) -> tuple[Floats, Floats]:
        """The way back."""
        lon = self.lon0 + east / (math.cos(math.radians(self.lat0)) * _KM_PER_DEGREE)
        return self.lat0 - south / _KM_PER_DEGREE, lon


class Conic(Flat):
    """Equidistant conic, touching at the centre: meridians are straight and converge."""

    def __init__(self, recipe: ProjectionRecipe) -> None:
        super().__init__(recipe)
        self.cone = math.sin(math.radians(self.lat0))
        self.radius0 = self.radius(np.asarray(self.lat0))

    def radius(self, lat: Floats) -> Floats:
        """Distance of a parallel from the tip of the cone, in earth radii."""
        tip = 1 / math.tan(math.radians(self.lat0))
        return np.asarray(tip - np.radians(lat - self.lat0))

    def latitude(self, radius: Floats) -> Floats:
        """The parallel at a distance from the tip."""
        tip = 1 / math.tan(math.radians(self.lat0))
        return np.asarray(self.lat0 + np.degrees(tip - radius))

    def km(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """A parallel is an arc about the tip of the cone."""
        angle = np.radians(lon - self.lon0) * self.cone
        radius = self.radius(lat)
        east = radius * np.sin(angle) * EARTH_KM
        return east, (radius * np.cos(angle) - self.radius0) * EARTH_KM

    def latlon(self, east: Floats, south: Floats) -> tuple[Floats, Floats]:
        """The way back."""
        x, y = east / EARTH_KM, south / EARTH_KM + self.radius0
        lon = self.lon0 + np.degrees(np.arctan2(x, y)) / self.cone
        return self.latitude(np.hypot(x, y)), lon


class Lambert(Conic):
    """Lambert's conformal conic with two true parallels: for the widest maps."""

    def __init__(self, recipe: ProjectionRecipe) -> None:
        Flat.__init__(self, recipe)
        first, second = (
            math.radians(p) for p in recipe.parallels or (self.lat0 - 4, self.lat0 + 4)
        )
        ratio = math.cos(first) / math.cos(second)
        self.cone = math.log(ratio) / math.log(_stretch(second) / _stretch(first))
        self.scale = math.cos(first) * _stretch(first) ** self.cone / self.cone
        self.radius0 = self.radius(np.asarray(self.lat0))

    def radius(self, lat: Floats) -> Floats:
        """Distance of a parallel from the tip of the cone, in earth radii."""
        return np.asarray(self.scale / np.tan(np.pi / 4 + np.radians(lat) / 2) ** self.cone)

    def latitude(self, radius: Floats) -> Floats:
        """The parallel at a distance from the tip."""
        half = np.arctan((self.scale / radius) ** (1 / self.cone))
        return np.asarray(np.degrees(2 * half - np.pi / 2))


def _stretch(lat: float) -> float:
    return math.tan(math.pi / 4 + lat / 2)


_KINDS: dict[str, type[Flat]] = {
    "equirectangular": Equirectangular,
    "conic": Conic,
    "lambert": Lambert,
}


# --- the sheet ----------------------------------------------------------------------------


class Projection:
    """Latitude and longitude to a point of the sheet, and back."""

    def __init__(self, flat: Flat, matrix: Floats, shift: Floats) -> None:
        self.flat = flat
        self.matrix = matrix
        self.shift = shift
        self.power = 0.0
        self.fixed: Floats = np.zeros((0, 2))
        self.errors: Floats = np.zeros((0, 2))

    def to_sheet(self, lat: ArrayLike, lon: ArrayLike) -> Floats:
        """Points of the sheet, one row (x, y) for each point of the earth."""
        fitted = self._fitted(np.asarray(lat, float), np.asarray(lon, float))
        return fitted + self._blend(fitted)

    def to_latlon(self, points: Floats) -> tuple[Floats, Floats]:
        """Latitudes and longitudes of points of the sheet.

        The blend has no formula for the way back: a dozen rounds of correcting the guess
        come within a thousandth of a hex.
        """
        fitted = points.copy()
        for _ in range(12 if len(self.fixed) else 0):
            fitted = points - self._blend(fitted)
        km = np.linalg.solve(self.matrix, (fitted - self.shift).T)
        return self.flat.latlon(km[0], km[1])

    def hex_at(self, grid: Grid, lat: float, lon: float) -> HexId | None:
        """The hex that a point of the earth falls in, or None off the map."""
        x, y = self.to_sheet([lat], [lon])[0]
        return grid.at_point(float(x), float(y))

    def spread(self, fixed: Floats, errors: Floats, power: float) -> None:
        """Let each of these fitted points carry its error away, and those about it part of it."""
        self.fixed, self.errors, self.power = fixed, errors, power

    def _fitted(self, lat: Floats, lon: Floats) -> Floats:
        east, south = self.flat.km(lat, lon)
        return np.stack([east, south], axis=-1) @ self.matrix.T + self.shift

    def _blend(self, points: Floats) -> Floats:
        if not len(self.fixed):
            return np.zeros_like(points)
        total = np.zeros_like(points)
        weights = np.zeros(points.shape[:-1])
        for place, error in zip(self.fixed, self.errors, strict=True):
            gap = np.linalg.norm(points - place, axis=-1)
            weight = np.maximum(gap, 1e-9) ** -self.power
            total += weight[..., None] * error
            weights += weight
        return np.asarray(total / weights[..., None])


def make_projection(
    recipe: ProjectionRecipe, fit: Fit, grid: Grid, problems: Problems
) -> Projection | None:
    """The projection of a recipe, its anchors fitted by least squares."""
    targets = [_target(anchor, grid, problems) for anchor in fit.anchors]
    fitted = [i for i, anchor in enumerate(fit.anchors) if anchor.fitted]
    if not fitted or (fit.affine and len(fitted) < 3):
        problems.append(f"fit: needs {3 if fit.affine else 1} anchors at least")
    if not fit.affine and len(fitted) == 1 and (fit.km_per_hex is None or fit.turn is None):
        problems.append("fit: with one anchor both km_per_hex and turn must be given")
    if problems:
        return None
    flat = _KINDS[recipe.kind](recipe)
    lat = np.array([anchor.lat for anchor in fit.anchors])
    lon = np.array([anchor.lon for anchor in fit.anchors])
    km = np.stack(flat.km(lat, lon), axis=-1)
    goal = np.array([target for target in targets if target is not None])
    solve = _solve_affine if fit.affine else _solve_similarity
    projection = Projection(flat, *solve(km[fitted], goal[fitted], fit))
    if fit.blend:
        found = projection.to_sheet(lat, lon)
        projection.spread(found, goal - found, fit.blend)
    return projection


def _target(anchor: Anchor, grid: Grid, problems: Problems) -> tuple[float, float] | None:
    """Where on the sheet an anchor lies: in the middle of its hex or hexside."""
    if anchor.sheet is not None:
        return anchor.sheet
    try:
        if "/" not in anchor.at:
            return grid.centre(grid.parse(anchor.at))
        a, b = (grid.centre(h) for h in split_hexside(grid.parse_hexside(anchor.at)))
    except (KeyError, ValueError) as error:
        problems.append(f"anchor {anchor.name or anchor.at!r}: {error.args[0]}")
        return None
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _solve_affine(km: Floats, goal: Floats, fit: Fit) -> tuple[Floats, Floats]:
    table = np.hstack([km, np.ones((len(km), 1))])
    answer, *_ = np.linalg.lstsq(table, goal, rcond=None)
    return np.asarray(answer[:2].T, float), np.asarray(answer[2], float)


def _solve_similarity(km: Floats, goal: Floats, fit: Fit) -> tuple[Floats, Floats]:
    """Scale and turn are one complex number: what is given of it is held."""
    p, q = km[:, 0] + 1j * km[:, 1], goal[:, 0] + 1j * goal[:, 1]
    pull = complex(np.sum(np.conj(p - p.mean()) * (q - q.mean())))
    spread = float(np.sum(np.abs(p - p.mean()) ** 2)) or 1.0
    turn = math.radians(fit.turn) if fit.turn is not None else math.atan2(pull.imag, pull.real)
    along = complex(math.cos(turn), math.sin(turn))
    scale = 1 / fit.km_per_hex if fit.km_per_hex else (pull * along.conjugate()).real / spread
    a = scale * along
    b = complex(q.mean()) - a * complex(p.mean())
    return np.array([[a.real, -a.imag], [a.imag, a.real]]), np.array([b.real, b.imag])
