"""3.2 Stacking: at most eight levels in a hex."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from grognard.board import Mask
from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.zones import room
from grognard.hexes import HexId
from grognard.pieces import UnitId


def levels_of(pos: Pos, units: Iterable[UnitId]) -> int:
    """The levels of some units together."""
    return sum(pos.game.levels(pos, unit) for unit in units)


@rule("3.1.9", "3.1.10", "3.2.1", "3.2.2", "D14")
def full(pos: Pos, side: Side, levels: int) -> Mask:
    """The hexes ([hex]) where units with so many levels may pass but not end."""
    there = pos.columns.block[pos.columns.layout.row("levels", side)]
    found: Mask = there > pos.game.charts.limits["stacking"].number - levels
    return found


@rule("3.2.1", "D14")
def why_no_room(pos: Pos, units: tuple[UnitId, ...], hex_: HexId) -> Refusal | None:
    """Units may not end a move, a retreat or an advance where a hex would be too full."""
    coming = [unit for unit in units if pos.unit(unit).at != hex_]
    if levels_of(pos, coming) <= room(pos, pos.owner(units[0]), hex_):
        return None
    most = pos.game.charts.limits["stacking"].number
    return deny("3.2.1", "more than {most} levels would be in {hex}", most=most, hex=hex_)


@rule("3.2.1", "B6")
def crowded(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes of a side that are too full."""
    over = np.flatnonzero(full(pos, side, 0))
    return tuple(pos.board.grid.hexes[i] for i in over)
