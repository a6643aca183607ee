"""Tags and zones: sets of hexes written out or found by a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mapmaker.recipe import Flood, HexRule, Nearer, Touching
from grognard.mapmaker.terrain import groups, inside_area
from grognard.mapmaker.work import Work


class Land(NamedTuple):
    """What the rules of zones look at."""

    terrain: Mapping[HexId, str]
    water: frozenset[HexId]
    hexsides: Mapping[str, frozenset[Hexside]]
    tags: Mapping[str, frozenset[HexId]]


def find_hexes(
    work: Work, rules: Mapping[str, HexRule], kind: str, land: Land
) -> dict[str, frozenset[HexId]]:
    """The hexes of each tag or zone, in the order of the recipe."""
    found: dict[str, frozenset[HexId]] = {}
    for name, rule in rules.items():
        where = f"{kind} {name!r}"
        found[name] = _find(work, rule, where, land) | _outside(work, rule, where, land, found)
    return found


def _find(work: Work, rule: HexRule, where: str, land: Land) -> frozenset[HexId]:
    found = set(work.hexes(rule.hexes, where))
    if rule.flood:
        found |= _flood(work, rule.flood, where, land)
    if rule.nearer:
        found |= _nearer(work, rule.nearer, where, land)
    if rule.inside:
        covered = inside_area(work, rule.inside, where)
        found |= {name for name, yes in zip(work.grid.hexes, covered, strict=True) if yes}
    if rule.touching:
        found |= _touching(work, rule.touching, where, land)
    if rule.cut_off:
        found |= _cut_off(work, land)
    return frozenset(found)


def _flood(work: Work, flood: Flood, where: str, land: Land) -> set[HexId]:
    """The land reached from some hexes; the barriers themselves are not entered."""
    walls = _named(work, flood.crossing, land.hexsides, where)
    shut = _named(work, flood.entering, land.tags, where)
    if not flood.water:
        shut |= land.water
    found = set(work.hexes(flood.start, where))
    edge = sorted(found)
    while edge:
        here = edge.pop()
        for there in work.grid.neighbours(here):
            if there in found or there in shut or work.grid.hexside(here, there) in walls:
                continue
            found.add(there)
            edge.append(there)
    return found


def _named(
    work: Work, names: tuple[str, ...], known: Mapping[str, frozenset[str]], where: str
) -> set[str]:
    for name in names:
        if name not in known:
            work.problems.append(f"{where}: there is no layer {name!r}")
    return {item for name in names for item in known.get(name, frozenset())}


def _nearer(work: Work, rule: Nearer, where: str, land: Land) -> set[HexId]:
    """The land nearer to the ones than to the others, counted in hexes as the crow flies."""
    ones, others = work.hexes(rule.to, where), work.hexes(rule.than, where)
    if not ones or not others:
        work.problems.append(f"{where}: nearer needs hexes to compare")
        return set()
    lead = 0 if rule.ties else 1
    return {
        name
        for name in work.grid.hexes
        if name not in land.water and _gap(work, name, ones) + lead <= _gap(work, name, others)
    }


def _gap(work: Work, name: HexId, others: list[HexId]) -> int:
    return min(work.grid.distance(name, other) for other in others)


def _outside(
    work: Work,
    rule: HexRule,
    where: str,
    land: Land,
    earlier: Mapping[str, frozenset[HexId]],
) -> frozenset[HexId]:
    if not rule.outside:
        return frozenset()
    taken = _named(work, rule.outside, earlier, where)
    return frozenset(work.grid.hexes) - land.water - taken


def _touching(work: Work, rule: Touching, where: str, land: Land) -> set[HexId]:
    sides = _named(work, (rule.hexsides,), land.hexsides, where)
    beside = {name for side in sides for name in split_hexside(side)}
    return {name for name in beside if not rule.terrain or land.terrain[name] in rule.terrain}


def _cut_off(work: Work, land: Land) -> set[HexId]:
    """Land hexes outside the largest stretch of land."""
    dry = [number for number, name in enumerate(work.grid.hexes) if name not in land.water]
    found = groups(work, dry)
    largest = max(found, key=lambda group: (len(group), -min(group)), default=set())
    return {work.grid.hexes[n] for group in found if group is not largest for n in group}
