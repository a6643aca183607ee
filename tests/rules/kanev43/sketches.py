"""Positions of Red Parachutes for its rule tests."""

from typing import cast

from grognard.decisions import Action
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.turn import Move, MovementPhase
from grognard.registry import load
from grognard.testing import sketch

SLUG = "kanev43"
_ROWS = range(1, 7)
_WEST = " ".join(f"{column:02}{row:02}" for column in range(1, 5) for row in _ROWS)
_EAST = " ".join(f"{column:02}{row:02}" for column in range(5, 9) for row in _ROWS)
_RIVER = " ".join(f"04{row:02}/05{row:02}" for row in _ROWS)
_RIVER += " " + " ".join(f"04{row + 1:02}/05{row:02}" for row in _ROWS if row < 6)
#: Two banks, with the Dnepr between columns 4 and 5 of a small board.
RIVER = f"""
    board 8 x 6
    zone west_bank {_WEST}
    zone east_bank {_EAST}
    hexside dnepr {_RIVER}
"""


def drawn(text: str, *, run: bool = True) -> Pos:
    """The position of a sketch."""
    return cast(Pos, sketch(load(SLUG), text, run=run))


def refused(pos: Pos, verb: str, arg: str = "") -> str:
    """The rule by which an action is refused."""
    refusal = pos.why_not(Action(verb, arg))
    assert refusal is not None, f"{verb} {arg} is allowed"
    return refusal.rule


def allowed(pos: Pos, verb: str) -> set[str]:
    """The arguments that a verb takes now."""
    return {action.arg for action in pos.actions() if action.verb == verb}


def done(pos: Pos, *actions: str) -> Pos:
    """The position after these actions."""
    for action in actions:
        pos = pos.apply(action)
    return pos


def every(board: str = "8 x 6") -> str:
    """All hexes of a small board, for a line that gives control of them."""
    columns, _, rows = board.split()
    return " ".join(
        f"{column:02}{row:02}"
        for column in range(1, int(columns) + 1)
        for row in range(1, int(rows) + 1)
    )


def tactical(text: str, side: str = "axis") -> Pos:
    """A Movement Phase in which strategic moves are over."""
    pos = drawn(f"{text}\nphase movement {side}")
    while pos.top.tag != "tactical moves":
        pos = pos.apply("done")
    return pos


def selected(text: str, unit: str, side: str = "axis") -> Pos:
    """A unit is about to move tactically."""
    return tactical(text, side).apply(f"select {unit}")


def cost(pos: Pos, *hexes: str) -> float:
    """What a unit pays that goes by these hexes one after the other, in movement points: so far,
    or in all if that has ended its move.
    """
    for hex_ in hexes:
        pos = pos.apply(f"move {hex_}")
    move, phase = pos.find(Move), pos.within(MovementPhase)
    return (move.spent if move else max(phase.spent.values())) / 6
