"""5 Stacking."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from grognard.board import Mask
from grognard.decisions import Refusal, Side, rule
from grognard.games.ukraine43.state import Pos, by_side
from grognard.hexes import HexId
from grognard.mechanics.kernels import Int16s
from grognard.pieces import UnitId

#: The HQs that let a further unit into their hex (23.4).
ARMIES = ("tank army", "shock army")


def friends(pos: Pos, side: Side, hex_: HexId) -> list[UnitId]:
    """The ground units of a side in a hex."""
    game = pos.game
    return [u for u in pos.at(hex_) if game.owners[u] == side and game.printed[u].is_ground]


def fits(pos: Pos, side: Side, hex_: HexId, more: Iterable[UnitId] = ()) -> bool:
    """Would the hex be within its limits with these units added?"""
    added, here = tuple(more), pos.board.grid.index[hex_]
    printed, limits = pos.game.printed, pos.game.charts.stacking[side].limits
    plain = all(
        load[here] + sum(printed[u].role in limit.of for u in added) <= limit.most
        for load, limit in zip(pos.keep(_LOADS[side]), limits, strict=True)
    )
    return plain or not over(pos, side, hex_, added)


def _loads(pos: Pos, side: Side) -> list[Int16s]:
    """What each limit of a side counts in every hex ([hex])."""
    block, row = pos.columns.block, pos.columns.layout.row
    limits = pos.game.charts.stacking[side].limits
    return [sum(block[row(layer, side)] for layer in sorted(limit.of)) for limit in limits]


_LOADS = by_side(_loads)


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
    printed, more = pos.game.printed, tuple(units)
    over = np.zeros(len(pos.board.grid), np.bool_)
    limits = pos.game.charts.stacking[side].limits
    for load, limit in zip(pos.keep(_LOADS[side]), limits, strict=True):
        over |= load > limit.most - sum(printed[u].role in limit.of for u in more)
    if any(printed[u].kind in ARMIES for u in more):
        asked = list(pos.board.grid.hexes if among is None else among)
    else:
        near = None if among is None else set(among)
        asked = [h for h in _army_hexes(pos, side) if near is None or h in near]
    for hex_ in asked:
        here = pos.board.grid.index[hex_]
        over[here] = over[here] and not fits(pos, side, hex_, more)
    return over


def _army_hexes(pos: Pos, side: Side) -> list[HexId]:
    """Where HQs stand that make room."""
    hqs = (u for u in pos.game.of_role.get((side, "hq"), ()) if pos.game.printed[u].kind in ARMIES)
    return [pos.unit(u).at for u in hqs if pos.unit(u).at in pos.board.grid]


@rule("5.4-1", "R-78")
def overstacked(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes of a side that are over their limits."""
    over = np.flatnonzero(full(pos, side, ()))
    return tuple(pos.board.grid.hexes[i] for i in over)
