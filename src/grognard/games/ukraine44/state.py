"""What changes during a game of Ukraine '44, and the names that its modules share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from grognard.engine import Hand, Position, Sequence
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Options, Spot, State, Unit

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

AXIS = "axis"
SOVIET = "soviet"

#: Places off the map.
ARRIVALS = "arrivals"
DEAD = "dead"
OUT = "out"
TIGER_BOX = "tiger"
ATTACHED = "attached"
AIR_BOX = "air_supply"
LOST = "lost"

Supply = Literal["in", "city", "air", "out", "isolated"]


class Options44(Options, frozen=True, kw_only=True):
    """Readings that the rulings leave open to choice; each default is the ruling."""

    #: V1: every lost step scores, or only the steps of formations removed from play.
    lost_steps_score: bool = True
    #: Z3: isolated formations may attack, halved, or never.
    isolated_attack: bool = True
    #: 6.4: counters lie hidden side up.
    fog: bool = True


class Unit44(Unit, frozen=True, gc=False, kw_only=True):
    """A formation or a Tiger battalion. An attached Tiger is named by its carrier."""

    lost: int = 0
    supply: Supply = "in"
    tiger: UnitId = ""
    decoy: bool = False


class State44(State, frozen=True, gc=False, kw_only=True):
    """A game in progress."""

    options: Options44
    units: tuple[Unit44, ...]
    #: Where the Air Supply marker is: its box, a hex, or lost.
    air: Spot = AIR_BOX
    #: Victory cities that the Soviets hold now (4.3), and those they have ever entered (9.3).
    held: frozenset[HexId] = frozenset()
    fallen: frozenset[HexId] = frozenset()


class Offensive(Sequence, tag="offensive"):
    """A player turn that begins with combat. It has artillery support (11.15), and who has
    fought in it may not move afterwards (10.6).
    """

    fought: frozenset[UnitId] = frozenset()


if TYPE_CHECKING:
    Pos = Position[Ukraine44, State44, Unit44]
    Deal = Hand[Ukraine44, State44, Unit44]
else:
    Pos = Position
    Deal = Hand
