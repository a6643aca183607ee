"""How several units are named in a sentence, and how things are counted."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """One name, two with "and", more with commas."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def stack_of(names: Sequence[str]) -> str:
    """One name, or several as a stack: a stack does what one unit does, so that a sentence about
    it stays the same when it does not tell who is in it.
    """
    return names[0] if len(names) == 1 else f"the stack of {listed(names)}"


def doing(names: Sequence[object], one: str, many: str) -> str:
    """The verb for one thing, or for several: moves, move."""
    return one if len(names) == 1 else many


def counted(number: int | str, one: str, many: str = "") -> str:
    """So many things: 0 points, 1/2 point, 1 point, 1 1/2 points."""
    single = str(number) in ("1", "1/2")
    return f"{number} {one if single else many or one + 's'}"
