"""7 Supply: lines to the edge of one's own sheet, and the state of a unit that follows."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from grognard.board import Mask
from grognard.decisions import Side, rule
from grognard.games.storm41.charts import Supply
from grognard.games.storm41.state import AXIS, Pos
from grognard.games.storm41.theatre import Theatre
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns
from grognard.mechanics.trace import Leg, Lines, Trace, overland
from grognard.mechanics.zones import survey
from grognard.pieces import UnitId

_WORST: tuple[Supply, ...] = ("out", "attenuated", "full")


#: So many traces are kept: the lines of a side change only when its enemy moves.
_KEPT = 64


class SupplyLines:
    """The lines of both sides of a scenario, by where their enemies stand."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._lines = lines_on(theatre)
        self._kept: dict[tuple[Side, bytes], Trace] = {}

    @rule("7.3", "R-10")
    def trace(self, columns: Columns, side: Side) -> Trace:
        """Lines from the sources of a side around the hexes that enemies occupy."""
        layout = columns.layout
        enemies = columns.block[layout.row("units", layout.other(side))] > 0
        key = side, enemies.tobytes()
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            found = self._kept[key] = self.trace_but(columns, side, self.theatre.closed)
        return found

    def trace_but(self, columns: Columns, side: Side, closed: Mask) -> Trace:
        """The same if lines cannot pass these hexes either ([hex])."""
        ground = survey(columns, side, closed=closed)
        return Trace(self._lines, ground, self.theatre.sources[side])


@rule("7.4", "9.16", "R-8", "R-16")
def lines_on(theatre: Theatre) -> Lines:
    """How lines run: any length over any land, but neither across water nor over the seam."""
    grid = theatre.board.grid
    north = np.append(theatre.board.hex_mask(theatre.sheets["north_map"]), False)
    seam: Mask = north[:-1, None] != north[grid.neighbour_table]
    steps = overland(grid, theatre.barred | seam, cost=0)
    return Lines(grid, [Leg("overland", steps, zones="ignore")])


@rule("7.3", "7.4", "R-10", "R-45", "R-132")
def traced(pos: Pos, side: Side) -> Trace:
    """The hexes from which a line really leads to a working source of a side, on turn 1 too:
    enemy units close hexes and sources, control does not.
    """
    scenario, columns = pos.state.scenario, pos.columns
    lines = pos.game.lines[scenario]
    found: Trace = columns.keep(("lines", side), scenario, lambda: lines.trace(columns, side))
    return found


@rule("7.1")
def supply_of(pos: Pos, unit: UnitId) -> Supply:
    """The supply state of a unit on the map, where it is and now (7.5). Hungarians and Romanians
    are always in supply.
    """
    piece = pos.game.piece(unit)
    return "full" if piece.is_allied else supply_in(pos, piece.side, pos.unit(unit).at)


@rule("5.13-2", "7.2", "7.9")
def supply_in(pos: Pos, side: Side, hex_: HexId) -> Supply:
    """The supply state of Germans or Soviets in a hex. On turn 1 everybody is in supply; the
    Aerial Supply marker is as good as a line.
    """
    if pos.turn == pos.game.charts.limits["surprise_turn"].number:
        return "full"
    if hex_ not in traced(pos, side) and not (side == AXIS and hex_ == pos.state.aerial):
        return "out"
    return "attenuated" if side == AXIS and has_lost_oil(pos) else "full"


@rule("7.9", "8.4-a", "R-31")
def lives_by_air(pos: Pos, unit: UnitId) -> bool:
    """Is a unit in supply by the Aerial Supply marker alone? Then it is never replaced."""
    at = pos.unit(unit).at
    return bool(at) and at == pos.state.aerial and not is_overland(pos, pos.owner(unit), at)


@rule("7.8", "R-56")
def has_lost_oil(pos: Pos) -> bool:
    """Has Ploesti ever been Soviet? It tells from the turn after the surprise on."""
    oil, surprise = pos.game.theatre(pos).oil, pos.game.charts.limits["surprise_turn"].number
    return oil in pos.state.fallen and pos.turn > surprise


@rule("7.6-b", "7.8", "R-66")
def worst(states: Iterable[Supply]) -> Supply:
    """The supply state of a force: that of its worst supplied unit."""
    return min(states, key=_WORST.index, default="full")


def is_overland(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Is a hex overland supplied (5.5, 5.6)? Aerial supply does not count."""
    return hex_ in traced(pos, side)
