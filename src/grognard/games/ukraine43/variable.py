"""29 Variable Defense Strength, an option."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import rule, total
from grognard.dice import SIX
from grognard.games.ukraine43.charts import HIGH
from grognard.games.ukraine43.odds import Odds, Plan, column_of, odds_of, printed_parts
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId
from grognard.mechanics.tables import merge


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


# --- what may come of it ------------------------------------------------------------------


@rule("29-1", "29-3", "29-5")
def swings(pos: Pos, plan: Plan) -> dict[int, int]:
    """What the dice may add to the defence of all targets together, by weight; a plan that has
    been varied, or is not to be, stays as it is.
    """
    enemy, found = pos.game.enemy(plan.side), {0: 1}
    due = () if plan.varied else [hex_ for hex_ in plan.targets if varies(pos, plan, hex_)]
    faces = [pos.game.charts.variable_defence(enemy, die) for die in range(1, SIX + 1)]
    for _ in due:
        found = merge((so_far + face, w) for so_far, w in found.items() for face in faces)
    return found


@rule("29-1", "29-4")
def columns_of(pos: Pos, plan: Plan, odds: Odds) -> dict[str, int]:
    """The columns on which the attack may be resolved, by weight."""
    attack, defence, shift = total(odds.attack), total(odds.defence), total(odds.shifts)
    return merge(
        (column_of(pos, attack, defence + swing, shift), weight)
        for swing, weight in swings(pos, plan).items()
    )


@rule("R-72", "29-1")
def is_settled(pos: Pos, plan: Plan) -> bool:
    """Will no dice decide the attack, whatever the defender's die shows?"""
    return set(columns_of(pos, plan, odds_of(pos, plan))) <= {"", HIGH}
