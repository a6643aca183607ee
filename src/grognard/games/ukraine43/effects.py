"""R-70 What happens when a unit comes into a hex, in whatever way, passing through included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grognard.decisions import rule
from grognard.games.ukraine43.air import overrun_base
from grognard.games.ukraine43.dam import capture_dam
from grognard.games.ukraine43.displacement import displace_lone_leaders, leader_moves
from grognard.games.ukraine43.forts import raze
from grognard.games.ukraine43.railheads import drive_back
from grognard.games.ukraine43.rivers import break_bridges
from grognard.games.ukraine43.security import bind_or_free, free
from grognard.games.ukraine43.state import BridgeTrain, Deal, Pos
from grognard.hexes import HexId, Hexside, split_hexside
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
    remarkable = is_remarkable(hand.now, hex_)
    hand.control(hex_, piece.side)
    bind_or_free(hand, unit, hex_)
    if remarkable:
        _change_what_is_there(hand, unit, hex_)


@rule("R-6", "R-70")
def passed(
    hand: Deal, units: Iterable[UnitId], hexes: Sequence[HexId], before: Pos | None = None
) -> None:
    """Units go through hexes without stopping there. What stands in these is the same as in the
    position `before`, if one is known: to make another takes time.
    """
    ground = [u for u in units if hand.game.printed[u].is_ground]
    if not ground or not hexes:
        return
    before, side = before or hand.now, hand.game.owners[ground[0]]
    free(hand, ground[0], hexes)
    for hex_ in hexes:
        hand.control(hex_, side)
        if is_remarkable(before, hex_):
            for unit in ground:
                _change_what_is_there(hand, unit, hex_)
            before = hand.now  # a railhead may be met again in the next hex


@rule("R-70")
def _change_what_is_there(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    raze(hand, unit, hex_)
    drive_back(hand, unit, hex_)
    break_bridges(hand, unit, hex_)
    overrun_base(hand, unit, hex_)
    displace_lone_leaders(hand, hand.game.enemy(hand.game.owners[unit]), hex_)
    capture_dam(hand, unit, hex_)


def is_remarkable(pos: Pos, hex_: HexId) -> bool:
    """Does anything stand in a hex that a newcomer may change?"""
    state, printed = pos.state, pos.game.printed
    for unit in pos.where.get(hex_, ()):
        if not printed[unit].is_ground:
            return True
    if hex_ in state.forts or hex_ in state.building or hex_ == pos.game.theatre(pos).dam:
        return True
    return hex_ in _works(state.railheads, state.trains, state.pontoons)


@lru_cache(maxsize=64)
def _works(
    railheads: tuple[tuple[int, HexId], ...],
    trains: tuple[BridgeTrain, ...],
    pontoons: frozenset[Hexside],
) -> frozenset[HexId]:
    """The hexes of railheads, of bridge trains, and of pontoon bridges with both their banks."""
    banks = [hex_ for side in pontoons for hex_ in split_hexside(side)]
    return frozenset([*banks, *[at for _, at in railheads], *[train.hex for train in trains]])
