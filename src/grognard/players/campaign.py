"""Who goes for what, and how pressing it is."""

from __future__ import annotations

from collections.abc import Sequence

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
    most = max((goal.worth for goal in goals), default=1.0)
    movers = [troop for troop in troops if troop.speed]
    pairs = [(wait(atlas, t, g) - _DETOUR * g.worth / most, t, g) for t in movers for g in goals]
    pairs.sort(key=lambda pair: (pair[0], pair[1].id, pair[2].hex))
    open_need = {goal: goal.need for goal in goals}
    found: dict[UnitId, Objective] = {}
    for late, troop, goal in pairs:
        if troop.id not in found and open_need[goal] > 0 and late < LATE:
            found[troop.id] = goal
            open_need[goal] -= max(troop.attack, troop.defence)
    return found


def pressure(goal: Objective, turn: int) -> float:
    """How much more an objective counts the nearer the turn is by which it is due: twice as
    much when that has come, and for as long as it is overdue.
    """
    return 1.0 + 1.0 / (1.0 + max(0, goal.due - turn)) if goal.due else 1.0
