"""What an attack comes to: strengths and modifiers as parts, and the chances of every result.

Before he is bound the attacker knows of masked defenders what 16.1.4 tells him: their types,
and their levels where they are not fortified. Their strength is reckoned from the weakest to
the strongest counters that they could be.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.decisions import Chance, Panel, Part, Row, rule, total
from grognard.games.korsun44.charts import Effect, Result
from grognard.games.korsun44.odds import Odds, odds_of, result_of
from grognard.games.korsun44.plan import Plan, firm
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.works import is_fortified
from grognard.mechanics.tables import distribution
from grognard.pieces import UnitId


@rule("T-combat", "5.2.1-e", "9.2.1")
def chances(pos: Pos, odds: Odds) -> dict[Result, int]:
    """The weight of every result of a column, in 36ths."""
    return distribution(2, lambda dice: result_of(pos, odds, sum(dice)))


@rule("16.1.1", "16.1.3", "H16")
def hidden_from(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The defenders whose values the attacker does not know yet."""
    mask, state = pos.game.mask, pos.state
    there = (unit for hex_ in plan.targets for unit in firm(pos, plan, hex_))
    return tuple(u for u in there if not mask.is_open(state, pos.unit(u), plan.side))


@rule("16.1.4", "H16")
def span_of(pos: Pos, unit: UnitId) -> tuple[int, int]:
    """The least and the most that a masked neighbour defends with."""
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    alike = [p for p in pos.game.printed.values() if (p.side, p.kind) == (piece.side, piece.kind)]
    levels = pos.game.levels(pos, unit)
    if is_fortified(pos, here):
        found = [p.values(n).defence for p in alike for n in range(1, p.levels + 1)]
    else:
        found = [p.values(levels).defence for p in alike if levels <= p.levels]
    return min(found), max(found)


def forecast_panel(pos: Pos, plan: Plan) -> Panel:
    """Every number with its parts; chances where nothing is hidden."""
    if not plan.units:
        return Panel("Attack", hexes=plan.targets)
    hidden = hidden_from(pos, plan)
    odds = _known(odds_of(pos, _on_best_ground(pos, plan))) if hidden else odds_of(pos, plan)
    defence = _masked(pos, odds.defence, hidden)
    low, high = _columns(pos, odds, defence)
    label = pos.game.charts.column
    rows = (
        Row("Attack", str(total(odds.attack)), odds.attack, "5.2.1-b"),
        Row("Defence", _span(defence), defence, "5.2.1-b"),
        Row("Attacker's modifiers", f"{total(odds.attacker):+d}", odds.attacker, "1.6"),
        Row("Defender's modifiers", f"{-total(odds.defender):+d}", odds.defender, "1.6"),
        Row("Dice", f"{total(odds.dice):+d}", odds.dice, "9.2.1"),
        Row("Column", label(low) if low == high else f"{label(low)} to {label(high)}", (), "1.5"),
    )
    found = _shown(chances(pos, replace(odds, rung=low))) if low == high else ()
    return Panel("Attack", rows, found, (), (*plan.units, *plan.guns), plan.targets)


def _on_best_ground(pos: Pos, plan: Plan) -> Plan:
    """Which of several hexes is the strongest is not known: the best for the defender counts."""
    theatre = pos.game.theatre
    best = max(plan.targets, key=lambda h: (is_fortified(pos, h), theatre.modifiers(h)))
    return replace(plan, ground=plan.ground or best)


@rule("13.1.2", "16.1.4")
def _known(odds: Odds) -> Odds:
    """To which divisions masked defenders belong is not known."""
    known = tuple(part for part in odds.defender if part.rule != "13.1.2")
    return replace(odds, defender=known)


def _masked(pos: Pos, parts: Iterable[Part], hidden: tuple[UnitId, ...]) -> tuple[Part, ...]:
    """The defence as the attacker may know it."""
    spans = {unit: span_of(pos, unit) for unit in hidden}
    found: list[Part] = []
    for part in parts:
        unit = part.reason.partition(" ")[0]
        if unit in spans:
            low, high = spans[unit]
            found.append(Part(low, pos.game.piece(unit).kind, "16.1.4", high))
        else:
            found.append(part)
    return tuple(found)


def _columns(pos: Pos, odds: Odds, defence: tuple[Part, ...]) -> tuple[int, int]:
    """The worst and the best column that the attack may be on."""
    charts, attack = pos.game.charts, total(odds.attack)
    if not any(part.most is not None for part in defence):
        return odds.rung, odds.rung
    ends = [
        charts.modified(charts.rung(attack, points), total(odds.attacker), total(odds.defender))
        for points in (_most(defence), total(defence))
    ]
    return ends[0], ends[1]


def _most(parts: Iterable[Part]) -> int:
    return sum(part.amount if part.most is None else part.most for part in parts)


def _span(parts: tuple[Part, ...]) -> str:
    low, high = total(parts), _most(parts)
    return str(low) if low == high else f"{low} to {high}"


def _shown(weights: dict[Result, int]) -> tuple[Chance, ...]:
    return tuple(
        Chance(f"{r.attacker.text} / {r.defender.text}", n, good(r)) for r, n in weights.items()
    )


def good(result: Result) -> int:
    """For whom a result is good: who is hurt less."""
    ours, theirs = _harm(result.attacker), _harm(result.defender)
    return (theirs > ours) - (theirs < ours)


def _harm(effect: Effect) -> int:
    return 2 * (effect.loss + effect.retreat) + effect.disorganised
