"""What an attack may come to: strengths and levels as parts, and the chances of every result.

Dice that are thrown on the way (surprise, morale, leaders) are reckoned in exactly. Until both
sides have chosen their morale levels, each is taken to fight at its best. Guns that the defender
may have written down are known to him alone: the attacker is shown how much they can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from msgspec.structs import replace

from grognard.decisions import Chance, Panel, Part, Row, Side, rule, total
from grognard.dice import SIX
from grognard.games.kanev43.charts import Effect, Result
from grognard.games.kanev43.leading import succeeds, trying
from grognard.games.kanev43.modifiers import surprise_parts
from grognard.games.kanev43.morale import best_levels, failing_of, shortfalls
from grognard.games.kanev43.odds import Odds, odds_of
from grognard.games.kanev43.plan import Plan, may_surprise
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.support import defence_support_part, rate, why_no_gun
from grognard.games.kanev43.turn import CombatPhase, guns_on_map
from grognard.mechanics.tables import distribution
from grognard.pieces import UnitId

#: The column of an attack that is called off (R-07).
CALLED_OFF = -1
_DICE = 2

# --- chances ------------------------------------------------------------------------------------


@rule("R-48", "R-50")
def columns(pos: Pos, plan: Plan, *, thrown: bool = False) -> dict[int, Fraction]:
    """The chance of every column on which an attack may be fought, before or after the die of
    surprise has been thrown.
    """
    found: dict[int, Fraction] = {}
    bold = plan if plan.levels else replace(plan, levels=best_levels(pos, plan))
    for variant, chance in _variants(pos, bold, thrown=thrown):
        odds = odds_of(pos, variant)
        for column, share in _led(pos, variant, odds):
            found[column] = found.get(column, Fraction(0)) + chance * share
    return found


def _variants(pos: Pos, plan: Plan, *, thrown: bool) -> Iterator[tuple[Plan, Fraction]]:
    """What surprise and both morale dice may make of a plan."""
    enemy = pos.game.enemy(plan.side)
    for surprise, first in _surprises(pos, plan, thrown=thrown):
        for ours, second in _failures(pos, plan, plan.side):
            for theirs, third in _failures(pos, plan, enemy):
                yield (
                    replace(plan, surprise=surprise, failed=ours | theirs),
                    first * second * third,
                )


def _surprises(pos: Pos, plan: Plan, *, thrown: bool) -> list[tuple[bool, Fraction]]:
    if thrown or not may_surprise(pos, plan):
        return [(plan.surprise, Fraction(1))]
    chance = Fraction(pos.game.charts.limit("surprise_die"), SIX)
    return [(True, chance), (False, 1 - chance)]


def _failures(pos: Pos, plan: Plan, side: Side) -> list[tuple[frozenset[UnitId], Fraction]]:
    """Who fails, with its chance; one die for all."""
    below = shortfalls(pos, plan, side)
    if not below:
        return [(frozenset(), Fraction(1))]
    found = distribution(1, lambda dice: failing_of(pos, below, dice[0]))
    return [(failed, Fraction(weight, SIX)) for failed, weight in found.items()]


def _led(pos: Pos, plan: Plan, odds: Odds) -> Iterator[tuple[int, Fraction]]:
    """The columns to which leaders may bring an attack."""
    if odds.start < 0:
        yield CALLED_OFF, Fraction(1)
        return
    charts = pos.game.charts
    leaders = trying(pos, plan)
    if not leaders:
        yield odds.column, Fraction(1)
        return

    def levels(dice: tuple[int, ...]) -> int:
        helped = [u for u, d in zip(leaders, dice, strict=True) if succeeds(pos, u, d)]
        return sum(1 if pos.owner(u) == plan.side else -1 for u in helped)

    for moved, weight in distribution(len(leaders), levels).items():
        column = charts.modified(odds.row, odds.start, total(odds.levels) + moved)
        yield column, Fraction(weight, SIX ** len(leaders))


@rule("CRT-2", "R-07")
def chances(pos: Pos, plan: Plan, *, thrown: bool = False) -> dict[Result | None, int]:
    """The weight of every result; None is an attack that is called off."""
    found: dict[Result | None, Fraction] = {}
    for column, chance in columns(pos, plan, thrown=thrown).items():
        for result, share in _results(pos, column):
            found[result] = found.get(result, Fraction(0)) + chance * share
    whole = lcm(*(share.denominator for share in found.values()))
    return {result: int(share * whole) for result, share in found.items()}


def _results(pos: Pos, column: int) -> Iterator[tuple[Result | None, Fraction]]:
    if column == CALLED_OFF:
        yield None, Fraction(1)
        return
    read = pos.game.charts.result
    for result, weight in distribution(_DICE, lambda dice: read(column, sum(dice))).items():
        yield result, Fraction(weight, SIX**_DICE)


# --- what the attacker is shown -----------------------------------------------------------------


@rule("SOP-15", "R-44")
def possible_cover(pos: Pos, plan: Plan) -> int:
    """The most that guns could give the defence, as far as everybody can see."""
    enemy = pos.game.enemy(plan.side)
    batteries = guns_on_map(pos, enemy)
    able = [
        gun
        for gun in batteries
        if why_no_gun(pos, enemy, gun, plan.target, attack=False) is None
        and rate(pos, gun, plan.defenders)
    ]
    return defence_support_part(pos, replace(plan, cover=tuple(able))).amount if able else 0


@rule("SOP-15", "BRK-1")
def forecast_panel(pos: Pos, plan: Plan, *, secret: bool = True) -> Panel:
    """Every number with its parts, and the chances. While guns of the defence are secret, those
    are the chances without them; who breaks through sees nothing of the enemy before.
    """
    if not plan.units:
        return Panel("Attack", hexes=(plan.target,))
    bold = plan if plan.levels else replace(plan, levels=best_levels(pos, plan))
    odds = odds_of(pos, bold)
    phase = pos.find(CombatPhase)
    if secret and phase is not None and phase.breaking is not None:
        row = Row("Attack", str(total(odds.attack)), odds.attack, "CBT-11")
        return Panel("Breakthrough", (row,), units=plan.units, hexes=(plan.target,))
    unknown = possible_cover(pos, plan) if secret else 0
    defence = odds.defence
    if unknown:
        defence = (*defence, Part(0, "guns of the defence", "SOP-15", unknown))
    rows = (
        Row("Attack", str(total(odds.attack)), odds.attack, "CBT-11"),
        Row("Defence", _span(total(odds.defence), unknown), defence, "CBT-12"),
        Row("Levels", f"{total(odds.levels):+d}", odds.levels, "CBT-14"),
        Row("Column", _between(pos, odds, unknown), (), "CBT-13"),
        *(_surprise_rows(pos, plan) if secret else ()),
    )
    weights = chances(pos, plan, thrown=not secret)
    return Panel("Attack", rows, _shown(weights), (), (*plan.units, *plan.guns), (plan.target,),
                 _sums(weights))  # fmt: skip


@rule("CBT-6", "CBT-7")
def _surprise_rows(pos: Pos, plan: Plan) -> Iterator[Row]:
    """What the die of surprise may add to the column; the chances have it in them already."""
    if may_surprise(pos, plan):
        parts = tuple(surprise_parts(pos, replace(plan, surprise=True)))
        chance = f"on 1 to {pos.game.charts.limit('surprise_die')}"
        yield Row("Surprise may add", f"{total(parts):+d} {chance}", parts, "CBT-7")


def _span(least: int, more: int) -> str:
    return f"{least} to {least + more}" if more else str(least)


def _between(pos: Pos, odds: Odds, unknown: int) -> str:
    """The column, or the worst and the best that it may be."""
    charts, attack = pos.game.charts, total(odds.attack)
    start = charts.column(odds.row, attack, total(odds.defence) + unknown)
    worst = charts.modified(odds.row, start, total(odds.levels)) if start >= 0 else start
    names = [charts.heading(odds.row, column) for column in dict.fromkeys((worst, odds.column))]
    return " to ".join(names)


def _shown(weights: dict[Result | None, int]) -> tuple[Chance, ...]:
    """The best for the attacker first."""
    ranked = sorted(weights.items(), key=lambda pair: -_balance(pair[0]))
    return tuple(
        Chance(result.text, weight, good(result)) if result else Chance("called off", weight, -1)
        for result, weight in ranked
    )


def _sums(weights: dict[Result | None, int]) -> tuple[Row, ...]:
    """The casualties that each side may expect, and how likely the enemy is to lose his order."""
    whole, found = sum(weights.values()), [(r, w) for r, w in weights.items() if r is not None]
    ours = Fraction(sum(r.attacker.casualties * w for r, w in found), whole)
    theirs = Fraction(sum(r.defender.casualties * w for r, w in found), whole)
    shaken = sum(w for r, w in found if r.defender.disrupted or r.defender.demoralised)
    return (
        Row("casualties you take", f"{float(ours):.2f}", (), "CRT-2"),
        Row("casualties he takes", f"{float(theirs):.2f}", (), "CRT-2"),
        Row("he is disrupted or worse", f"{float(Fraction(100 * shaken, whole)):.1f} %", (),
            "CRT-2"),
    )  # fmt: skip


def good(result: Result) -> int:
    """For whom a result is good: who is hurt less."""
    balance = _balance(result)
    return (balance > 0) - (balance < 0)


def _balance(result: Result | None) -> int:
    """How much more a result hurts the defender; called off it is worse than a draw."""
    return _harm(result.defender) - _harm(result.attacker) if result else -1


def _harm(effect: Effect) -> int:
    return 2 * effect.casualties + effect.disrupted + 2 * effect.demoralised
