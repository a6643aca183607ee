"""1.2-e, 9.1.6 What happens to units: levels lost, elimination, entering a hex."""

from __future__ import annotations

from grognard.decisions import RuleId, rule
from grognard.games.korsun44.hq import reward
from grognard.games.korsun44.state import DEAD, Deal
from grognard.games.korsun44.units import KorsunPiece
from grognard.games.korsun44.works import overrun_works
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("1.2-e", "A4")
def lose_level(hand: Deal, unit: UnitId, *, rule: RuleId) -> None:
    """A unit loses a level; with its last it is eliminated."""
    lost = hand.unit(unit).lost + 1
    if lost >= hand.game.piece(unit).levels:
        eliminate(hand, unit, rule=rule)
        return
    hand.set(unit, lost=lost)
    hand.tell("loss", "{unit} loses a level.", rule=rule, side=hand.game.owners[unit],
              units=(unit,), hexes=(hand.unit(unit).at,), unit=unit, steps=1)  # fmt: skip


@rule("1.2-e", "9.1.6", "H7")
def eliminate(hand: Deal, unit: UnitId, *, rule: RuleId) -> None:
    """A unit leaves the game with all its levels, each of which counts once."""
    here, levels = hand.unit(unit).at, hand.game.piece(unit).levels
    left = levels - hand.unit(unit).lost
    hand.tell("eliminated", "{unit} is eliminated.", rule=rule, side=hand.game.owners[unit],
              units=(unit,), hexes=(here,), unit=unit, steps=left)  # fmt: skip
    hand.set(unit, at=DEAD, lost=levels, want=0, recovers=0)
    if hand.game.piece(unit).is_hq:
        reward(hand, unit, here)


@rule("6.1.7", "9.1.5", "D10", "D11")
def can_be_overrun(piece: KorsunPiece) -> bool:
    """Towed artillery and HQs fall to a regular unit that comes into their hex."""
    return piece.is_hq or (piece.is_artillery and piece.is_towed)


@rule("6.1.7", "7.1.6", "7.2.1", "9.1.5", "E11", "E12")
def entered(hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
    """Enemy guns and HQs in the hex are run over, enemy works in it are gone."""
    side = hand.game.owners[unit]
    for other in hand.at(hex_):
        if hand.game.owners[other] != side:
            eliminate(hand, other, rule="9.1.5" if hand.game.piece(other).is_hq else "6.1.7")
    overrun_works(hand, side, hex_)
