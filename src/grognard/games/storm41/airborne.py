"""11.10 Soviet airborne brigades: who may be dropped into which attack."""

from __future__ import annotations

from grognard.decisions import Refusal, deny, rule
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.losses import line
from grognard.games.storm41.state import AIRBORNE, SOVIET, Pos
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.turn import CombatPhase
from grognard.pieces import UnitId


def brigades(pos: Pos, plan: Plan) -> list[UnitId]:
    """The brigades that wait for a drop."""
    if plan.side != SOVIET or pos.state.superior != SOVIET:
        return []
    return [u for u in pos.at(AIRBORNE) if u not in plan.drops]


@rule("11.2", "11.10", "11.10-1", "11.10-3", "R-59", "R-115", "R-118")
def why_no_brigade(pos: Pos, plan: Plan, unit: UnitId) -> Refusal | None:
    """A brigade of the box into an attack of its own side, with Soviet air superiority, six in a
    drop, two drops a phase.
    """
    limits = pos.game.charts.limits
    if plan.side != SOVIET:
        return deny("11.10", "only Soviets drop brigades")
    if not pos.game.piece(unit).is_airborne or pos.unit(unit).at != AIRBORNE:
        return deny("11.10-1", "{unit} does not wait for a drop", unit=unit)
    if unit in plan.drops:
        return deny("11.10-4", "{unit} is in this attack", unit=unit)
    if pos.state.superior != SOVIET:
        return deny("11.10-1", "the Soviets have no air superiority")
    if len(plan.drops) >= limits["drop_brigades"].number:
        return deny("11.10-3", "no more brigades can be dropped into one hex")
    if pos.within(CombatPhase).drops >= limits["drops"].number:
        return deny("11.10-3", "no more drops are made in this phase")
    return why_no_drop(pos, plan)


@rule("11.10-2", "R-116", "R-117")
def why_no_drop(pos: Pos, plan: Plan) -> Refusal | None:
    """A supplied attack on the ground, in which not only artillery takes part, on any terrain;
    not over flak.
    """
    if any(pos.game.piece(unit).kind == "flak" for unit in pos.at(plan.target)):
        return deny("11.10-2", "flak is in {hex}", hex=plan.target)
    if not line(pos, plan.units):
        return deny("11.10-2", "no unit but artillery attacks on the ground")
    for unit in plan.units:
        if supply_of(pos, unit) == "out":
            return deny("11.10-2", "{unit} is out of supply", unit=unit)
    return None
