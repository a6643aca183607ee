"""Garrisons: who is sent into a place that is worth more than the troops in it, before others go
anywhere else. An attack that takes its garrison along would leave it to the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from grognard.appraise import AnyPosition, Troop
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.evaluate import Staff
from grognard.players.threat import Range, Threat

#: A place is dear if so much is likely to be lost with it.
_DEAR = 5.0


class Garrison(Struct, frozen=True):
    """Who goes into a place, and all who stay there then."""

    ways: Mapping[UnitId, HexId]
    kept: frozenset[UnitId]


def garrisons(staff: Staff, root: AnyPosition) -> Iterator[Garrison]:
    """A full garrison for each dear place that the enemy threatens, the dearest first."""
    if not staff.appraisal.covets:
        return
    blows = Threat(staff.appraisal, root, staff.enemy).blows()
    dear = sorted((one for one in blows if one.prize >= _DEAR), key=lambda one: -one.prize)
    if not dear:
        return
    reach = Range(staff.appraisal, root, staff.side)
    rows = dict(zip(reach.troops, reach.there, strict=True))
    movers = {one.arg for one in root.actions() if one.verb == "select"}
    used: set[UnitId] = set()
    for blow in dear:
        there = [t for t in staff.appraisal.troops(root, staff.side) if t.hex == blow.target]
        used |= {t.id for t in there}
        here = staff.index[blow.target]
        able = [t for t, row in rows.items() if row[here] and t.id in movers - used]
        room = staff.appraisal.room(root, staff.side, blow.target) - sum(
            t.defence > 0 for t in there
        )
        sent = sorted((t for t in able if t.defence > 0), key=_readiness)[: max(0, room)]
        used |= {t.id for t in sent}
        yield Garrison({t.id: blow.target for t in sent}, frozenset(t.id for t in (*there, *sent)))


def _readiness(troop: Troop) -> tuple[float, float, float, UnitId]:
    """Those first who defend well and are least wanted for attacks."""
    return -troop.defence, troop.attack, troop.price, troop.id
