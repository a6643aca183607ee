"""Who goes for what, and how pressing it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from grognard.appraise import Objective, Troop
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
    unmet = sum(need > 0 for need in open_need)
    for mover, number in _by_wait(atlas, movers, ordered):
        if not unmet or len(found) == len(movers):
            break
        troop = movers[mover]
        if open_need[number] > 0 and troop.id not in found:
            found[troop.id] = ordered[number]
            open_need[number] -= max(troop.attack, troop.defence)
            unmet -= open_need[number] <= 0
    return found


def _by_wait(
    atlas: Atlas, movers: Sequence[Troop], goals: Sequence[Objective]
) -> Iterator[tuple[int, int]]:
    """Troops and goals in pairs, by number: those first that come together soonest."""
    if not movers or not goals:
        return
    most = max(goal.worth for goal in goals)
    here = np.array([atlas.index[troop.hex] for troop in movers])
    speed = np.array([troop.speed for troop in movers], float)
    late = np.empty((len(movers), len(goals)))
    for kind in {troop.kind for troop in movers}:
        rows = [row for row, troop in enumerate(movers) if troop.kind == kind]
        places = here[rows]
        ways = np.array([atlas.way(kind, goal.hex).take(places) for goal in goals])
        late[rows] = (ways / speed[rows]).T
    late -= [_DETOUR * goal.worth / most for goal in goals]
    flat = late.ravel()
    near = np.flatnonzero(flat < LATE)
    for pair in near[np.argsort(flat[near], kind="stable")].tolist():
        yield divmod(pair, len(goals))


def pressure(goal: Objective, turn: int) -> float:
    """How much more an objective counts the nearer the turn is by which it is due: twice as
    much when that has come, and for as long as it is overdue.
    """
    return 1.0 + 1.0 / (1.0 + max(0, goal.due - turn)) if goal.due else 1.0
