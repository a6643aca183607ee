"""Trace: lines of supply, from the sources to every hex at once.

A line runs in legs, from the source outward: by rail, then by road, then overland, each
with its own budget. `Lines` holds the legs of a side, made once; `Trace` runs them over the
ground of a position, and then answers for any hex whether a line comes there, which, or
what cuts it.

How the rules of a game become arguments:

- a leg without limit costs nothing a step, a leg of so many hexes 1, one counted in supply
  points what `reach.steps_out` makes of its costs;
- each leg takes enemy zones in its own way; that a friend in the hex cancels them is said
  in `zones.survey(..., cancelled=True)`;
- enemy units, bonds, other sheets and flooded hexes are closed in the ground, hexsides
  (a great river off the road) are `FORBIDDEN` in the leg or barred by `Bars`;
- a thing that a line may do only once (cross a great river, enter a marsh off the road) is
  a mask of hexsides in `Lines`;
- a line to a headquarters that has a line of its own is a second Trace `after` the first.

The hex that asks is not entered by its line: enemy zones and bonds on it do not matter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from grognard.board import Mask
from grognard.hexes import Grid, HexId
from grognard.mechanics import kernels
from grognard.mechanics.columns import neighbours_of
from grognard.mechanics.compiling import Hexes, Int16s, Int32s, Labels
from grognard.mechanics.kernels import FORBIDDEN
from grognard.mechanics.zones import Bars, Ground, Where, no_bars

ZoneMode = Literal["ignore", "block", "pairs"]
_MODES: dict[ZoneMode, int] = {
    "ignore": kernels.ZONES_IGNORED,
    "block": kernels.ZONES_BLOCK,
    "pairs": kernels.ZONES_BLOCK_PAIRS,
}


class Leg(NamedTuple):
    """One leg of a line: `steps[hex, side]` is the cost of the step out of a hex, away from
    the source, or `FORBIDDEN`; free steps cost 0. Enemy zones are ignored, block the leg,
    or block it where two of them follow one another (`pairs`).
    """

    name: str
    steps: Int16s
    budget: int = 0
    zones: ZoneMode = "block"


class Lines:
    """The legs of a side's supply lines, in order from the source outward.

    Each mask of `once` ([hex, side]) marks steps out of a hex, away from the source, of
    which a line may make one. Rules count a line the other way, from the unit: a marsh that
    is entered there is left here.
    """

    __slots__ = ("budgets", "grid", "legs", "modes", "neighbours", "once", "steps", "things")

    def __init__(self, grid: Grid, legs: Sequence[Leg], *, once: Sequence[Mask] = ()) -> None:
        self.grid = grid
        self.neighbours = neighbours_of(grid)
        self.legs = tuple(legs)
        off_map = grid.neighbour_table < 0
        self.steps = np.array([np.where(off_map, FORBIDDEN, leg.steps) for leg in legs], np.int16)
        self.budgets = np.array([leg.budget for leg in legs], np.int32)
        self.modes = np.array([_MODES[leg.zones] for leg in legs], np.int32)
        self.things = len(once)
        self.once = np.zeros((len(grid), 6), np.uint8)
        for bit, mask in enumerate(once):
            self.once |= (mask << bit).astype(np.uint8)

    def over(self, *steps: Int16s) -> Lines:
        """The same legs over other steps, none of which leads off the map."""
        same = Lines.__new__(Lines)
        for name in Lines.__slots__:
            setattr(same, name, getattr(self, name))
        same.steps = np.array(steps, np.int16)
        return same


def along(grid: Grid, network: Mask, cost: int = 0) -> Int16s:
    """Steps of a leg that follows a network ([hex, side]): free, or so much a hex."""
    return np.where(network & (grid.neighbour_table >= 0), cost, FORBIDDEN).astype(np.int16)


def overland(grid: Grid, closed: Mask | None = None, cost: int = 1) -> Int16s:
    """Steps of a leg that goes anywhere but across these hexsides ([hex, side])."""
    open_ = np.ones((len(grid), 6), np.bool_) if closed is None else ~closed
    return along(grid, open_, cost)


def linked(grid: Grid, steps: Int16s, held: Mask, apart: Mask | None = None) -> Int16s:
    """Steps of a leg that are free from one of these hexes ([hex]) to another, except across the
    hexsides of `apart` ([hex, side]): friendly units that hand supply on.
    """
    here, mask = np.flatnonzero(held), np.zeros(len(held) + 1, np.bool_)
    mask[here] = True
    free = mask[grid.neighbour_table[here]]
    if apart is not None:
        free &= ~apart[here]
    found = steps.copy()
    found[here] = np.where(free, 0, steps[here])
    return found


class Link(NamedTuple):
    """A hex of a line, and the leg on which the line leaves it for the source."""

    hex: HexId
    leg: str


Cut = Literal["enemy", "zone", "bond", "closed", "barred", "terrain", "once", "far"]


class Gap(NamedTuple):
    """Where a line that is wanted breaks: from `reached`, where lines come to, `hex` would
    be next. `terrain`: no leg runs there. `once`: it has used up what it may do once. `far`:
    the budget of the leg ends. Without any line near, `reached` is empty.
    """

    reason: Cut
    hex: HexId
    reached: HexId


class Trace:
    """Which hexes the lines from these sources come to. `hex in trace` is the question."""

    __slots__ = ("_after", "_bars", "_ground", "_labels", "_lines")

    def __init__(
        self,
        lines: Lines,
        ground: Ground,
        sources: Where,
        *,
        bars: Bars | None = None,
        after: Trace | None = None,
    ) -> None:
        self._lines = lines
        self._ground = ground
        self._bars = no_bars(len(lines.grid)) if bars is None else bars.bits
        self._after = after
        self._labels = kernels.trace(
            lines.neighbours, lines.steps, lines.once, ground.bits, self._bars,
            _numbers(lines.grid, sources),
            lines.budgets, lines.modes, lines.things,
        )  # fmt: skip

    def __contains__(self, name: object) -> bool:
        here = self._lines.grid.index.get(name) if isinstance(name, str) else None
        if here is None:
            return False
        # Most lines do nothing that may be done only once: their label comes first.
        plain: int = self._labels.item(here << self._lines.things)
        return plain < kernels.UNTRACED or self._last(here) is not None

    def __repr__(self) -> str:
        count = int(self.reached().sum())
        return f"<Trace of {' + '.join(leg.name for leg in self._lines.legs)}: {count} hexes>"

    def reached(self) -> Mask:
        """The hexes that lines come to or may pass ([hex])."""
        found: Mask = self._best() < kernels.UNTRACED
        return found

    def costs(self, untraced: int) -> Int32s:
        """What lines spend on their last leg for every hex that they come to or may pass ([hex]),
        with a number for the others.
        """
        best = self._best()
        found: Int32s = np.where(best < kernels.UNTRACED, best >> 32 & 0xFFFF, untraced)
        return found

    def _best(self) -> Labels:
        """The label of the best line to every hex ([hex]), whatever was done once on the way. Few
        columns one after another: NumPy is slow at many rows of a few numbers.
        """
        best, *others = self._labels.reshape(len(self._lines.grid), -1).T
        for labels in others:
            best = np.minimum(best, labels)
        return best

    # --- the line -----------------------------------------------------------------------

    def line(self, name: HexId) -> tuple[Link, ...]:
        """The line of a hex, from the hex itself to the source; empty if there is none."""
        last = self._last(self._lines.grid.index[name])
        if last is None:
            return ()
        links = [Link(name, self._leg_name(last >> 48))]
        node = last & kernels.BEFORE
        while links[-1].leg:
            label = int(self._labels[node])
            links.append(Link(self._name(node), self._leg_name(label >> 48)))
            node = label & kernels.BEFORE
        if self._after is None:
            return tuple(links)
        return (*links[:-1], *self._after.line(links[-1].hex))

    def cost(self, name: HexId) -> int:
        """What the line of a hex spends on its last leg. `KeyError` if there is none."""
        last = self._last(self._lines.grid.index[name])
        if last is None:
            raise KeyError(f"no line comes to {name}")
        return last >> 32 & 0xFFFF

    def leg(self, name: HexId) -> str:
        """The leg on which a line comes to a hex; empty at a source. `KeyError` if none does."""
        last = self._last(self._lines.grid.index[name])
        if last is None:
            raise KeyError(f"no line comes to {name}")
        return self._leg_name(last >> 48)

    def _leg_name(self, number: int) -> str:
        return self._lines.legs[number - 1].name if number else ""

    def _name(self, node: int) -> HexId:
        return self._lines.grid.hexes[node >> self._lines.things]

    def _last(self, here: int) -> int | None:
        """The label of the best line to a hex, or of one that ends there without passing:
        earliest leg, then lowest cost, then fewest things done once.
        """
        best = min(self._states(here), key=_leg_and_cost)
        if best < kernels.UNTRACED:
            return best
        mark = self._ground.bits[here]
        if mark & (kernels.ENEMY | kernels.CLOSED) or not mark & (kernels.ZONE | kernels.BOND):
            return None
        return min(self._endings(here), default=None)

    def _states(self, here: int) -> list[int]:
        """The labels of a hex, by what was done on the way that may be done only once."""
        things = self._lines.things
        labels: list[int] = self._labels[here << things : here + 1 << things].tolist()
        return labels

    def _endings(self, here: int) -> Iterable[int]:
        """Labels for lines whose last step leads into a hex that they could not pass."""
        lines = self._lines
        for side, there in enumerate(lines.grid.neighbour_table[here].tolist()):
            for done in range(1 << lines.things) if there >= 0 else ():
                node = there << lines.things | done
                label = int(self._labels[node])
                for leg in range(max(label >> 48, 1), len(lines.legs) + 1):
                    cost = self._step(node, label, leg, (side + 3) % 6)
                    if isinstance(cost, int):
                        yield (leg << 16 | cost) << 32 | node

    def _step(self, node: int, label: int, leg: int, side: int) -> int | Cut:
        """What the leg has cost after a step out of a node, or what forbids the step,
        leaving aside what lies in the next hex.
        """
        lines, here = self._lines, node >> self._lines.things
        step = int(lines.steps[leg - 1, here, side])
        cost = step + (label >> 32 & 0xFFFF if label >> 48 == leg else 0)
        if step == FORBIDDEN:
            return "terrain"
        if self._bars[here] >> side & 1:
            return "barred"
        if self._ground.bits[here] & kernels.ZONE and lines.legs[leg - 1].zones == "block":
            return "zone"
        if int(lines.once[here, side]) & node & (1 << lines.things) - 1:
            return "once"
        return cost if cost <= lines.legs[leg - 1].budget else "far"

    # --- why there is none --------------------------------------------------------------

    def gap(self, name: HexId) -> Gap | None:
        """Where the line of a hex breaks, seen from the hexes that lines come to. None if
        the hex has a line.
        """
        if name in self:
            return None
        path = self._way_in(name)
        if not path:
            return Gap("terrain", name, "")
        reached, there = path
        return Gap(self._cut(reached, there), there, reached)

    def _way_in(self, name: HexId) -> tuple[HexId, HexId] | None:
        """The nearest hex that lines come to, and the next one from there."""
        grid, reached = self._lines.grid, self.reached()
        seen, queue = {name}, deque([name])
        while queue:
            here = queue.popleft()
            for there in grid.neighbours(here):
                if not self._runs(there, here):
                    continue
                if reached[grid.index[there]]:
                    return there, here
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
        return None

    def _runs(self, a: HexId, b: HexId) -> bool:
        """Does any leg run from one hex to its neighbour, if only the terrain counts?"""
        grid = self._lines.grid
        steps = self._lines.steps[:, grid.index[a], grid.side(a, b)]
        return bool((steps != FORBIDDEN).any())

    def _cut(self, reached: HexId, name: HexId) -> Cut:
        """What stops the line between a hex it comes to and the next."""
        grid, lines = self._lines.grid, self._lines
        mark = self._ground.bits[grid.index[name]]
        for bit, reason in _CLOSURES:
            if mark & bit:
                return reason
        side = grid.side(reached, name)
        first = grid.index[reached] << lines.things
        reasons: list[Cut] = ["terrain"]
        for node in range(first, first + (1 << lines.things)):
            label = int(self._labels[node])
            for leg in range(max(label >> 48, 1), len(lines.legs) + 1):
                found = self._step(node, label, leg, side)
                reasons.append("zone" if isinstance(found, int) else found)
        return max(reasons, key=_WEIGHTIEST.index)


def _numbers(grid: Grid, where: Where) -> Hexes:
    """Hexes as the kernels want them."""
    if isinstance(where, np.ndarray):
        return np.flatnonzero(where).astype(np.uint32)
    return np.array([grid.index[name] for name in where], np.uint32)


def _leg_and_cost(label: int) -> int:
    return label >> 32


_CLOSURES: tuple[tuple[int, Cut], ...] = (
    (kernels.ENEMY, "enemy"),
    (kernels.BOND, "bond"),
    (kernels.CLOSED, "closed"),
)
#: Of several legs that fail, the one that came furthest gives the reason.
_WEIGHTIEST: tuple[Cut, ...] = ("terrain", "barred", "once", "far", "zone")
