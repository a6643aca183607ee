"""REC Recovery of disrupted and demoralised units that have rested."""

from __future__ import annotations

from grognard.decisions import rule
from grognard.games.kanev43.state import Deal, Order, Pos
from grognard.games.kanev43.strengths import morale
from grognard.games.kanev43.turn import PlayerTurn, in_contact, on_map
from grognard.pieces import UnitId


def shaken_units(pos: Pos, side: str) -> dict[UnitId, Order]:
    """The units of a side that are disrupted or demoralised now."""
    units = (pos.unit(unit) for unit in on_map(pos, side))
    return {unit.id: unit.order for unit in units if unit.order}


@rule("REC-1", "R-35")
def has_rested(pos: Pos, turn: PlayerTurn, unit: UnitId) -> bool:
    """A unit that had its marker all through the player-turn and neither moved nor attacked. One
    that fell from disrupted to demoralised in it has a new one.
    """
    order = pos.unit(unit).order
    return order != "" and turn.shaken.get(unit) == order and unit not in turn.stirred


@rule("REC-3", "R-35")
def rolling(pos: Pos, turn: PlayerTurn) -> list[UnitId]:
    """The units next to an enemy that roll for recovery after the last combat."""
    return [unit for unit in in_contact(pos, turn.side) if has_rested(pos, turn, unit)]


@rule("REC-4")
def rally(hand: Deal, unit: UnitId, die: int) -> None:
    """Below its morale of the moment a disrupted unit recovers, a demoralised one half-way."""
    now = hand.unit(unit)
    success = die < morale(hand.now, unit)
    order: Order = "disrupted" if now.order == "demoralised" else ""
    text = "{unit} rallies." if success else "{unit} does not rally."
    hand.tell("recovery", text, rule="REC-4", side=hand.game.owners[unit], dice=(die,),
              units=(unit,), hexes=(now.at,), unit=unit)  # fmt: skip
    if success:
        hand.set(unit, order=order)


@rule("REC-2", "R-34", "R-35")
def recover_out_of_contact(hand: Deal, turn: PlayerTurn, rolled: frozenset[UnitId]) -> None:
    """Who has rested and had no enemy beside him after the last combat is in order again, whatever
    he was: all but those who rolled then, and get nothing more.
    """
    pos = hand.now
    for unit in on_map(pos, turn.side):
        if unit not in rolled and has_rested(pos, turn, unit):
            hand.set(unit, order="")
            hand.tell("recovery", "{unit} recovers.", rule="REC-2", side=turn.side, units=(unit,),
                      hexes=(pos.unit(unit).at,), unit=unit)  # fmt: skip
