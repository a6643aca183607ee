"""Paths of supply that last: what runs over one ground runs over any other that differs from it
only where no path comes. Of most moves no path of supply takes notice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import numpy as np

from grognard.board import Mask
from grognard.hexes import Grid, HexId
from grognard.mechanics import kernels
from grognard.mechanics.compiling import Bits
from grognard.mechanics.trace import Trace
from grognard.mechanics.zones import Ground

#: What of a ground decides where paths run.
_CARES = kernels.ENEMY | kernels.ZONE | kernels.BOND | kernels.CLOSED
#: So many grounds are remembered for the same paths, and so many paths in all.
_GROUNDS, _MOST = 4, 4_000


class Paths:
    """The hexes to which paths from the same sources run: `hex in paths` is the question."""

    __slots__ = ("_answers", "_bits", "_cares", "_reached", "traces")

    def __init__(self, traces: tuple[Trace, ...], ground: Ground, sources: Iterable[HexId]) -> None:
        self.traces = traces
        self._bits = ground.bits
        self._reached: Mask = np.zeros(len(ground.grid), np.bool_)
        for trace in traces:
            self._reached |= trace.reached()
        self._reached.setflags(write=False)
        self._cares = _touched(ground.grid, self._reached, sources)
        self._answers: dict[HexId, bool] = {}

    def __contains__(self, hex_: HexId) -> bool:
        found = self._answers.get(hex_)
        if found is None:
            found = self._answers[hex_] = any(hex_ in trace for trace in self.traces)
        return found

    def reached(self) -> Mask:
        """The hexes that paths come to or may pass ([hex])."""
        return self._reached

    def run_over(self, ground: Ground) -> bool:
        """Would the same paths run over this ground?"""
        return not ((self._bits ^ ground.bits) & self._cares).any()


def _touched(grid: Grid, reached: Mask, sources: Iterable[HexId]) -> Bits:
    """What paths care for in each hex: in those that they reach, beside them, and at sources."""
    near = np.zeros(len(grid) + 1, np.bool_)
    near[:-1] = reached
    near[grid.neighbour_table[reached].ravel()] = True
    near[[grid.index[hex_] for hex_ in sources]] = True
    return np.where(near[:-1], _CARES, 0).astype(np.uint8)


class PathBook:
    """The paths that have been found, by all that they hang on besides the ground."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[Paths]] = {}

    def find(self, key: Hashable, ground: Ground, work_out: Callable[[], Paths]) -> Paths:
        """Paths that run over a ground, worked out if no known ones do."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            known = self._known[key] = []
        for paths in known:
            if paths.run_over(ground):
                return paths
        found = work_out()
        known[_GROUNDS - 1 :] = []
        known.insert(0, found)
        return found
