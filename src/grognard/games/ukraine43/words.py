"""How several units are named in a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """One name, two with "and", more with commas."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def doing(names: Sequence[str], one: str, many: str) -> str:
    """The verb for one unit, or for several: moves, move."""
    return one if len(names) == 1 else many
