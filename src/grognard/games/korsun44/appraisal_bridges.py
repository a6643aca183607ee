"""14 Bridges as computer players blow and mend them: the weaker side to gain time, the stronger to
come on; on the road to Korsun always (DEB-vc2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.appraise import Weighed
from grognard.decisions import Action, Side
from grognard.games.korsun44.appraisal_road import bridges
from grognard.games.korsun44.deeds import BLOW, MEND
from grognard.games.korsun44.moving import Moving
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.pieces import UnitId
from grognard.players.asked import of_verb
from grognard.players.atlas import atlas_of

if TYPE_CHECKING:
    from grognard.games.korsun44.appraisal import KorsunAppraisal

#: Troops so near to a bridge want to pass it, or to hold it.
COMING, HOLDING = 5, 3
#: What a bridge on the road to Korsun is worth, one for each strength point that would come over
#: it, the most of that, and one that lets us go on.
ROAD, POINT, MOST, ONWARD = 6.0, 0.1, 1.5, 0.6


def bridging(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """The bridges that the unit on the move should blow or mend where it is, the best first."""
    found = []
    for one in of_verb(pos, "choose"):
        verb, _, bridge = one.arg.partition(" ")
        if verb == BLOW:
            worth = _blown(appraisal, pos, one, bridge)
            found.append(Weighed(one, worth, "they will not come over this bridge"))
        elif verb == MEND:
            worth = _mended(appraisal, pos, one, bridge)
            found.append(Weighed(one, worth, "a bridge for those who follow"))
    return sorted((one for one in found if one.worth > 0), key=lambda one: -one.worth)


def _blown(appraisal: KorsunAppraisal, pos: Pos, deed: Action, bridge: Hexside) -> float:
    """14.2.1: worth while before an enemy who is stronger, if nobody of ours is beyond it; and on
    the road to Korsun. Never if a line of ours runs over it.
    """
    side = pos.side
    if _leads_to_korsun(pos, bridge):
        worth = ROAD if side == SOVIET else 0.0
    else:
        worth = _time_gained(appraisal, pos, bridge)
    if not worth:
        return 0.0
    cut = _astray(appraisal, pos.apply(deed), side) - _astray(appraisal, pos, side)
    return 0.0 if cut else worth


def _time_gained(appraisal: KorsunAppraisal, pos: Pos, bridge: Hexside) -> float:
    """By the strength that would come over a bridge, if it is more than ours."""
    side, here = pos.side, pos.within(Moving).here(pos)
    a, b = split_hexside(bridge)
    far = b if here == a else a
    coming = _beyond(appraisal, pos, pos.game.enemy(side), here, far)
    if coming <= _near(appraisal, pos, side, here, HOLDING):
        return 0.0
    return 0.0 if _beyond(appraisal, pos, side, here, far) else min(MOST, POINT * coming)


def _mended(appraisal: KorsunAppraisal, pos: Pos, deed: Action, bridge: Hexside) -> float:
    """14.2.2: worth while where we are the stronger, and where lines will run over it."""
    side = pos.side
    if _leads_to_korsun(pos, bridge):
        return ROAD if side == GERMAN else 0.0
    enemy, ends = pos.game.enemy(side), split_hexside(bridge)
    ours = max(_near(appraisal, pos, side, hex_, HOLDING) for hex_ in ends)
    if ours <= max(_near(appraisal, pos, enemy, hex_, COMING) for hex_ in ends):
        return 0.0
    healed = _astray(appraisal, pos, side) - _astray(appraisal, pos.apply(deed), side)
    return ONWARD + POINT * len(healed)


def _leads_to_korsun(pos: Pos, bridge: Hexside) -> bool:
    return pos.game.scene(pos).victory.kind == "relief" and bridge in bridges(pos)


def _near(appraisal: KorsunAppraisal, pos: Pos, side: Side, hex_: HexId, within: int) -> float:
    """The strength of a side around a hex."""
    index = pos.board.grid.index
    here = atlas_of(appraisal).distances[index[hex_]]
    return sum(t.attack for t in appraisal.troops(pos, side) if here[index[t.hex]] <= within)


def _beyond(appraisal: KorsunAppraisal, pos: Pos, side: Side, here: HexId, far: HexId) -> float:
    """The strength of a side that is nearer to the far end of a bridge."""
    distances, index = atlas_of(appraisal).distances, pos.board.grid.index
    near, beyond = distances[index[here]], distances[index[far]]
    troops = [(t, index[t.hex]) for t in appraisal.troops(pos, side)]
    return sum(t.attack for t, at in troops if beyond[at] <= COMING and beyond[at] < near[at])


def _astray(appraisal: KorsunAppraisal, pos: Pos, side: Side) -> set[UnitId]:
    """Who has no line."""
    return {t.id for t in appraisal.troops(pos, side) if not t.supplied}
