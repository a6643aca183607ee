"""28.2 The flood of the lower Dnieper, while it lasts."""

from __future__ import annotations

from grognard.decisions import rule
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId
from grognard.mechanics.zones import Bars

NOTHING: frozenset[HexId] = frozenset()


@rule("28.2A", "28.2B", "R-64", "R-102")
def flooded(pos: Pos) -> frozenset[HexId]:
    """The hexes that nothing may enter while the flood lasts."""
    return pos.game.below_dam if pos.state.flood else NOTHING


@rule("28.2E-1", "28.2E-2", "R-64", "R-102")
def flood_bars(pos: Pos) -> Bars | None:
    """The hexsides that nothing but supply crosses while the flood lasts, or None."""
    return pos.game.flood_bars if pos.state.flood else None
