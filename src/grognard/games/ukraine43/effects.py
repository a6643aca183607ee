"""R-70 What happens when a unit comes into a hex, in whatever way, passing through included."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import rule
from grognard.games.ukraine43.air import overrun_base
from grognard.games.ukraine43.dam import capture_dam
from grognard.games.ukraine43.displacement import displace_lone_leaders, leader_moves
from grognard.games.ukraine43.forts import raze
from grognard.games.ukraine43.railheads import drive_back
from grognard.games.ukraine43.rivers import break_bridges
from grognard.games.ukraine43.security import bind_or_free, free
from grognard.games.ukraine43.state import Deal, Pos
from grognard.hexes import HexId, split_hexside
from grognard.pieces import UnitId


@rule("R-6", "R-69", "R-70")
def entered(hand: Deal, unit: UnitId, hex_: HexId, by: str) -> None:
    """Control, forts, railheads, bridges, air bases, leaders, the dam: in this order. Owners
    of what is driven off choose in steps that open here, so nothing is to be popped afterwards.
    """
    piece = hand.game.piece(unit)
    if piece.role == "leader":
        leader_moves(hand, unit)
    if not piece.is_ground:
        return
    remarkable = hand.now.keep(_remarkable)
    hand.control(hex_, piece.side)
    bind_or_free(hand, unit, hex_)
    if hex_ in remarkable:
        _change_what_is_there(hand, unit, hex_)


@rule("R-6", "R-70")
def passed(hand: Deal, units: Iterable[UnitId], hexes: Iterable[HexId]) -> None:
    """Units go through hexes without stopping there."""
    ground = [u for u in units if hand.game.piece(u).is_ground]
    if not ground:
        return
    remarkable = hand.now.keep(_remarkable)
    for hex_ in hexes:
        hand.control(hex_, hand.game.owners[ground[0]])
        free(hand, ground[0], hex_)
        for unit in ground if hex_ in remarkable else ():
            _change_what_is_there(hand, unit, hex_)


@rule("R-70")
def _change_what_is_there(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    raze(hand, unit, hex_)
    drive_back(hand, unit, hex_)
    break_bridges(hand, unit, hex_)
    overrun_base(hand, unit, hex_)
    displace_lone_leaders(hand, hand.game.enemy(hand.game.owners[unit]), hex_)
    capture_dam(hand, unit, hex_)


def _remarkable(pos: Pos) -> frozenset[HexId]:
    """The hexes in which something stands that a newcomer may change."""
    state, game = pos.state, pos.game
    found = {*state.forts, *state.building, *(at for _, at in state.railheads)}
    found.update(h for side in state.pontoons for h in split_hexside(side))
    found.update(train.hex for train in state.trains)
    for side in game.sides:
        for role in ("air", "leader"):
            found.update(pos.unit(u).at for u in game.of_role.get((side, role), ()))
    found.add(game.theatre(pos).dam)
    return frozenset(found)
