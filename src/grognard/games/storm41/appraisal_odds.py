"""The exact results of an attack, for computer players."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.appraise import BattleOutcome
from grognard.dice import SIX
from grognard.games.storm41.appraisal_price import due_for
from grognard.games.storm41.artillery import why_too_many
from grognard.games.storm41.battle import is_only_artillery
from grognard.games.storm41.charts import Losses as Result
from grognard.games.storm41.differential import Plan, differential_of
from grognard.games.storm41.forecast import chances
from grognard.games.storm41.going import air_range
from grognard.games.storm41.losses import line
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.turn import PlayerTurn, is_surprise
from grognard.hexes import HexId
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

#: An attack that may not be made.
REPULSED = (BattleOutcome(1.0, 1.0, 0.0, False),)


def outcomes(pos: Pos, plan: Plan) -> Sequence[BattleOutcome]:
    """Every result of an attack with its chance."""
    ours, there = len(line(pos, (*plan.units, *plan.drops))), pos.at(plan.target)
    if not ours or not is_lawful(pos, plan):
        return REPULSED
    if is_only_artillery(pos, plan.target):
        return (BattleOutcome(1.0, 0.0, len(there), True),)
    weights = chances(pos, differential_of(pos, plan).rung)
    shield = len(line(pos, there))
    return tuple(
        _outcome(result, weight / SIX, ours, shield, len(there))
        for result, weight in weights.items()
    )


def stakes(pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
    """All that attacks of some of these units on a hex hang on: who stands where and in what
    supply, whose aircraft are over the hex, the turn with the order of its phases, and what
    losses cost.
    """
    side, there, turn = pos.owner(units[0]), pos.at(target), pos.find(PlayerTurn)
    return (
        tuple([(one, pos.unit(one).at, supply_of(pos, one)) for one in units]),
        tuple([(one, supply_of(pos, one)) for one in there]),
        target in air_range(pos, side),
        target in air_range(pos, pos.game.enemy(side)),
        turn.order if turn else "",
        is_surprise(pos),
        due_for(pos, AXIS),
        due_for(pos, SOVIET),
    )


def is_lawful(pos: Pos, plan: Plan) -> bool:
    """5.8, 11.7-6: units of one nation, and no more artillery than may fire."""
    nations = {pos.game.piece(unit).nation for unit in plan.units}
    return len(nations) == 1 and why_too_many(pos, (*plan.units, *plan.drops)) is None


def _outcome(result: Result, chance: float, ours: int, shield: int, all_: int) -> BattleOutcome:
    """10.22, 11.7-5: artillery falls with the last unit that stood before it."""
    cleared = result.all_defenders or result.defender >= shield
    lost = all_ if cleared else result.defender
    return BattleOutcome(chance, min(ours, result.attacker), lost, cleared)


@lru_cache(maxsize=8192)
def plain_outcomes(
    game: Storm41, attack: int, defence: int, shift: int
) -> tuple[BattleOutcome, ...]:
    """The results of an attack by its factors and one shift. How many defend is not known: a
    unit of two or three factors is taken for each.
    """
    charts = game.charts
    rung = charts.shifted(charts.rung(attack, defence), shift)
    units = max(1, round(defence / 2.5))
    results = (charts.result(rung, die) for die in range(1, SIX + 1))
    return tuple(_outcome(result, 1 / SIX, 99, units, units) for result in results)
