"""11.7 Artillery that stands alone is overrun by anybody, so players keep others with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from grognard.appraise import Field, Troop, Where
from grognard.decisions import Side
from grognard.games.storm41.appraisal_price import GUNS, due_for
from grognard.games.storm41.appraisal_range import REACHABLE
from grognard.games.storm41.losses import guns, line
from grognard.games.storm41.state import SIDES, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


def lone_guns(pos: Pos, side: Side) -> float:
    """The price of the artillery that stands alone where the enemy can come."""
    layout, block = pos.columns.layout, pos.columns.block
    number = block[layout.row("artillery", side)][pos.keep(_OPEN[side])].sum()
    return float(number) * (GUNS + due_for(pos, side))


def keeps_company(pos: Pos, troop: Troop) -> Field | float:
    """What it costs at first sight to end a move in each hex: guns go where others stand."""
    if not pos.game.printed[troop.id].is_artillery:
        return 0.0
    return np.where(pos.keep(_OPEN[pos.owner(troop.id)]), troop.price, 0.0)


def guns_left_alone(pos: Pos, unit: UnitId) -> float:
    """The price of the artillery that would be alone in a hex when a unit has left it."""
    others = [u for u in pos.at(pos.unit(unit).at) if u != unit]
    if not others or line(pos, others):
        return 0.0
    return len(others) * (GUNS + due_for(pos, pos.owner(unit)))


def guns_guarded(pos: Pos, side: Side, hex_: HexId) -> float:
    """The same for the last who stands before them, if the enemy can come there."""
    guards = line(pos, pos.at(hex_))
    if len(guards) != 1 or not guns(pos, pos.at(hex_)):
        return 0.0
    near = pos.keep(_NEAR[side])[pos.board.grid.index[hex_]]
    return guns_left_alone(pos, guards[0]) if near else 0.0


def _near(side: Side, pos: Pos) -> Where:
    """The hexes ([hex]) beside which enemies of a side could come."""
    table = pos.board.grid.neighbour_table
    coming = pos.keep(REACHABLE[pos.game.enemy(side)])
    return np.asarray((coming[table] & (table >= 0)).any(axis=1))


def _open(side: Side, pos: Pos) -> Where:
    """Those of them where none of ours stands but artillery."""
    block, row = pos.columns.block, pos.columns.layout.row
    alone = block[row("units", side)] == block[row("artillery", side)]
    return np.asarray(pos.keep(_NEAR[side]) & alone)


#: One function for each side, so that what it finds is kept with a position.
_NEAR: Mapping[Side, partial[Where]] = {side: partial(_near, side) for side in SIDES}
_OPEN: Mapping[Side, partial[Where]] = {side: partial(_open, side) for side in SIDES}
