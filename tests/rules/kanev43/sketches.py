"""Positions of Red Parachutes for its rule tests."""

from typing import cast

from grognard.decisions import Action
from grognard.games.kanev43.state import Pos
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
