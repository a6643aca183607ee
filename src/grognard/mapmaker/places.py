"""Places: towns at their printed hexes, or where the earth puts them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.boardfile import PlaceFile
from grognard.hexes import HexId
from grognard.mapmaker.folder import Named
from grognard.mapmaker.recipe import PlaceRecipe, Settlements
from grognard.mapmaker.work import Work

Floats = NDArray[np.float64]


class Sited(NamedTuple):
    """A place on the map: its entry in the board file, and its true point of the sheet."""

    file: PlaceFile
    point: Floats | None


def site_places(work: Work) -> list[Sited]:
    """All places of a recipe, then those that its tables add."""
    found = [sited for place in work.recipe.places if (sited := _site(work, place))]
    for settlements in work.recipe.settlements:
        found += _settle(work, settlements, found)
    return found


def off_by(work: Work, name: HexId, point: Floats) -> tuple[HexId | None, int]:
    """The hex where the earth puts a point, if on the map, and how many hexes `name` is off."""
    true = work.grid.at_point(float(point[0]), float(point[1]))
    if true is not None:
        return true, work.grid.distance(true, name)
    return None, round(float(np.linalg.norm(point - work.grid.centre(name))))


def _site(work: Work, place: PlaceRecipe) -> Sited | None:
    where = f"place {place.name!r}"
    point = _true_point(work, place, where)
    if place.hex:
        name = work.hex(place.hex, where)
    elif point is not None:
        name = work.grid.at_point(float(point[0]), float(point[1]))
        if name is None:
            work.problems.append(f"{where}: lies off the map")
    else:
        name = None
    if name is None:
        return None
    file = PlaceFile(place.name, name, place.size, place.tags, place.source)
    gap = 0 if point is None else off_by(work, name, point)[1]
    if gap > 1 and not place.why:
        work.problems.append(f"{where}: {name} is {gap} hexes from its true place, say why")
    return Sited(file, point)


def _true_point(work: Work, place: PlaceRecipe, where: str) -> Floats | None:
    if place.lat is not None and place.lon is not None:
        return work.point(place.lat, place.lon)
    if place.hex:
        return None
    if place.lat is not None or place.lon is not None:
        work.problems.append(f"{where}: has only one of lat and lon")
        return None
    named = _in_gazetteer(work, place.name)
    if named is None:
        work.problems.append(
            f"{where}: has neither hex nor lat and lon, and no gazetteer has it on the map"
        )
        return None
    return work.point(named.lat, named.lon)


def _in_gazetteer(work: Work, name: str) -> Named | None:
    """The largest place on the map with this name; its first name counts before its others."""
    rows = [row for file in work.recipe.gazetteer for row in work.data.places(file)]
    for known in (
        [row for row in rows if row.name == name],
        [row for row in rows if name in row.others],
    ):
        on_map = [row for row in known if work.projection.hex_at(work.grid, row.lat, row.lon)]
        if on_map:
            return max(on_map, key=lambda row: row.people)
    return None


def _settle(work: Work, rule: Settlements, known: list[Sited]) -> list[Sited]:
    """Places of a table, largest first, each at least `apart` hexes from all others."""
    rows = [row for row in work.data.places(rule.file) if row.people >= rule.people]
    taken = [sited.file.hex for sited in known]
    names = {sited.file.name for sited in known}
    found = []
    for row in sorted(rows, key=lambda row: (-row.people, row.name)):
        name = work.projection.hex_at(work.grid, row.lat, row.lon)
        if name is None or row.name in names:
            continue
        if any(work.grid.distance(name, other) < rule.apart for other in taken):
            continue
        point = work.point(row.lat, row.lon)
        found.append(Sited(PlaceFile(row.name, name, rule.size, (), rule.source), point))
        taken.append(name)
        names.add(row.name)
    return found
