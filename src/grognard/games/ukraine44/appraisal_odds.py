"""The exact results of an attack, as far as the attacker can know."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.appraise import BattleOutcome
from grognard.decisions import Side, total
from grognard.games.ukraine44 import tigers
from grognard.games.ukraine44.combat import Result, column_and_bonus, modifiers
from grognard.games.ukraine44.losses import attack_of, steps_left
from grognard.games.ukraine44.mask import defence_range
from grognard.games.ukraine44.state import SOVIET, Offensive, Pos
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.tables import clamp, distribution, odds, steps_beyond
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

#: A column of the table, one cell for each face of the die.
Cells = tuple[Result, ...]


def outcomes(pos: Pos, attackers: tuple[UnitId, ...], target: HexId) -> list[BattleOutcome]:
    """Every result with its chance: a mixture where the defender's strength is hidden."""
    side, defender = pos.owner(attackers[0]), pos.at(target)[0]
    everybody = (*attackers, defender)
    fixed = total(
        (
            *modifiers(pos, side, attackers, target),
            *tigers.in_city(pos, everybody, target, side),
        )
    )
    dice = len(tigers.rolling(pos, everybody, target))
    attack = sum(attack_of(pos, unit) for unit in attackers)
    steps = sum(steps_left(pos, unit) for unit in attackers)
    holds = pos.game.piece(defender).kind == "garrison"
    free, clear = ways_out(pos, side, target)
    dear = 0 if clear else 1
    strengths = likely_defences(pos, target, side)
    found: list[BattleOutcome] = []
    for defence in strengths:
        column, beyond = column_and_bonus(pos, attack, defence)
        weights = spread(_cells(pos, column), dice, fixed + beyond, tigers.sign(side))
        for result, chance in weights:
            lost = min(result.defender, defence)
            if side == SOVIET and result.attacker > steps:
                lost = 0  # 11.7.1: Tactical Superiority
            goes = result.retreat and not holds and lost < defence
            lost += goes * dear
            vacated = lost >= defence or (goes and free > 0)
            share = chance / len(strengths)
            found.append(BattleOutcome(share, min(result.attacker, steps), lost, vacated))
    return found


def stakes(pos: Pos, units: Sequence[UnitId], target: HexId) -> Hashable:
    """All that attacks of some of these units on a hex hang on: who is there and in what state,
    what is known of the defender, where he could go, and the guns of an offensive.
    """
    side, unit = pos.owner(units[0]), pos.unit
    return (
        tuple([unit(one) for one in (*units, *pos.at(target))]),
        defence_range(pos, target, side),
        ways_out(pos, side, target),
        pos.find(Offensive) is not None,
    )


def ways_out(pos: Pos, attacker: Side, target: HexId) -> tuple[int, int]:
    """11.8: the free hexes behind a defender, and how many of them lie in no zone of the
    attacker. Without a clear one a retreat costs a step more, without a free one it stays.
    """
    enemy = pos.game.enemy(attacker)
    free = [h for h in pos.game.links[target] if not pos.at(h)]
    return len(free), sum(not in_enemy_zone(pos, enemy, h) for h in free)


@lru_cache(maxsize=8192)
def plain_outcomes(
    game: Ukraine44, attack: int, defence: int, modifier: int
) -> tuple[BattleOutcome, ...]:
    """The results of an attack by its odds and one modifier."""
    scale, ratio = game.crt_scale, odds(max(1, attack), max(1, defence))
    column = scale.labels[scale.clamp(scale.find(ratio))]
    cells = tuple(game.crt[column, str(face)] for face in range(1, 7))
    weights = spread(cells, 0, modifier + steps_beyond(scale, ratio), 1)
    return tuple(
        BattleOutcome(chance, r.attacker, min(r.defender, defence), r.retreat)
        for r, chance in weights
    )


def likely_defences(pos: Pos, target: HexId, side: Side) -> Sequence[int]:
    """The strengths that a defender may have: the least, the middle and the most."""
    least, most = defence_range(pos, target, side)
    return sorted({max(1, least), max(1, (least + most + 1) // 2), max(1, most)})


def _cells(pos: Pos, column: str) -> Cells:
    return tuple(pos.game.crt[column, str(face)] for face in range(1, 7))


@lru_cache(maxsize=4096)
def spread(
    cells: Cells, tiger_dice: int, modifier: int, sign: int
) -> tuple[tuple[Result, float], ...]:
    """The chances of the results of a column, with dice for Tigers before the combat die."""

    def read(faces: tuple[int, ...]) -> Result:
        *tiger_faces, die = faces
        pips = die + modifier + sign * sum(map(tigers.half, tiger_faces))
        return cells[clamp(pips, 1, 6) - 1]

    weights = distribution(tiger_dice + 1, read)
    every = sum(weights.values())
    return tuple((result, weight / every) for result, weight in weights.items())
