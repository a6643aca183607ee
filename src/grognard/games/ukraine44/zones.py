"""7 Zones of control."""

from __future__ import annotations

from grognard.decisions import Side, rule
from grognard.games.ukraine44.state import Pos, Unit44
from grognard.hexes import HexId


@rule("7.1-1", "7.1-3", "8.11-3", "Z2", "Z5")
def projects(unit: Unit44) -> bool:
    """Every formation but an isolated one has a zone of control; garrisons too."""
    return unit.supply != "isolated"


@rule("7.1-2", "7.2-1", "7.2-2", "10.5-16")
def in_enemy_zone(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a zone of the other side lie on a hex? Zones cross the Dniester by road only."""
    zones: int = pos.columns.zones(pos.game.enemy(side), hex_)
    return zones > 0
