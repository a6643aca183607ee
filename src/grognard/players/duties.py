"""Attacks that must be made: who has to attack, and who has to be attacked, besides those that pay.

Each duty is met as cheaply as it can be: by an attack of those who are free, by one more hex for
an attack that is made anyway, or by joining it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grognard.appraise import Duties, Troop
from grognard.hexes import HexId
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.players.packages import Package, Planner

    #: An attack in place of another one, which is None for a new one.
    Change = tuple[float, Package | None, Package]


class Cover:
    """Adds what duty demands to a plan of attacks."""

    def __init__(self, planner: Planner, chosen: Sequence[Package], duties: Duties) -> None:
        self.planner, self.duties = planner, duties
        self.chosen = list(chosen)
        self.troops = {troop.id: troop for troop in planner.able}

    def plan(self) -> list[Package]:
        """All attacks, the best first."""
        for hex_ in sorted(self.duties.hexes):
            if hex_ not in self.attacked() and hex_ in self.planner.theirs:
                self._take(self._ways_to_attack(hex_))
        for here, units in self._idle():
            self._take(self._ways_to_engage(here, units))
        return sorted(self.chosen, key=lambda one: -one.worth)

    def attacked(self) -> set[HexId]:
        """The hexes that are attacked by now."""
        return {hex_ for package in self.chosen for hex_ in package.targets}

    def engaged(self) -> set[UnitId]:
        """The units that attack by now."""
        return {unit for package in self.chosen for unit in package.units}

    def _take(self, ways: Iterator[Change]) -> None:
        """The cheapest way, if there is any."""
        _, old, new = max(ways, key=lambda way: way[0], default=(0.0, None, None))
        if new is not None:
            self.chosen = [one for one in self.chosen if one is not old] + [new]

    def _idle(self) -> list[tuple[HexId, list[UnitId]]]:
        """The units that must attack and do not yet, by their hexes."""
        by_hex: dict[HexId, list[UnitId]] = {}
        for unit in sorted(self.duties.units - self.engaged()):
            if unit in self.troops:
                by_hex.setdefault(self.troops[unit].hex, []).append(unit)
        return sorted(by_hex.items())

    def _ways_to_attack(self, target: HexId) -> Iterator[Change]:
        """A new attack of those who are free, or an attack that is made anyway on this hex too."""
        busy = self.engaged()
        links = self.planner.appraisal.links(target)
        free = [t for t in self.planner.able if t.id not in busy and t.hex in links]
        best = self.planner.best(target, free)
        if best is not None:
            yield best.worth, None, best
        for package in self.chosen:
            units = self._of(package)
            if len({t.hex for t in units}) == 1 and units[0].hex in links:
                wide = self.planner.wide_package((*package.targets, target), units)
                yield wide.worth - package.worth, package, wide

    def _ways_to_engage(self, here: HexId, units: Sequence[UnitId]) -> Iterator[Change]:
        """They join an attack next door, or make one of their own."""
        links = set(self.planner.appraisal.links(here))
        group = [self.troops[unit] for unit in units]
        for package in self.chosen:
            if links.issuperset(package.targets) and self._fits(package, here):
                more = self.planner.wide_package(package.targets, [*self._of(package), *group])
                yield more.worth - package.worth, package, more
        for target in sorted(links & set(self.planner.theirs) - self.attacked()):
            alone = self.planner.package(target, group)
            yield alone.worth, None, alone

    def _fits(self, package: Package, here: HexId) -> bool:
        """May others out of a hex join? Several hexes are attacked out of one hex alone."""
        return not package.further or self._of(package)[0].hex == here

    def _of(self, package: Package) -> list[Troop]:
        return [self.troops[unit] for unit in package.units]
