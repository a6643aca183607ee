"""Who is on the map."""

from __future__ import annotations

from itertools import chain

from grognard.decisions import Side, rule
from grognard.games.storm41.state import Pos
from grognard.pieces import UnitId


@rule("9.2")
def on_map(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side on the map that move at all, in the order of the pieces."""
    found: list[UnitId] = pos.columns.keep(("on map", side), None, lambda: _in_no_box(pos, side))
    return found


def _in_no_box(pos: Pos, side: Side) -> list[UnitId]:
    boxed = set(chain.from_iterable(pos.at(box) for box in pos.board.boxes))
    return [unit for unit in pos.game.mobile[side] if unit not in boxed]
