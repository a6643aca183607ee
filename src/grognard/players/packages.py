"""Attacks by exact odds: what one is worth, who should make it, and who attacks what."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from grognard.appraise import AnyPosition, Appraisal, BattleOutcome, Troop
from grognard.decisions import Side
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.duties import Cover

#: What an aircraft or a barrage is worth for another attack.
SUPPORT = 0.4
#: So many attackers of a target are tried in all combinations.
_FEW = 6


class Package(Struct, frozen=True):
    """Attackers for one target, and what their attack brings on average."""

    target: HexId
    units: tuple[UnitId, ...]
    worth: float
    strength: float
    defence: float
    vacated: float
    support: tuple[UnitId, ...] = ()
    #: Further hexes that the same attack is made on.
    further: tuple[HexId, ...] = ()

    @property
    def targets(self) -> tuple[HexId, ...]:
        """All hexes that are attacked."""
        return (self.target, *self.further)


#: The best attacks that have been worked out, by all that they hang on.
Known = dict[Hashable, Package]


class Planner:
    """Plans the attacks of one side in one position; a `seasoned` one with the aircraft and
    guns that would help, and with an eye to what a hex brings later. What it learns in one
    position it knows in others if it is given the same `known`.
    """

    def __init__(
        self,
        appraisal: Appraisal,
        pos: AnyPosition,
        side: Side,
        barred: Iterable[UnitId] = (),
        *,
        thorough: bool = False,
        seasoned: bool = False,
        known: Known | None = None,
    ) -> None:
        self.appraisal, self.pos, self.side = appraisal, pos, side
        self.thorough, self.seasoned = thorough, seasoned
        self.thrift = appraisal.temper(pos, side).thrift if seasoned else 1.0
        self.thrown_back = appraisal.thrown_back(pos, side)
        self.spent: set[UnitId] = set()
        self.known = {} if known is None else known
        self.theirs: dict[HexId, list[Troop]] = {}
        for troop in appraisal.troops(pos, pos.game.enemy(side)):
            self.theirs.setdefault(troop.hex, []).append(troop)
        out = set(barred)
        self.able = [t for t in appraisal.troops(pos, side) if t.attack > 0 and t.id not in out]

    def contacts(self) -> Mapping[HexId, list[Troop]]:
        """Enemy hexes next to our troops, and who could attack each."""
        found: dict[HexId, list[Troop]] = {}
        for troop in self.able:
            for near in self.appraisal.links(troop.hex):
                if near in self.theirs:
                    found.setdefault(near, []).append(troop)
        return dict(sorted(found.items()))

    def groups(self, able: Sequence[Troop]) -> list[tuple[Troop, ...]]:
        """Ever more troops, those first that cost least for their strength. A thorough planner
        tries all combinations of a few: who stands opposite whom may matter.
        """
        order = sorted(able, key=lambda t: (-t.attack / t.price, t.id))
        groups = [tuple(order[: n + 1]) for n in range(len(order))]
        if self.thorough:
            few = order[:_FEW]
            every = (combinations(few, n) for n in range(1, len(few) + 1))
            groups += [group for chosen in every for group in chosen if group not in groups]
        return groups

    def packages(
        self, target: HexId, able: Sequence[Troop], support: tuple[UnitId, ...] = ()
    ) -> list[Package]:
        """Attacks of all these groups on a target."""
        return [self.package(target, group, support) for group in self.groups(able)]

    def package(
        self, target: HexId, attackers: Sequence[Troop], support: tuple[UnitId, ...] = ()
    ) -> Package:
        """One attack and its worth."""
        units = tuple(t.id for t in attackers)
        outcomes = self.appraisal.battle(self.pos, units, target, support)
        defenders = self.theirs[target]
        return Package(
            target=target,
            units=units,
            worth=self.worth(target, attackers, outcomes) - SUPPORT * len(support),
            strength=sum(t.attack for t in attackers),
            defence=sum(t.defence for t in defenders),
            vacated=sum(o.chance for o in outcomes if o.vacated),
            support=support,
        )

    def wide_package(self, targets: tuple[HexId, ...], attackers: Sequence[Troop]) -> Package:
        """One attack on several hexes."""
        if len(targets) == 1:
            return self.package(targets[0], attackers)
        units = tuple(t.id for t in attackers)
        outcomes = self.appraisal.wide_battle(self.pos, units, targets)
        first, *others = targets
        return Package(
            target=first,
            units=units,
            worth=self.worth(first, attackers, outcomes),
            strength=sum(t.attack for t in attackers),
            defence=sum(t.defence for hex_ in targets for t in self.theirs[hex_]),
            vacated=sum(o.chance for o in outcomes if o.vacated),
            further=tuple(others),
        )

    def worth(
        self, target: HexId, attackers: Sequence[Troop], outcomes: Sequence[BattleOutcome]
    ) -> float:
        """Steps and ground on average, less what they cost."""
        theirs = max(t.price for t in self.theirs[target])
        ours = min(t.price for t in attackers) * self.thrift
        ground = self.ground(target)
        worth = sum(
            o.chance * (theirs * o.defender - ours * o.attacker + ground * o.vacated)
            for o in outcomes
        )
        return worth - self.appraisal.tied * len(attackers)

    def ground(self, target: HexId) -> float:
        """What it is worth to throw the enemy out of a hex."""
        prize = self.appraisal.gain if self.seasoned else self.appraisal.prize
        return self.thrown_back + prize(self.pos, self.side, target)

    def best(self, target: HexId, able: Sequence[Troop]) -> Package | None:
        """The attack that makes the most of a target."""
        if not able:
            return None
        support: tuple[UnitId, ...] = ()
        if self.seasoned:
            support = self.appraisal.supports(self.pos, self.side, target, self.spent)
        stakes = self.appraisal.stakes(self.pos, [t.id for t in able], target)
        if stakes is None:
            return self._best(target, able, support)
        key = (target, self.thorough, self.ground(target), support, stakes)
        if key not in self.known:
            self.known[key] = self._best(target, able, support)
        return self.known[key]

    def _best(self, target: HexId, able: Sequence[Troop], support: tuple[UnitId, ...]) -> Package:
        found = self.packages(target, able)
        if support:
            found += self.packages(target, able, support)
        return max(found, key=lambda one: one.worth)

    def allocation(self) -> list[Package]:
        """Every attack that pays, and what must be attacked besides, each troop in one of them."""
        duties = self.appraisal.duties(self.pos, self.side)
        paying = self.paying()
        return Cover(self, paying, duties).plan() if duties else paying

    def paying(self) -> list[Package]:
        """Every attack that pays, each troop in one of them: the best first, then whoever is
        left. Values fall as troops are taken, so they are asked anew each time.
        """
        free = {target: list(able) for target, able in self.contacts().items()}
        chosen: list[Package] = []
        best = {target: self.best(target, able) for target, able in free.items()}
        while best:
            target, package = max(best.items(), key=lambda item: _value(item[1]))
            if package is None or package.worth <= 0:
                break
            chosen.append(package)
            del best[target], free[target]
            taken = set(package.units)
            self.spent.update(package.support)
            for other, able in free.items():
                left = [t for t in able if t.id not in taken]
                if len(left) < len(able) or self._wants_spent(best[other]):
                    free[other] = left
                    best[other] = self.best(other, left)
        return chosen

    def _wants_spent(self, package: Package | None) -> bool:
        """Does an attack count on support that is spent by now?"""
        return package is not None and not self.spent.isdisjoint(package.support)


def _value(package: Package | None) -> float:
    return package.worth if package is not None else float("-inf")
