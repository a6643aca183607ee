"""Advances after combat: into the hex that was vacated, and perhaps on from there.

An advance is a way like a retreat's, but nobody need make it and it may stop anywhere: so
there are bars and no wishes. The first hex is one that the enemy has left; pursuit keeps
to the path of the retreat; the length is a number of hexes that some steps shorten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from grognard.decisions import RuleId
from grognard.hexes import HexId
from grognard.mechanics.retreat import Bar, Walk, Ways, best_ways


class Trail(NamedTuple):
    """The path of a retreat, vacated hex first, and how far pursuit may stray from it."""

    hexes: Sequence[HexId]
    distance: Callable[[HexId, HexId], int]
    rule: RuleId
    stray: int = 1

    def bar(self) -> Bar:
        """No hex may be entered that is farther from the path."""
        return Bar(self.rule, "{hex} is too far from the path of the retreat", self._is_off)

    def _is_off(self, walk: Walk) -> bool:
        return min(self.distance(walk[-1], hex_) for hex_ in self.hexes) > self.stray


# --- bars -------------------------------------------------------------------------------


def after_first(bar: Bar) -> Bar:
    """A bar that leaves the vacated hex open and counts from the second hex on."""
    return bar._replace(local=False, forbids=lambda walk: len(walk) > 2 and bar.forbids(walk))


def stop_after_entering(rule: RuleId, text: str, test: Callable[[HexId], bool]) -> Bar:
    """An advance ends in the first such hex; `{before}` is that hex in the text."""
    return Bar(rule, text, lambda walk: len(walk) > 2 and test(walk[-2]))


def stop_after_crossing(rule: RuleId, text: str, test: Callable[[HexId, HexId], bool]) -> Bar:
    """An advance ends behind the first such hexside."""
    return Bar(rule, text, lambda walk: len(walk) > 2 and test(walk[-3], walk[-2]))


# --- advances ---------------------------------------------------------------------------


def longest(kinds: Collection[str], lengths: Mapping[str, int]) -> int:
    """How far a unit of these kinds advances: the first kind listed decides, else 0.

    >>> longest({"tank", "soviet"}, {"towed": 0, "soviet": 2, "tank": 4})
    2
    """
    return next((hexes for kind, hexes in lengths.items() if kind in kinds), 0)


def advances(
    start: HexId,
    vacated: Collection[HexId],
    length: int,
    neighbours: Callable[[HexId], Iterable[HexId]],
    bars: Sequence[Bar] = (),
    *,
    rule: RuleId,
    first_rule: RuleId = "",
    trail: Trail | None = None,
    extra: Callable[[Walk], int] | None = None,
    so_far: Walk = (),
) -> Ways:
    """The ways forward of a unit that may advance so many hexes, the vacated one included.

    `extra` says by how much the last step of a walk shortens the advance, beyond the hex
    itself. The unit may stop wherever no bar on an end forbids it.
    """
    own = [
        Bar(
            first_rule or rule,
            "an advance begins in the hex that was vacated",
            lambda walk: len(walk) == 2 and walk[1] not in vacated,
        )
    ]
    if trail:
        own.append(trail.bar())
    if extra:
        own.append(Bar(rule, "{hex} is too far to advance", _too_long(length, extra)))
    return best_ways(
        start, length, neighbours, (*own, *bars), rule=rule, stops=_anywhere, so_far=so_far
    )


def _anywhere(_walk: Walk) -> bool:
    return True


def _too_long(length: int, extra: Callable[[Walk], int]) -> Callable[[Walk], bool]:
    def forbids(walk: Walk) -> bool:
        spent = sum(1 + extra(walk[:end]) for end in range(2, len(walk) + 1))
        return spent > length

    return forbids
