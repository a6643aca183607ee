"""A combat as its dice found it: who took part, and what binds the losses of either side."""

from __future__ import annotations

from msgspec import Struct

from grognard.decisions import Side
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Fight(Struct, frozen=True, kw_only=True):
    """Who met whom. `side` is the attacker; the target is the hex under attack."""

    side: Side
    target: HexId
    #: Who attacked: without those who failed their morale check (R-49).
    attackers: tuple[UnitId, ...]
    #: Who defended, with those who failed. Others in the hex were excluded (CBT-3).
    defenders: tuple[UnitId, ...]
    #: Units of either side that failed their morale check (LSS-3). The attackers among them were
    #: named for the attack and did not make it.
    failed: tuple[UnitId, ...] = ()
    #: Units in the target over the stacking limit (STK-7).
    excess: tuple[UnitId, ...] = ()
    #: Guns that supported the attack, and those of them that fired twice (NGT-6, SUP-13, R-102).
    guns: tuple[UnitId, ...] = ()
    doubled: tuple[UnitId, ...] = ()
    #: Guns that supported the defence and throw a die for ammunition (ART-3, R-47).
    cover: tuple[UnitId, ...] = ()
    #: Attacking engineers whose shift was used: half of the losses are theirs (CBT-16).
    engineers: tuple[UnitId, ...] = ()
    #: Attacking armour that pays the first step (CBT-27, LSS-4); is the defender's anti-tank value
    #: so much better that he picks half of the losses (CBT-28)?
    armour: tuple[UnitId, ...] = ()
    outgunned: bool = False
