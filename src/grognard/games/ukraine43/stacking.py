"""5 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from grognard.board import Mask
from grognard.decisions import Refusal, Side, rule
from grognard.games.ukraine43.state import Pos, kept
from grognard.games.ukraine43.units import Role
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
    roles = roles_of(pos, more)
    columns, over = pos.columns, pos.game.crowding[side].over
    return kept(pos, (crowded, side, roles), lambda: over(columns, roles))


def roles_of(pos: Pos, units: tuple[UnitId, ...]) -> tuple[Role, ...]:
    """What units count as where no army makes room: units of the same roles are crowded alike."""
    printed = pos.game.printed
    return tuple([printed[unit].role for unit in units])


@rule("5.1A", "5.1B-1", "5.1B-2", "5.1B-3", "5.1C", "5.1D", "5.2-1", "5.2-2", "5.2-3", "5.3-1",
      "5.3-2", "23.4-2", "23.4-3", "R-17", "R-77", "R-79", "R-81")  # fmt: skip
def over(pos: Pos, side: Side, hex_: HexId, more: Iterable[UnitId] = ()) -> tuple[Refusal, ...]:
    """Every limit that the units of a side in a hex would break, with these units added."""
    units, printed = {*friends(pos, side, hex_), *more}, pos.game.printed
    stack = [printed[unit].stacked for unit in sorted(units) if printed[unit].is_ground]
    # The same stacks are met again and again, and stacks of the same kinds are alike.
    alike, known = (side, tuple([one.kinds for one in stack])), pos.game.known_stacks
    if alike not in known:
        known[alike] = pos.game.charts.stacking[side].over(stack)
    return known[alike]


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
def full(pos: Pos, side: Side, units: Iterable[UnitId]) -> Mask:
    """The hexes ([hex]) where these units of a side may not end a move for want of room."""
    more, index, places = tuple(units), pos.board.grid.index, army_places(pos, side)
    if not pos.game.armies[side].isdisjoint(more):
        places = pos.board.grid.hexes
    crowds = crowded(pos, side, more)
    room = [index[h] for h in places if crowds[index[h]] and not over(pos, side, h, more)]
    if room:
        crowds = crowds.copy()
        crowds[room] = False
    return crowds


@rule("23.4-2", "23.4-3")
def army_places(pos: Pos, side: Side) -> Sequence[HexId]:
    """The hexes in which an army is that may make room for other units."""
    units, index, grid = pos.state.units, pos.game.index, pos.board.grid.index
    places = [units[index[army]].at for army in pos.game.armies[side]]
    return [at for at in places if at in grid]


@rule("5.4-1", "R-78")
def overstacked(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes of a side that are over their limits."""
    return kept(pos, (overstacked, side), lambda: _overstacked(pos, side))


def _overstacked(pos: Pos, side: Side) -> tuple[HexId, ...]:
    if not pos.game.crowding[side].is_over(pos.columns):
        return ()
    over = np.flatnonzero(full(pos, side, ()))
    return tuple(pos.board.grid.hexes[i] for i in over)
