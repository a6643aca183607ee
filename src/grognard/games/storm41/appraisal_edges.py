"""4.9, 4.10 The east edges of the map: one hex of an edge is as good to the Germans as all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import Field
from grognard.games.storm41.appraisal_price import POINT
from grognard.games.storm41.appraisal_range import REACHABLE
from grognard.games.storm41.state import AXIS, Pos
from grognard.games.storm41.theatre import Edge, Theatre
from grognard.players.atlas import atlas_of

if TYPE_CHECKING:
    from grognard.games.storm41.appraisal import Appraisal41

#: An east edge costs the Soviets a point.
EDGE = POINT
#: How much less an edge is feared for with every hex that the Germans cannot come to before it.
NEARER = 0.7
#: How much less with every turn in which it can still be won back.
LATER = 0.5


def open_edges(appraisal: Appraisal41, pos: Pos) -> float:
    """What the Soviets fear for the edges that are still theirs: the nearer any German could come
    to any hex of an edge in his next move, the more. A line without a hole keeps them away.
    """
    reached, theatre = pos.keep(REACHABLE[AXIS]), appraisal.game.theatre(pos)
    if not reached.any():
        return 0.0
    left = appraisal.game.scene(pos).turns - pos.turn
    feared = 0.0
    for edge, away in _distances(appraisal, theatre).items():
        if not pos.keep(lost_hexes)[edge]:
            feared += NEARER ** float(away[reached].min())
    return EDGE * feared / (1.0 + LATER * left)


def lost_hexes(pos: Pos) -> dict[Edge, int]:
    """How many hexes of each edge the Germans hold."""
    edges = pos.game.theatre(pos).east_edges
    return {edge: sum(pos.holder(h) == AXIS for h in hexes) for edge, hexes in edges.items()}


@cache
def _distances(appraisal: Appraisal41, theatre: Theatre) -> Mapping[Edge, Field]:
    """How far each hex ([hex]) is from each edge."""
    distances, index = atlas_of(appraisal).distances, theatre.board.grid.index
    return {
        edge: np.asarray(distances[[index[hex_] for hex_ in sorted(hexes)]].min(axis=0), float)
        for edge, hexes in theatre.east_edges.items()
        if hexes
    }
