"""What an attack comes to: strengths and modifiers as parts, and the chances of every result.

Before he is bound the attacker knows of masked defenders what 16.1.4 tells him: their types,
and their levels where they are not fortified. Their strength is reckoned from the weakest to
the strongest that they could be: which counters, disorganised or not, guns on trucks or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from grognard.decisions import Chance, Panel, Part, Row, rule, total
from grognard.games.korsun44.charts import Effect, Result, half
from grognard.games.korsun44.odds import Odds, odds_of, result_of
from grognard.games.korsun44.plan import Plan, defenders, firm, has_lone_guns, has_regular
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.strength import cover_parts, defence_part, hex_parts
from grognard.games.korsun44.works import is_fortified
from grognard.hexes import HexId
from grognard.mechanics.tables import distribution
from grognard.pieces import UnitId


@rule("T-combat", "5.2.1-e", "9.2.1")
def chances(pos: Pos, odds: Odds) -> dict[Result, int]:
    """The weight of every result of a column, in 36ths."""
    return distribution(2, lambda dice: result_of(pos, odds, sum(dice)))


@rule("16.1.1", "16.1.3", "H16")
def hidden_from(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The defenders of whom the attacker knows but their types, and perhaps their levels."""
    mask, state = pos.game.mask, pos.state
    there = defenders(pos, plan)
    return tuple(u for u in there if not mask.is_open(state, pos.unit(u), plan.side))


@rule("16.1.4", "H16")
def span_of(pos: Pos, unit: UnitId) -> tuple[int, int]:
    """The least and the most that a masked neighbour defends with. Whether he is disorganised is
    not told, nor whether guns are on their trucks.
    """
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    alike = [p for p in pos.game.printed.values() if (p.side, p.kind) == (piece.side, piece.kind)]
    levels = pos.game.levels(pos, unit)
    if is_fortified(pos, here):
        found = [p.values(n).defence for p in alike for n in range(1, p.levels + 1)]
    else:
        found = [p.values(levels).defence for p in alike if levels <= p.levels]
    return (0 if any(p.is_towed for p in alike if p.is_artillery) else half(min(found))), max(found)


#: What is declared after an attack is bound, and is in no number before.
GUNS_TO_COME = Row("Guns", "may support the defence", rule="C6")
BOTH_TO_COME = Row("HQs, abilities", "may be used by both sides", rule="C6")
DEFENDER_TO_COME = Row("HQs, abilities", "may be used by the defender", rule="C6")


def forecast_panel(pos: Pos, plan: Plan, *to_come: Row) -> Panel:
    """Every number with its parts, and what is still `to_come`; chances where nothing is hidden."""
    if not plan.units:
        return Panel("Attack", hexes=plan.targets)
    hidden = hidden_from(pos, plan)
    odds = _known(odds_of(pos, _on_best_ground(pos, plan))) if hidden else odds_of(pos, plan)
    defence = tuple(_defence(pos, plan, hidden)) if hidden else odds.defence
    low, high = _columns(pos, odds, defence) if hidden else (odds.rung, odds.rung)
    label = pos.game.charts.column
    rows = (
        Row("Attack", str(total(odds.attack)), odds.attack, "5.2.1-b"),
        Row("Defence", _span(defence), defence, "5.2.1-b"),
        Row("Attacker's modifiers", f"{total(odds.attacker):+d}", odds.attacker, "1.6"),
        Row("Defender's modifiers", f"{-total(odds.defender):+d}", leftward(odds.defender), "1.6"),
        Row("Dice", f"{total(odds.dice):+d}", odds.dice, "9.2.1"),
        Row("Column", label(low) if low == high else f"{label(low)} to {label(high)}", (), "1.5"),
        *to_come,
    )
    found = _shown(chances(pos, replace(odds, rung=low))) if low == high else ()
    return Panel("Attack", rows, found, (), (*plan.units, *plan.guns), plan.targets)


@rule("1.6")
def leftward(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The defender's modifiers as they move the column: to the left, below zero."""
    return tuple(replace(part, amount=-part.amount) for part in parts)


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


def _defence(pos: Pos, plan: Plan, hidden: tuple[UnitId, ...]) -> Iterator[Part]:
    """The defence as the attacker may know it."""
    for hex_ in plan.targets:
        if any(unit in hidden for unit in pos.at(hex_)):
            yield from _masked(pos, plan, hex_, hidden)
        else:
            yield from hex_parts(pos, plan, hex_)
    yield from cover_parts(pos, plan)


@rule("6.6.1", "6.6.3", "16.1.4")
def _masked(pos: Pos, plan: Plan, hex_: HexId, hidden: tuple[UnitId, ...]) -> Iterator[Part]:
    """A hex in which somebody lies hidden. Guns without a regular unit have no strength of their
    own.
    """
    known, company = tuple(firm(pos, plan, hex_)), has_regular(pos, hex_)
    there = [(unit, pos.game.piece(unit)) for unit in pos.at(hex_) if unit not in plan.spared]
    for unit, piece in there:
        if unit not in hidden:
            yield from [defence_part(pos, unit)] if unit in known else []
        elif not piece.is_hq and (company or not piece.is_artillery):
            low, high = span_of(pos, unit)
            yield Part(low, piece.kind, "16.1.4", high if high > low else None)
    alone = pos.game.charts.limits["lone_guns"].number
    if not company and any(unit in hidden and piece.is_artillery for unit, piece in there):
        yield Part(0, "guns alone", "6.6.3", alone)
    elif has_lone_guns(pos, plan, hex_):
        yield Part(alone, "guns alone", "6.6.3")


def _columns(pos: Pos, odds: Odds, defence: tuple[Part, ...]) -> tuple[int, int]:
    """The worst and the best column that the attack may be on: the last where nobody defends."""
    charts, attack = pos.game.charts, total(odds.attack)
    ends = [
        charts.modified(charts.rung(attack, points), total(odds.attacker), total(odds.defender))
        if points
        else len(charts.scale) - 1
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
