"""What an attacker may expect: the differential as parts, and the chances of every result.

Before commitment the attacker sees the top unit of the defenders only (10.7): what lies under it
is reckoned from the weakest to the strongest counters of its nation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.decisions import Chance, Panel, Part, Row, rule, total
from grognard.dice import SIX
from grognard.games.storm41.battle import is_only_artillery
from grognard.games.storm41.charts import Losses as Result
from grognard.games.storm41.differential import Plan, attack_parts, defence_parts, shift_parts
from grognard.games.storm41.state import Pos
from grognard.mechanics.tables import merge
from grognard.pieces import UnitId


@rule("10.21", "12.3", "R-100")
def chances(pos: Pos, rung: int) -> dict[Result, int]:
    """The weight of every result of a column, in sixths."""
    even = pos.state.options.even_crt
    results = (pos.game.charts.result(rung, die, even=even) for die in range(1, SIX + 1))
    return merge((result, 1) for result in results)


@rule("10.7", "R-99", "R-126")
def hidden_defenders(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The defenders that the attacker does not see yet."""
    mask = pos.game.mask
    units = (pos.unit(unit) for unit in pos.at(plan.target))
    return tuple(unit.id for unit in units if not mask.is_open(pos.state, unit, plan.side))


def forecast_panel(pos: Pos, plan: Plan, extra: Sequence[Row] = ()) -> Panel:
    """Every number with its parts; chances where nothing is hidden."""
    if not plan.units:
        return Panel("Attack", hexes=(plan.target,))
    units = (*plan.units, *plan.drops)
    if is_only_artillery(pos, plan.target):
        rows = (Row("Artillery alone", "DE", rule="11.7-3"), *extra)
        return Panel("Attack", rows, (Chance("DE", 1, 1),), (), units, (plan.target,))
    attack, defence, shifts = _sums(pos, plan)
    strength = total(attack)
    low, high = _columns(pos, attack, defence, shifts)
    label = pos.game.charts.column
    rows = (
        Row("Attack", str(strength), attack, "10.8"),
        Row("Defence", _span(defence), defence, "10.8"),
        Row("Differential", _between(strength - _most(defence), strength - total(defence))),
        Row("Shifts", _span(shifts, "+d"), shifts, "10.9"),
        Row("Column", label(low) if low == high else f"{label(low)} to {label(high)}", (), "10.8"),
        *extra,
    )  # fmt: skip
    found = _shown(chances(pos, low)) if low == high else ()
    return Panel("Attack", rows, found, (), units, (plan.target,))


def _sums(pos: Pos, plan: Plan) -> tuple[tuple[Part, ...], ...]:
    """Attack, defence and shifts as the attacker may know them."""
    attack, shifts = attack_parts(pos, plan), tuple(shift_parts(pos, plan))
    hidden = hidden_defenders(pos, plan)
    seen = [unit for unit in pos.at(plan.target) if unit not in hidden]
    defence = defence_parts(pos, seen)
    if not hidden:
        return attack, defence, shifts
    return attack, (*defence, _unseen(pos, hidden)), _without_t34(pos, seen, shifts)


def _unseen(pos: Pos, hidden: Sequence[UnitId]) -> Part:
    """Hidden units of one nation, as weak or as strong as its counters are."""
    nation = pos.game.piece(hidden[0]).nation
    printed = pos.game.printed.values()
    factors = [piece.defence for piece in printed if piece.nation == nation]
    number = len(hidden)
    return Part(number * min(factors), f"{number} hidden", "10.7", number * max(factors))


@rule("11.9")
def _without_t34(pos: Pos, seen: Iterable[UnitId], shifts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Whether only T-34 brigades defend is not known while units lie hidden."""
    figure = pos.game.charts.shifts["only_t34"]
    known = tuple(part for part in shifts if part.rule != figure.rule)
    if {pos.game.piece(unit).kind for unit in seen} - {"artillery", "t34"}:
        return known
    return (*known, Part(0, figure.title.lower(), figure.rule, figure.number))


def _columns(
    pos: Pos, attack: Sequence[Part], defence: Sequence[Part], shifts: Sequence[Part]
) -> tuple[int, int]:
    """The worst and the best column that the attack may be on."""
    charts = pos.game.charts
    low = charts.shifted(charts.rung(total(attack), _most(defence)), total(shifts))
    high = charts.shifted(charts.rung(total(attack), total(defence)), _most(shifts))
    return low, high


def _most(parts: Iterable[Part]) -> int:
    return sum(part.amount if part.most is None else part.most for part in parts)


def _span(parts: Sequence[Part], form: str = "d") -> str:
    low, high = total(parts), _most(parts)
    return f"{low:{form}}" if low == high else f"{low:{form}} to {high:{form}}"


def _between(low: int, high: int) -> str:
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def _shown(weights: dict[Result, int]) -> tuple[Chance, ...]:
    return tuple(Chance(result.text, n, _good(result)) for result, n in weights.items())


def _good(result: Result) -> int:
    """For whom a result is good: who loses fewer."""
    if result.all_defenders:
        return 1
    return (result.defender > result.attacker) - (result.defender < result.attacker)
