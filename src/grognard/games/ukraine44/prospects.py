"""What an attack may be expected to bring, for the panel beside it.

Only what the attacker knows is used: the losses of both sides can be told when nothing of
the defender is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.decisions import Chance, Row, total
from grognard.games.ukraine44.combat import (
    Attack,
    Battle,
    Result,
    after_superiority,
    contacts,
    may_attack,
    odds_text,
    strength_parts,
)
from grognard.games.ukraine44.losses import attack_of, steps_left
from grognard.games.ukraine44.state import Pos
from grognard.pieces import UnitId

Weights = Mapping[Result, int]


def chances(pos: Pos, attack: Attack, weights: Weights) -> tuple[Chance, ...]:
    """The results from best to worst for the attacker; those are good that drive the
    defender out of his hex. He may be destroyed by others too, if he is weak.
    """
    garrison = pos.game.piece(_defender(pos, attack)).kind == "garrison"

    def worth(result: Result) -> tuple[bool, int]:
        return result.retreat and not garrison, result.defender - result.attacker

    ranked = sorted(weights, key=worth, reverse=True)
    return tuple(Chance(str(r), weights[r], int(worth(r)[0])) for r in ranked)


def sums(pos: Pos, attack: Attack, weights: Weights) -> tuple[Row, ...]:
    """How likely the defender is to go, and the steps that each side may expect to lose."""
    battle = Battle(
        side=attack.side,
        target=attack.target,
        attackers=attack.units,
        defender=_defender(pos, attack),
    )
    steps = steps_left(pos, battle.defender)
    garrison = pos.game.piece(battle.defender).kind == "garrison"
    goes = mine = theirs = Fraction()
    for result, weight in weights.items():
        share = Fraction(weight, sum(weights.values()))
        lost, taken = after_superiority(pos, battle, result)
        mine += share * min(lost, sum(steps_left(pos, unit) for unit in attack.units))
        theirs += share * min(taken, steps)
        if taken >= steps or (result.retreat and not garrison):
            goes += share
    return (
        Row("it retreats or is destroyed", f"{float(100 * goes):.1f} %", (), "11.8-1"),
        Row("steps you lose", f"{float(mine):.2f}", (), "11.7-1"),
        Row("steps it loses", f"{float(theirs):.2f}", (), "11.7-1"),
    )


def notes(pos: Pos, attack: Attack, least: int, most: int) -> dict[UnitId, str]:
    """What the odds would be with each formation that may still be added."""
    power = total(strength_parts(pos, attack.units))
    found = {}
    for unit in contacts(pos).get(attack.target, ()):
        if may_attack(pos, attack, unit) is None:
            more = power + attack_of(pos, unit)
            worst, best = odds_text(more, most), odds_text(more, least)
            found[unit] = f"would make {worst if worst == best else f'{worst} to {best}'}"
    return found


def _defender(pos: Pos, attack: Attack) -> UnitId:
    return attack.participants(pos)[-1]
