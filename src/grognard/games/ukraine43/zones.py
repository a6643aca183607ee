"""6, 7 Zones of control and zone bonds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.decisions import Side, rule
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns
from grognard.mechanics.zones import Bars, Bonds, Ground

if TYPE_CHECKING:
    from grognard.board import Board


@rule("6.1-1", "6.1-2", "6.2-1", "6.2-2", "6.4", "22.3-3", "23.1-2")
def in_enemy_zone(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a zone of the other side lie on a hex? Only combat units have one, and it crosses
    neither Major Rivers nor all-sea hexsides.
    """
    zones: int = pos.columns.zones(pos.game.enemy(side), hex_)
    return zones > 0


@rule("7.3-1", "7.3-2", "7.3-3", "7.3-4", "7.5", "7.6-1", "R-18", "R-19", "R-22", "R-23")
def bond_terrain(board: Board) -> Bonds:
    """What the map allows: no bond through a town or city, over Major Rivers or sea, or over
    two rivers; the coast may stand in for a second unit, the map edge never.
    """
    return Bonds(
        board.grid,
        stops=board.side_mask(("major_river", "sea_side")),
        rivers=board.side_mask("river"),
        towns=board.hex_mask((*board.tagged("town"), *board.tagged("city"))),
        sea=board.hex_mask(h for h in board.grid if board.is_water(h)),
    )


@rule("4.1-5", "6.4", "7.2-1a", "R-69", "R-106")
def outlook(pos: Pos, side: Side) -> tuple[Ground, Bars]:
    """The map as movers of a side see it, enemies, zones, bonds, what is not in play; and the
    hexsides that enemy bonds close.
    """
    columns: Columns = pos.columns

    def look() -> tuple[Ground, Bars]:
        return pos.game.bond_terrain.survey(columns, side, pos.game.theatre(pos).closed)

    return columns.keep((outlook, side), (), look)


@rule("7.1-1", "7.1-2", "7.4-1", "7.4-2", "7.7", "R-20", "R-21", "R-22")
def bonds(pos: Pos, side: Side) -> Bars:
    """What the bonds of a side bar to its enemy now; one is negated by enemies in the hex, or on
    both sides of the hexside.
    """
    return outlook(pos, pos.game.enemy(side))[1]


@rule("7.2-1a", "27.2-3")
def in_enemy_bond(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a Hex Bond of the other side close a hex?"""
    return outlook(pos, side)[0].bonded(hex_)
