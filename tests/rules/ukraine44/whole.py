"""Whole games of Ukraine '44 for tests: set up at once, and passed through."""

from collections.abc import Iterator
from typing import Any

from grognard import load
from grognard.games.ukraine44.state import Pos

#: What ends a question without doing anything, in this order; `movement` is a Soviet order.
_IDLE = ("done", "pass", "stop", "cancel", "choose movement")


def start(**options: Any) -> Pos:
    """A new game before anything has been asked."""
    return load("ukraine44").start(seed=1944, **options)


def begin(**options: Any) -> Pos:
    """A game after set-up, with the ready placement: the Soviets choose their order."""
    pos = start(**options)
    for _ in range(6):
        if pos.top.tag != "soviet turn":
            pos = pos.apply("done" if pos.why_not("choose ready") else "choose ready")
    assert pos.top.tag == "soviet turn"
    return pos


def idle(pos: Pos) -> Pos:
    """Answer one question without doing anything."""
    return pos.apply(next(action for action in _IDLE if pos.why_not(action) is None))


def idling(pos: Pos) -> Iterator[Pos]:
    """This position and all that follow while nobody does anything, to the end of the game."""
    while True:
        yield pos
        if pos.outcome:
            return
        pos = idle(pos)


def until(pos: Pos, tag: str, turn: int = 0) -> Pos:
    """The next question of a step, on a turn if one is given."""
    return next(p for p in idling(pos) if p.top.tag == tag and p.turn >= turn)
