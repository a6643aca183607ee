"""Rivers on hexsides: each course becomes an unbroken chain that meets the river it joins.

A chain is the cheapest way over the corners of the grid that keeps step with its course:
it pays for length, so that it does not wriggle, and for the square of its distance from
the point of the course that it has come to, so that it follows the bends that matter.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.hexes import HexId, Hexside
from grognard.mapmaker.courses import JOINS, STEP, River, parents, river_courses
from grognard.mapmaker.lattice import Corner, Edge, Lattice
from grognard.mapmaker.recipe import Correction
from grognard.mapmaker.work import Work

Floats = NDArray[np.float64]

# What a chain pays: for its length, for edges off the course, for lagging behind it.
_LENGTH = 0.9
_OFF = 5.0
_LAG = 3.0
#: How far from the course its chain may lie, and how far the ends may be moved to a join.
_REACH = (1.25, 2.4)
_END_REACH = 2.6


class Snapped(NamedTuple):
    """A river on the hexsides: its chain, and the reasons of its hand corrections."""

    river: River
    way: list[Corner]
    reason: str


def snap_rivers(work: Work, water: frozenset[HexId]) -> dict[str, list[Snapped]]:
    """The chains of every layer of hexsides that has rivers, tributaries after their rivers."""
    rivers = [r for layer in work.recipe.hexsides for r in river_courses(work, layer, water)]
    work.stop_if_wrong()
    into = parents(rivers)
    done: dict[int, Snapped] = {}
    snapper = _Snapper(work, water)
    for number in _in_order(into):
        river, parent = rivers[number], into[number]
        if parent is not None and parent not in done:
            snapper.leave_out(river, rivers[parent])
            continue
        snapped = snapper.snap(river, None if parent is None else done[parent])
        if snapped is not None:
            done[number] = snapped
    snapper.report_unused()
    return {
        layer: [done[n] for n in sorted(done) if rivers[n].layer == layer]
        for layer in work.recipe.hexsides
    }


def _in_order(into: list[int | None]) -> list[int]:
    """Rivers by number, each after the one that it flows into; in a ring the first goes first."""
    order: list[int] = []
    waiting = list(range(len(into)))
    while waiting:
        ready = [n for n in waiting if into[n] is None or into[n] not in waiting]
        number = (ready or waiting)[0]
        order.append(number)
        waiting.remove(number)
    return order


class _Snapper:
    """Draws one river after the other, each clear of those drawn before."""

    def __init__(self, work: Work, water: frozenset[HexId]) -> None:
        self.work = work
        self.lattice: Lattice = work.lattice
        self.water = water
        self.rim = self.lattice.rim()
        self.shore = frozenset(
            corner for corner, hexes in enumerate(self.lattice.hexes_at) if hexes & water
        )
        self.taken: set[Corner] = set()
        self.corrected: set[str] = set()

    def snap(self, river: River, parent: Snapped | None) -> Snapped | None:
        """The chain of a river, or None if it is too short to be drawn."""
        starts = self._terminals(river.begins, None)
        ends = self._terminals(river.ends, parent)
        if ends is None and self._comes_to_shore(river):
            ends = self.shore
        way = self._best_way(river, starts, ends)
        if way is None:
            if river.shortest <= 1:
                self.work.problems.append(f"river {river.name!r}: no way along the hexsides")
            return None
        way, reason = self._correct(river, loop_free(way))
        if len(way) - 1 < river.shortest:
            return None
        self.taken.update(way)
        return Snapped(river, way, reason)

    def leave_out(self, river: River, parent: River) -> None:
        """A river whose own river is not drawn is left out; one that was asked for is missed."""
        if river.shortest <= 1:
            self.work.problems.append(
                f"river {river.name!r}: flows into {parent.name!r}, which is not drawn before it"
            )

    def _terminals(self, how: str, parent: Snapped | None) -> frozenset[Corner] | None:
        """The corners at which a chain may begin or end; None: anywhere free."""
        if parent is not None:
            return frozenset(parent.way)
        return {"rim": self.rim, "water": self.shore}.get(how)

    def _comes_to_shore(self, river: River) -> bool:
        """Does a course end so near to water that it flows into it?"""
        shore = self.lattice.points[sorted(self.shore)]
        gaps = np.linalg.norm(shore - river.points[-1], axis=1)
        return bool((gaps <= JOINS).any())

    def _best_way(
        self,
        river: River,
        starts: frozenset[Corner] | None,
        ends: frozenset[Corner] | None,
    ) -> list[Corner] | None:
        for reach in _REACH:
            barred = (self.taken | self.shore) - (starts or set()) - (ends or set())
            search = _Search(self.lattice, river, reach, frozenset(barred), self.water)
            way = search.run(starts, ends)
            if way is not None:
                return way
        return None

    def _correct(self, river: River, way: list[Corner]) -> tuple[list[Corner], str]:
        """Put in the stretches that the recipe writes out for this river."""
        reasons = []
        for correction in self.work.recipe.corrections:
            if (correction.hexsides, correction.line) != (river.layer, river.name):
                continue
            stretch = self._stretch(correction)
            if stretch and stretch[0] in way and stretch[-1] in way:
                way = loop_free(splice(way, stretch))
                reasons.append(correction.reason)
        self.corrected.update(reasons)
        return way, "; ".join(reasons)

    def report_unused(self) -> None:
        """A correction that fits no river is a problem: it would be lost in silence."""
        for correction in self.work.recipe.corrections:
            if correction.hexsides and correction.reason not in self.corrected:
                self.work.problems.append(
                    f"correction {correction.reason!r}: its ends do not lie on"
                    f" a river {correction.line!r} of {correction.hexsides!r}"
                )

    def _stretch(self, correction: Correction) -> list[Corner]:
        where = f"correction {correction.reason!r}"
        sides = self.work.hexsides(correction.way, where)
        try:
            return self.lattice.walk(sides) if sides else []
        except ValueError as error:
            self.work.problems.append(f"{where}: {error.args[0]}")
            return []


# --- the search ---------------------------------------------------------------------------


class _Search:
    """The cheapest chain that keeps step with a course.

    A state is (point of the course, corner): from it the chain either waits for the course
    to go on to its next point, or walks one hexside.
    """

    def __init__(
        self,
        lattice: Lattice,
        river: River,
        reach: float,
        barred: frozenset[Corner],
        water: frozenset[HexId],
    ) -> None:
        self.lattice = lattice
        self.river = river
        self.barred = barred
        self.water = water
        self.points = river.points
        gaps = np.linalg.norm(self.points[:, None] - lattice.points[None], axis=2)
        self.gaps: Floats = gaps
        self.near = gaps <= reach
        # A mouth may be moved to the river that it joins, a source not so far.
        self.near[-1] |= gaps[-1] <= _END_REACH
        self.near[0] |= gaps[0] <= _END_REACH

    def run(
        self, starts: frozenset[Corner] | None, ends: frozenset[Corner] | None
    ) -> list[Corner] | None:
        """The corners of the chain, or None if there is no way."""
        last = len(self.points) - 1
        heap: list[tuple[float, int, Corner]] = [
            (_LAG * float(self.gaps[0, corner]) ** 2, 0, corner)
            for corner in self._open_at(0, starts)
        ]
        heapq.heapify(heap)
        goals = set(self._open_at(last, ends))
        best: dict[tuple[int, Corner], float] = {(0, c): cost for cost, _, c in heap}
        before: dict[tuple[int, Corner], tuple[int, Corner]] = {}
        while heap:
            cost, at, corner = heapq.heappop(heap)
            if cost > best[at, corner]:
                continue
            if at == last and corner in goals:
                return self._trace(before, (at, corner))
            for price, state in self._steps(at, corner, ends):
                if cost + price < best.get(state, np.inf):
                    best[state] = cost + price
                    before[state] = (at, corner)
                    heapq.heappush(heap, (cost + price, *state))
        return None

    def _open_at(self, at: int, allowed: frozenset[Corner] | None) -> list[Corner]:
        corners = [int(c) for c in np.flatnonzero(self.near[at]) if self.lattice.edges[int(c)]]
        if allowed is not None:
            return [corner for corner in corners if corner in allowed]
        return [corner for corner in corners if corner not in self.barred]

    def _steps(
        self, at: int, corner: Corner, ends: frozenset[Corner] | None
    ) -> Iterable[tuple[float, tuple[int, Corner]]]:
        if at + 1 < len(self.points):
            gap = float(self.gaps[at + 1, corner])
            yield _LAG * STEP * gap**2, (at + 1, corner)
        if ends is not None and corner in ends and at > 0:
            return  # it has reached its end: there it waits for the course
        for edge in self.lattice.edges[corner]:
            if self.near[at, edge.end] and self._may_walk(edge):
                yield self._price(at, edge), (at, edge.end)

    def _may_walk(self, edge: Edge) -> bool:
        """Never along a shore or another river, nor with a hex on the wrong hand."""
        if edge.end in self.barred:
            return False
        if edge.left in self.water or edge.right in self.water:
            return False
        return edge.left not in self.river.right and edge.right not in self.river.left

    def _price(self, at: int, edge: Edge) -> float:
        middle = (self.lattice.points[edge.start] + self.lattice.points[edge.end]) / 2
        off = float(((middle - self.points[at]) ** 2).sum())
        return _LENGTH + _OFF * off

    def _trace(
        self, before: dict[tuple[int, Corner], tuple[int, Corner]], state: tuple[int, Corner]
    ) -> list[Corner]:
        way = [state[1]]
        while state in before:
            state = before[state]
            if state[1] != way[-1]:
                way.append(state[1])
        return way[::-1]


# --- chains -------------------------------------------------------------------------------


def loop_free(way: list[Corner]) -> list[Corner]:
    """A way without its dead wriggles: what leads back to a corner is left out."""
    kept: list[Corner] = []
    for corner in way:
        if corner in kept:
            del kept[kept.index(corner) :]
        kept.append(corner)
    return kept


def splice(way: list[Corner], stretch: list[Corner]) -> list[Corner]:
    """The way with the part between the ends of a stretch replaced by the stretch."""
    first, last = way.index(stretch[0]), way.index(stretch[-1])
    if first > last:
        first, last, stretch = last, first, stretch[::-1]
    return way[:first] + stretch + way[last + 1 :]


def on_wrong_bank(work: Work, snapped: Snapped) -> list[HexId]:
    """The hexes that a chain should have on a bank and has on the other, next to it."""
    found = []
    for a, b in pairwise(snapped.way):
        edge = work.lattice.edge(a, b)
        found += [edge.left] if edge.left in snapped.river.right else []
        found += [edge.right] if edge.right in snapped.river.left else []
    return found


def sides_of(work: Work, snapped: Snapped) -> list[Hexside]:
    """The hexsides of a chain, downstream."""
    return work.lattice.sides(snapped.way)
