"""The exact results of an attack, for computer players."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from grognard.appraise import BattleOutcome
from grognard.decisions import Side, total
from grognard.games.ukraine43.air import das_parts, why_no_support
from grognard.games.ukraine43.artillery import divisions, why_no_barrage
from grognard.games.ukraine43.charts import HIGH
from grognard.games.ukraine43.forecast import FACES, Terms, fates, round_weights, terms_of
from grognard.games.ukraine43.hq import has_command, needs_command
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.odds import (
    Plan,
    army_parts,
    attack_part,
    attackers,
    attacking_steps,
    column_of,
    defence_parts,
    defenders,
    defending_steps,
    shift_parts,
)
from grognard.games.ukraine43.results import Verdict
from grognard.games.ukraine43.state import SOVIET, Pos
from grognard.games.ukraine43.turn import CombatPhase
from grognard.hexes import HexId
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43

#: An attack that may not be made, or that is repulsed without dice.
REPULSED = (BattleOutcome(1.0, 1.0, 0.0, False),)


class Most(NamedTuple):
    """What an attack can cost: steps of the attackers, steps in the target hexes, those of them
    that defend; and whether a city is among them.
    """

    ours: int
    theirs: int
    stay: int
    city: bool


class Rounds:
    """The results of a round, worked out once for everything that its chances hang on."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Terms, Most], tuple[BattleOutcome, ...]] = {}

    def of(self, pos: Pos, terms: Terms, most: Most) -> tuple[BattleOutcome, ...]:
        """Every result with its chance."""
        found = self._kept.get((terms, most))
        if found is None:
            weights = round_weights(pos, terms).items()
            found = weighed(pos, [(verdict, verdict, weight) for verdict, weight in weights], most)
            self._kept[terms, most] = found
        return found


