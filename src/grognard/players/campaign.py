"""Who goes for what, and how pressing it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from grognard.appraise import Field, Objective, Troop
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.atlas import FAR, Atlas

#: A goal that is more turns away than this is left to others.
LATE = 8.0
#: The best goal is worth a way that is so many turns longer.
_DETOUR = 3.0


def wait(atlas: Atlas, troop: Troop, goal: Objective) -> float:
    """Turns until a troop could be at a goal, if nobody were in its way."""
    way = atlas.way(troop.kind, goal.hex)
    return float(way[atlas.index[troop.hex]]) / troop.speed if troop.speed else FAR


def missions(
    atlas: Atlas, troops: Sequence[Troop], goals: Sequence[Objective]
) -> dict[UnitId, Objective]:
    """The nearest go to the most valuable, until its need is met."""
    movers = sorted((troop for troop in troops if troop.speed), key=lambda troop: troop.id)
    ordered = sorted(goals, key=lambda goal: goal.hex)
    open_need = [goal.need for goal in ordered]
    found: dict[UnitId, Objective] = {}
    waiting = [True] * len(movers)
    for pair in _by_wait(atlas, movers, ordered):
        mover, number = divmod(pair, len(ordered))
        if waiting[mover] and open_need[number] > 0:
            troop, waiting[mover] = movers[mover], False
            found[troop.id] = ordered[number]
            open_need[number] -= max(troop.attack, troop.defence)
    return found


def _by_wait(atlas: Atlas, movers: Sequence[Troop], goals: Sequence[Objective]) -> list[int]:
    """Troops and goals in pairs, those first that come together soonest: the number of a troop
    times the number of goals, and the number of a goal.
    """
    if not movers or not goals:
        return []
    most = max(goal.worth for goal in goals)
    here = np.array([atlas.index[troop.hex] for troop in movers])
    speed = np.array([troop.speed for troop in movers], float)
    late = np.empty((len(movers), len(goals)))
    for kind in {troop.kind for troop in movers}:
        rows = [row for row, troop in enumerate(movers) if troop.kind == kind]
        ways = _ways(atlas, kind, tuple([goal.hex for goal in goals]))[:, here[rows]]
        late[rows] = (ways / speed[rows]).T
    late -= [_DETOUR * goal.worth / most for goal in goals]
    flat = late.ravel()
    near = np.flatnonzero(flat < LATE)
    pairs: list[int] = near[np.argsort(flat[near], kind="stable")].tolist()
    return pairs


@lru_cache(maxsize=32)
def _ways(atlas: Atlas, kind: str, hexes: tuple[HexId, ...]) -> Field:
    """The ways of a class of movers to each of these hexes: goals are mostly the same as before."""
    return np.array([atlas.way(kind, hex_) for hex_ in hexes])


def pressure(goal: Objective, turn: int) -> float:
    """How much more an objective counts the nearer the turn is by which it is due: twice as
    much when that has come, and for as long as it is overdue.
    """
    return 1.0 + 1.0 / (1.0 + max(0, goal.due - turn)) if goal.due else 1.0
