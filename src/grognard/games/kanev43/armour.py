"""CBT-23 to CBT-28 Armour and anti-tank values: who may use his, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from grognard.decisions import rule
from grognard.games.kanev43.charts import half
from grognard.games.kanev43.plan import Plan
from grognard.games.kanev43.state import AXIS, Pos
from grognard.games.kanev43.strengths import anti_tank, armour
from grognard.games.kanev43.units import Kind
from grognard.pieces import UnitId

#: CBT-26 Beside whom tanks and anti-tank guns are of use.
_PARTNERS: frozenset[Kind] = frozenset(
    {"infantry", "engineer", "machine gun", "parachute", "cavalry", "recon"}
)

#: CBT-28 By how much anti-tank guns must be better to halve tanks.
_FAR_BETTER = 2


class Armour(Struct, frozen=True):
    """The values that both sides can use in a combat: armour of the attackers, armour and
    anti-tank value of the defenders, by unit. `tanks` are all attackers with armour, usable or
    not.
    """

    attack: Mapping[UnitId, int]
    tanks: Mapping[UnitId, int]
    defence: Mapping[UnitId, int]
    anti_tank: Mapping[UnitId, int]

    @property
    def attacker(self) -> int:
        """The best armour of the attackers."""
        return max(self.attack.values(), default=0)

    @property
    def defender(self) -> int:
        """The best armour of the defenders."""
        return max(self.defence.values(), default=0)

    @property
    def guns(self) -> int:
        """The best anti-tank value of the defenders."""
        return max(self.anti_tank.values(), default=0)

    @property
    @rule("CBT-27", "CBT-28", "R-54")
    def outgunned_by(self) -> int:
        """By how much anti-tank guns are better than the armour that attacks; 0 where no armour
        attacks. Armour that is of no use counts 0.
        """
        return max(self.guns - self.attacker, 0) if self.tanks else 0

    @property
    @rule("CBT-28")
    def is_outgunned(self) -> bool:
        """Is the armour that attacks worse by two or more?"""
        return self.outgunned_by >= _FAR_BETTER

    @property
    @rule("CBT-27", "R-54")
    def best(self) -> tuple[UnitId, ...]:
        """The attackers with the highest armour value that is there."""
        values = self.attack or self.tanks
        return tuple(unit for unit, value in values.items() if value == max(values.values()))


def armour_of(pos: Pos, plan: Plan) -> Armour:
    """Who has what, after reductions; defenders who failed have half (CBT-21)."""
    units, firm = plan.attackers, plan.defenders
    tanks = {unit: armour(pos, unit) for unit in units if armour(pos, unit)}
    users = [unit for unit in firm if _uses(pos, unit, firm)]
    return Armour(
        {u: value for u, value in tanks.items() if has_partner(pos, u, units) or _alone(pos, u)},
        tanks,
        _values(pos, plan, armour, users),
        _values(pos, plan, anti_tank, users),
    )


@rule("CBT-21")
def _values(
    pos: Pos, plan: Plan, value: Callable[[Pos, UnitId], int], units: Iterable[UnitId]
) -> dict[UnitId, int]:
    found = {unit: value(pos, unit) for unit in units}
    return {u: half(n) if u in plan.failed else n for u, n in found.items() if n}


@rule("CBT-26")
def has_partner(pos: Pos, unit: UnitId, units: Sequence[UnitId]) -> bool:
    """Does a foot soldier, horseman or scout fight out of the same hex?"""
    here = pos.unit(unit).at
    beside = (u for u in units if u != unit and pos.unit(u).at == here)
    return any(pos.game.piece(other).kind in _PARTNERS for other in beside)


@rule("CBT-26")
def _alone(pos: Pos, unit: UnitId) -> bool:
    """Recon needs nobody."""
    return pos.game.piece(unit).kind == "recon"


@rule("CBT-26")
def _uses(pos: Pos, unit: UnitId, units: Sequence[UnitId]) -> bool:
    """In defence German mechanised infantry and engineers need nobody either."""
    piece = pos.game.piece(unit)
    mechanised = piece.kind == "infantry" and piece.moves == "mech"
    german = piece.side == AXIS and (mechanised or piece.kind == "engineer")
    return german or _alone(pos, unit) or has_partner(pos, unit, units)


@rule("CBT-25", "R-53", "R-54")
def is_massed(pos: Pos, found: Armour) -> bool:
    """Five steps of the best armour against each step of the best armour or guns."""
    both = [(u, n) for values in (found.defence, found.anti_tank) for u, n in values.items()]
    if not both or not found.attack:
        return False
    highest = max(value for _, value in both)
    theirs = {unit for unit, value in both if value == highest}
    steps = pos.game.steps_left
    against = sum(steps(pos, unit) for unit in theirs)
    ratio = pos.game.charts.limit("massed_armour")
    return sum(steps(pos, unit) for unit in found.best) >= ratio * against
