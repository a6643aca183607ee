"""27.3, 30.2C Leaving the map: into the Central Front Holding Box, or over the west edge."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.state import EXITED, HOLDING, SOVIET, Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId


def ways_out(pos: Pos, here: HexId) -> tuple[str, ...]:
    """The boxes into which Soviet units may leave a hex of the edge."""
    return pos.game.theatre(pos).exits.get(here, ())


@rule("27.3-1", "30.2C-1", "R-100", "R-101", "R-106")
def why_not_leave(
    pos: Pos, side: Side, units: Iterable[UnitId], here: HexId, box: str
) -> Refusal | None:
    """Soviets only, from a hex of the right edge; neither leaders nor HQs go west."""
    if side != SOVIET or box not in ways_out(pos, here):
        return deny("R-106", "nobody leaves the map there")
    if box == EXITED and any(pos.game.piece(u).role in ("hq", "leader") for u in units):
        return deny("R-101", "HQs and leaders do not leave over the west edge")
    return None


@rule("30.2C-1", "R-100")
def exit_cost(pos: Pos, side: Side, here: HexId) -> int:
    """Leaving costs a point, and what it costs to leave an enemy zone, in halves."""
    costs = pos.game.charts.costs
    zone = costs["zoc_exit"].number if in_enemy_zone(pos, side, here) else 0
    return costs["map_exit"].number + zone


@rule("27.3-1", "30.2C-2", "R-65", "R-100", "R-101")
def leave_map(hand: Deal, side: Side, units: Iterable[UnitId], box: str) -> None:
    """Units go off the map; steps of combat units over the west edge are counted."""
    for unit in units:
        piece, here = hand.game.piece(unit), hand.unit(unit).at
        if box == HOLDING:
            hand.note(PlayerTurn, boxed=unit)
        elif piece.role == "combat":
            steps = steps_left(hand.now, unit)
            count = "exited_mech" if piece.is_mechanised else "exited_other"
            hand.note(PlayerTurn, **{count: steps})
        hand.put(unit, box)
        hand.tell("exit", "{unit} leaves the map at {place}.", side=side, units=(unit,),
                  rule="27.3-1" if box == HOLDING else "30.2C-2", hexes=(here,), unit=unit,
                  place=hand.game.board.called(here))  # fmt: skip
