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
from grognard.games.ukraine43.state import BridgeTrain, Deal, State43
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
    met = remarkable(hand, (hex_,))
    hand.control(hex_, piece.side)
    bind_or_free(hand, unit, hex_)
    if met:
        _change_what_is_there(hand, unit, hex_)


@rule("R-6", "R-70")
def passed(hand: Deal, units: Iterable[UnitId], hexes: Sequence[HexId]) -> None:
    """Units go through hexes without stopping there."""
    ground = [u for u in units if hand.game.printed[u].is_ground] if hexes else []
    if not ground:
        return
    met, side = remarkable(hand, hexes), hand.game.owners[ground[0]]
    free(hand, ground[0], hexes)
    for number, hex_ in enumerate(hexes, 1):
        hand.control(hex_, side)
        if hex_ in met:
            for unit in ground:
                _change_what_is_there(hand, unit, hex_)
            met = remarkable(hand, hexes[number:])  # a railhead may be met again


@rule("R-70")
def _change_what_is_there(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    raze(hand, unit, hex_)
    drive_back(hand, unit, hex_)
    break_bridges(hand, unit, hex_)
    overrun_base(hand, unit, hex_)
    displace_lone_leaders(hand, hand.game.enemy(hand.game.owners[unit]), hex_)
    capture_dam(hand, unit, hex_)


def remarkable(hand: Deal, hexes: Sequence[HexId]) -> list[HexId]:
    """The hexes in which anything stands that a newcomer may change."""
    state, at, ground = hand.rest, hand.at, hand.game.ground
    works, dam = _works_of(state), hand.game.theatres[state.scenario].dam
    return [h for h in hexes if h in works or h == dam or not ground.issuperset(at(h))]


def _works_of(state: State43) -> frozenset[HexId]:
    """Where anything is built."""
    return _works(state.forts, state.building, state.railheads, state.trains, state.pontoons)


@lru_cache(maxsize=64)
def _works(
    forts: frozenset[HexId],
    building: frozenset[HexId],
    railheads: tuple[tuple[int, HexId], ...],
    trains: tuple[BridgeTrain, ...],
    pontoons: frozenset[Hexside],
) -> frozenset[HexId]:
    """The hexes of fortifications, of railheads, of bridge trains, and of pontoon bridges with
    both their banks.
    """
    banks = [hex_ for side in pontoons for hex_ in split_hexside(side)]
    posts = [*[at for _, at in railheads], *[train.hex for train in trains]]
    return forts.union(building, banks, posts)
