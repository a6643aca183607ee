"""What changes during a game of Red Parachutes, and the names that its modules share.

The state holds what lasts beyond a player-turn. Nothing that follows from it is in it: zones and
paths of supply are found when they are asked for, points are counted at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from grognard.board import Box
from grognard.decisions import Side
from grognard.engine import Hand, Position
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Options, State, Unit

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

AXIS = "axis"
SOVIET = "soviet"
SIDES: tuple[Side, Side] = (SOVIET, AXIS)

#: Places off the map, besides the boxes of entries.
AIRBORNE = "airborne"  # brigades that have not dropped; the box is printed on the map
STAFF = "staff"  # assistant commanders who are not needed (LDR-6)
AWAY = "away"  # leaders who come back in an Initial Segment (LDR-7, LDR-9)
DEAD = "dead"
OUT = "out"

BOXES = (
    Box(STAFF, "Assistant commanders"),
    Box(AWAY, "Leaders away"),
    Box(DEAD, "Eliminated"),
    Box(OUT, "Out of play"),
)

#: DIS Is a unit in order?
Order = Literal["", "disrupted", "demoralised"]
#: SUP Is a unit in supply?
Supply = Literal["", "out", "isolated"]


class KanevOptions(Options, frozen=True, kw_only=True):
    """There is nothing to choose so far."""


class KanevUnit(Unit, frozen=True, gc=False, kw_only=True):
    """A unit and what may change about it."""

    #: Steps that it has lost.
    lost: int = 0
    #: Artillery on the march: it moves and does not fire (R-109).
    limbered: bool = False
    #: Artillery: the salvoes that it has left (R-40).
    salvoes: int = 0
    order: Order = ""
    supply: Supply = ""
    #: A paratrooper who has landed and not concentrated (AIRB-11).
    dispersed: bool = False
    #: Soviet scouts on foot, for good (RCN-1).
    dismounted: bool = False
    #: Its owner treats it as a unit of no formation (FRM-2, R-69).
    unassigned: bool = False
    #: The turn in which it does not move because it took a step (RPL-6), or on which a leader
    #: who is away comes back (LDR-7, LDR-9).
    until: int = 0


class Bridgehead(Struct, frozen=True):
    """A pair of bridgehead counters on the map (BHD-1)."""

    east: HexId
    west: HexId
    improved: bool = False


class Work(Struct, frozen=True):
    """An improved position. Until it is ready `builder` must stay; `begun` is the turn on which
    it began (IMP-2).
    """

    side: Side
    builder: UnitId = ""
    begun: int = 0

    @property
    def is_ready(self) -> bool:
        """Does it protect?"""
        return not self.builder


class KanevState(State, frozen=True, gc=False, kw_only=True):
    """A game in progress. `control` has a letter for every hex but all-water ones."""

    options: KanevOptions
    units: tuple[KanevUnit, ...]
    bridgeheads: tuple[Bridgehead, ...] = ()
    #: Pairs of bridgehead counters that are not on the map: the turn from which each may be
    #: placed (BHD-4, BHD-5, R-83).
    spare_bridgeheads: tuple[int, ...] = ()
    #: The bridge of Kanev is destroyed; it is not rebuilt (R-24).
    bridge_blown: bool = False
    #: Improved positions, finished or not.
    works: Mapping[HexId, Work] = {}
    #: Points of ammunition: the side and the kind, such as `axis light` (R-40).
    ammunition: Mapping[str, int] = {}
    #: Replacement steps that the Axis has in hand, by what they are good for (R-37).
    steps: Mapping[str, int] = {}


if TYPE_CHECKING:
    Pos = Position[Kanev43, KanevState, KanevUnit]
    Deal = Hand[Kanev43, KanevState, KanevUnit]
else:
    Pos = Position
    Deal = Hand

__all__ = [
    "AIRBORNE",
    "AWAY",
    "AXIS",
    "BOXES",
    "DEAD",
    "OUT",
    "SIDES",
    "SOVIET",
    "STAFF",
    "Bridgehead",
    "Deal",
    "KanevOptions",
    "KanevState",
    "KanevUnit",
    "Order",
    "Pos",
    "Supply",
    "Work",
]
