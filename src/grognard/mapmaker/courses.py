"""Courses of rivers on the sheet: taken from the data, cut to the map, pushed to their banks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.hexes import HexId
from grognard.mapmaker.lines import Reach, distances, resample, runs, stems
from grognard.mapmaker.rasters import hex_numbers
from grognard.mapmaker.recipe import Banks, Catchment, Course, RiverRecipe
from grognard.mapmaker.work import Work

Floats = NDArray[np.float64]

#: Points of a course lie this far apart, in hexes.
STEP = 0.125
#: A course that ends nearer than this to another river flows into it.
JOINS = 2.5
#: A hex that must lie on a bank keeps this far from the course: a little more than a corner.
BERTH = 0.66


class River(NamedTuple):
    """A course on the map, downstream, and how it begins and ends: rim, water or free."""

    name: str
    layer: str
    points: Floats
    begins: str
    ends: str
    left: frozenset[HexId]
    right: frozenset[HexId]
    shortest: int


def river_courses(work: Work, layer: str, water: frozenset[HexId]) -> list[River]:
    """The courses of a layer in the order of the recipe, cut to the land of the map."""
    recipe = work.recipe.hexsides[layer]
    found: list[River] = []
    for river in recipe.rivers:
        found += _given(work, layer, river, water)
    if recipe.catchment:
        found += _by_catchment(work, layer, recipe.catchment, water)
    return found


def _given(work: Work, layer: str, recipe: RiverRecipe, water: frozenset[HexId]) -> list[River]:
    where = f"hexsides {layer!r} river {recipe.name!r}"
    course = Course(file=recipe.file, match=recipe.match, line=recipe.line)
    lines = work.course(course, where)
    if recipe.head and lines:
        lines = _with_head(lines, work.sheet(np.array(recipe.head)))
    if recipe.tail and lines:
        lines = _with_tail(lines, work.sheet(np.array(recipe.tail)))
    pieces = [
        river
        for line in lines
        for river in _cut(work, recipe.name, layer, line, recipe.banks, water, 1, where)
    ]
    if not pieces:
        work.problems.append(f"{where}: does not touch the map")
    return pieces


def _with_head(lines: list[Floats], head: Floats) -> list[Floats]:
    """Put a drawn upper course before the line whose beginning lies nearest to its end."""
    gaps = [float(np.linalg.norm(line[0] - head[-1])) for line in lines]
    first = gaps.index(min(gaps))
    lines[first] = np.concatenate([head, lines[first]])
    return lines


def _with_tail(lines: list[Floats], tail: Floats) -> list[Floats]:
    """Put a drawn lower course behind the line whose end lies nearest to its beginning."""
    return [line[::-1] for line in _with_head([line[::-1] for line in lines], tail[::-1])]


def _by_catchment(work: Work, layer: str, rule: Catchment, water: frozenset[HexId]) -> list[River]:
    where = f"hexsides {layer!r} catchment"
    reaches = [
        Reach(
            part, float(feature.properties.get(rule.by) or 0), feature.properties.get("name") or ""
        )
        for feature in work.data.features(rule.file)
        if feature.kind == "LineString" and feature.properties.get("name") not in rule.skip
        for part in feature.parts
    ]
    large = [reach for reach in reaches if rule.at_least <= reach.size < rule.below]
    found: list[River] = []
    for stem in stems(large):
        if stem.size < rule.mouth or (rule.only and stem.name not in rule.only):
            continue
        name = rule.called.get(stem.name, stem.name)
        banks = rule.banks.get(name, Banks())
        line = work.sheet(stem.points)
        found += _cut(work, name, layer, line, banks, water, rule.shortest, where)
    return found


# --- cutting to the map -------------------------------------------------------------------


def _cut(
    work: Work,
    name: str,
    layer: str,
    line: Floats,
    banks: Banks,
    water: frozenset[HexId],
    shortest: int,
    where: str,
) -> list[River]:
    """The stretches of a line that lie on land hexes of the map."""
    points = resample(line, STEP)
    numbers = hex_numbers(work.grid, points)
    wet = np.array([work.grid.hexes[n] in water if n >= 0 else False for n in numbers])
    left = frozenset(work.hexes(banks.left, where))
    right = frozenset(work.hexes(banks.right, where))
    found = []
    for first, last in runs((numbers >= 0) & ~wet):
        if last - first < 3:
            continue
        begins = _cause(first - 1, numbers, wet)
        ends = _cause(last + 1, numbers, wet)
        pushed = push(work, points[first : last + 1], left, right)
        found.append(River(name, layer, pushed, begins, ends, left, right, shortest))
    return found


def _cause(neighbour: int, numbers: NDArray[np.int64], wet: NDArray[np.bool_]) -> str:
    """Why a stretch ends where it does: the point beyond it is off the map or in water."""
    if not 0 <= neighbour < len(numbers):
        return "free"
    return "water" if wet[neighbour] else "rim"


# --- banks --------------------------------------------------------------------------------


def push(work: Work, points: Floats, left: frozenset[HexId], right: frozenset[HexId]) -> Floats:
    """Bend a course so that these hexes lie on their banks."""
    moved = points.copy()
    for _ in range(6):
        done = True
        for bank, hexes in ((1.0, left), (-1.0, right)):
            for name in sorted(hexes):
                done &= _give_way(moved, np.array(work.grid.centre(name)), bank)
        if done:
            break
    return moved


def _give_way(points: Floats, middle: Floats, bank: float) -> bool:
    """Push the points near a hex aside until it lies on its bank; True if they did already."""
    gaps = np.linalg.norm(points - middle, axis=1)
    nearest = int(gaps.argmin())
    if gaps[nearest] > 2.5:
        return True
    ahead = _heading(points, nearest)
    to_left = np.array([ahead[1], -ahead[0]])
    room = float((middle - points[nearest]) @ to_left) * bank
    if room >= BERTH - 1e-6:
        return True
    along = (np.arange(len(points)) - nearest) * STEP
    fade = np.exp(-((along / 1.1) ** 2))
    points -= fade[:, None] * to_left * bank * (BERTH - room)
    return False


def _heading(points: Floats, at: int) -> Floats:
    """The direction in which a course flows near one of its points."""
    reach = 6
    ahead = points[min(at + reach, len(points) - 1)] - points[max(at - reach, 0)]
    return np.asarray(ahead / max(float(np.linalg.norm(ahead)), 1e-9))


# --- confluences --------------------------------------------------------------------------


def parents(rivers: list[River]) -> list[int | None]:
    """For each river the number of the one that it flows into, if it ends at one."""
    return [
        _parent(number, rivers) if r.ends == "free" else None for number, r in enumerate(rivers)
    ]


def _parent(number: int, rivers: list[River]) -> int | None:
    """The nearest river that flows on past this one's mouth."""
    mouth = rivers[number].points[-1:]
    best: tuple[float, int] | None = None
    for other, river in enumerate(rivers):
        if other == number:
            continue
        gap = round(float(distances(mouth, river.points[:-1])[0]), 3)
        ends_there = np.linalg.norm(river.points[-1] - mouth) < 2 * STEP
        if gap <= JOINS and not (ends_there and river.ends == "free"):
            best = min(best or (gap, other), (gap, other))
    return best[1] if best else None
