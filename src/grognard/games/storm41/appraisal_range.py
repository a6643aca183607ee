"""Where computer players expect troops to go, and whose lines that could cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from grognard.appraise import Troop, Where
from grognard.decisions import Side
from grognard.games.storm41.moving import ground_of
from grognard.games.storm41.stacking import passable
from grognard.games.storm41.state import SIDES, Pos
from grognard.mechanics.reach import ranges


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
