"""Columns: the counts that a position carries for the kernels.

For each side and hex a game counts what its rules ask about: units that close the hex to
the enemy, units that hold a supply line open, stacking points. From the strength of the
zones in each hex follow the counts of zones around it. All of it lies in one block of small
numbers, so that a child position is one copy and a moved unit two patches.

A game makes one `Layout` when it is loaded, and one *mark* for each kind of counter:

    layout = Layout(grid, ("axis", "soviet"), layers=("units", "load"), zones={"zone": far})
    corps = layout.mark(units=1, load=2, zone=1)
    columns.add("soviet", "33.15", corps)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from grognard.decisions import Side
from grognard.hexes import Grid, HexId
from grognard.mechanics import counting
from grognard.mechanics.compiling import Bits, Hexes, Int16s

#: The number of a mark in its layout.
Mark = int
T = TypeVar("T")


def neighbours_of(grid: Grid) -> Hexes:
    """The neighbours of every hex as the kernels want them."""
    return grid.neighbour_table.view(np.uint32)


class Layout:
    """Which counts a game keeps, and how its zones spread.

    `layers` are plain counts; the first counts the units that close a hex to the enemy and
    negate bonds. `zones` are kinds of zone by name, each with the sides across which it
    spreads (`zones.spread`); most games have one, a game without zones has none. A hex
    projects a zone while the strengths marked in it add up to the `threshold`.
    """

    __slots__ = ("_numbers", "blank", "extends", "grid", "layers", "marks", "neighbours", "rows",
                 "sides", "threshold", "zones")  # fmt: skip

    def __init__(
        self,
        grid: Grid,
        sides: Sequence[Side],
        *,
        layers: Sequence[str] = ("units",),
        zones: Mapping[str, Bits] | None = None,
        threshold: int = 1,
    ) -> None:
        if len(sides) != 2:
            raise ValueError(f"a game has two sides, not {len(sides)}")
        self.grid = grid
        self.neighbours = neighbours_of(grid)
        self.sides = tuple(sides)
        self.layers = tuple(layers)
        self.zones = tuple(zones or {})
        self.threshold = threshold
        self.extends = np.zeros((len(self.zones), len(grid)), np.uint8)
        for kind, bits in enumerate((zones or {}).values()):
            self.extends[kind] = bits
        names = self.layers + self.zones
        height = 1 + len(names)
        #: The rows of layers and of zones' strengths by name and side; of the zone counts by ''.
        self.rows = {
            (name, side): i * height + j
            for i, side in enumerate(self.sides)
            for j, name in enumerate(("", *names))
        }
        self.marks = np.zeros((0, len(names)), np.int16)
        self._numbers: dict[tuple[int, ...], Mark] = {}
        #: The mark of units that count for nothing, if there are such.
        self.blank: Mark = -1

    def mark(self, **amounts: int) -> Mark:
        """The mark of a unit that adds these amounts to layers and strengths of zones."""
        names = self.layers + self.zones
        unknown = amounts.keys() - set(names)
        if unknown:
            raise ValueError(f"no layer or zone is called {', '.join(sorted(unknown))}")
        wanted = tuple(amounts.get(name, 0) for name in names)
        found = self._numbers.get(wanted)
        if found is None:
            found = self._numbers[wanted] = len(self._numbers)
            self.marks = np.array(list(self._numbers), np.int16)
            if not any(wanted):
                self.blank = found
        return found

    def row(self, name: str, side: Side) -> int:
        """The row of a layer or of a zone's strength; of the zone counts for ''."""
        return self.rows[name, side]

    def other(self, side: Side) -> Side:
        """The enemy of a side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]


class Columns:
    """The counts of one position. The engine copies them before the first change.

    What follows from the counts is kept with them. Copies share it, until a unit moves; what
    follows from one side alone, until a unit of that side does.
    """

    __slots__ = ("_kept", "_kept_of", "block", "layout")

    def __init__(self, layout: Layout, block: Int16s | None = None) -> None:
        self.layout = layout
        if block is None:
            rows = 2 * (1 + len(layout.layers) + len(layout.zones))
            block = np.zeros((rows, len(layout.grid)), np.int16)
        self.block = block
        self._kept: dict[Hashable, tuple[object, Any]] = {}
        self._kept_of: dict[Side, dict[Hashable, Any]] = {}

    @classmethod
    def of(cls, layout: Layout, units: Iterable[tuple[Side, HexId, Mark]]) -> Columns:
        """The counts of a whole position. Units that stand in boxes leave no mark."""
        index, order = layout.grid.index, {side: i for i, side in enumerate(layout.sides)}
        marked = [(order[side], index[at], mark) for side, at, mark in units if at in index]
        table = np.array(marked, np.uint32).reshape(-1, 3).T.copy()
        return cls(
            layout,
            counting.rebuild(
                layout.neighbours, layout.extends, layout.marks, len(layout.sides),
                len(layout.layers), layout.threshold, *table,
            ),
        )  # fmt: skip

    def copy(self) -> Columns:
        same = Columns(self.layout, self.block.copy())
        same._kept, same._kept_of = self._kept, self._kept_of
        return same

    def keep(self, name: Hashable, facts: object, work_out: Callable[[], T]) -> T:
        """What follows from where the units are that count, and from these facts: worked out when
        it is first asked for, and again when a unit has moved or the facts are others.
        """
        found = self._kept.get(name)
        if found is None or found[0] != facts:
            found = self._kept[name] = facts, work_out()
        answer: T = found[1]
        return answer

    def keep_of(self, side: Side, name: Hashable, work_out: Callable[[], T]) -> T:
        """What follows from where the units of one side are that count, whatever the other does:
        worked out when it is first asked for, and again when a unit of that side has moved.
        """
        kept = self._kept_of.setdefault(side, {})
        if name not in kept:
            kept[name] = work_out()
        answer: T = kept[name]
        return answer

    def _forget(self, side: Side) -> None:
        """A unit of a side has moved."""
        self._kept = {}
        self._kept_of = {**self._kept_of, side: {}}

    def add(self, side: Side, at: HexId, mark: Mark) -> None:
        """A unit comes into a hex. In a box it counts for nothing."""
        self._shift(side, at, mark, 1)

    def remove(self, side: Side, at: HexId, mark: Mark) -> None:
        """A unit leaves a hex, with the mark that it came with."""
        self._shift(side, at, mark, -1)

    def move(self, side: Side, old: tuple[HexId, Mark], new: tuple[HexId, Mark]) -> None:
        """A unit goes from one hex to another, or its mark changes: the same as if it were
        removed and added.
        """
        layout = self.layout
        here, there = layout.grid.index.get(old[0]), layout.grid.index.get(new[0])
        if here is None or there is None:
            self.remove(side, *old)
            self.add(side, *new)
        elif not old[1] == new[1] == layout.blank:
            self._forget(side)
            counting.transfer(
                self.block, layout.neighbours, layout.extends, layout.marks, layout.rows["", side],
                len(layout.layers), layout.threshold, here, old[1], there, new[1],
            )  # fmt: skip

    def _shift(self, side: Side, at: HexId, mark: Mark, sign: int) -> None:
        layout = self.layout
        here = layout.grid.index.get(at)
        if here is None or mark == layout.blank:
            return
        self._forget(side)
        counting.shift(
            self.block, layout.neighbours, layout.extends, layout.marks,
            layout.rows["", side], len(layout.layers), layout.threshold, here, mark, sign,
        )  # fmt: skip

    def count(self, name: str, side: Side, at: HexId) -> int:
        """What a layer counts of a side in a hex, or the strength of its zones there."""
        return int(self.block[self.layout.rows[name, side], self.layout.grid.index[at]])

    def zoned(self, side: Side) -> tuple[HexId, ...]:
        """The hexes on which zones of a side lie, in board order."""
        found = np.flatnonzero(self.block[self.layout.rows["", side]]).tolist()
        return tuple([self.layout.grid.hexes[number] for number in found])

    def zones(self, side: Side, at: HexId) -> int:
        """How many zones of a side lie on a hex (one for each hex they come out of)."""
        return int(self.block[self.layout.rows["", side], self.layout.grid.index[at]])
