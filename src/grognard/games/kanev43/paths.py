"""Paths of supply that last: what runs over one ground runs over any other that differs from it
only where no path comes. Of most moves no path of supply takes notice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

from grognard.board import Mask
from grognard.hexes import Grid, HexId
from grognard.mechanics import kernels
from grognard.mechanics.columns import neighbours_of
from grognard.mechanics.compiling import Bits
from grognard.mechanics.trace import Trace
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId

#: What of a ground decides where paths run.
_CARES = kernels.ENEMY | kernels.ZONE | kernels.BOND | kernels.CLOSED
#: So many grounds are remembered for the same paths, and so many paths in all.
_GROUNDS, _MOST = 4, 4_000


#: Hexes of HQs; and paths by the HQs from which they run.
Links = frozenset[HexId]
Supplied = Mapping[tuple[UnitId, ...], "Paths"]


class Lasting:
    """What was found over one ground, and what of it it hangs on."""

    __slots__ = ("cares", "ground")

    def __init__(self, ground: Ground, cares: Bits) -> None:
        self.ground, self.cares = ground, cares

    def run_over(self, ground: Ground) -> bool:
        """Would the same be found over this ground?"""
        return not np.count_nonzero((self.ground.bits ^ ground.bits) & self.cares)


class Paths(Lasting):
    """The hexes to which paths from the same sources run: `hex in paths` is the question."""

    __slots__ = ("_answers", "_reached", "_ways", "traces")

    def __init__(self, traces: tuple[Trace, ...], ground: Ground, sources: Iterable[HexId]) -> None:
        self.traces = traces
        self._reached: Mask = np.zeros(len(ground.grid), np.bool_)
        for trace in traces:
            self._reached |= trace.reached()
        self._reached.setflags(write=False)
        self._answers: dict[HexId, bool] = {}
        self._ways: dict[HexId, list[int]] = {}
        super().__init__(ground, _touched(ground.grid, self._reached, sources))

    def __contains__(self, hex_: HexId) -> bool:
        found = self._answers.get(hex_)
        if found is None:
            found = self._answers[hex_] = any(hex_ in trace for trace in self.traces)
        return found

    def reached(self) -> Mask:
        """The hexes that paths come to or may pass ([hex])."""
        return self._reached

    def ways(self, hexes: Iterable[HexId]) -> Bits:
        """What the paths to these hexes care for, one to each."""
        found = np.zeros(len(self._reached), np.uint8)
        for hex_ in hexes:
            found[self._way(hex_)] = _CARES
        return found

    def _way(self, hex_: HexId) -> list[int]:
        if hex_ not in self._ways:
            line = next(trace.line(hex_) for trace in self.traces if hex_ in trace)
            index = self.ground.grid.index
            self._ways[hex_] = [index[link.hex] for link in line]
        return self._ways[hex_]


class Network(Lasting):
    """All paths of a side: the posts of its HQs that are linked to the edge of the map, and by the
    HQs from which they run the others. As long as one way leads from each post to the edge it does
    not matter where else paths could run.
    """

    __slots__ = ("linked", "staffs")

    def __init__(
        self, edge: Paths, posts: Iterable[HexId], supplied_by: Callable[[Links], Supplied]
    ) -> None:
        every = frozenset(posts)
        self.linked: Links = frozenset(post for post in every if post in edge)
        self.staffs = supplied_by(self.linked)
        cares = edge.ways(self.linked) if self.linked == every else edge.cares.copy()
        for paths in self.staffs.values():
            cares |= paths.cares
        super().__init__(edge.ground, cares)


def _touched(grid: Grid, reached: Mask, sources: Iterable[HexId]) -> Bits:
    """What paths care for in each hex: in those that they reach, beside them, and at sources."""
    rows = reached.astype(np.int16).reshape(1, -1)
    rows[0, [grid.index[hex_] for hex_ in sources]] = 1
    found: Bits = kernels.near(neighbours_of(grid), rows, 0, 1)
    found *= np.uint8(_CARES)
    return found


T = TypeVar("T", bound=Lasting)


class PathBook:
    """The paths that have been found, by all that they hang on besides the ground."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[Any]] = {}

    def find(self, key: Hashable, ground: Ground, work_out: Callable[[], T]) -> T:
        """Paths that run over a ground, worked out if no known ones do."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            known = self._known[key] = []
        paths: T
        for paths in known:
            if paths.run_over(ground):
                return paths
        found = work_out()
        known[_GROUNDS - 1 :] = []
        known.insert(0, found)
        return found
