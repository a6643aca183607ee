"""How several units are named in a sentence, and how things are counted."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """One name, two with "and", more with commas."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def doing(names: Sequence[object], one: str, many: str) -> str:
    """The verb for one thing, or for several: moves, move."""
    return one if len(names) == 1 else many


def counted(number: int | str, one: str, many: str = "") -> str:
    """So many things: 0 points, 1/2 point, 1 point, 1 1/2 points."""
    single = str(number) in ("1", "1/2")
    return f"{number} {one if single else many or one + 's'}"
