"""Where computer players expect troops to go, and whose lines that could cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

import numpy as np

from grognard.appraise import Troop, Web, Where
from grognard.decisions import Side
from grognard.games.storm41.moving import ground_of
from grognard.games.storm41.stacking import passable
from grognard.games.storm41.state import SIDES, Pos
from grognard.games.storm41.supply import lines_on
from grognard.games.storm41.theatre import Theatre
from grognard.hexes import HexId
from grognard.mechanics.compiling import Bits
from grognard.mechanics.cuts import CORE, OPEN, PLAIN, WALL, smallest_cut
from grognard.mechanics.kernels import FORBIDDEN
from grognard.mechanics.reach import ranges

#: No enemy is thought to send more troops than this to close one pocket.
MOST = 8


def ranges_of(pos: Pos, troops: Sequence[Troop], side: Side) -> Where:
    """9.1: where each could go in a movement phase of its own, all at once."""
    found: Where = np.zeros((len(troops), len(pos.board.grid)), np.bool_)
    goings, printed = pos.game.goings[pos.state.scenario], pos.game.printed
    alike: dict[tuple[str, str], list[int]] = {}
    for row, troop in enumerate(troops):
        if troop.speed:
            alike.setdefault((troop.kind, printed[troop.id].layer), []).append(row)
    for rows in alike.values():
        first = (troops[rows[0]].id,)
        starts, speeds = [troops[row].hex for row in rows], [troops[row].speed for row in rows]
        ground = passable(pos, first, ground_of(pos, side))
        found[rows] = ranges(goings.of(pos, first), starts, speeds, ground, least=True)
    return found


def _reachable(side: Side, pos: Pos) -> Where:
    """The hexes ([hex]) that any troops of a side could come to."""
    assert pos.game.appraisal is not None
    return np.asarray(pos.game.appraisal.reaches(pos, side).any(axis=0))


#: One function for each side, so that what it finds is kept with a position.
REACHABLE: Mapping[Side, partial[Where]] = {side: partial(_reachable, side) for side in SIDES}


def without_line(pos: Pos, side: Side, closed: Where) -> Where:
    """7.3: the hexes that no line would come to if the enemy went into these. Nothing has a zone:
    of hexes that are closed only because enemies could be beside them lines do not care.
    """
    lines = pos.game.lines[pos.state.scenario]
    shut = closed & pos.keep(REACHABLE[pos.game.enemy(side)])
    cut: Where = ~lines.trace_but(pos.columns, side, lines.theatre.closed | shut).reached()
    return cut


@cache
def web_of(theatre: Theatre, side: Side) -> Web:
    """7.3, 7.4: where lines of a side run on a map with nobody on it."""
    table = theatre.board.grid.neighbour_table
    closed = np.append(theatre.closed, True)
    runs = (lines_on(theatre).steps[0] < FORBIDDEN) & ~closed[:-1, None] & ~closed[table]
    sources = theatre.board.hex_mask(theatre.sources[side])
    return Web(np.where(runs, table, -1).astype(np.int16), sources.astype(np.uint8))


def pockets_of(pos: Pos, side: Side, prices: Mapping[HexId, float]) -> Iterator[tuple[float, int]]:
    """Groups that the enemy could cut off by moving alone: what those of these hexes are worth that
    are in each, and how many of his troops it takes.
    """
    web, index = web_of(pos.game.theatre(pos), side), pos.board.grid.index
    enemy, rows = pos.game.enemy(side), pos.columns.layout
    ours = pos.columns.block[rows.row("units", side)] > 0
    walls = pos.columns.block[rows.row("units", enemy)] > 0
    assert pos.game.appraisal is not None
    there = pos.game.appraisal.reaches(pos, enemy)
    kinds = np.where(there.any(axis=0) & ~ours, OPEN, PLAIN).astype(np.uint8)
    kinds[walls] = WALL
    lines = pos.game.lines[pos.state.scenario]
    safe = lines.trace_but(pos.columns, side, lines.theatre.closed | (kinds == OPEN)).reached()
    left = {index[hex_]: worth for hex_, worth in prices.items() if not safe[index[hex_]]}
    while left:
        core = kinds.copy()
        group = _group(web, core, next(iter(left)))
        core[group] = CORE
        size, found = smallest_cut(web.links, core, web.sources, MOST)
        worth = sum(left.pop(here, 0.0) for here in group)
        if 0 < size <= there[:, found[0] > 0].any(axis=1).sum():
            yield worth, size


def _group(web: Web, kinds: Bits, start: int) -> list[int]:
    """All hexes to which lines run from one that no enemy can come between."""
    found, seen = [start], {start}
    for here in found:
        for near in web.links[here].tolist():
            if near >= 0 and near not in seen and kinds[near] == PLAIN:
                seen.add(near)
                found.append(near)
    return found
