"""5 What is remembered for the length of a game turn, a player turn and a phase.

The phases are put in order by a module that imports every module of rules; these may all
import the turns from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.engine import Phase, Sequence
from grognard.games.storm41.charts import Supply
from grognard.games.storm41.stacking import Penalty, overstacked
from grognard.games.storm41.state import AXIS, SOVIET, Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: The two ways to take a player turn (5.4, 5.7).
Order = Literal["move-fight", "fight-move"]
MOVE_FIGHT: Order = "move-fight"
FIGHT_MOVE: Order = "fight-move"


@rule("5.13")
def is_surprise(pos: Pos) -> bool:
    """Is this the turn of the special rules?"""
    return pos.turn == pos.game.charts.limits["surprise_turn"].number


class Stages(Sequence, tag="stages"):
    """A sequence of phases, at whose start and end stacks are within their limits."""

    @rule("5.1", "6.1", "6.6")
    def act(self, hand: Deal) -> None:
        """Between two phases stacks are judged, then the next begins; none is gone back to."""
        wrong = overstacked(hand.now)
        if wrong:
            hand.push(Penalty.of(hand.now, wrong[0]))
        else:
            super().act(hand)

    def hear(self, hand: Deal, value: Any) -> None:
        """What a penalty reports is nothing."""
        if value is not None:
            super().hear(hand, value)


class PlayerTurn(Stages, tag="player turn"):
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
    #: The parent stack under way: where it began, its supply then, and what each of its units has
    #: spent that has done anything (7.5, R-63).
    start: HexId = ""
    supply: Supply = "full"
    spent: Mapping[UnitId, int] = {}


class OnTheMove(Phase, tag="on the move"):
    """9.6 Units that are chosen to move. `start` and `supply` are those of their parent stack while
    it is another than the one under way.
    """

    start: HexId = ""
    supply: Supply = "full"


@rule("7.5", "9.2", "9.6", "R-63", "R-83")
def parent_of(pos: Pos) -> MovementPhase:
    """The phase as the units on the move have it: another parent stack ends the move of the one
    under way, and is judged as if it had, but it does so only when it does anything.
    """
    phase, move = pos.within(MovementPhase), pos.find(OnTheMove)
    if move is None or not move.start:
        return phase
    moved = phase.moved | frozenset(phase.spent)
    return phase.but(moved=moved, spent={}, start=move.start, supply=move.supply)


class Assaulted(Struct, frozen=True):
    """How an assault out of a move ended: who made it, must they stop, and are they in the hex?
    `cost` is paid in any case (9.23, 9.27, 9.28).
    """

    target: HexId
    units: tuple[UnitId, ...]
    stopped: bool
    entered: bool
    cost: int


class Engagement(Sequence, tag="engagement"):
    """10.7 A battle to which the attacker is bound: who is in it lies open to both sides until it
    is over (R-126, R-127).
    """

    shown: frozenset[UnitId] = frozenset()
    #: Who was out of supply when it began, and who lived by aerial supply alone (7.5, 8.4-a).
    cut: frozenset[UnitId] = frozenset()
    flown: frozenset[UnitId] = frozenset()


class CombatPhase(Phase, tag="combat phase"):
    """10.4 What is remembered for the length of a combat phase."""

    #: Units that have made a prepared assault, droppers too (10.4, R-139).
    fought: frozenset[UnitId] = frozenset()
    #: Hexes that were the object of one; by momentum they may be attacked again (R-96, R-130).
    attacked: frozenset[HexId] = frozenset()
    #: Airdrops made (11.10-3).
    drops: int = 0