def stakes(pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
    """All that attacks of some of these units on a hex hang on: who is there and in what state,
    who has command, the sky above, and the works that were built.
    """
    all_, index, side = pos.state.units, pos.game.index, pos.owner(units[0])
    return (
        pos.state.weather,
        tuple([all_[index[unit]] for unit in (*units, *pos.at(target))]),
        spared(pos),
        target in pos.state.forts,
        pos.holder(target),
        total(das_parts(pos, pos.game.enemy(side), target)),
        needs_command(pos, units) and tuple([has_command(pos, side, (u,)) for u in units]),
    )


def supports(pos: Pos, side: Side, target: HexId, spent: Collection[UnitId]) -> tuple[UnitId, ...]:
    """15.5, 22.1: an air unit in range and artillery, of those that are not spent; a second
    division only with a Guards breakthrough division.
    """
    air = (u for u in pos.game.of_role.get((side, "air"), ()) if u not in spent)
    found = [u for u in air if why_no_support(pos, u, (target,)) is None][:1]
    guns: tuple[UnitId, ...] = ()
    for unit in divisions(pos) if side == SOVIET else ():
        if unit not in spent and why_no_barrage(pos, unit, (target,), guns) is None:
            guns = (*guns, unit)
    return (*found, *guns)


def spared(pos: Pos) -> frozenset[UnitId]:
    """10.4: who came to where he is by a retreat of this phase counts for nothing there."""
    phase = pos.find(CombatPhase)
    return phase.retreated if phase else frozenset()


class Strengths:
    """The strengths of attackers and defenders in one position, each worked out once: many
    groups are tried against one hex, and in most of them a unit counts for the same.
    """

    def __init__(self, pos: Pos) -> None:
        self._pos = pos
        self._attack: dict[tuple[UnitId, tuple[HexId, ...]], int] = {}
        self._defence: dict[Plan, int] = {}

    def column(self, plan: Plan) -> str:
        """The column that `odds_of` finds."""
        pos, (attack, defence) = self._pos, self.of(plan)
        return column_of(pos, attack, defence, total(shift_parts(pos, plan)))

    def of(self, plan: Plan) -> tuple[int, int]:
        """What all attackers come to, and all defenders."""
        pos = self._pos
        attack = sum([self._attack_of(plan, unit) for unit in attackers(pos, plan)])
        return attack + total(army_parts(pos, plan)), self._defence_of(plan)

    def _attack_of(self, plan: Plan, unit: UnitId) -> int:
        found = self._attack.get((unit, plan.targets))
        if found is None:
            found = attack_part(self._pos, plan, unit).amount
            self._attack[unit, plan.targets] = found
        return found

    def _defence_of(self, plan: Plan) -> int:
        """It is the same whoever attacks, and with what support."""
        nobody = replace(plan, units=(), air="", guns=())
        found = self._defence.get(nobody)
        if found is None:
            found = self._defence[nobody] = total(defence_parts(self._pos, plan))
        return found


def outcomes(
    pos: Pos, plan: Plan, rounds: Rounds, *, zhukov: bool = False
) -> Sequence[BattleOutcome]:
    """Every result of an attack with its chance."""
    if not attackers(pos, plan) or not is_commanded(pos, plan):
        return REPULSED
    column = pos.keep(Strengths).column(plan)
    ours, theirs = attacking_steps(pos, plan), everyone(pos, plan)
    if column == HIGH:
        return (BattleOutcome(1.0, 0.0, theirs, True),)
    if not column:
        return REPULSED
    stay, city = defending_steps(pos, plan), any(pos.board.has(h, "city") for h in plan.targets)
    most = Most(ours, theirs, stay, city)
    if zhukov:
        ends = fates(pos, plan, column, zhukov=True).items()
        return weighed(pos, [(fate.first, fate.last, weight) for fate, weight in ends], most)
    return rounds.of(pos, terms_of(pos, plan, column, zhukov=False), most)


def weighed(
    pos: Pos, found: Sequence[tuple[Verdict, Verdict, int]], most: Most
) -> tuple[BattleOutcome, ...]:
    """The first and last verdicts of an attack with their weights, as players see them."""
    whole = sum(weight for *_, weight in found)
    return tuple(
        BattleOutcome(
            weight / whole,
            min(most.ours, _both(first, last, "attacker")),
            min(most.theirs, _both(first, last, "defender")),
            last.defender >= most.stay or is_driven_out(pos, last, city=most.city),
        )
        for first, last, weight in found
    )


def _both(first: Verdict, last: Verdict, who: str) -> int:
    """The steps that one side loses in one round, or in two."""
    steps: int = getattr(first, who)
    return steps if first is last else steps + int(getattr(last, who))


def is_commanded(pos: Pos, plan: Plan) -> bool:
    """Could the attack be committed?"""
    return not needs_command(pos, plan.units) or has_command(pos, plan.side, plan.units)


def everyone(pos: Pos, plan: Plan) -> int:
    """All steps in the target hexes."""
    there = (u for hex_ in plan.targets for u in defenders(pos, plan, hex_))
    return sum(steps_left(pos, unit) for unit in there)


def is_driven_out(pos: Pos, verdict: Verdict, *, city: bool) -> bool:
    """Is the hex given up by a retreat? From a city, on DR only if they like."""
    likes = city and verdict.result == "DR"
    return pos.game.charts.results[verdict.result].retreat > 0 and not likes


@lru_cache(maxsize=8192)
def plain_outcomes(game: Ukraine43, attack: int, defence: int) -> tuple[BattleOutcome, ...]:
    """The results of an attack by its odds alone, with one die."""
    rung = game.charts.rung(max(1, attack), max(1, defence))
    if rung < 0:
        return REPULSED
    column = game.charts.column(rung)
    if column == HIGH:
        return (BattleOutcome(1.0, 0.0, 2.0, True),)
    found = [game.charts.results[game.charts.primary[column, face]] for face in FACES]
    share = 1 / len(found)
    return tuple(BattleOutcome(share, r.attacker, r.defender, r.retreat > 0) for r in found)
