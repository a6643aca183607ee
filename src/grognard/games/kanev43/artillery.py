"""ART Artillery: who can fire, how far, and what it costs."""

from __future__ import annotations

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.kanev43.effects import disrupt
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.units import Guns
from grognard.hexes import HexId
from grognard.pieces import UnitId


def guns_of(pos: Pos, unit: UnitId) -> Guns:
    """What an artillery unit prints."""
    guns = pos.game.piece(unit).guns
    assert guns is not None
    return guns


@rule("R-15", "R-43", "DIS-5", "R-109")
def why_not_fire(pos: Pos, side: Side, unit: UnitId, target: HexId) -> Refusal | None:
    """Guns of the side, unlimbered, with ammunition, not demoralised, in range. Fire goes over the
    Dnepr like over any ground.
    """
    now = pos.unit(unit)
    if pos.owner(unit) != side or now.at not in pos.board.grid or not pos.game.piece(unit).guns:
        return deny("R-43", "{unit} has no guns on the map", unit=unit)
    if now.limbered:
        return deny("R-43", "{unit} is limbered", unit=unit)
    if not now.salvoes:
        return deny("R-43", "{unit} is out of ammunition", unit=unit)
    if now.order == "demoralised":
        return deny("DIS-5", "{unit} is demoralised", unit=unit)
    reach = guns_of(pos, unit).range
    if pos.board.grid.distance(now.at, target) > reach:
        return deny("R-15", "{hex} is more than {reach} hexes from {unit}", hex=target,
                    reach=reach, unit=unit)  # fmt: skip
    return None


@rule("ART-4", "R-40")
def may_double(pos: Pos, unit: UnitId) -> bool:
    """Doubled fire takes two salvoes."""
    return pos.unit(unit).salvoes >= pos.game.charts.limit("double_salvoes")


@rule("ART-1", "ART-2", "ART-4", "R-102")
def spend(hand: Deal, unit: UnitId, *, doubled: bool) -> None:
    """A salvo is gone; doubled fire takes two and disrupts the guns, which never costs a step."""
    cost = hand.game.charts.limit("double_salvoes") if doubled else 1
    hand.set(unit, salvoes=hand.unit(unit).salvoes - cost)
    if doubled:
        disrupt(hand, unit, rule="ART-4")
