"""Where computer players expect troops to go, and whose lines that could cut."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grognard.appraise import Troop, Where
from grognard.decisions import Side
from grognard.games.korsun44.going import Terms
from grognard.games.korsun44.missions import nation_of
from grognard.games.korsun44.stacking import full
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.supply import (
    bases_of,
    supply_ground,
    terms_of,
    trace_from,
    trace_over,
    traced,
)
from grognard.games.korsun44.victory import gates
from grognard.hexes import Grid, HexId
from grognard.mechanics.compiling import Int32s
from grognard.mechanics.reach import ranges
from grognard.mechanics.trace import Trace
from grognard.mechanics.zones import common_zones, survey

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

#: What a line has spent that there is not, and the hexside by which each neighbour is left.
_NOWHERE, _BACK = 1 << 20, (np.arange(6) + 3) % 6


def ranges_of(pos: Pos, troops: Sequence[Troop], side: Side) -> Where:
    """3.1, 4.2: where each could go in a Movement Phase of its own; none for who cannot attack."""
    found: Where = np.zeros((len(troops), len(pos.board.grid)), np.bool_)
    alike: dict[tuple[str, int], list[int]] = {}
    for row, troop in enumerate(troops):
        if troop.speed and troop.attack:
            alike.setdefault((troop.kind, troop.steps), []).append(row)
    ground, bars = survey(pos.columns, side), common_zones(pos.columns, pos.game.enemy(side))
    for (kind, levels), rows in alike.items():
        found[rows] = ranges(
            pos.game.goings.of(kind, terms_of(pos)),  # type: ignore[arg-type]
            [troops[row].hex for row in rows],
            [troops[row].speed for row in rows],
            ground.passage(full(pos, side, levels)),
            zones=pos.game.zone_rules[False],
            bars=bars,
            least=True,
        )
    return found


def lines_of(pos: Pos, side: Side) -> Trace:
    """Where lines run that matter: if the game hangs on a link with the south, only those."""
    return trace_from(pos, side, south(pos)) if _needs_south(pos, side) else traced(pos, side)


def supplied_at(pos: Pos, side: Side) -> Where:
    """10.1.10: where a unit would have a line. Lines do not pass through enemy zones, but whoever
    stands in one has what comes to the next hex.
    """
    trace, steps = lines_of(pos, side), _last_steps(pos.game, terms_of(pos))
    spent = np.append(trace.costs(_NOWHERE), _NOWHERE)[_beside(pos.board.grid)]
    come = (spent + steps <= pos.game.charts.nations[nation_of(side)].supply).any(axis=0)
    enemies = pos.columns.block[pos.columns.layout.row("units", pos.game.enemy(side))] > 0
    found: Where = trace.reached() | (come & ~enemies)
    return found


@lru_cache(maxsize=16)
def _last_steps(game: Korsun44, terms: Terms) -> Int32s:
    """What the last step of a line costs into each hex across each side ([side, hex]: NumPy is slow
    at many rows of a few numbers).
    """
    table = game.board.grid.neighbour_table
    return np.ascontiguousarray(game.goings.line(terms).astype(np.int32)[table, _BACK].T)


@cache
def _beside(grid: Grid) -> NDArray[np.intp]:
    """The neighbours of each hex in the same order."""
    return np.ascontiguousarray(grid.neighbour_table.T)


def _needs_south(pos: Pos, side: Side) -> bool:
    return side == GERMAN and pos.game.scene(pos).victory.kind == "link"


def south(pos: Pos) -> list[HexId]:
    """The zones in the south that the enemy does not control (H8)."""
    return [hex_ for hex_ in gates(pos) if pos.holder(hex_) != SOVIET]


def without_line(pos: Pos, side: Side, closed: Where) -> Where:
    """10.1: the hexes that no line would come to if the enemy also closed these."""
    ground = supply_ground(pos, side).closed(closed)
    bases = south(pos) if _needs_south(pos, side) else bases_of(pos, side)
    found: Where = ~trace_over(pos, side, bases, ground).reached()
    return found
