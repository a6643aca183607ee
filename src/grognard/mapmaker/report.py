"""How well a fit does: each anchor and place, and how far the earth puts it from its hex."""

from __future__ import annotations

from pathlib import Path

from grognard.hexes import HexId
from grognard.mapmaker.places import off_by
from grognard.mapmaker.recipe import Anchor, PlaceRecipe
from grognard.mapmaker.work import Work, open_work


def report(recipe_path: Path) -> list[str]:
    """One line for each anchor and for each place of which both hex and point are given."""
    work = open_work(recipe_path, recipe_path.parent)
    lines = [_anchor_line(work, anchor) for anchor in work.recipe.fit.anchors]
    lines += [
        f"place {place.name}: {place.hex}, {gap} hexes from {true or 'off the map'}"
        for place in work.recipe.places
        if (true_and_gap := true_place(work, place)) is not None
        for true, gap in [true_and_gap]
    ]
    return lines


def true_place(work: Work, place: PlaceRecipe) -> tuple[HexId | None, int] | None:
    """The hex where the earth puts a place and how far that is from its printed hex."""
    if not place.hex or place.lat is None or place.lon is None:
        return None
    return off_by(work, work.grid.parse(place.hex), work.point(place.lat, place.lon))


def _anchor_line(work: Work, anchor: Anchor) -> str:
    x, y = work.point(anchor.lat, anchor.lon)
    found = work.grid.at_point(float(x), float(y))
    return f"anchor {anchor.name or anchor.at}: {anchor.at or anchor.sheet}, falls in {found}"
