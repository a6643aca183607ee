"""What a unit is worth to a computer player, a German infantry division being one."""

from __future__ import annotations

from grognard.decisions import Side
from grognard.games.storm41.state import AXIS, Pos
from grognard.games.storm41.units import Piece41

#: A victory point, in divisions.
POINT = 20.0
#: The point is shared out among so many losses at least.
NARROW = 4
#: Artillery is as good as a division where others stand before it.
GUNS = 0.8


def due_for(pos: Pos, side: Side) -> float:
    """4.7, 4.8: what a unit more on the count of losses is worth, beyond the fights that it is
    missed in: a share of the point for each that is wanting, nothing when the count is full.
    """
    state, victory = pos.state, pos.game.scene(pos).victory
    if side == AXIS:
        lost, full = state.german_losses, victory.german_losses
    else:
        lost, full = state.soviet_losses, victory.soviet_losses
    return POINT / max(full - lost, NARROW) if lost < full else 0.0


def price(piece: Piece41, due: float) -> float:
    """What a unit is worth: its factors, a German infantry division being one, and its place in
    the count of losses, in which Hungarians and Romanians are not.
    """
    counted = 0.0 if piece.is_allied else due
    if piece.is_artillery:
        return counted + GUNS
    return counted + (piece.attack + piece.defence) / 8
