"""Engineers: improved positions, and the bridge of Kanev."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import Field, Troop, Weighed
from grognard.decisions import DONE, Side
from grognard.games.kanev43.state import AXIS, Pos
from grognard.games.kanev43.turn import is_night
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.atlas import atlas_of
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal

#: The bridge is blown when so few Axis troops are left beyond it, or the enemy is so near.
_REARGUARD, _AT_HAND = 0.1, 2.0
#: What blowing it is worth, and a position before the enemy.
_BLOWN, _DUG_IN = 10.0, 0.5
#: The front: so near an enemy positions are built.
_FRONT = 2.0
#: What it is worth to have sappers at the bridge while it stands; what each hex away costs.
SAPPERS, AWAY = 8.0, 1.0


def works(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """IMP-1, NGT-1: positions by day before the enemy; KNB-1: the bridge once it is not needed."""
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0)]
    found += [
        Weighed(one, _demolition(picture), "it is blown before the enemy has it")
        for one in of_verb(pos, "choose")
    ]
    towns = pos.game.theatre.towns
    for one in of_verb(pos, "select"):
        here = pos.unit(one.arg).at
        front = picture.near_enemy[picture.index[here]] <= _FRONT
        digs = front and here not in towns and not is_night(pos)
        found.append(Weighed(one, _DUG_IN if digs else -_DUG_IN, "it digs in"))
    return found


def _demolition(picture: Picture) -> float:
    """Is it time to blow the bridge? Who is beyond it needs it, until the enemy is there."""
    theatre = picture.pos.game.theatre
    beyond = sum(t.defence for t in picture.friends if theatre.bank(t.hex) == "east")
    share = beyond / max(1.0, sum(t.defence for t in picture.friends))
    away = min(float(picture.near_enemy[picture.index[end]]) for end in theatre.bridge_ends)
    return _BLOWN if share < _REARGUARD or away <= _AT_HAND else -1.0


# --- KNB-1  sappers at the bridge -----------------------------------------------------------


def sappers(appraisal: KanevAppraisal, pos: Pos) -> UnitId:
    """The Axis engineers who should be at the bridge while it stands: those who are nearest."""
    ends = pos.game.theatre.bridge_ends
    if pos.state.bridge_blown or not ends:
        return ""
    able = [t for t in appraisal.troops(pos, AXIS) if _is_sapper(pos, t)]
    return min(able, key=lambda t: (_away(appraisal, pos, t), t.id)).id if able else ""


def _is_sapper(pos: Pos, troop: Troop) -> bool:
    """DIS-11: the demoralised blow nothing up."""
    demoralised = pos.unit(troop.id).order == "demoralised"
    return pos.game.piece(troop.id).kind == "engineer" and not demoralised


def _away(appraisal: KanevAppraisal, pos: Pos, troop: Troop) -> float:
    return float(_from_bridge(appraisal, pos)[atlas_of(appraisal).index[troop.hex]])


def _from_bridge(appraisal: KanevAppraisal, pos: Pos) -> Field:
    """How far every hex is from the nearer end of the bridge."""
    atlas = atlas_of(appraisal)
    rows = atlas.distances[[atlas.index[end] for end in sorted(pos.game.theatre.bridge_ends)]]
    return np.asarray(rows.min(axis=0), float)


def leaves_bridge(appraisal: KanevAppraisal, pos: Pos, troop: Troop) -> Field | float:
    """KNB-1: what it costs those engineers to be elsewhere."""
    if troop.id != sappers(appraisal, pos):
        return 0.0
    return np.minimum(AWAY * _from_bridge(appraisal, pos), SAPPERS)


def bridge_guard(appraisal: KanevAppraisal, pos: Pos, side: Side) -> float:
    """KNB-1: what is wrong with a position in which nobody could blow the bridge."""
    unit = sappers(appraisal, pos) if side == AXIS else ""
    if not unit:
        return 0.0
    troop = next(t for t in appraisal.troops(pos, AXIS) if t.id == unit)
    return -min(AWAY * _away(appraisal, pos, troop), SAPPERS)
