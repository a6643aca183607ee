"""Natural terrain: layers painted one over the other where their conditions hold."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from grognard.hexes import HexId
from grognard.mapmaker.lines import resample
from grognard.mapmaker.rasters import Cells, hex_numbers
from grognard.mapmaker.recipe import Area, Course, Measure, Share, TerrainLayer
from grognard.mapmaker.work import Work

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def paint_terrain(work: Work, settled: frozenset[HexId]) -> list[str]:
    """The terrain of every hex, in board order. No town stands in the water: it makes land."""
    recipe = work.recipe.terrain
    _check_names(work)
    terrain = np.full(len(work.grid), recipe.default, dtype=object)
    for number, layer in enumerate(recipe.layers, 1):
        where = f"terrain layer {number} ({layer.paint})"
        found = meets(work, layer, where)
        if layer.over:
            found &= np.isin(terrain.astype(str), layer.over)
        if layer.paint in recipe.water:
            found &= ~_mask(work, settled)
        terrain[_large_groups(work, found, layer.groups)] = layer.paint
    for correction in work.recipe.corrections:
        if correction.paint:
            hexes = work.hexes(correction.hexes, f"correction {correction.reason!r}")
            terrain[_mask(work, hexes)] = correction.paint
    return [str(name) for name in terrain]


def meets(work: Work, layer: TerrainLayer, where: str) -> Mask:
    """[hex]: does it meet every condition of a layer? One without conditions is a problem."""
    tests: list[Mask] = []
    if layer.hexes:
        tests.append(_mask(work, work.hexes(layer.hexes, where)))
    if layer.inside:
        tests.append(inside_area(work, layer.inside, where))
    if layer.along:
        tests.append(_along(work, layer.along, where))
    if layer.share:
        tests.append(_share(work, layer.share, where))
    for name in ("relief", "highest", "mean"):
        measure: Measure | None = getattr(layer, name)
        if measure is not None:
            tests.append(_between(work, measure, name, where))
    if not tests:
        work.problems.append(f"{where}: says nowhere where to paint")
        return np.zeros(len(work.grid), dtype=bool)
    return np.asarray(np.logical_and.reduce(tests))


def inside_area(work: Work, area: Area, where: str) -> Mask:
    """[hex]: does the area cover enough of it?"""
    count = work.samples.shape[1]
    covered = work.covers(area, work.samples.reshape(-1, 2), where).reshape(-1, count)
    return np.asarray(covered.mean(axis=1) >= area.share)


def _along(work: Work, course: Course, where: str) -> Mask:
    """[hex]: does the line run through it? Clipping a corner is not enough."""
    passed = np.zeros(len(work.grid))
    step = 0.05
    for line in work.course(course, where):
        numbers = hex_numbers(work.grid, resample(line, step))
        passed += np.bincount(numbers[numbers >= 0], minlength=len(work.grid))
    return np.asarray(passed * step >= 0.3)


def _share(work: Work, share: Share, where: str) -> Mask:
    cells = work.cells(share.raster, where)
    if cells is None:
        return np.zeros(len(work.grid), dtype=bool)
    return np.asarray(np.nan_to_num(cells.share_over(share.over)) >= share.at_least)


def _between(work: Work, measure: Measure, name: str, where: str) -> Mask:
    cells = work.cells(measure.raster, where)
    if cells is None:
        return np.zeros(len(work.grid), dtype=bool)
    values: Floats = getattr(Cells, name)(cells)
    return np.asarray((values >= measure.at_least) & (values < measure.below))


def _check_names(work: Work) -> None:
    recipe = work.recipe.terrain
    known = set(recipe.letters.values())
    painted = [layer.paint for layer in recipe.layers]
    painted += [correction.paint for correction in work.recipe.corrections if correction.paint]
    for name in sorted({recipe.default, *recipe.water, *painted} - known):
        work.problems.append(f"terrain {name!r}: has no letter")
    work.stop_if_wrong()


def _mask(work: Work, hexes: Iterable[HexId]) -> Mask:
    mask = np.zeros(len(work.grid), dtype=bool)
    mask[[work.grid.index[name] for name in hexes]] = True
    return mask


def _large_groups(work: Work, found: Mask, least: int) -> Mask:
    """The mask without its groups of fewer than `least` hexes."""
    if least <= 1:
        return found
    kept = np.zeros_like(found)
    for group in groups(work, np.flatnonzero(found).tolist()):
        if len(group) >= least:
            kept[sorted(group)] = True
    return kept


def groups(work: Work, numbers: Iterable[int]) -> list[set[int]]:
    """Hexes by number, gathered into groups that touch."""
    left, found = set(numbers), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            here = edge.pop()
            group.add(here)
            near = left.intersection(work.grid.neighbour_table[here].tolist())
            left -= near
            edge.extend(near)
        found.append(group)
    return found
