"""2.2 When something happens: phases counted through the game, as the rules number them.

Six phases make a half-turn, twelve a turn: phase 7 of turn 3 is number 31. A status that ends
by time holds the number of the phase at whose end it ends.
"""

from __future__ import annotations

from grognard.decisions import rule
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.turn import HalfTurn, clock

#: The phases of a half-turn by their tags, in order.
PHASES = ("air phase", "barrage", "movement", "combat", "strategic movement", "supply")
#: Phases of a turn.
TURN = 2 * len(PHASES)


@rule("2.2")
def moment(pos: Pos, phase: str = "") -> int:
    """The number of the phase that is open, or of another one of the same half-turn."""
    name = phase or next((step.tag for step in pos.state.agenda if step.tag in PHASES), "")
    number = PHASES.index(name) + 1 if name else 0
    return (clock(pos) - 1) * len(PHASES) + number


@rule("9.1.6", "E25")
def combats_to_come(pos: Pos, number: int) -> int:
    """The half-turn of the last of so many Combat Phases that begin after this moment."""
    begun = moment(pos) >= moment(pos, "combat")
    return clock(pos) + number - (not begun)


def phasing(pos: Pos) -> str:
    """The side whose half-turn it is; empty outside of one."""
    half = pos.find(HalfTurn)
    return half.side if half is not None else ""
