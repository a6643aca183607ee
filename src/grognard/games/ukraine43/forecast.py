"""What an attacker may expect: odds, shifts and magnitude as parts, and exact chances."""

from __future__ import annotations

from itertools import product
from math import gcd, prod

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Chance, Panel, Row, rule, total
from grognard.games.ukraine43.charts import HIGH
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.odds import (
    Odds,
    Plan,
    attacking_steps,
    defenders,
    defending_steps,
    guards_share,
    magnitude_parts,
    odds_of,
    rerolls_sixes,
)
from grognard.games.ukraine43.results import Stakes, Verdict, read_dice, stakes_of, strongest_first
from grognard.games.ukraine43.state import Pos
from grognard.mechanics.tables import merge

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


def round_weights(pos: Pos, stakes: Stakes, dice: int, *, rerolls: bool) -> dict[Verdict, int]:
    """The weight of every verdict; they add to 36 to the power of the dice."""
    weight = REROLLED if rerolls else PLAIN
    return merge(
        (read_dice(pos, stakes, faces), prod(weight[face] for face in faces))
        for faces in product(FACES, repeat=dice)
    )


@rule("9.10-1", "9.10-3", "26.1B", "26.1D-1", "26.1D-2", "26.1D-3", "R-58")
def fates(pos: Pos, plan: Plan, column: str, *, zhukov: bool = False) -> dict[Fate, int]:
    """The exact weight of every end of an attack that is decided by dice; Zhukov's second
    attack is made whenever it may be.
    """
    stakes = stakes_of(pos, plan, column, zhukov=zhukov)
    dice = total(magnitude_parts(pos, plan, zhukov=zhukov))
    first = round_weights(pos, stakes, dice, rerolls=rerolls_sixes(pos, plan))
    found: dict[Fate, int] = {}
    most = pos.game.charts.limits["magnitude"].number
    for verdict, weight in first.items():
        again = second_round(pos, plan, stakes, verdict) if zhukov else None
        if again is None:
            found[Fate(verdict)] = weight * WHOLE**most
            continue
        dice, rerolls, stakes_now = again
        rest = weight * WHOLE ** (most - dice)
        for second, chance in round_weights(pos, stakes_now, dice, rerolls=rerolls).items():
            found[Fate(verdict, second)] = rest * chance
    least = gcd(*found.values())
    return {fate: weight // least for fate, weight in found.items()}


@rule("26.1D-1", "26.1D-2", "R-58")
def second_round(
    pos: Pos, plan: Plan, stakes: Stakes, verdict: Verdict
) -> tuple[int, bool, Stakes] | None:
    """Dice, re-rolls and stakes of a second attack after these losses; None: there is none."""
    everyone = sum(steps_left(pos, u) for hex_ in plan.targets for u in defenders(pos, plan, hex_))
    defence = everyone - verdict.defender
    attack = attacking_steps(pos, plan) - verdict.attacker
    if verdict.result not in ("C", "EX") or defence <= 0 or attack <= 0:
        return None
    fighting = defending_steps(pos, plan) - verdict.defender
    limits = pos.game.charts.limits
    dice = pos.game.charts.dice(min(attack, fighting if fighting > 0 else defence))
    dice = min(dice + 1, limits["magnitude"].number)
    rerolls = rerolls_sixes(pos, plan, lost=guards_lost(pos, plan, verdict))
    return dice, rerolls, replace(stakes, single=defence == 1)


@rule("R-58")
def guards_lost(pos: Pos, plan: Plan, verdict: Verdict) -> tuple[int, int]:
    """Guards steps and all steps that the attacker loses if he spares his Guards where he can:
    the strongest unit he cannot.
    """
    guards, all_ = guards_share(pos, plan)
    strongest = strongest_first(pos, plan, verdict.result)[0]
    forced = verdict.primary and all(pos.game.piece(u).is_guards for u in strongest)
    first = verdict.primary if forced else 0
    others = max(0, verdict.attacker - first - (all_ - guards))
    return first + others, verdict.attacker


# --- the panel ----------------------------------------------------------------------------


def forecast_panel(pos: Pos, plan: Plan, *, zhukov: bool = False) -> Panel:
    """Each number with its parts and rules, and the chances of every result."""
    if not plan.units:
        return Panel("Attack", hexes=plan.targets)
    odds = odds_of(pos, plan)
    dice = magnitude_parts(pos, plan, zhukov=zhukov)
    rows = (
        Row("Attack", str(total(odds.attack)), odds.attack, "8.3-1a"),
        Row("Defence", str(total(odds.defence)), odds.defence, "8.3-1a"),
        Row("Odds", odds.label, (), "8.3-1a"),
        Row("Shifts", f"{total(odds.shifts):+d}", odds.shifts, "8.3-2a"),
        Row("Column", _column(odds), (), "8.3-2a"),
        *(() if odds.automatic else (Row("Magnitude", str(total(dice)), dice, "8.4-1"),)),
    )
    return Panel("Attack", rows, chances(pos, plan, odds, zhukov=zhukov), (), plan.units,
                 plan.targets)  # fmt: skip


def _column(odds: Odds) -> str:
    return {"": "repulsed", HIGH: "High Odds"}.get(odds.column, odds.column)


def chances(pos: Pos, plan: Plan, odds: Odds, *, zhukov: bool = False) -> tuple[Chance, ...]:
    """Every result with the steps that both sides lose."""
    if odds.automatic:
        return (Chance(_column(odds), 1, 1 if odds.column else -1),)
    weights = fates(pos, plan, odds.column, zhukov=zhukov)
    labels = merge(((str(f), _good(pos, f)), weight) for f, weight in weights.items())
    return tuple(Chance(label, weight, good) for (label, good), weight in labels.items())


def _good(pos: Pos, fate: Fate) -> int:
    """For whom a result is good: a retreat for the attacker, a repulse for the defender."""
    result = pos.game.charts.results[fate.last.result]
    return 1 if result.retreat else -1 if result.name == "AR" else 0
