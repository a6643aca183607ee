"""5 Stacking."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from grognard.board import Mask
from grognard.decisions import Refusal, Side, rule
from grognard.games.ukraine43.state import Pos, kept
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: The HQs that let a further unit into their hex (23.4).
ARMIES = ("tank army", "shock army")


def friends(pos: Pos, side: Side, hex_: HexId) -> list[UnitId]:
    """The ground units of a side in a hex."""
    game = pos.game
    return [u for u in pos.at(hex_) if game.owners[u] == side and game.printed[u].is_ground]


def fits(pos: Pos, side: Side, hex_: HexId, more: Iterable[UnitId] = ()) -> bool:
    """Would the hex be within its limits with these units added?"""
    added = tuple(more)
    plain = not crowded(pos, side, added)[pos.board.grid.index[hex_]]
    return plain or not over(pos, side, hex_, added)


def crowded(pos: Pos, side: Side, more: tuple[UnitId, ...]) -> Mask:
    """The hexes ([hex]) that would be over a limit with these units added, if they were none of
    those there and if no army made room.
    """
    columns, printed, over = pos.columns, pos.game.printed, pos.game.crowding[side].over
    roles = tuple([printed[u].role for u in more])
    return kept(pos, (crowded, side, roles), lambda: over(columns, roles))


@rule("5.1A", "5.1B-1", "5.1B-2", "5.1B-3", "5.1C", "5.1D", "5.2-1", "5.2-2", "5.2-3", "5.3-1",
      "5.3-2", "23.4-2", "23.4-3", "R-17", "R-77", "R-79", "R-81")  # fmt: skip
def over(pos: Pos, side: Side, hex_: HexId, more: Iterable[UnitId] = ()) -> tuple[Refusal, ...]:
    """Every limit that the units of a side in a hex would break, with these units added."""
    units = {*friends(pos, side, hex_), *more}
    printed = pos.game.printed
    stack = [
        printed[u].stacked for u in sorted(units) if printed[u].role in ("combat", "support", "hq")
    ]
    return pos.game.charts.stacking[side].over(stack)


@rule("5.4-1", "R-78")
def fits_without(pos: Pos, side: Side, hex_: HexId, unit: UnitId) -> bool:
    """Would the hex be within its limits if this unit left it?"""
    printed = pos.game.printed
    stack = [printed[u].stacked for u in friends(pos, side, hex_) if u != unit]
    return not pos.game.charts.stacking[side].over(stack)


@rule("5.4-1", "5.4-2", "R-78")
def cures(pos: Pos, side: Side, hex_: HexId) -> tuple[frozenset[UnitId], ...]:
    """The smallest sets of units whose removal brings an overstacked hex within limits."""
    printed = pos.game.printed
    stack = [printed[u].stacked for u in friends(pos, side, hex_)]
    return pos.game.charts.stacking[side].cures(stack)


@rule("5.4-1", "23.4-2", "R-78")
def full(
    pos: Pos, side: Side, units: Iterable[UnitId], among: Iterable[HexId] | None = None
) -> Mask:
    """The hexes ([hex]) where these units of a side may not end a move for want of room; only
    `among` these hexes is it asked whether an army makes room.
    """
    more, index = tuple(units), pos.board.grid.index
    over = crowded(pos, side, more)
    if brings_army(pos, more):
        asked = pos.board.grid.hexes if among is None else among
    else:
        asked = _army_hexes(pos, side)
        asked = asked if among is None else set(among).intersection(asked)
    room = [index[h] for h in asked if over[index[h]] and fits(pos, side, h, more)]
    if room:
        over = over.copy()
        over[room] = False
    return over


def brings_army(pos: Pos, units: Iterable[UnitId]) -> bool:
    """Is there one of these units that makes room where it comes?"""
    return any(pos.game.printed[u].kind in ARMIES for u in units)


def _army_hexes(pos: Pos, side: Side) -> Collection[HexId]:
    """Where HQs stand that make room."""
    places = [pos.unit(u).at for u in pos.game.armies[side]]
    return [h for h in places if h in pos.board.grid.index]


@rule("5.4-1", "R-78")
def overstacked(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes of a side that are over their limits."""
    return kept(pos, (overstacked, side), lambda: _overstacked(pos, side))


def _overstacked(pos: Pos, side: Side) -> tuple[HexId, ...]:
    if not crowded(pos, side, ()).any():
        return ()
    over = np.flatnonzero(full(pos, side, ()))
    return tuple(pos.board.grid.hexes[i] for i in over)
