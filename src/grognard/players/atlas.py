"""What follows from a map alone: distances, and ways to a goal if nobody were about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from grognard.appraise import Appraisal, Field, Troop
from grognard.hexes import HexId
from grognard.mechanics.reach import Reach
from grognard.mechanics.zones import Ground

Distances = np.ndarray[tuple[int, ...], np.dtype[np.int16]]

#: Further than any way on a map costs.
FAR = 400


class Atlas:
    """The map of a title. Every answer is worked out once."""

    def __init__(self, appraisal: Appraisal) -> None:
        self._appraisal = appraisal
        self._grid = appraisal.game.board.grid
        self._ways: dict[tuple[str, HexId], Field] = {}
        self.index = self._grid.index
        self.hexes = self._grid.hexes
        self.distances = self._measured()
        self.links = self._linked()

    def _measured(self) -> Distances:
        """Between all hexes, as the crow flies."""
        axial = np.array([self._grid.axial(h) for h in self._grid.hexes], np.int16)
        q, r = (axial[:, None, i] - axial[None, :, i] for i in (0, 1))
        longest: Distances = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
        return longest

    def _linked(self) -> Distances:
        """The hexes from which each hex can be attacked, by number; what is missing of six is
        one beyond the last hex.
        """
        table = np.full((len(self.hexes), 6), len(self.hexes), np.int16)
        for number, hex_ in enumerate(self.hexes):
            near = [self.index[h] for h in self._appraisal.links(hex_)]
            table[number, : len(near)] = near
        return table

    def strengths(
        self, troops: Sequence[Troop], hexes: Sequence[HexId], within: int
    ) -> list[float]:
        """The defence strength of these troops around each of some hexes."""
        if not troops:
            return [0.0] * len(hexes)
        rows = self.distances[[self.index[h] for h in hexes]]
        near = rows[:, [self.index[t.hex] for t in troops]] <= within
        strengths: list[float] = (near @ np.array([t.defence for t in troops], float)).tolist()
        return strengths

    def way(self, kind: str, goal: HexId) -> Field:
        """Movement points from every hex to a goal for a class of movers."""
        if (kind, goal) not in self._ways:
            reach = Reach(self._appraisal.going(kind), goal, FAR, Ground(self._grid))
            self._ways[kind, goal] = reach.costs(FAR).astype(np.float64)
        return self._ways[kind, goal]


@cache
def atlas_of(appraisal: Appraisal) -> Atlas:
    """The atlas of a title, kept as long as the title is."""
    return Atlas(appraisal)
