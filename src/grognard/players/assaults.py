"""Attacks that troops could make after moving: who goes where, against whom, at what odds.

Each enemy hex is looked at with the strongest who can come next to it. The best attacks are
kept, each troop in one of them. They are plans on paper: the search carries them out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from grognard.appraise import AnyPosition, Troop
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.evaluate import Staff
from grognard.players.moves import imagine
from grognard.players.packages import Package, Planner
from grognard.players.threat import Range

#: So many attacks are foreseen at most in a phase.
_MOST = 12
#: More attackers than this are not needed anywhere.
_CROWD = 9


class Assault(Struct, frozen=True):
    """An attack, and where those go to whom it is given."""

    package: Package
    ways: Mapping[UnitId, HexId]


class Assaults:
    """Plans attacks for the side of a staff, with all who may move and who stand ready."""

    def __init__(
        self, staff: Staff, root: AnyPosition, kept: Collection[UnitId] = frozenset()
    ) -> None:
        self.staff, self.root = staff, root
        there = Range(staff.appraisal, root, staff.side)
        self.able = sorted(there.troops, key=lambda t: (-t.attack, t.id))
        self.there = {t.id: row for t, row in zip(there.troops, there.there, strict=True)}
        self.movers = {one.arg for one in root.actions() if one.verb == "select"} - {*kept}
        self.used: set[UnitId] = set()
        self.spent: set[UnitId] = set()
        self.held: dict[HexId, int] = {}

    def plan(self) -> list[Assault]:
        """The attacks that pay, the best first."""
        enemies = {t.hex for t in self.staff.appraisal.troops(self.root, self.staff.enemy)}
        found = {target: self.on(target) for target in sorted(enemies)}
        chosen: list[Assault] = []
        while len(chosen) < _MOST:
            target = max(found, key=lambda one: _worth(found[one]), default="")
            best = found.pop(target, None)
            if best is None:
                return chosen
            if self._is_stale(best):
                found[target] = self.on(target)
                continue
            chosen.append(best)
            self._use(best)
        return chosen

    def _use(self, assault: Assault) -> None:
        self.used.update(assault.package.units)
        self.spent.update(assault.package.support)
        for hex_ in assault.ways.values():
            self.held[hex_] = self.held.get(hex_, 0) + 1

    def _is_stale(self, assault: Assault) -> bool:
        """Has something been given to others meanwhile?"""
        package = assault.package
        if not self.used.isdisjoint(package.units) or not self.spent.isdisjoint(package.support):
            return True
        return any(self._room(hex_) <= 0 for hex_ in assault.ways.values())

    def on(self, target: HexId) -> Assault | None:
        """The best attack on a hex, if it pays."""
        ways, there = self._send(target)
        if not there:
            return None
        paper = imagine(self.root, ways) if ways else self.root
        appraisal, known = self.staff.appraisal, self.staff.attacks
        planner = Planner(appraisal, paper, self.staff.side, seasoned=True, known=known)
        planner.spent = self.spent
        troops = {t.id: t for t in planner.able}
        package = planner.best(target, [troops[unit] for unit in there if unit in troops])
        if package is None or package.worth <= 0:
            return None
        return Assault(package, {u: h for u, h in ways.items() if u in package.units})

    def _send(self, target: HexId) -> tuple[dict[UnitId, HexId], list[UnitId]]:
        """Where the strongest go who can come next to a target, and all who are there then."""
        near = self.staff.appraisal.links(target)
        free = {hex_: self._room(hex_) for hex_ in near}
        ways: dict[UnitId, HexId] = {}
        there = [t.id for t in self.able if t.hex in free and t.id not in self.used]
        for troop in self._coming(near, there):
            row, index = self.there[troop.id], self.staff.index
            goals = [h for h in near if free[h] > 0 and row[index[h]]]
            if goals and len(there) < _CROWD:
                to = max(goals, key=lambda hex_: (free[hex_], hex_))
                ways[troop.id] = to
                free[to] -= 1
                there.append(troop.id)
        return ways, there

    def _coming(self, near: Sequence[HexId], there: Sequence[UnitId]) -> list[Troop]:
        """Who could come, the strongest first."""
        around = [self.staff.index[hex_] for hex_ in near]
        free = self.movers - self.used - {*there}
        return [t for t in self.able if t.id in free and self.there[t.id][around].any()]

    def _room(self, hex_: HexId) -> int:
        """How many more of our units a hex can hold."""
        side = self.staff.side
        most = self.staff.appraisal.room(self.root, side, hex_) - self.held.get(hex_, 0)
        return most - sum(t.hex == hex_ for t in self.able)


def _worth(assault: Assault | None) -> float:
    return assault.package.worth if assault is not None else float("-inf")
