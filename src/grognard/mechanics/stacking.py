"""Stacking: how many counters fit in a hex, and which of them are over.

Limits are data, read from a file or written in a game's own module. They know nothing of
units: a game tells of each counter its kinds (side, nationality, class) and its points,
and asks whether a stack is over any limit. When stacking counts, and what is done about
a stack that is over, are rules of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from msgspec import Struct, field

from grognard.board import Mask
from grognard.decisions import Refusal, RuleId, Side, deny
from grognard.mechanics import counting
from grognard.mechanics.columns import Columns, Layout
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.kernels import PASSAGE
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId


class Stacked(NamedTuple):
    """A counter in a stack, as far as stacking cares."""

    id: UnitId
    kinds: frozenset[str]
    points: int = 1


class Extra(Struct, frozen=True, forbid_unknown_fields=True):
    """So many more counters of a kind fit beyond a limit where a counter of another is."""

    number: int
    kind: str
    beside: str


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """At most so many counters, or points, of certain kinds in a hex.

    Counted is what is `of` any of these kinds (none named: every counter) and of no kind
    in `but`; the first so many of a kind in `free` do not count. Of several `extra`s the
    best is used, and what it lets in counts for no later limit.
    """

    rule: RuleId
    most: int
    of: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    by: Literal["units", "points"] = "units"
    free: dict[str, int] = field(default_factory=dict)
    extra: tuple[Extra, ...] = ()
    what: str = "units"

    def counted(self, stack: Iterable[Stacked]) -> list[Stacked]:
        """The counters of a stack that this limit is about, most points first."""
        found = [s for s in stack if (not self.of or s.kinds & self.of) and not s.kinds & self.but]
        found.sort(key=lambda s: -s.points)
        for kind, number in self.free.items():
            for counter in [s for s in found if kind in s.kinds][:number]:
                found.remove(counter)
        return found

    def amount(self, counted: Collection[Stacked]) -> int:
        """What counters come to: their number, or their points."""
        return len(counted) if self.by == "units" else sum(s.points for s in counted)


class Apart(Struct, frozen=True, forbid_unknown_fields=True):
    """Counters of two of these kinds are never stacked together."""

    rule: RuleId
    kinds: frozenset[str]


class Stacking(Struct, frozen=True, forbid_unknown_fields=True):
    """The stacking rules of a game: limits in printed order, and what is kept apart."""

    limits: tuple[Limit, ...] = ()
    apart: tuple[Apart, ...] = ()

    def over(self, stack: Sequence[Stacked]) -> tuple[Refusal, ...]:
        """Every rule that a stack breaks, with its number; empty if it is within limits."""
        found = [_mixed(rule, stack) for rule in self.apart]
        left = list(stack)
        for limit in self.limits:
            counted = limit.counted(left)
            beyond = _let_in(limit, counted, stack)
            left = [s for s in left if s not in beyond]
            found.append(_too_many(limit, limit.amount(counted) - limit.amount(beyond)))
        return tuple(refusal for refusal in found if refusal)

    def fits(self, stack: Sequence[Stacked], more: Sequence[Stacked] = ()) -> bool:
        """Would a stack be within limits, with these counters added?"""
        return not self.over([*stack, *more])

    def cures(
        self, stack: Sequence[Stacked], among: Collection[UnitId] | None = None
    ) -> tuple[frozenset[UnitId], ...]:
        """The smallest sets of counters (of those named) whose removal brings it within limits.

        Empty if nothing is over, or if none of those named can help.
        """
        if self.fits(stack):
            return ()
        removable = [s.id for s in stack if among is None or s.id in among]
        for number in range(1, len(removable) + 1):
            sets = [frozenset(gone) for gone in combinations(removable, number)]
            found = [gone for gone in sets if self.fits([s for s in stack if s.id not in gone])]
            if found:
                return tuple(found)
        return ()


class Crowding:
    """The limits of a side for all hexes at once, as far as they count layers of the columns
    by their names: without what is free, comes on top or is kept apart.
    """

    def __init__(self, layout: Layout, side: Side, limits: Sequence[Limit]) -> None:
        self._limits = tuple(limits)
        widest = max(len(limit.of) for limit in limits)
        self._rows = np.full((len(limits), widest), -1, np.int16)
        for row, limit in zip(self._rows, limits, strict=True):
            row[: len(limit.of)] = sorted(layout.row(layer, side) for layer in limit.of)
        self._most: dict[tuple[str, ...], Int16s] = {}

    def over(self, columns: Columns, more: tuple[str, ...]) -> Mask:
        """The hexes ([hex]) that would be over a limit with counters of these layers added."""
        over = counting.crowded(columns.block, self._rows, self._room_beside(more))
        mask: Mask = over.view(np.bool_)
        return mask

    def is_over(self, columns: Columns) -> bool:
        """Is any hex over a limit as it is?"""
        return bool(counting.any_crowded(columns.block, self._rows, self._room_beside(())))

    def passage(self, columns: Columns, ground: Ground, more: tuple[str, ...]) -> Ground:
        """The ground on which counters of these layers may pass through hexes that would be
        over a limit with them, but may not end there.
        """
        most = self._room_beside(more)
        bits = counting.marked_crowds(columns.block, self._rows, most, ground.bits, PASSAGE)
        return Ground(ground.grid, bits)

    def _room_beside(self, more: tuple[str, ...]) -> Int16s:
        """The limits as they are with counters of these layers added."""
        most = self._most.get(more)
        if most is None:
            left = [n.most - sum(layer in n.of for layer in more) for n in self._limits]
            most = self._most[more] = np.array(left, np.int16)
        return most


def _mixed(rule: Apart, stack: Iterable[Stacked]) -> Refusal | None:
    there = sorted(rule.kinds & _kinds(stack))
    if len(there) < 2:
        return None
    return deny(rule.rule, "{kinds} are never stacked together", kinds=" and ".join(there))


def _too_many(limit: Limit, amount: int) -> Refusal | None:
    if amount <= limit.most:
        return None
    text = "{amount} {what} in one hex, {most} at most"
    return deny(limit.rule, text, amount=amount, what=limit.what, most=limit.most)


def _let_in(limit: Limit, counted: list[Stacked], stack: Iterable[Stacked]) -> list[Stacked]:
    """The counters beyond a limit that an extra allows: as many as needed, of one extra."""
    present = _kinds(stack)
    best: list[Stacked] = []
    for extra in limit.extra:
        able = [s for s in counted if extra.kind in s.kinds and extra.beside in present]
        beyond: list[Stacked] = []
        for counter in able[: extra.number]:
            if limit.amount(counted) - limit.amount(beyond) > limit.most:
                beyond.append(counter)
        best = max(best, beyond, key=limit.amount)
    return best


def _kinds(stack: Iterable[Stacked]) -> frozenset[str]:
    return frozenset(kind for counter in stack for kind in counter.kinds)
