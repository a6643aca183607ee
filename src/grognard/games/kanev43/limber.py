"""LMB Limbering and unlimbering, as part of a move."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import Refusal, deny, rule
from grognard.games.kanev43.charts import SIXTHS
from grognard.games.kanev43.points import allowance, budget, in_words
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.turn import Move
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.pieces import UnitId
from grognard.words import counted

LIMBER = "limber"
UNLIMBER = "unlimber"


def can_roll(pos: Pos, units: tuple[UnitId, ...]) -> bool:
    """Unlimbered guns do not move (R-109)."""
    guns = pos.game.artillery.intersection(units)
    return all(pos.unit(gun).limbered for gun in guns) if guns else True


def gun_deeds(pos: Pos, move: Move) -> Iterator[str]:
    """What the guns on the move might do."""
    if len(move.units) == 1 and pos.game.piece(move.units[0]).guns and not move.entry:
        yield UNLIMBER if pos.unit(move.units[0]).limbered else LIMBER


@rule("LMB-1", "LMB-2", "LMB-3", "LMB-4", "R-109")
def price_of(pos: Pos, move: Move, deed: str) -> int:
    """What a deed costs, in sixths: at most all that a unit has which does nothing else."""
    unit = move.units[0]
    guns = pos.game.piece(unit).guns
    assert guns is not None
    limber, unlimber = pos.game.charts.limbering[guns.limber]
    cost, points = limber if deed == LIMBER else unlimber, allowance(pos, unit)
    if cost is None:
        return points
    return points if not move.acted and points < cost else cost


@rule("LMB-1", "LMB-5", "ZOC-3", "R-109")
def may_change_guns(pos: Pos, move: Move, deed: str) -> Refusal | None:
    """Guns alone on the move, with the points, not unlimbering in an enemy zone."""
    if deed not in gun_deeds(pos, move):
        return deny("R-109", "there are no guns alone that could {deed}", deed=deed)
    if deed == UNLIMBER and in_enemy_zone(pos, move.side, move.here(pos)):
        return deny("ZOC-3", "nobody unlimbers in an enemy zone")
    cost = price_of(pos, move, deed)
    if cost > budget(pos, move) or cost < SIXTHS:
        guns = pos.game.piece(move.units[0]).guns
        assert guns is not None
        rule_id = {"motorised": "LMB-1", "mechanised": "LMB-2", "light": "LMB-3", "others": "LMB-4"}
        return deny(rule_id[guns.limber], "it takes {cost} to {deed}, and it has {left}",
                    cost=counted(in_words(cost), "point"), deed=deed,
                    left=in_words(budget(pos, move)))  # fmt: skip
    return None


def change_guns(hand: Deal, move: Move, deed: str) -> None:
    """The guns are limbered, or ready to fire."""
    unit, cost = move.units[0], price_of(hand.now, move, deed)
    hand.set(unit, limbered=deed == LIMBER)
    hand.tell("guns", "{unit} has {deed}ed.", rule="R-109", side=move.side, units=(unit,),
              hexes=(hand.unit(unit).at,), unit=unit, deed=deed)  # fmt: skip
    hand.become(move.but(spent=move.spent + cost, acted=True))
