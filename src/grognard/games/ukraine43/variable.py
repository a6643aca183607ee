"""29 Variable Defense Strength, an option."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import rule, total
from grognard.games.ukraine43.odds import Plan, printed_parts
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId


@rule("29-1", "29-5", "R-109")
def varies(pos: Pos, plan: Plan, hex_: HexId) -> bool:
    """Is a die thrown for this target? With the option, from a printed defence of 3 up."""
    least = pos.game.charts.limits["variable_least"].number
    return pos.state.options.variable_defence and total(printed_parts(pos, plan, hex_)) >= least


@rule("29-2", "29-3", "29-4", "R-52", "T-5")
def adjustment(pos: Pos, plan: Plan, faces: tuple[int, ...]) -> Plan:
    """The plan with what the dice of the defender's column add to each target."""
    enemy, dice = pos.game.enemy(plan.side), iter(faces)
    varied = tuple(
        pos.game.charts.variable_defence(enemy, next(dice)) if varies(pos, plan, hex_) else 0
        for hex_ in plan.targets
    )
    return replace(plan, varied=varied)
