"""What changes during a game of Operation Storm, and the names that its modules share.

The state holds what lasts beyond a game turn, and what both player turns of a turn share.
What is remembered for a player turn or a phase is in `turn.py`, for a move or a battle in
the step of that length. Nothing that follows from the state is in it: supply is traced when
it is asked (7.5), control points are counted out of `control`, victory points are judged
at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.board import Box
from grognard.decisions import Side
from grognard.engine import Hand, Position
from grognard.games.storm41.scenario import AIRBORNE, RESERVE
from grognard.hexes import HexId
from grognard.state import Options, State, Unit

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

AXIS = "axis"
SOVIET = "soviet"
SIDES: tuple[Side, Side] = (SOVIET, AXIS)

#: Places off the map, besides the reserve and the airborne box.
#: The Turn Track of each side: who is due lies there until it enters, however late (5.10-a).
ARRIVALS: Mapping[Side, str] = {AXIS: "axis_arrivals", SOVIET: "soviet_arrivals"}
MUSTER = "muster"  # units that their player has still to set up (3.4, 3.7)
DEAD = "dead"
OUT = "out"  # pieces that a scenario does not use

#: 10.7, R-129: of boxes of the Turn Track and of the reserve the enemy knows the number only.
BOXES = (
    Box(ARRIVALS[AXIS], "German Turn Track", AXIS, "count"),
    Box(ARRIVALS[SOVIET], "Soviet Turn Track", SOVIET, "count"),
    Box(MUSTER, "To be set up"),
    Box(DEAD, "Dead Pile"),
    Box(OUT, "Out of play"),
)


class Options41(Options, frozen=True, kw_only=True):
    """Readings and variants that the rules leave open to choice; each default is the ruling."""

    #: 4.11, R-38: from turn 2 on the Luftwaffe always has air superiority.
    strong_luftwaffe: bool = False
    #: 10.7, R-99: only the top unit of an enemy stack is seen.
    fog: bool = True
    #: R-100: a 6 under +5 reads 1/0, as the diagonals of the table have it.
    even_crt: bool = False


class Unit41(Unit, frozen=True, gc=False, kw_only=True):
    """A unit. It has one step and no state on the map but its place: a brigade that has
    landed is on the map (11.10-4), a unit of the reserve in its box, the dead in theirs.
    """

    #: The turn on which it was eliminated, 0 while it lives; it comes back later (8.4-b).
    fell: int = 0
    #: Eliminated out of supply or in aerial supply: it never comes back (8.4-a).
    gone: bool = False


class State41(State, frozen=True, gc=False, kw_only=True):
    """A game in progress. `control` has a letter for every hex (3.8). `stacks` has the order of
    each stack, the top unit last: the only one that the enemy sees (10.7, R-127).
    """

    options: Options41
    units: tuple[Unit41, ...]
    #: Cities and Ploesti that have ever been under enemy control: nobody enters there again (5.5,
    #: 5.10-b, 5.11-b). With Ploesti German supply is attenuated (7.8) and a die lost (11.5), both
    #: from turn 2 on (R-56).
    fallen: frozenset[HexId] = frozenset()
    #: The side with air superiority this turn; empty for nobody (5.3, 5.13-5).
    superior: Side = ""
    #: Hexes of its airpower markers, picked up in phase VII (11.1, 11.6).
    airpower: frozenset[HexId] = frozenset()
    #: Where the Aerial Supply marker lies this turn, or nowhere; once per game (7.9).
    aerial: HexId = ""
    aerial_used: bool = False
    #: Units lost so far as the tracks count them: out of supply twice (4.7, 4.8).
    german_losses: int = 0
    soviet_losses: int = 0


if TYPE_CHECKING:
    Pos = Position[Storm41, State41, Unit41]
    Deal = Hand[Storm41, State41, Unit41]
else:
    Pos = Position
    Deal = Hand

__all__ = [
    "AIRBORNE",
    "ARRIVALS",
    "AXIS",
    "BOXES",
    "DEAD",
    "MUSTER",
    "OUT",
    "RESERVE",
    "SIDES",
    "SOVIET",
    "Deal",
    "Options41",
    "Pos",
    "State41",
    "Unit41",
]
