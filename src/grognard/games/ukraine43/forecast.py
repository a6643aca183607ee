"""What an attacker may expect: odds, shifts and magnitude as parts, and exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import gcd, lcm, prod
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Chance, Panel, Row, rule, total
from grognard.games.ukraine43.charts import HIGH
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.odds import (
    NOTHING,
    Lost,
    Plan,
    attackers,
    defenders,
    magnitude_parts,
    odds_of,
    rerolls_sixes,
)
from grognard.games.ukraine43.results import (
    Stakes,
    Verdict,
    attacker_dues,
    defender_dues,
    read_dice,
    stakes_of,
)
from grognard.games.ukraine43.state import Pos
from grognard.games.ukraine43.variable import columns_of, swings
from grognard.mechanics.losses import Account, Due
from grognard.mechanics.tables import merge
from grognard.pieces import UnitId

FACES = range(1, 7)
#: The weight of each face in 36ths: as it falls, and with a six rolled again once (9.10-3).
PLAIN = dict.fromkeys(FACES, 6)
REROLLED = {**dict.fromkeys(FACES, 7), 6: 1}
WHOLE = 36


class Fate(Struct, frozen=True):
    """How an attack may end: its verdict, and that of Zhukov's second attack."""

    first: Verdict
    second: Verdict | None = None

    @property
    def last(self) -> Verdict:
        return self.second or self.first

    def __str__(self) -> str:
        if self.second is None:
            return str(self.first)
        attacker = self.first.attacker + self.second.attacker
        defender = self.first.defender + self.second.defender
        return f"{self.first.result}, {self.second.result} {attacker}/{defender}"


# --- one round ------------------------------------------------------------------------------


class Terms(NamedTuple):
    """Everything that the chances of a round hang on."""

    stakes: Stakes
    dice: int
    rerolls: bool


def terms_of(pos: Pos, plan: Plan, column: str, *, zhukov: bool, lost: Lost = NOTHING) -> Terms:
    """What the chances of a round hang on; `lost` are steps that are gone by then."""
    dice = total(magnitude_parts(pos, plan, zhukov=zhukov, lost=lost))
    stakes = stakes_of(pos, plan, column, zhukov=zhukov, lost=lost)
    return Terms(stakes, dice, rerolls_sixes(pos, plan, lost))


@rule("9.10-1", "9.10-3")
def round_weights(pos: Pos, terms: Terms) -> dict[Verdict, int]:
    """The weight of every verdict; they add to 36 to the power of the dice."""
    weight = REROLLED if terms.rerolls else PLAIN
    return merge(
        (read_dice(pos, terms.stakes, faces), prod(weight[face] for face in faces))
        for faces in product(FACES, repeat=terms.dice)
    )


# --- two rounds -----------------------------------------------------------------------------


