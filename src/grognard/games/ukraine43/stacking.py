"""5 Stacking."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Refusal, Side, rule
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


def friends(pos: Pos, side: Side, hex_: HexId) -> list[UnitId]:
    """The ground units of a side in a hex."""
    game = pos.game
    return [u for u in pos.at(hex_) if game.owners[u] == side and game.printed[u].is_ground]


def fits(pos: Pos, side: Side, hex_: HexId, more: Iterable[UnitId] = ()) -> bool:
    """Would the hex be within its limits with these units added?"""
    return not over(pos, side, hex_, more)


@rule("5.1A", "5.1B-1", "5.1B-2", "5.1B-3", "5.1C", "5.1D", "5.2-1", "5.2-2", "5.2-3", "5.3-1",
      "5.3-2", "23.4-2", "23.4-3", "R-17", "R-77", "R-79", "R-81")  # fmt: skip
def over(pos: Pos, side: Side, hex_: HexId, more: Iterable[UnitId] = ()) -> tuple[Refusal, ...]:
    """Every limit that the units of a side in a hex would break, with these units added."""
    units = {*friends(pos, side, hex_), *more}
    printed = pos.game.printed
    stack = [
        printed[u].stacked for u in sorted(units) if printed[u].role in ("combat", "support", "hq")
    ]
    return pos.game.charts.stacking[side].over(stack)


@rule("5.4-1", "5.4-2", "R-78")
def cures(pos: Pos, side: Side, hex_: HexId) -> tuple[frozenset[UnitId], ...]:
    """The smallest sets of units whose removal brings an overstacked hex within limits."""
    printed = pos.game.printed
    stack = [printed[u].stacked for u in friends(pos, side, hex_)]
    return pos.game.charts.stacking[side].cures(stack)
