"""Classes of hexsides: chains of rivers, and what follows from other layers.

Some follow from the land alone (coasts, straits, part of a river) and are drawn before the
networks and zones; bridges and borders follow from those and come last.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import numpy as np

from grognard.boardfile import Chain, LineLayer
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mapmaker.recipe import Area, Crossings, HexsideLayer, Part
from grognard.mapmaker.rivers import Snapped, sides_of
from grognard.mapmaker.work import Work

Layers = dict[str, LineLayer]
Sides = Mapping[str, frozenset[Hexside]]


def all_sides(work: Work) -> list[Hexside]:
    """Every hexside of the map, once, in board order."""
    grid = work.grid
    return [grid.hexside(a, b) for a in grid.hexes for b in grid.neighbours(a) if a < b]


def sides_in(layers: Mapping[str, LineLayer]) -> dict[str, frozenset[Hexside]]:
    """The hexsides of each layer as sets."""
    return {
        name: frozenset(side for line in layer.lines for side in line.way.split())
        for name, layer in layers.items()
    }


def is_derived(recipe: HexsideLayer) -> bool:
    """Does the layer follow from networks or zones?"""
    return bool(recipe.border) or recipe.crossings is not None


def drawn_layers(
    work: Work, terrain: Mapping[HexId, str], chains: Mapping[str, list[Snapped]]
) -> Layers:
    """The layers that follow from the land alone."""
    found: Layers = {}
    for name, recipe in work.recipe.hexsides.items():
        if is_derived(recipe):
            continue
        where = f"hexsides {name!r}"
        lines = [_chain(work, snapped) for snapped in chains.get(name, [])]
        if recipe.part:
            lines += _part(work, recipe.part, found, where)
        loose = set(work.hexsides(recipe.hexsides, where))
        if recipe.coast:
            loose |= _coast(work, recipe.coast, terrain)
        if recipe.covered:
            loose |= _covered(work, recipe.covered, terrain, where)
        found[name] = _layer(work, recipe, lines, loose)
    return found


def derived_layers(
    work: Work, known: Sides, steps: Sides, zones: Mapping[str, frozenset[HexId]]
) -> Layers:
    """The layers that follow from networks and zones."""
    found: Layers = {}
    for name, recipe in work.recipe.hexsides.items():
        where = f"hexsides {name!r}"
        loose = set(work.hexsides(recipe.hexsides, where))
        if recipe.border:
            loose |= _border(work, recipe.border, zones, where)
        if recipe.crossings:
            loose |= _crossings(work, recipe.crossings, known, steps, where)
        if is_derived(recipe):
            found[name] = _layer(work, recipe, [], loose)
    return found


def _layer(work: Work, recipe: HexsideLayer, lines: list[Chain], loose: set[Hexside]) -> LineLayer:
    if loose:
        lines.append(Chain(way=" ".join(side for side in all_sides(work) if side in loose)))
    return LineLayer(recipe.source, tuple(lines), loose=bool(loose))


def _chain(work: Work, snapped: Snapped) -> Chain:
    return Chain(" ".join(sides_of(work, snapped)), snapped.river.name, snapped.reason)


def _part(work: Work, rule: Part, found: Layers, where: str) -> list[Chain]:
    """The stretch of an earlier line between two of its hexsides, neither of them included."""
    lines = found[rule.of].lines if rule.of in found else ()
    way = next((line.way.split() for line in lines if line.name == rule.line), [])
    if not way:
        work.problems.append(f"{where}: there is no line {rule.line!r} in {rule.of!r} before it")
        return []
    first, last = -1, len(way)
    for side in work.hexsides(f"{rule.after} {rule.before}", where):
        if side not in way:
            work.problems.append(f"{where}: {side} is not on {rule.line!r}")
        elif rule.after and side == work.grid.parse_hexside(rule.after):
            first = way.index(side)
        else:
            last = way.index(side)
    return [Chain(" ".join(way[first + 1 : last]), rule.line)]


def _coast(work: Work, waters: tuple[str, ...], terrain: Mapping[HexId, str]) -> set[Hexside]:
    """The sides between land and these waters; two waters have no coast between them."""
    wet = {name for name in work.grid.hexes if terrain[name] in work.recipe.terrain.water}
    return {
        side
        for side in all_sides(work)
        for a, b in [split_hexside(side)]
        if (a in wet) != (b in wet) and terrain[a if a in wet else b] in waters
    }


def _covered(work: Work, area: Area, terrain: Mapping[HexId, str], where: str) -> set[Hexside]:
    """The sides between two land hexes that lie in an area along enough of their length."""
    wet = {name for name in work.grid.hexes if terrain[name] in work.recipe.terrain.water}
    sides = [side for side in all_sides(work) if not wet.intersection(split_hexside(side))]
    shares = np.linspace(0.1, 0.9, 9)[:, None]
    ends = [np.array(work.grid.ends(side)) for side in sides]
    points = np.concatenate([a + (b - a) * shares for a, b in ends])
    inside = work.covers(area, points, where).reshape(len(sides), -1).mean(axis=1)
    return {side for side, share in zip(sides, inside, strict=True) if share >= area.share}


def _border(
    work: Work, names: tuple[str, ...], zones: Mapping[str, frozenset[HexId]], where: str
) -> set[Hexside]:
    """The sides between any two of these zones."""
    unknown = [name for name in names if name not in zones]
    if unknown:
        work.problems.append(f"{where}: unknown zone {', '.join(unknown)}")
        return set()
    if len(names) < 2:
        work.problems.append(f"{where}: a border needs two zones at least")
    return {
        side
        for side in all_sides(work)
        for a, b in [split_hexside(side)]
        if any(a in zones[one] and b in zones[other] for one, other in permutations(names, 2))
    }


def _crossings(work: Work, rule: Crossings, known: Sides, steps: Sides, where: str) -> set[Hexside]:
    """The sides where a network crosses these layers."""
    unknown = [name for name in rule.networks if name not in steps]
    unknown += [name for name in rule.over if name not in known]
    work.problems += [f"{where}: there is no layer {name!r}" for name in unknown]
    roads = {side for name in rule.networks for side in steps.get(name, frozenset())}
    rivers = {side for name in rule.over for side in known.get(name, frozenset())}
    return roads & rivers
