"""Staffs and their troops: SUP makes them stay together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import Field, Troop, Where
from grognard.decisions import Side
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.supply import edge_paths, providers, reach_of_hq, staff_paths
from grognard.hexes import HexId
from grognard.mechanics.compiling import Int16s
from grognard.pieces import UnitId
from grognard.players.atlas import atlas_of

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal

#: What it costs to leave the reach of one's HQ, and an HQ to lose its own line.
STRAY, LOST = 6.0, 50.0
#: A staff wants its troops within this share of its reach; what each hex further costs.
HANDY, FAR_OFF = 0.2, 0.3
#: It wants to be so many hexes away from enemies; what each hex nearer costs.
SAFE, EXPOSED = 3.0, 1.0


def supplied_hexes(pos: Pos, side: Side) -> Where:
    """SUP-1, SUP-3: the hexes to which some HQ of a side traces."""
    return _traced(pos, pos.game.headquarters[side])


def _traced(pos: Pos, staffs: tuple[UnitId, ...]) -> Where:
    return staff_paths(pos, staffs).reached()


# --- the look of a move ---------------------------------------------------------------------


def leash(appraisal: KanevAppraisal, pos: Pos, troop: Troop) -> Field | float:
    """What it costs a troop to end its move in each hex as the others stand now."""
    piece = pos.game.piece(troop.id)
    if piece.is_hq:
        return _behind_formation(appraisal, pos, troop)
    if piece.is_airborne or piece.is_leader:
        return 0.0
    away = np.where(_traced(pos, providers(pos, troop.id)), 0.0, STRAY)
    return away + _with_formation(appraisal, pos, troop) if piece.is_artillery else away


def _behind_formation(appraisal: KanevAppraisal, pos: Pos, troop: Troop) -> Field:
    """SUP-1, SUP-2: a staff goes after its formation, out of the enemy's way and never from its
    own line.
    """
    side, atlas = pos.owner(troop.id), atlas_of(appraisal)
    field = np.where(edge_paths(pos, side).reached(), 0.0, LOST)
    posts = formations(appraisal, pos, side).get(troop.id)
    if posts:
        away = atlas.distances[[atlas.index[post] for post in posts]]
        field += FAR_OFF * _too_far(pos, troop.id, away).sum(axis=0)
    enemies = [atlas.index[t.hex] for t in appraisal.troops(pos, pos.game.enemy(side))]
    if enemies:
        field += EXPOSED * np.maximum(SAFE - atlas.distances[enemies].min(axis=0), 0.0)
    return field


def _with_formation(appraisal: KanevAppraisal, pos: Pos, troop: Troop) -> Field | float:
    """Guns go where most of their formation goes, and those of none where the army is."""
    formation, side = pos.game.piece(troop.id).formation, pos.owner(troop.id)
    posts = formations(appraisal, pos, side).get(formation.hq if formation else "")
    if formation is None:
        posts = [t.hex for t in appraisal.troops(pos, side) if t.attack]
    if not posts:
        return 0.0
    atlas = atlas_of(appraisal)
    return np.asarray(atlas.distances[[atlas.index[h] for h in posts]].mean(axis=0), float)


def _too_far(pos: Pos, hq: UnitId, away: Int16s) -> Field:
    """How many hexes of these distances are more than an HQ wants."""
    return np.asarray(np.maximum(away - HANDY * reach_of_hq(pos, hq), 0.0), float)


def formations(appraisal: KanevAppraisal, pos: Pos, side: Side) -> dict[UnitId, list[HexId]]:
    """Where the troops of each HQ of a side stand that is on the map."""
    found: dict[UnitId, list[HexId]] = {}
    for troop in appraisal.troops(pos, side):
        piece = pos.game.piece(troop.id)
        if piece.formation is not None and not piece.is_hq:
            found.setdefault(piece.formation.hq, []).append(troop.hex)
    return {hq: posts for hq, posts in found.items() if pos.unit(hq).at in pos.board.grid}


# --- the worth of a position ----------------------------------------------------------------


def posture(appraisal: KanevAppraisal, pos: Pos, side: Side) -> float:
    """How near behind their troops the staffs of a side stand."""
    atlas, total = atlas_of(appraisal), 0.0
    for hq, posts in formations(appraisal, pos, side).items():
        away = atlas.distances[atlas.index[pos.unit(hq).at], [atlas.index[post] for post in posts]]
        total += float(_too_far(pos, hq, away).sum())
    return -FAR_OFF * total
