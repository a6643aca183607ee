"""Reach: where a unit or stack can move, at what cost, by which way.

A game prepares a `Going` for each class of mover (and each weather, or whatever changes the
terrain costs): the cost of every step on the board. A `Reach` runs over it from one hex
with a budget, on the `Ground` and `Bars` of the position, under the game's `ZoneRules`.
Costs are whole numbers in the smallest fraction that the game knows.

How the rules of a game become arguments:

- enemy hexes are closed by the ground; overstacked ends are `ground.passage`, ends that
  ask or roll are `ground.halt`;
- bonds and other closed hexsides are `bars`; what a bridge or a river costs is in the Going;
- "always at least one hex" is `least`; "one hex whatever its cost" is `least` with budget 0;
- a crossing that is the whole move is a `lone` step of the Going;
- extended, strategic or road-bound movement is a second reach, joined in `Layers`;
- a unit that comes from off the map pays `arrival` for its first hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import pairwise, starmap
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.hexes import Grid, HexId
from grognard.mechanics import counting, kernels
from grognard.mechanics.columns import neighbours_of
from grognard.mechanics.compiling import Hexes, Int16s, Int32s, Labels
from grognard.mechanics.kernels import EVERYTHING, FORBIDDEN
from grognard.mechanics.zones import Bars, Ground, no_bars

__all__ = ["EVERYTHING", "FORBIDDEN", "Going", "Layers", "Obstacle", "Reach", "Toll",
           "ZoneRules", "ranges", "shut_steps", "steps_out"]  # fmt: skip


def steps_out(grid: Grid, entry: Int16s) -> Int16s:
    """The cost of leaving each hex across each side, from the cost of entering them:
    `entry[hex, side]` is the price of coming into a hex across that side of it.
    """
    steps: Int16s = entry.astype(np.int16, copy=False).take(_other_sides(grid))
    steps[grid.neighbour_table < 0] = FORBIDDEN
    steps.setflags(write=False)
    return steps


@cache
def _other_sides(grid: Grid) -> NDArray[np.intp]:
    """For each hex and side the place of the same hexside in a table, seen from beyond."""
    opposite = np.array([3, 4, 5, 0, 1, 2])
    places: NDArray[np.intp] = (grid.neighbour_table * 6 + opposite).clip(0)
    return places


@cache
def _names(grid: Grid) -> NDArray[np.object_]:
    return np.array(grid.hexes, np.object_)


class Going:
    """What every step costs one class of mover; made once and kept.

    `entry[hex, side]` is the cost of coming into a hex across a side of it: at least 1, or
    `FORBIDDEN`. `lone` is the same for steps that may only be a whole move by themselves;
    there `EVERYTHING` is the price of a step that takes all that the mover has.
    """

    __slots__ = ("entry", "grid", "lone", "lone_entry", "names", "neighbours", "steps")

    def __init__(self, grid: Grid, entry: Int16s, lone: Int16s | None = None) -> None:
        for table in (entry, lone):
            if table is not None and (table.shape != (len(grid), 6) or table.min() < 1):
                raise ValueError("costs are one number of at least 1 for each hex and side")
        self.grid = grid
        self.neighbours = neighbours_of(grid)
        self.names = _names(grid)
        self.entry = entry
        self.lone_entry = _no_lone_steps(len(grid)) if lone is None else lone
        self.steps = steps_out(grid, entry)
        self.lone = self.lone_entry if lone is None else steps_out(grid, lone)

    def together(self, *others: Going) -> Going:
        """The going of a stack, which pays for its dearest member at every step."""
        members = (self, *others)
        entry = reduce(np.maximum, (m.entry for m in members))
        lone = reduce(np.maximum, (m.lone_entry for m in members))
        return Going(self.grid, entry, lone)


@cache
def _no_lone_steps(size: int) -> Int16s:
    return np.full((size, 6), FORBIDDEN, np.int16)


@cache
def _no_surcharge(size: int) -> Int16s:
    return np.zeros(size, np.int16)


class ZoneRules:
    """What enemy zones do to a mover.

    `enter` and `leave` are paid on top; `stop`: who enters goes no further; `slide`: a step
    straight from zone to zone is allowed; `entry`: zones may be entered at all; `start`: a
    move may begin in one. Without `friends` a hex that holds a friend is closed, too.
    """

    __slots__ = ("enter", "leave", "shut", "slide", "start", "stop")

    def __init__(
        self,
        *,
        enter: int = 0,
        leave: int = 0,
        stop: bool = False,
        slide: bool = True,
        entry: bool = True,
        start: bool = True,
        friends: bool = True,
    ) -> None:
        self.enter = enter
        self.leave = leave
        self.start = start
        # Bits of the ground: what shuts a hex, what does so to a mover in a zone, what ends a move.
        self.shut = kernels.ENEMY | kernels.BOND | kernels.CLOSED
        self.shut |= (0 if entry else kernels.ZONE) | (0 if friends else kernels.FRIEND)
        self.slide = 0 if slide else kernels.ZONE
        self.stop = kernels.HALT | (kernels.ZONE if stop else 0)


NO_EFFECT = ZoneRules()


class Toll(NamedTuple):
    """What one step of a way costs. The four parts add up to the charge, unless the step
    was a `whole` move paid for with everything.
    """

    hex: HexId
    charge: int
    terrain: int
    leaving: int
    entering: int
    surcharge: int
    whole: bool


Reason = Literal[
    "start", "enemy", "friend", "zone", "bond", "closed", "barred", "terrain", "stop", "far", "end"
]


class Obstacle(NamedTuple):
    """Why a hex cannot be reached: the first step of the cheapest way that fails.

    `start`: no move may begin in an enemy zone. `enemy`, `friend`, `zone`, `bond`, `closed`:
    what closes the hex. `barred`: the hexside is closed for now. `terrain`: no way at all leads
    there. `stop`: the mover had to stop in `before`. `far`: the budget ends. `end`: the hex
    can be passed, but no move may end there.
    """

    reason: Reason
    hex: HexId
    before: HexId


class _Ends(Sequence[HexId]):
    """The hexes in which a move may end, in board order. Names are made for those that are
    looked at: who takes one of a hundred needs no list of them.
    """

    __slots__ = ("_ends", "_going", "_names")
    _ends: Hexes
    _going: Going
    _names: list[HexId] | None

    @property
    def hexes(self) -> list[HexId]:
        """All of them as a list."""
        if self._names is None:
            self._names = self._going.names.take(self._ends).tolist()
        return self._names

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return self.hexes[place]
        return self._going.grid.hexes[self._ends.item(place)]

    def __iter__(self) -> Iterator[HexId]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self._ends)


class Reach(_Ends):
    """Where a mover can go. It is the sequence of the hexes to end in.

    Costs and ways are also known for hexes that can only be passed.
    """

    __slots__ = ("_arrival", "_bars", "_ground", "_labels", "_surcharge", "_zones", "budget",
                 "start")  # fmt: skip

    def __init__(
        self,
        going: Going,
        start: HexId,
        budget: int,
        ground: Ground,
        *,
        zones: ZoneRules = NO_EFFECT,
        bars: Bars | None = None,
        surcharge: Int16s | None = None,
        least: bool = False,
        arrival: int | None = None,
    ) -> None:
        if not 0 <= budget < EVERYTHING:
            raise ValueError(f"no one moves with a budget of {budget}")
        size = len(ground.bits)
        here = going.grid.index[start]
        self.start = start
        self.budget = budget
        self._going = going
        self._ground = ground
        self._zones = zones
        self._bars = no_bars(size) if bars is None else bars.bits
        self._surcharge = _no_surcharge(size) if surcharge is None else surcharge
        self._arrival = -1 if arrival is None else arrival
        if not zones.start and ground.bits[here] & kernels.ZONE:
            self._arrival = FORBIDDEN
        self._names = None
        self._labels: Labels
        self._ends, self._labels = kernels.reach(
            going.neighbours, going.steps, going.lone,
            ground.bits, self._bars, self._surcharge, here, self._arrival, budget,
            zones.enter, zones.leave, zones.shut, zones.slide, zones.stop, least,
        )  # fmt: skip

    # --- the hexes ----------------------------------------------------------------------

    def __contains__(self, name: object) -> bool:
        here = self._going.grid.index.get(name) if isinstance(name, str) else None
        if here is None or self._labels.item(here) >= kernels.UNREACHED:
            return False
        if self._ground.bits.item(here) & kernels.PASSAGE:
            return False
        return name != self.start or self._arrival >= 0

    def __repr__(self) -> str:
        return f"<Reach from {self.start} with {self.budget}: {len(self)} hexes>"

    # --- costs and ways -----------------------------------------------------------------

    def cost_of(self, name: HexId) -> int:
        """What the cheapest way to a hex costs. `KeyError` if there is none."""
        return self._label(name) >> 16

    def costs(self, unreached: int) -> Int32s:
        """The same for every hex ([hex]), with a number for those that are out of reach."""
        found: Int32s = np.where(self._labels < kernels.UNREACHED, self._labels >> 16, unreached)
        return found

    def path_to(self, name: HexId) -> tuple[HexId, ...]:
        """The cheapest way, from the start to the hex, both included."""
        grid, labels = self._going.grid, self._labels
        path, before = [grid.index[name]], self._label(name) & kernels.BEFORE
        while path[-1] != before:
            path.append(before)
            before = labels.item(before) & kernels.BEFORE
        return tuple([grid.hexes[number] for number in reversed(path)])

    def tolls_to(self, name: HexId) -> tuple[Toll, ...]:
        """The cheapest way step by step, each with the parts of its cost."""
        path = self.path_to(name)
        return tuple(starmap(self._toll, pairwise(path)))

    def last_toll_to(self, name: HexId) -> Toll:
        """The last step of the cheapest way, with the parts of its cost."""
        return self._toll(self._going.grid.hexes[self._label(name) & kernels.BEFORE], name)

    def _label(self, name: HexId) -> int:
        label: int = self._labels.item(self._going.grid.index[name])
        if label >= kernels.UNREACHED:
            raise KeyError(f"{name} is out of reach of {self.start}")
        return label

    def _toll(self, before: HexId, name: HexId) -> Toll:
        charge = self.cost_of(name) - self.cost_of(before)
        leaving, entering, surcharge = self._extras(before, name)
        terrain = self._step(before, name)
        if terrain + leaving + entering + surcharge == charge:
            return Toll(name, charge, terrain, leaving, entering, surcharge, False)
        grid = self._going.grid
        lone = int(self._going.lone[grid.index[before], grid.side(before, name)])
        if lone + leaving + entering + surcharge == charge:
            return Toll(name, charge, lone, leaving, entering, surcharge, False)
        return Toll(name, charge, 0, 0, 0, 0, True)

    def _step(self, before: HexId, name: HexId) -> int:
        grid = self._going.grid
        return int(self._going.steps[grid.index[before], grid.side(before, name)])

    def _extras(self, before: HexId, name: HexId) -> tuple[int, int, int]:
        """What a step costs for leaving a zone, for entering one, and for the hex itself."""
        return (
            self._zones.leave if self._ground.in_zone(before) else 0,
            self._zones.enter if self._ground.in_zone(name) else 0,
            int(self._surcharge[self._going.grid.index[name]]),
        )

    # --- refusals -----------------------------------------------------------------------

    def why_not(self, name: HexId) -> Obstacle | None:
        """What keeps the mover from ending in a hex: the first step that fails on the way
        that would be cheapest if only the terrain counted. None if it can go there.
        """
        if name in self:
            return None
        if not self._zones.start and self._ground.in_zone(self.start):
            return Obstacle("start", self.start, self.start)
        if self._labels[self._going.grid.index[name]] < kernels.UNREACHED:
            return Obstacle("end", name, name)
        open_ground = Ground(self._going.grid)
        free = Reach(self._going, self.start, FORBIDDEN - 2, open_ground)
        if name not in free:
            return Obstacle("terrain", name, name)
        path = free.path_to(name)
        spent = max(self._arrival, 0)
        for before, there in pairwise(path):
            spent += self._step(before, there) + sum(self._extras(before, there))
            reason = self._bar(before, there, spent)
            if reason is not None:
                return Obstacle(reason, there, before)
        return Obstacle("stop", name, self.start)

    def _bar(self, before: HexId, name: HexId, spent: int) -> Reason | None:
        """What forbids a step, if anything does."""
        grid, zones = self._going.grid, self._zones
        here, there = grid.index[before], grid.index[name]
        mark = int(self._ground.bits[there])
        if before != self.start and self._ground.bits[here] & zones.stop:
            return "stop"
        if self._bars[here] >> grid.side(before, name) & 1:
            return "barred"
        shut = zones.shut | (zones.slide if self._ground.in_zone(before) else 0)
        for bit, reason in _CLOSURES:
            if mark & shut & bit:
                return reason
        return "far" if spent > self.budget else None


_CLOSURES: tuple[tuple[int, Reason], ...] = (
    (kernels.ENEMY, "enemy"),
    (kernels.FRIEND, "friend"),
    (kernels.BOND, "bond"),
    (kernels.CLOSED, "closed"),
    (kernels.ZONE, "zone"),
)


def shut_steps(
    going: Going, ground: Ground, bars: Bars, zones: ZoneRules = NO_EFFECT
) -> Callable[[HexId, HexId], bool]:
    """Is a step from a hex to its neighbour shut, whatever it would cost? By terrain, by who is
    there, or by bars.
    """
    index, side_of, steps, bits, barred = (
        going.grid.index, going.grid.side, going.steps, ground.bits, bars.bits
    )  # fmt: skip

    def is_shut(before: HexId, hex_: HexId) -> bool:
        here, side = index[before], side_of(before, hex_)
        if bits.item(index[hex_]) & zones.shut or barred.item(here) >> side & 1:
            return True
        return steps.item(here, side) == FORBIDDEN

    return is_shut


def ranges(
    going: Going,
    starts: Sequence[HexId],
    budgets: Sequence[int],
    ground: Ground,
    *,
    zones: ZoneRules = NO_EFFECT,
    bars: Bars | None = None,
    least: bool = False,
) -> NDArray[np.bool_]:
    """Where each of many movers of one class can go, all at once and without costs and ways: a
    row for each, True for the hexes of its `Reach`.
    """
    size, index = len(ground.bits), going.grid.index
    found: NDArray[np.bool_] = kernels.ranges(
        going.neighbours, going.steps, going.lone,
        ground.bits, no_bars(size) if bars is None else bars.bits, _no_surcharge(size),
        np.array([index[start] for start in starts], np.uint32), np.array(budgets, np.int32),
        zones.enter, zones.leave, zones.shut, zones.slide, zones.stop, least,
    ).view(np.bool_)  # fmt: skip
    return found


class Layers(_Ends):
    """Several reaches of one mover in order of preference: plain movement, then extended,
    strategic, by road. A hex belongs to the first layer that comes there.
    """

    __slots__ = ("layers",)

    def __init__(self, **layers: Reach) -> None:
        self.layers = layers
        first, *others = layers.values()
        self._going, self._names = first._going, None
        self._ends = reduce(counting.either, [layer._ends for layer in others], first._ends)

    def __contains__(self, name: object) -> bool:
        return any(name in layer for layer in self.layers.values())

    def leading_to(self, name: HexId) -> tuple[str, Reach]:
        """The layer by which a hex is reached, and its name. `KeyError` if by none."""
        for mode, layer in self.layers.items():
            if name in layer:
                return mode, layer
        raise KeyError(f"{name} is out of reach")

    def mode_of(self, name: HexId) -> str:
        """The name of the layer by which a hex is reached. `KeyError` if by none."""
        return self.leading_to(name)[0]

    def cost_of(self, name: HexId) -> int:
        return self.leading_to(name)[1].cost_of(name)

    def path_to(self, name: HexId) -> tuple[HexId, ...]:
        return self.leading_to(name)[1].path_to(name)

    def tolls_to(self, name: HexId) -> tuple[Toll, ...]:
        return self.leading_to(name)[1].tolls_to(name)

    def last_toll_to(self, name: HexId) -> Toll:
        return self.leading_to(name)[1].last_toll_to(name)

    def why_not(self, name: HexId) -> Obstacle | None:
        """What keeps the mover out, judged by the first layer."""
        if name in self:
            return None
        return next(iter(self.layers.values())).why_not(name)
