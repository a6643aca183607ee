"""CBT-18 to CBT-21 Morale levels: which a side may choose, and who fails."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.decisions import Side, rule
from grognard.games.kanev43.plan import Levels, Plan
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.strengths import morale
from grognard.pieces import UnitId


@rule("CBT-18", "R-50")
def levels_of(pos: Pos, plan: Plan, side: Side) -> range:
    """The levels that a side may choose: no higher than its best unit in the combat. Below its
    worst nothing is to be won.
    """
    units = plan.units if side == plan.side else plan.defenders
    morales = [morale(pos, unit) for unit in units]
    return range(min(morales), max(morales) + 1)


def best_levels(pos: Pos, plan: Plan) -> Levels:
    """Both sides at their best."""
    enemy = pos.game.enemy(plan.side)
    return Levels(levels_of(pos, plan, plan.side)[-1], levels_of(pos, plan, enemy)[-1])


@rule("CBT-19", "CBT-20")
def failing(pos: Pos, plan: Plan, side: Side, die: int) -> frozenset[UnitId]:
    """The units of a side that fail with a die."""
    return failing_of(pos, shortfalls(pos, plan, side), die)


def shortfalls(pos: Pos, plan: Plan, side: Side) -> dict[UnitId, int]:
    """How far the morale of units is below the level that their side has chosen."""
    assert plan.levels is not None
    attacking = side == plan.side
    level = plan.levels.attacker if attacking else plan.levels.defender
    below = {u: level - morale(pos, u) for u in (plan.units if attacking else plan.defenders)}
    return {unit: points for unit, points in below.items() if points > 0}


def failing_of(pos: Pos, below: Mapping[UnitId, int], die: int) -> frozenset[UnitId]:
    """Those of units that far below their level who fail with a die."""
    fails = pos.game.charts.fails
    return frozenset(unit for unit, points in below.items() if fails(points, die))
