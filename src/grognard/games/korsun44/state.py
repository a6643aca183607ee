"""What changes during a game of Korsun 1944, and the names that its modules share.

The state holds what lasts beyond a phase. Nothing that follows from it is in it: zones and
lines of supply are found when they are asked for, points are counted out of `control` and of
the levels that units have lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from grognard.board import Box
from grognard.decisions import Side
from grognard.engine import Hand, Position
from grognard.hexes import HexId, Hexside
from grognard.pieces import UnitId
from grognard.state import Options, State, Unit

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

GERMAN = "german"
SOVIET = "soviet"
SIDES: tuple[Side, Side] = (SOVIET, GERMAN)

#: Places off the map, besides the boxes of entries, which are printed on it.
MUSTER = "muster"  # units that their player has still to set up (B5)
DEAD = "dead"
OUT = "out"  # pieces that a scenario does not use

BOXES = (
    Box(MUSTER, "To be set up"),
    Box(DEAD, "Eliminated"),
    Box(OUT, "Out of play"),
)


class KorsunOptions(Options, frozen=True, kw_only=True):
    """Readings and variants that the rules leave open to choice; each default is the ruling."""

    #: C-opt: chapters 12 to 16 are played.
    complementary: bool = True
    #: A1: a 6 at 4:1 reads D3, as in the first printing of the combat table.
    first_printing: bool = False
    #: A9: the gaps of the fire tables are losses of two levels.
    full_fire: bool = False
    #: B15: 16 ARM comes in January scenarios too.
    sixteenth_panzer: bool = False
    #: G1: want grows by itself in every Supply Phase.
    oos_rises: bool = False
    #: H6: all notes of Korsun 1944 hold in The Retreat.
    retreat_notes: bool = False
    #: H16: stacks are masked.
    fog: bool = True


#: 8.2.1 What aircraft can do.
MissionKind = Literal[
    "offensive", "defensive", "attack", "object", "interdiction", "crossing", "supply"
]


class Mission(Struct, frozen=True):
    """Aircraft over a hex; over a hexside if they attack a bridge."""

    side: Side
    kind: MissionKind
    at: HexId | Hexside
    strength: int


class Reward(Struct, frozen=True):
    """Modifiers for the loss of an enemy HQ: whose they are, where it fell, how many are left,
    and the last half-turn in which they serve, as `turn.clock` counts them (9.1.6, E25).
    """

    side: Side
    at: HexId
    left: int
    last: int


class KorsunUnit(Unit, frozen=True, gc=False, kw_only=True):
    """A unit and what may change about it."""

    #: Combat efficiency levels that it has lost (1.2-e).
    lost: int = 0
    #: Artillery in transport set-up: it moves and does not fire (6.2.2, 6.2.3).
    limbered: bool = False
    #: Its out-of-supply level, 0 in supply (10.2.1).
    want: int = 0
    #: Off the map: the turn from which it may enter (11.1.1, 11.2.2, 11.2.3).
    comes: int = 0
    #: A reinforcement that has been on the map (R-note, H10).
    arrived: bool = False
    #: It retreated since its owner's last Movement Phase, and so does not dig (5.3.10).
    retreated: bool = False
    # --- combat, artillery, air
    #: Disorganised to the end of this phase, as `moments.moment` counts them; 0: in order (5.6).
    recovers: int = 0
    #: Artillery: the phase of its last barrage, counted in the same way (6.5.5, 6.5.6).
    barraged: int = 0


class KorsunState(State, frozen=True, gc=False, kw_only=True):
    """A game in progress. `control` has a letter for every hex; one that neither side controls
    has none (4.3.6).
    """

    options: KorsunOptions
    units: tuple[KorsunUnit, ...]
    #: Hexes with field fortifications (7.1), each with its side, and with improved ones (7.2).
    field_works: Mapping[HexId, Side] = {}
    improved_works: frozenset[HexId] = frozenset()
    #: Bridges of the map that have been destroyed (14.1.2), and bridges over a big river that
    #: the map does not have (14.3.2).
    broken_bridges: frozenset[Hexside] = frozenset()
    built_bridges: frozenset[Hexside] = frozenset()
    #: Who held each bridge last, where its two ends are not one side's (14.1.3, F10).
    bridge_holders: Mapping[Hexside, Side] = {}
    #: HQs that were at the bank of a big river when their Supply Phase ended, and where (14.3.2).
    bridging: Mapping[UnitId, HexId] = {}
    # --- combat, artillery, air
    #: Air missions that are known to both sides and in force (8.2, F12).
    missions: tuple[Mission, ...] = ()
    #: Air SPs that each side has flown this turn (8.1.5, F7).
    flown: Mapping[Side, int] = {}
    #: Ammunition that each side has left for barrages (6.5.7).
    ammunition: Mapping[Side, int] = {}
    #: Modifiers for lost HQs that may still be used (9.1.6).
    rewards: tuple[Reward, ...] = ()


if TYPE_CHECKING:
    Pos = Position[Korsun44, KorsunState, KorsunUnit]
    Deal = Hand[Korsun44, KorsunState, KorsunUnit]
else:
    Pos = Position
    Deal = Hand

__all__ = [
    "BOXES",
    "DEAD",
    "GERMAN",
    "MUSTER",
    "OUT",
    "SIDES",
    "SOVIET",
    "Deal",
    "KorsunOptions",
    "KorsunState",
    "KorsunUnit",
    "Mission",
    "MissionKind",
    "Pos",
    "Reward",
]
