"""3.8 What happens when a unit comes into a hex, and when it is eliminated."""

from __future__ import annotations

from grognard.decisions import Side, rule
from grognard.games.storm41.charts import Supply
from grognard.games.storm41.state import DEAD, Deal
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("3.8", "3.8-b", "R-25", "R-131")
def entered(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """The hex changes hands at once, unless an enemy is left in it. What it means for later
    entry and for German oil is noted for good.
    """
    owners = hand.game.owners
    side = owners[unit]
    if hand.holder(hex_) == side or any(owners[other] != side for other in hand.at(hex_)):
        return
    hand.control(hex_, side)
    if hex_ in hand.game.landmarks:
        taken(hand, side, hex_)


def taken(hand: Deal, side: Side, hex_: HexId) -> None:
    """A city or Ploesti has changed hands."""
    pos = hand.now
    theatre = hand.game.theatre(pos)
    if hex_ not in theatre.cities and hex_ != theatre.oil:
        return
    hand.tell("taken", "{place} falls to the {who}s.", rule="3.8-b", side=side, hexes=(hex_,),
              place=pos.board.called(hex_), who=hand.game.side_title(side))  # fmt: skip
    if hex_ not in theatre.start[side]:
        hand.change(fallen=pos.state.fallen | {hex_})


@rule("2.13", "4.7", "4.8", "8.4-a", "8.4-b", "R-30", "R-31", "R-33")
def eliminate(hand: Deal, unit: UnitId, supply: Supply, *, rule: str, aerial: bool = False) -> None:
    """A unit goes to the dead pile and onto its track, twice if it was out of supply. Who was
    so, or lived by aerial supply alone, is never replaced.
    """
    out = supply == "out"
    counts = hand.game.charts.counts["loss_out" if out else "loss"].number
    state, nation = hand.now.state, hand.game.piece(unit).nation
    if nation == "german":
        hand.change(german_losses=state.german_losses + counts)
    elif nation == "soviet":
        hand.change(soviet_losses=state.soviet_losses + counts)
    hand.tell("eliminated", "{unit} is eliminated.", rule=rule, side=hand.game.owners[unit],
              units=(unit,), unit=unit, supply=supply, steps=1)  # fmt: skip
    hand.set(unit, at=DEAD, fell=state.turn, gone=out or aerial)
