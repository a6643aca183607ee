"""The questions of Red Parachutes that no other title asks, and what they are answered.

Each answer is a list of open actions with their worth in steps of a battalion. A choice that
opens a step of its own is worth something only if that step will be used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, DONE
from grognard.games.kanev43.appraisal_air import (
    aiming,
    concentration,
    drifting,
    dropzones,
    planning,
    search,
)
from grognard.games.kanev43.appraisal_combat import (
    advance,
    advancing,
    attack,
    attempts,
    declaring,
    leading,
    losses,
    morale_level,
    resolving,
    retreat,
    stand_fast,
)
from grognard.games.kanev43.appraisal_engineers import works
from grognard.games.kanev43.appraisal_fire import (
    aim,
    batteries,
    bombardment,
    defensive,
    offensive,
    resupply,
)
from grognard.games.kanev43.appraisal_moves import (
    arriving,
    crossing,
    deeds,
    infiltrating,
    infiltration,
    jobs,
)
from grognard.games.kanev43.bridgeheads import (
    Landing,
    Shifting,
    far_banks,
    may_shift_to,
    pair_at,
    why_not_west,
)
from grognard.games.kanev43.replacements import kind_of_step
from grognard.games.kanev43.state import AXIS, Pos
from grognard.games.kanev43.turn import on_map
from grognard.hexes import HexId
from grognard.players.asked import of_verb, picture_of
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal

#: What friends, enemies and objectives near a new bridgehead count, and those who can cross at
#: once.
_FRIENDS, _ENEMIES, _GOALS, _NEARNESS, _READY = 0.3, 1.0, 1.0, 0.8, 1.0
#: What moving its eastern counter must gain.
_SHIFT = 1.0
#: So near an enemy scouts hold ground.
_CONTACT = 2.0


# --- BHD  bridgeheads -----------------------------------------------------------------------


def bridging(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """BHD-2: a pair in hand goes where friends are near, the far bank is free and goals lie; one
    that friends have left is moved after them.
    """
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "select"):
        found.append(Weighed(one, _shifted(picture, pos, one.arg), "nearer to our own"))
    for one in of_verb(pos, "target"):
        banks = (h for h in far_banks(pos, one.arg) if why_not_west(pos, one.arg, h) is None)
        best = max(_landing(picture, one.arg, west) for west in banks)
        found.append(Weighed(one, best, "a new bridgehead"))
    return found


def landing(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """BHD-1: the best far bank."""
    step, picture = pos.within(Landing), picture_of(appraisal, pos)
    places = of_verb(pos, "place")
    return [Weighed(CANCEL, -99.0), *(Weighed(one, _landing(picture, step.east, one.arg))
            for one in places)]  # fmt: skip


def _landing(picture: Picture, east: HexId, west: HexId) -> float:
    index, near = picture.index, picture.atlas.distances
    friends = sum(t.attack for t in picture.friends if near[index[east], index[t.hex]] <= 5)
    goals: float = sum(
        g.worth * _NEARNESS ** float(near[index[west], index[g.hex]]) for g in picture.goals
    )
    near_by = _FRIENDS * friends + _READY * arriving(picture, east)
    against = float(picture.threat[index[west]])
    return 1.0 + near_by + _GOALS * goals - _ENEMIES * against


def shifting(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """BHD-2: to where most friends are near."""
    step, picture = pos.within(Shifting), picture_of(appraisal, pos)
    west = pair_at(pos, step.east).west
    stays = [Weighed(CANCEL, _landing(picture, step.east, west) + _SHIFT, "it stays")]
    return [*stays, *(Weighed(one, _landing(picture, one.arg, west), "nearer to our own")
            for one in of_verb(pos, "place"))]  # fmt: skip


def _shifted(picture: Picture, pos: Pos, east: HexId) -> float:
    """What it would gain to move the eastern counter of a pair."""
    pair, step = pair_at(pos, east), Shifting(side=pos.side, east=east)
    near = pos.board.grid.within(east, pos.game.charts.limit("bridgehead_shift"))
    free = [hex_ for hex_ in near if may_shift_to(pos, step, hex_) is None]
    best = max((_landing(picture, hex_, pair.west) for hex_ in free), default=0.0)
    return best - _landing(picture, east, pair.west) - _SHIFT


# --- FRM, RCN  status -----------------------------------------------------------------------


def assignments(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """FRM-2, ART-5: guns of no formation give everybody all they have; all others stay with their
    leaders.
    """
    found = [Weighed(DONE, 0.0, "everything stays as it is")]
    for one in of_verb(pos, "select"):
        freed = pos.game.piece(one.arg).is_artillery and not pos.unit(one.arg).unassigned
        found.append(Weighed(one, 1.0 if freed else -1.0, "it fires for everybody"))
    return found


def dismounting(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """RCN-1: before the enemy on the western bank, where ground is held and not scouted; on foot
    scouts defend better.
    """
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0, "they ride on")]
    for one in of_verb(pos, "select"):
        here = pos.unit(one.arg).at
        away = float(picture.near_enemy[picture.index[here]])
        holds = away <= _CONTACT and pos.game.theatre.bank(here) == "west"
        found.append(Weighed(one, 0.5 if holds else -0.5, "it holds its ground on foot"))
    return found


# --- RPL  replacements ----------------------------------------------------------------------


def draft(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """R-37: the kind of step that most units lack."""
    lost: dict[str, float] = {}
    for unit in on_map(pos, AXIS):
        kind = kind_of_step(pos.game.piece(unit))
        lost[kind] = lost.get(kind, 0.0) + pos.unit(unit).lost
    return [Weighed(one, lost.get(one.arg, 0.0), "most lack it") for one in of_verb(pos, "choose")]


def build_up(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """RPL-2, RPL-3: steps for the dearest, then companies; no unit is dissolved."""
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "select"):
        found.append(Weighed(one, 1.0 + picture.by_id[one.arg].price, "it takes a step"))
    return found + [Weighed(one, 1.0, "it is rebuilt") for one in of_verb(pos, "join")]


def rebuilding(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """RPL-3: as near to the enemy as may be."""
    picture, found = picture_of(appraisal, pos), [Weighed(CANCEL, -99.0)]
    for one in of_verb(pos, "place"):
        away = float(picture.near_enemy[picture.index[one.arg]])
        found.append(Weighed(one, -away - 9.0 * float(picture.unsupplied[picture.index[one.arg]])))
    return found


ANSWERS: Mapping[str, Callable[[KanevAppraisal, Pos], list[Weighed]]] = {
    "axis batteries": batteries,
    "soviet batteries": batteries,
    "dropzones": dropzones,
    "draft": draft,
    "build-up": build_up,
    "rebuilding": rebuilding,
    "axis resupply": resupply,
    "soviet resupply": resupply,
    "bridging": bridging,
    "landing": landing,
    "shifting": shifting,
    "assignments": assignments,
    "works": works,
    "dismounting": dismounting,
    "tactical moves": jobs,
    "moving": deeds,
    "crossing": crossing,
    "drifting": drifting,
    "concentration": concentration,
    "infiltration": infiltration,
    "infiltrating": infiltrating,
    "excess": losses,
    "drop planning": planning,
    "aiming": aiming,
    "bombardment": bombardment,
    "aim": aim,
    "shelled": losses,
    "search": search,
    "declaring": declaring,
    "defensive support": defensive,
    "offensive support": offensive,
    "defending leaders": leading,
    "attacking leaders": leading,
    "resolving": resolving,
    "attack": attack,
    "morale level": morale_level,
    "losses": losses,
    "stand fast": stand_fast,
    "retreat": retreat,
    "advance": advance,
    "advancing": advancing,
    "attempts": attempts,
}
