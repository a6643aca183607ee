"""ZOC Zones of control: where they lie, and what units count for in a hex."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decisions import Side, rule
from grognard.games.kanev43.stacking import size_of
from grognard.games.kanev43.state import KanevUnit, Pos
from grognard.games.kanev43.theatre import Theatre
from grognard.games.kanev43.units import KanevPiece
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns, Layout, Mark
from grognard.mechanics.zones import spread


@rule("ZOC-1", "ZOC-4", "R-110")
def layout_of(theatre: Theatre, sides: Sequence[Side]) -> Layout:
    """What is counted in each hex: combat units, which close it to the enemy; room, units and
    HQs for stacking. Zones lie on all neighbours but beyond the Dnepr, where the strength in a
    hex is enough.
    """
    return Layout(
        theatre.board.grid,
        sides,
        layers=("units", "room", "count", "hqs"),
        zones={"zone": spread(theatre.board.grid, across=theatre.dnepr_sides)},
        threshold=theatre.charts.limit("zone"),
    )


@rule("LDR-1", "AIRB-11", "R-25", "R-91", "R-101")
def mark_of(theatre: Theatre, layout: Layout, piece: KanevPiece, unit: KanevUnit) -> Mark:
    """What a unit counts for. Leaders and dispersed paratroopers count for nothing."""
    if piece.is_leader or unit.dispersed:
        return layout.mark()
    zone = strength_of_zone(theatre, piece, unit)
    if piece.is_hq:
        return layout.mark(units=1, hqs=1, zone=zone)
    return layout.mark(units=1, room=size_of(piece, theatre.charts), count=1, zone=zone)


@rule("ZOC-1", "ZOC-2", "R-110")
def strength_of_zone(theatre: Theatre, piece: KanevPiece, unit: KanevUnit) -> int:
    """The printed attack of the step side; guns that can fire have a zone by themselves."""
    if piece.is_artillery:
        return theatre.charts.limit("zone") if unit.salvoes and not unit.limbered else 0
    full = piece.dismounted.attack if piece.dismounted and unit.dismounted else piece.attack
    return piece.share(full, unit.lost)


def in_enemy_zone(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a zone of the enemy of a side lie on the hex?"""
    columns: Columns = pos.columns
    return columns.zones(pos.game.enemy(side), hex_) > 0


def has_zone(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Do the units of a side in a hex have a zone?"""
    return int(pos.columns.count("zone", side, hex_)) >= pos.game.charts.limit("zone")
