"""4 Zones of control: where they lie, and what units count for in a hex."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decisions import Side, rule
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.theatre import BIG_RIVER, Theatre
from grognard.games.korsun44.units import KorsunPiece
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns, Layout, Mark
from grognard.mechanics.zones import Bars, common_zones, spread


@rule("4.1.1", "4.1.3", "4.1.4", "D1", "D8")
def layout_of(theatre: Theatre, sides: Sequence[Side]) -> Layout:
    """What is counted in each hex: units, which close it to the enemy; levels, for stacking;
    regular units, which hold lines of supply open. Zones lie on all neighbours but beyond the
    Dnieper; those of motorised units not on swamps.
    """
    board = theatre.board
    river = board.side_mask(BIG_RIVER)
    swamps = board.hex_mask(h for h, ground in theatre.grounds.items() if ground.base == "swamp")
    zones = {
        "foot": spread(board.grid, across=river),
        "motor": spread(board.grid, across=river, into=swamps),
    }
    return Layout(board.grid, sides, layers=("units", "levels", "regular"), zones=zones)


@rule("3.2.2", "4.1.2", "6.1.5", "9.1.1", "15.2.2")
def mark_of(layout: Layout, piece: KorsunPiece, levels: int) -> Mark:
    """What a unit with so many levels left counts for. Only regular units have a zone."""
    if not piece.has_zone:
        return layout.mark(units=1, levels=levels)
    zone = "motor" if piece.is_motorised else "foot"
    return layout.mark(units=1, levels=levels, regular=1, **{zone: 1})


@rule("4.1.5")
def in_enemy_zone(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a zone of the enemy of a side lie on the hex? Several are no more than one."""
    columns: Columns = pos.columns
    return columns.zones(pos.game.enemy(side), hex_) > 0


@rule("4.2.3", "4.2.5", "D2")
def within_one_zone(pos: Pos, side: Side, a: HexId, b: HexId) -> bool:
    """Do zones out of one hex of the enemy lie on both? Nobody moves along them."""
    return bars_of(pos, pos.game.enemy(side)).bar(a, b)


def bars_of(pos: Pos, side: Side) -> Bars:
    """What the zones of a side bar to its enemy, wherever he is."""
    columns: Columns = pos.columns
    return columns.keep_of(side, "bars", lambda: common_zones(columns, side))


@rule("3.2.1", "3.2.2")
def room(pos: Pos, side: Side, hex_: HexId) -> int:
    """The levels that still fit into a hex."""
    there = pos.columns.count("levels", side, hex_)
    return pos.game.charts.limits["stacking"].number - int(there)
