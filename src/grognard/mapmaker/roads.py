"""Networks: roads and rails that run from hex to hex through their stops without a gap.

Between two stops a line takes the cheapest way: it pays for rough ground and for every
river that it crosses, so that it keeps to one bank, for straying from the straight line
between the true places, and for turning; it pays less where a line runs already, so that
roads meet instead of running side by side.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mapmaker.geojson import matching
from grognard.mapmaker.lines import distances, resample, runs
from grognard.mapmaker.places import Sited
from grognard.mapmaker.recipe import LineRecipe, LinesFrom, NetworkRecipe, Stop
from grognard.mapmaker.work import Work

Floats = NDArray[np.float64]

_STRAY = 0.55
_TURNS = {0: 0.0, 1: 0.12, 2: 1.2}


class Ground(NamedTuple):
    """What lies under a network: terrain by hex number, features by hexside, and water."""

    terrain: list[str]
    hexsides: Mapping[str, frozenset[Hexside]]
    water: frozenset[HexId]


class Laid(NamedTuple):
    """A line of a network: its name, its hexes in order, the reasons of its corrections."""

    name: str
    way: tuple[HexId, ...]
    reason: str


class _At(NamedTuple):
    """A stop: its hex, and its true point of the sheet."""

    hex: HexId
    point: Floats


def lay_networks(work: Work, places: list[Sited], ground: Ground) -> dict[str, list[Laid]]:
    """The lines of every network, in the order of the recipe."""
    found: dict[str, list[Laid]] = {}
    for layer, recipe in work.recipe.networks.items():
        found[layer] = _Layer(work, places, ground, layer, recipe, found).lay()
    return found


def steps(lines: Iterable[Laid], work: Work) -> frozenset[Hexside]:
    """The hexsides that some lines cross."""
    return frozenset(
        work.grid.hexside(a, b)
        for line in lines
        for a, b in pairwise(line.way)
        if work.grid.adjacent(a, b)
    )


class _Layer:
    """One network being laid."""

    def __init__(
        self,
        work: Work,
        places: list[Sited],
        ground: Ground,
        layer: str,
        recipe: NetworkRecipe,
        earlier: dict[str, list[Laid]],
    ) -> None:
        self.work = work
        self.places = places
        self.ground = ground
        self.layer = layer
        self.recipe = recipe
        self.lines: list[Laid] = self._earlier(earlier, recipe.includes)
        self.followed = steps(self._earlier(earlier, recipe.follows), work)
        self.laid: set[Hexside] = set(self.followed | steps(self.lines, work))
        self.tolls = self._tolls()

    def lay(self) -> list[Laid]:
        """Lay the lines written in the recipe, then those of its files."""
        for line in self.recipe.lines:
            where = f"network {self.layer!r} line {line.name!r}"
            way = self._written(line, where) if line.way else self._route(self._stops(line, where))
            self._keep(line.name, way, where)
        for source in self.recipe.files:
            for name, line_stops in self._from_file(source):
                where = f"network {self.layer!r} line {name!r}"
                self._keep(name, self._route(line_stops), where, quiet=True)
        return self.lines

    def _earlier(self, found: dict[str, list[Laid]], names: tuple[str, ...]) -> list[Laid]:
        """The lines of some networks, which must be laid already."""
        for name in names:
            if name not in found:
                self.work.problems.append(
                    f"network {self.layer!r}: {name!r} does not come before it"
                )
        return [line for name in names for line in found.get(name, [])]

    def _keep(self, name: str, way: list[HexId], where: str, *, quiet: bool = False) -> None:
        """Add a line, or those of its stretches that run along no followed network."""
        way, reason = self._correct(name, way, where)
        if len(way) < 2 and not quiet:
            self.work.problems.append(f"{where}: has no way from stop to stop")
        for stretch in self._stretches(way):
            laid = Laid(name, tuple(stretch), reason)
            new = steps([laid], self.work) - self.laid
            if quiet and not new:
                continue  # an earlier line runs there all the way
            self.lines.append(laid)
            self.laid |= new

    def _stretches(self, way: list[HexId]) -> list[list[HexId]]:
        found: list[list[HexId]] = []
        open_ended = False
        for a, b in pairwise(way):
            along = self.work.grid.adjacent(a, b) and self.work.grid.hexside(a, b) in self.followed
            if not along and open_ended:
                found[-1].append(b)
            elif not along:
                found.append([a, b])
            open_ended = not along
        return found

    # --- stops ---------------------------------------------------------------------------

    def _written(self, line: LineRecipe, where: str) -> list[HexId]:
        return self.work.hexes(line.way.replace("-", " "), where)

    def _stops(self, line: LineRecipe, where: str) -> list[_At]:
        """The stops of a line; one off the map becomes the hex where the line leaves it."""
        points = [self._point(stop, where) for stop in line.via]
        found = []
        for number, at in enumerate(points):
            if isinstance(at, _At):
                found.append(at)
            elif at is not None:
                beside = points[max(number - 1, 0) : number + 2]
                nearest = next((other for other in beside if isinstance(other, _At)), None)
                found += self._leaving(nearest, at, where)
        return found

    def _point(self, stop: Stop, where: str) -> _At | Floats | None:
        """A stop on the map, or the point of the sheet of one that is not."""
        if not isinstance(stop, str):
            point = self.work.point(*stop)
            name = self.work.grid.at_point(float(point[0]), float(point[1]))
            return point if name is None else _At(name, point)
        for sited in self.places:
            if sited.file.name == stop:
                return self._at(sited)
        name = self.work.hex(stop, f"{where} stop {stop!r}")
        return None if name is None else _At(name, np.array(self.work.grid.centre(name)))

    def _leaving(self, inside: _At | None, outside: Floats, where: str) -> list[_At]:
        """The last hex on the straight way from a stop to a point off the map."""
        if inside is None:
            self.work.problems.append(f"{where}: two stops off the map follow each other")
            return []
        last = inside
        for point in resample(np.stack([inside.point, outside]), 0.1):
            name = self.work.grid.at_point(float(point[0]), float(point[1]))
            if name is not None and name not in self.ground.water:
                last = _At(name, point)
        return [last]

    def _at(self, sited: Sited) -> _At:
        """A place as a stop; one moved on purpose counts from where it was put."""
        middle = np.array(self.work.grid.centre(sited.file.hex))
        point = sited.point
        if point is None or np.linalg.norm(point - middle) > 1:
            point = middle
        return _At(sited.file.hex, point)

    def _from_file(self, source: LinesFrom) -> list[tuple[str, list[_At]]]:
        """The lines of a file as stops, each cut into the stretches that lie on the map."""
        found = []
        for feature in matching(self.work.data.features(source.file), source.match):
            for part in feature.parts:
                for stretch in self._on_map(self.work.sheet(part), source.near):
                    found.append((str(feature.properties.get(source.name) or ""), stretch))
        return found

    def _on_map(self, points: Floats, near: float) -> list[list[_At]]:
        """The points of a line as stops; where it leaves the map, its last hex there is one."""
        samples, is_stop = _densely(points)
        names = [self.work.grid.at_point(float(x), float(y)) for x, y in samples]
        dry = np.array([name is not None and name not in self.ground.water for name in names])
        found = []
        for first, last in runs(dry):
            stops = [
                self._near_place(name, samples[i], near)
                for i in range(first, last + 1)
                if (name := names[i]) is not None and (is_stop[i] or i in (first, last))
            ]
            found.append(stops)
        return found

    def _near_place(self, name: HexId, point: Floats, near: float) -> _At:
        """A stop within sight of a place is a stop in the place."""
        best: tuple[float, Sited] | None = None
        for sited in self.places:
            if sited.point is None or not sited.file.size:
                continue
            gap = float(np.linalg.norm(sited.point - point))
            if gap <= near and (best is None or gap < best[0]):
                best = gap, sited
        return _At(name, point) if best is None else self._at(best[1])

    # --- ways ----------------------------------------------------------------------------

    def _route(self, stops: list[_At]) -> list[HexId]:
        """The way through all stops, or nothing if two of them cannot be joined."""
        way: list[HexId] = []
        for a, b in pairwise(stops):
            stretch = self._between(a, b)
            if not stretch:
                return []
            way += stretch if not way else stretch[1:]
        return way

    def _between(self, a: _At, b: _At) -> list[HexId]:
        """The cheapest way from one stop to the next, as a search over (hex, heading)."""
        grid = self.work.grid
        stray = self._stray(a, b)
        heap: list[tuple[float, int, int]] = [(0.0, grid.index[a.hex], -1)]
        best: dict[tuple[int, int], float] = {(grid.index[a.hex], -1): 0.0}
        before: dict[tuple[int, int], tuple[int, int]] = {}
        goal = grid.index[b.hex]
        while heap:
            cost, here, heading = heapq.heappop(heap)
            if here == goal:
                return self._trace(before, (here, heading))
            if cost > best[here, heading]:
                continue
            for side, there in enumerate(grid.neighbour_table[here].tolist()):
                turn = _turn(heading, side)
                if there < 0 or turn not in _TURNS or self.tolls[here, side] == np.inf:
                    continue
                price = cost + self._price(here, side, stray[there]) + _TURNS[turn]
                if price < best.get((there, side), np.inf):
                    best[there, side] = price
                    before[there, side] = (here, heading)
                    heapq.heappush(heap, (price, there, side))
        return []

    def _price(self, here: int, side: int, stray: float) -> float:
        toll = float(self.tolls[here, side])
        grid = self.work.grid
        there = int(grid.neighbour_table[here, side])
        shared = grid.hexside(grid.hexes[here], grid.hexes[there]) in self.laid
        return self.recipe.shared + 0.3 * stray if shared else 1.0 + toll + stray

    def _stray(self, a: _At, b: _At) -> Floats:
        """What each hex costs for lying off the straight line between two stops."""
        line = np.stack([a.point, b.point])
        return np.asarray(_STRAY * distances(self.work.middles, line) ** 2)

    def _tolls(self) -> Floats:
        """[hex, side]: what crossing to the neighbour costs beyond the step itself."""
        grid = self.work.grid
        into = np.array([self.recipe.terrain.get(name, 0.0) for name in self.ground.terrain])
        into[[grid.index[name] for name in self.ground.water]] = np.inf
        table = grid.neighbour_table
        tolls = np.where(table >= 0, into[table], np.inf)
        for layer, price in self.recipe.crossing.items():
            for side in self.ground.hexsides.get(layer, frozenset()):
                a, b = split_hexside(side)
                number = grid.side(a, b)
                tolls[grid.index[a], number] += price
                tolls[grid.index[b], (number + 3) % 6] += price
        return tolls

    def _trace(
        self, before: dict[tuple[int, int], tuple[int, int]], state: tuple[int, int]
    ) -> list[HexId]:
        way = [state[0]]
        while state in before:
            state = before[state]
            way.append(state[0])
        return [self.work.grid.hexes[number] for number in reversed(way)]

    # --- corrections ---------------------------------------------------------------------

    def _correct(self, name: str, way: list[HexId], where: str) -> tuple[list[HexId], str]:
        """Put in the stretches that the recipe writes out for this line."""
        reasons = []
        for correction in self.work.recipe.corrections:
            if (correction.network, correction.line) != (self.layer, name):
                continue
            stretch = self.work.hexes(correction.way.replace("-", " "), where)
            if len(stretch) < 2 or stretch[0] not in way or stretch[-1] not in way:
                self.work.problems.append(
                    f"correction {correction.reason!r}: its ends do not lie on line {name!r}"
                )
                continue
            first, last = way.index(stretch[0]), way.index(stretch[-1])
            if first > last:
                first, last, stretch = last, first, stretch[::-1]
            way = way[:first] + stretch + way[last + 1 :]
            reasons.append(correction.reason)
        return way, "; ".join(reasons)


def _turn(heading: int, side: int) -> int:
    """By how many sixths of a circle a line turns; from a stop it sets out anywhere."""
    if heading < 0:
        return 0
    turn = (side - heading) % 6
    return min(turn, 6 - turn)


def _densely(points: Floats) -> tuple[Floats, list[bool]]:
    """A line with a point every tenth of a hex, and which of its points were there before."""
    samples, is_stop = [points[0]], [True]
    for a, b in pairwise(points):
        between = resample(np.stack([a, b]), 0.1)[1:]
        samples += list(between)
        is_stop += [False] * (len(between) - 1) + [True] * bool(len(between))
    return np.array(samples), is_stop
