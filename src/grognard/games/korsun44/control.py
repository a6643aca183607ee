"""4.3 Control of hexes, as it changes at the end of a Supply Phase."""

from __future__ import annotations

import numpy as np

from grognard.board import Mask
from grognard.decisions import Side, rule
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.supply import in_supply
from grognard.mechanics.columns import Columns


@rule("2.2-P6-3", "4.1.6", "4.3.2", "4.3.3", "4.3.4", "4.3.5", "4.3.6", "G9", "G10", "G12", "G13")
def take_control(hand: Deal, side: Side) -> None:
    """Hexes with units of the side are its own, and empty ones in zones of its supplied units
    alone; empty ones in zones of both are nobody's. All others stay as they are.
    """
    pos = hand.now
    columns, enemy = pos.columns, pos.game.enemy(side)
    rows = columns.layout.row
    mine = columns.block[rows("units", side)] > 0
    empty = ~mine & (columns.block[rows("units", enemy)] == 0)
    his_zone = columns.block[rows("", enemy)] > 0
    my_zone = columns.block[rows("", side)] > 0
    letters = np.array(list(pos.state.control))
    letters[empty & his_zone & my_zone] = pos.game.letter_of("")
    letters[mine | (empty & _supplied_zones(pos, side) & ~his_zone)] = pos.game.letter_of(side)
    hand.change(control="".join(letters.tolist()))


@rule("4.3.5", "G9")
def _supplied_zones(pos: Pos, side: Side) -> Mask:
    """The hexes in zones of supplied units of a side."""
    layout, marks, grid = pos.columns.layout, pos.game.marks, pos.board.grid
    units = (u for u in pos.state.units if u.at in grid and pos.owner(u.id) == side)
    supplied = [u for u in units if in_supply(pos, u.id)]
    counted = Columns.of(layout, ((side, u.at, marks[u.id][u.lost]) for u in supplied))
    found: Mask = counted.block[layout.row("", side)] > 0
    return found
