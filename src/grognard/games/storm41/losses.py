"""10.22, 11.7-5, 11.10-4 Losses: who may be given up, and what falls with it."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import RuleId, rule
from grognard.games.storm41.charts import Losses as Result
from grognard.games.storm41.charts import Supply
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.effects import eliminate
from grognard.games.storm41.state import DEAD, Deal, Pos
from grognard.games.storm41.turn import Engagement
from grognard.hexes import HexId
from grognard.mechanics.losses import Account, Due, Share
from grognard.mechanics.paying import Paying
from grognard.pieces import UnitId


@rule("7.5", "8.4-a", "R-31")
def fall(hand: Deal, unit: UnitId, by: RuleId) -> None:
    """A unit is eliminated in combat, in the supply state in which the battle found it."""
    battle = hand.now.within(Engagement)
    supply: Supply = "out" if unit in battle.cut else "full"
    eliminate(hand, unit, supply, rule=by, aerial=unit in battle.flown)


@rule("11.7-5", "R-106")
def line(pos: Pos, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Units but artillery, which is never picked as a loss."""
    return tuple(unit for unit in units if not pos.game.piece(unit).is_artillery)


def guns(pos: Pos, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """The artillery among units."""
    return tuple(unit for unit in units if pos.game.piece(unit).is_artillery)


def is_escorted(pos: Pos, hex_: HexId) -> bool:
    """Does any unit but artillery stand in a hex?"""
    return bool(line(pos, pos.at(hex_)))


# --- who owes what ------------------------------------------------------------------------


@rule("10.22-a", "10.22-b", "10.22-c", "10.22-ex", "R-95")
def defender_account(pos: Pos, plan: Plan, result: Result) -> Account:
    """The defender picks among all in the hex; what is more than they are lapses."""
    there = line(pos, pos.at(plan.target))
    return Account((Due(result.defender, pos.game.enemy(plan.side), "10.22-a", (there,)),))


@rule("9.24-d", "10.22-a", "10.22-b", "10.22-c", "10.22-ex", "11.10-4", "R-86", "R-95")
def attacker_account(pos: Pos, plan: Plan, result: Result) -> Account:
    """The attacker picks among his units, droppers first; in a mobile assault a panzer leads."""
    groups = tuple(group for group in (plan.drops, line(pos, plan.units)) if group)
    leaders = tuple(u for u in plan.units if pos.game.piece(u).leads_assault)
    shares = (Share(1, "9.24-d", leaders),) if plan.mobile else ()
    due = Due(result.attacker, plan.side, "10.22-a", groups, shares, order="11.10-4")
    return Account((due,))


# --- giving them up -----------------------------------------------------------------------


class GivingUp(Paying, tag="losses"):
    """Units to be lost, one after another; where there is a choice their owner is asked."""

    question = "Choose a unit to be lost"

    @rule("2.13")
    def steps_of(self, pos: Pos, unit: UnitId) -> int:
        """Every unit that is alive has one step."""
        return int(pos.unit(unit).at != DEAD)

    def lose(self, hand: Deal, unit: UnitId, rule: RuleId) -> None:
        fall(hand, unit, rule)
