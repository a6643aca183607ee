"""What is counted of a position: points of both sides, and how far the first is ahead.

A game may say what it measures (`Game.measures`); else it is what its page counts. The lab
looks at games that are over, so nothing is hidden from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard.page import Tally
from grognard.position import Position
from grognard.state import Outcome
from grognard.view import View

AnyPosition = Position[Any, Any, Any]

#: The measure that says how far the first side of a game is ahead of the second.
MARGIN = "margin"

_OVER = Outcome("", "", "", "")


def measured(pos: AnyPosition) -> Mapping[str, float]:
    """All measures of a position by name."""
    return pos.game.measures(pos) or counted(pos)


def counted(pos: AnyPosition) -> dict[str, float]:
    """What the page counts: `axis points`, and their difference as the margin."""
    pages = pos.game.pages
    if pages is None:
        return {}
    tallies = pages.scene(laid_open(pos)).tallies
    found: dict[str, float] = {f"{tally.side} points": tally.total for tally in tallies}
    found.update({f"{tally.side} stars": tally.stars for tally in tallies if tally.stars_of})
    if len(tallies) == len(pos.game.sides):
        found[MARGIN] = _ahead(pos, tallies)
    return found


def _ahead(pos: AnyPosition, tallies: tuple[Tally, ...]) -> float:
    totals = {tally.side: tally.total for tally in tallies}
    first, second = pos.game.sides
    return totals[first] - totals[second]


def laid_open(pos: AnyPosition) -> View:
    """The position as all see it when the game is over."""
    if pos.outcome is None:
        pos = pos.game.position(replace(pos.state, outcome=_OVER))
    return pos.view(None)
