"""21 German security divisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.decisions import rule
from grognard.games.ukraine43.state import SOVIET, Deal, Pos, Unit43
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43


@rule("21-1", "R-67")
def is_bound_here(pos: Pos, unit: UnitId, hex_: HexId) -> bool:
    """Is a security division that comes into this hex, or begins there, bound to it? In a city
    it is, while no Soviet ground unit is within three hexes.
    """
    if unit not in pos.game.security or not pos.board.has(hex_, "city"):
        return False
    distance = pos.game.charts.limits["security_range"].number
    return not near(pos.columns, SOVIET, distance)[pos.board.grid.index[hex_]]


@rule("21-1", "21-3", "R-67")
def bind_or_free(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """A security division that enters a city is bound to it; a Soviet unit frees others."""
    if unit in hand.game.security:
        hand.set(unit, bound=is_bound_here(hand.now, unit, hex_))
    else:
        free(hand, unit, (hex_,))


@rule("21-1", "R-67")
def free(hand: Deal, unit: UnitId, hexes: Sequence[HexId]) -> None:
    """A Soviet ground unit that comes near a security division frees it for good, until it
    next enters a city.
    """
    if hand.game.owners[unit] != SOVIET:
        return
    distance = hand.game.charts.limits["security_range"].number
    around = hand.game.theatres[hand.scenario].in_range
    for division in _bound(hand.game, hand.units):
        if not around(division.at, distance).keys().isdisjoint(hexes):
            hand.set(division.id, bound=False)


def bound(pos: Pos) -> list[UnitId]:
    """The security divisions that are bound to their cities."""
    return [unit.id for unit in _bound(pos.game, pos.state.units)]


def _bound(game: Ukraine43, units: Sequence[Unit43]) -> list[Unit43]:
    index = game.index
    return [units[index[u]] for u in game.security if units[index[u]].bound]