@rule("9.10-1", "9.10-3", "26.1B", "26.1D-1", "26.1D-2", "26.1D-3", "R-58")
def fates(pos: Pos, plan: Plan, column: str, *, zhukov: bool = False) -> dict[Fate, int]:
    """The exact weight of every end of an attack that is decided by dice; Zhukov's second
    attack is made whenever it may be.
    """
    first = round_weights(pos, terms_of(pos, plan, column, zhukov=zhukov))
    most = pos.game.charts.limits["magnitude"].number
    rounds: dict[Terms, dict[Verdict, int]] = {}
    found: dict[Fate, int] = {}
    for verdict, weight in first.items():
        terms = second_terms(pos, plan, column, verdict) if zhukov else None
        if terms is None:
            found[Fate(verdict)] = weight * WHOLE**most
            continue
        if terms not in rounds:
            rounds[terms] = round_weights(pos, terms)
        rest = weight * WHOLE ** (most - terms.dice)
        for second, chance in rounds[terms].items():
            found[Fate(verdict, second)] = rest * chance
    least = gcd(*found.values())
    return {fate: weight // least for fate, weight in found.items()}


@rule("26.1D-1", "26.1D-2", "R-58")
def second_terms(pos: Pos, plan: Plan, column: str, verdict: Verdict) -> Terms | None:
    """A second attack after the losses of the first; None if there is none."""
    if verdict.result not in ("C", "EX"):
        return None
    lost = losses_foreseen(pos, plan, verdict)
    dead = frozenset(unit for unit, steps in lost.items() if steps == steps_left(pos, unit))
    units = tuple(unit for unit in plan.units if unit not in dead)
    later = replace(plan, units=units, spared=plan.spared | dead)
    there = any(defenders(pos, later, hex_) for hex_ in plan.targets)
    if not there or not attackers(pos, later):
        return None
    return terms_of(pos, later, column, zhukov=True, lost=lost)


@rule("8.6-2", "R-29", "R-58")
def losses_foreseen(pos: Pos, plan: Plan, verdict: Verdict) -> Mapping[UnitId, int]:
    """Who pays for the first attack if both sides think of 9.10 where they have a choice: the
    Soviets spare Guards, the Axis Germans.
    """

    def guards(unit: UnitId) -> int:
        return pos.game.piece(unit).is_guards

    def germans(unit: UnitId) -> int:
        return pos.game.piece(unit).is_german

    attacker = payments(pos, attacker_dues(pos, plan, verdict), guards)
    defender = payments(pos, defender_dues(pos, plan, verdict.defender), germans)
    return Counter((*attacker, *defender))


def payments(pos: Pos, dues: tuple[Due, ...], worth: Callable[[UnitId], int]) -> Iterator[UnitId]:
    """The units that lose steps, one after another: of those who may, the least worthy."""
    account = Account(dues)
    left = {u: steps_left(pos, u) for due in dues for group in due.groups for u in group}
    while account.open(left) is not None:
        unit = min(account.payers(left), key=worth)
        account = account.pay(unit, left)
        left[unit] -= 1
        yield unit


# --- the panel ----------------------------------------------------------------------------


def forecast_panel(pos: Pos, plan: Plan, *, zhukov: bool = False) -> Panel:
    """Each number with its parts and rules, and the chances of every result."""
    if not plan.units:
        return Panel("Attack", hexes=plan.targets)
    odds = odds_of(pos, plan)
    columns = columns_of(pos, plan, odds)
    rows = (
        Row("Attack", str(total(odds.attack)), odds.attack, "8.3-1a"),
        Row("Defence", str(total(odds.defence)), odds.defence, "8.3-1a"),
        Row("Odds", odds.label, (), "8.3-1a"),
        Row("Shifts", f"{total(odds.shifts):+d}", odds.shifts, "8.3-2a"),
        Row("Column", _told(columns), (), "8.3-2a"),
        *(() if set(columns) <= _NAMES.keys() else (_magnitude(pos, plan, zhukov=zhukov),)),
        *_swing(pos, plan),
    )
    return Panel("Attack", rows, chances(pos, plan, columns, zhukov=zhukov), (), plan.units,
                 plan.targets)  # fmt: skip


@rule("26.1D-1", "26.1D-2", "R-58")
def second_panel(pos: Pos, plan: Plan, column: str) -> Panel:
    """What Zhukov's second attack may bring: the old column, its dice counted anew."""
    weights = round_weights(pos, terms_of(pos, plan, column, zhukov=True))
    rows = (
        Row("Column", column, (), "26.1D-2"),
        _magnitude(pos, plan, zhukov=True),
    )
    found = {Fate(verdict): weight for verdict, weight in weights.items()}
    return Panel("Second attack", rows, _shown(pos, found), (), plan.units, plan.targets)


def _magnitude(pos: Pos, plan: Plan, *, zhukov: bool) -> Row:
    dice = magnitude_parts(pos, plan, zhukov=zhukov)
    return Row("Magnitude", str(total(dice)), dice, "8.4-1")


def _swing(pos: Pos, plan: Plan) -> tuple[Row, ...]:
    """How far the defence may vary under option 29."""
    found = swings(pos, plan)
    if len(found) == 1:
        return ()
    return (Row("Variable defence", f"{min(found):+d} to {max(found):+d}", (), "29-4"),)


#: Columns on which no dice are thrown, in words.
_NAMES = {"": "repulsed", HIGH: "High Odds"}


def _told(columns: Mapping[str, int]) -> str:
    """The column; with option 29 each that may come with its share."""
    names = {_NAMES.get(column, column): weight for column, weight in columns.items()}
    if len(names) == 1:
        return next(iter(names))
    whole = sum(names.values())
    return ", ".join(f"{name} in {weight} of {whole}" for name, weight in names.items())


@rule("29-1", "29-4")
def chances(
    pos: Pos, plan: Plan, columns: Mapping[str, int], *, zhukov: bool = False
) -> tuple[Chance, ...]:
    """Every result with the steps that both sides lose, over all columns that may come."""
    whole = [(weight, _on_column(pos, plan, c, zhukov=zhukov)) for c, weight in columns.items()]
    common = lcm(*(sum(c.weight for c in found) for _, found in whole))
    labels = merge(
        ((c.label, c.good), c.weight * weight * common // sum(c.weight for c in found))
        for weight, found in whole
        for c in found
    )
    least = gcd(*labels.values())
    return tuple(Chance(label, w // least, good) for (label, good), w in labels.items())


def _on_column(pos: Pos, plan: Plan, column: str, *, zhukov: bool) -> tuple[Chance, ...]:
    if column in _NAMES:
        return (Chance(_NAMES[column], 1, 1 if column else -1),)
    return _shown(pos, fates(pos, plan, column, zhukov=zhukov))


def _shown(pos: Pos, weights: Mapping[Fate, int]) -> tuple[Chance, ...]:
    labels = merge(((str(f), _good(pos, f)), weight) for f, weight in weights.items())
    return tuple(Chance(label, weight, good) for (label, good), weight in labels.items())


def _good(pos: Pos, fate: Fate) -> int:
    """For whom a result is good: a retreat for the attacker, a repulse for the defender."""
    result = pos.game.charts.results[fate.last.result]
    return 1 if result.retreat else -1 if result.name == "AR" else 0
