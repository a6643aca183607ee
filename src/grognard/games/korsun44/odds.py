"""1.5, 1.6, 5.2.1 The combat ratio: strengths, modifiers, and the column that follows."""

from __future__ import annotations

from msgspec import Struct

from grognard.decisions import Part, rule, total
from grognard.games.korsun44.charts import Result
from grognard.games.korsun44.hq import commands
from grognard.games.korsun44.modifiers import attacker_parts, defender_parts
from grognard.games.korsun44.plan import Plan, contributors, defenders, is_helpless
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.strength import attack_parts, defence_parts


class Odds(Struct, frozen=True):
    """Strengths and modifiers of both sides part by part, the columns before and after the
    modifiers, and what is added to the dice.
    """

    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    attacker: tuple[Part, ...]
    defender: tuple[Part, ...]
    dice: tuple[Part, ...]
    before: int
    rung: int


@rule("1.5", "1.6", "1.6-b", "1.6-c", "5.2.1-c", "5.2.1-d")
def odds_of(pos: Pos, plan: Plan) -> Odds:
    """The ratio of an attack as it stands. Whoever is helpless is attacked on the last column
    whatever else there is.
    """
    charts = pos.game.charts
    attack, defence = attack_parts(pos, plan), defence_parts(pos, plan)
    attacker, defender = attacker_parts(pos, plan), defender_parts(pos, plan)
    best = len(charts.scale) - 1
    before = charts.rung(total(attack), total(defence)) if total(defence) else best
    rung = charts.modified(before, total(attacker), total(defender))
    if is_helpless(pos, plan):
        before = rung = best
    return Odds(attack, defence, attacker, defender, dice_parts(pos, plan), before, rung)


@rule("9.2.1", "9.2.3", "9.2.4")
def dice_parts(pos: Pos, plan: Plan) -> tuple[Part, ...]:
    """What HQs change of the dice: the attacker's lower them, the defender's raise them."""
    figure = pos.game.charts.limits["hq_die"]
    found: list[Part] = []
    if plan.attacker.hq:
        found.append(Part(-figure.number, "HQ of the attacker", "9.2.1"))
    if plan.defender.hq:
        found.append(Part(figure.number, "HQ of the defender", "9.2.1"))
    return tuple(found)


@rule("9.2.1", "C7")
def may_use_hq(pos: Pos, plan: Plan, side: str) -> bool:
    """Are all ground units of a side in the combat within the range of its HQs? Those of the
    defender too who bring no strength of their own.
    """
    if side == plan.side:
        return commands(pos, side, contributors(pos, plan, side))
    return commands(pos, side, (*defenders(pos, plan), *plan.cover))


@rule("T-combat", "A1", "C5")
def result_of(pos: Pos, odds: Odds, dice: int) -> Result:
    """The cell for a sum of two dice."""
    first = pos.state.options.first_printing
    return pos.game.charts.result(odds.rung, dice + total(odds.dice), first=first)
