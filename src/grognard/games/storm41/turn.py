"""5 What is remembered for the length of a game turn, a player turn and a phase.

The phases are put in order by a module that imports every module of rules; these may all
import the turns from here.
"""

from __future__ import annotations

from typing import Literal

from grognard.decisions import Side
from grognard.engine import Phase, Sequence
from grognard.games.storm41.state import AXIS, SOVIET
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: The two ways to take a player turn (5.4, 5.7).
Order = Literal["move-fight", "fight-move"]


class PlayerTurn(Sequence, tag="player turn"):
    """5.2 A player turn, and what is remembered for its length."""

    #: What was declared at its start; empty before (5.4, 5.7, 5.13-3, 5.13-7).
    order: Order | Literal[""] = ""
    #: German units that have left the reserve this turn: they do not go back (5.5, 5.6).
    released: frozenset[UnitId] = frozenset()

    @property
    def enemy(self) -> Side:
        """The side whose turn it is not."""
        return AXIS if self.side == SOVIET else SOVIET


class MovementPhase(Phase, tag="movement phase"):
    """9.2 What is remembered for the length of a movement phase."""

    #: Units whose move is over: one parent stack is finished before the next begins (9.6, R-83).
    moved: frozenset[UnitId] = frozenset()


class CombatPhase(Phase, tag="combat phase"):
    """10.4 What is remembered for the length of a combat phase."""

    #: Units that have made a prepared assault, droppers too (10.4, R-139).
    fought: frozenset[UnitId] = frozenset()
    #: Hexes that were the object of one; by momentum they may be attacked again (R-96, R-130).
    attacked: frozenset[HexId] = frozenset()
    #: Airdrops made (11.10-3).
    drops: int = 0


class ArrivalPhase(Phase, tag="arrival phase"):
    """5.11, 8.4 What is remembered for the length of the German arrival phase."""

    #: Replacements taken, and the mechanised ones among them (8.4-c, R-70).
    replaced: int = 0
    replaced_mech: int = 0
