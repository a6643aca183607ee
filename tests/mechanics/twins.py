"""Plain twins of the kernels: what they compute, said as simply as possible.

No arrays, no buckets, no clever order: hexes are names, marks are sets of names, and a
search repeats itself until nothing changes any more.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from hypothesis import strategies as st

from grognard.board import Mask
from grognard.hexes import Grid, HexId, Parity, Shape
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.kernels import EVERYTHING, FORBIDDEN

Step = tuple[HexId, HexId]
Steps = Mapping[Step, int]


# --- boards -----------------------------------------------------------------------------


def board(columns: int = 7, rows: int = 7, shape: Shape = "flat") -> Grid:
    """A small board without holes."""
    return Grid(shape, (1, columns), (1, rows))


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    """Boards of either shape and shift, some with holes, some with numbers beyond a byte."""
    columns, rows = draw(st.integers(2, 9)), draw(st.integers(2, 9))
    shape: Shape = draw(st.sampled_from(("flat", "pointy")))
    shifted: Parity = draw(st.sampled_from(("odd", "even")))
    place = st.tuples(st.integers(2, columns), st.integers(2, rows))
    missing = draw(st.sets(place, max_size=3))
    return Grid(shape, (1, columns), (1, rows), shifted=shifted, missing=missing)


def steps_of(grid: Grid) -> Iterator[Step]:
    """Every step from a hex to a neighbour."""
    return ((a, b) for a in grid.hexes for b in grid.neighbours(a))


def some(rng: random.Random, grid: Grid, share: float) -> set[HexId]:
    """About this share of the hexes."""
    return {name for name in grid.hexes if rng.random() < share}


def some_sides(rng: random.Random, grid: Grid, share: float) -> set[frozenset[HexId]]:
    """About this share of the hexsides, each as the pair of its hexes."""
    sides = {frozenset(step) for step in steps_of(grid)}
    return {side for side in sorted(sides, key=sorted) if rng.random() < share}


# --- the same as the kernels want it ----------------------------------------------------


def entry_table(grid: Grid, steps: Steps) -> Int16s:
    """What entering a hex across a side costs; forbidden where no step is given."""
    table = np.full((len(grid), 6), FORBIDDEN, np.int16)
    for (a, b), cost in steps.items():
        table[grid.index[b], grid.side(b, a)] = cost
    return table


def out_table(grid: Grid, steps: Steps) -> Int16s:
    """What leaving a hex across a side costs; forbidden where no step is given."""
    table = np.full((len(grid), 6), FORBIDDEN, np.int16)
    for (a, b), cost in steps.items():
        table[grid.index[a], grid.side(a, b)] = cost
    return table


def step_mask(grid: Grid, steps: Iterable[Step]) -> Mask:
    """[hex, side]: is the step out of the hex across that side one of these?"""
    mask: Mask = out_table(grid, dict.fromkeys(steps, 0)) == 0
    return mask


def side_mask(grid: Grid, sides: Iterable[frozenset[HexId]]) -> Mask:
    """[hex, side]: is the hexside one of these?"""
    wanted = set(sides)
    return step_mask(grid, (step for step in steps_of(grid) if frozenset(step) in wanted))


def hex_mask(grid: Grid, hexes: Iterable[HexId]) -> Mask:
    """[hex]: is it one of these?"""
    wanted = set(hexes)
    return np.array([name in wanted for name in grid.hexes], np.bool_)


# --- marks ------------------------------------------------------------------------------


@dataclass
class Marks:
    """What lies on the hexes, as one side sees it."""

    enemies: set[HexId] = field(default_factory=set)
    zones: set[HexId] = field(default_factory=set)
    friends: set[HexId] = field(default_factory=set)
    bonds: set[HexId] = field(default_factory=set)
    closed: set[HexId] = field(default_factory=set)
    passage: set[HexId] = field(default_factory=set)
    halts: set[HexId] = field(default_factory=set)
    barred: set[frozenset[HexId]] = field(default_factory=set)

    @classmethod
    def drawn(cls, rng: random.Random, grid: Grid) -> Marks:
        return cls(
            enemies=some(rng, grid, 0.1),
            zones=some(rng, grid, rng.choice((0.0, 0.2, 0.5))),
            friends=some(rng, grid, 0.1),
            bonds=some(rng, grid, 0.05),
            closed=some(rng, grid, 0.05),
            passage=some(rng, grid, 0.15),
            halts=some(rng, grid, 0.05),
            barred=some_sides(rng, grid, 0.1),
        )

    @property
    def shut(self) -> set[HexId]:
        """The hexes that no one enters."""
        return self.enemies | self.bonds | self.closed


# --- reach ------------------------------------------------------------------------------


@dataclass
class March:
    """A move that is asked about: the terms of `Reach`, in names."""

    grid: Grid
    steps: Steps
    start: HexId
    budget: int
    marks: Marks = field(default_factory=Marks)
    lone: Steps = field(default_factory=dict)
    surcharge: Mapping[HexId, int] = field(default_factory=dict)
    enter: int = 0
    leave: int = 0
    stop: bool = False
    slide: bool = True
    entry: bool = True
    begin: bool = True
    friendly: bool = True
    least: bool = False
    arrival: int | None = None

    @classmethod
    def drawn(cls, rng: random.Random, grid: Grid) -> March:
        steps = {s: rng.choice((1, 2, 2, 3, 5)) for s in steps_of(grid) if rng.random() < 0.9}
        lone = {s: rng.choice((2, 4, EVERYTHING)) for s in steps_of(grid) if rng.random() < 0.1}
        return cls(
            grid, steps, rng.choice(grid.hexes), rng.choice((0, 1, 4, 9, 20)),
            marks=Marks.drawn(rng, grid), lone=lone,
            surcharge={h: rng.randint(1, 3) for h in some(rng, grid, 0.1)},
            enter=rng.choice((0, 0, 2)), leave=rng.choice((0, 2)),
            stop=rng.random() < 0.4, slide=rng.random() < 0.6, entry=rng.random() < 0.8,
            begin=rng.random() < 0.8, friendly=rng.random() < 0.6, least=rng.random() < 0.5,
            arrival=rng.choice((None, None, None, 0, 2)),
        )  # fmt: skip

    def extras(self, a: HexId, b: HexId) -> int:
        """What a step costs beside the terrain."""
        zones = self.marks.zones
        cost = self.surcharge.get(b, 0)
        return cost + (self.leave if a in zones else 0) + (self.enter if b in zones else 0)

    def open(self, a: HexId, b: HexId) -> bool:
        """May one step from a hex to its neighbour, the cost aside?"""
        zones = self.marks.zones
        if b in self.marks.shut or frozenset((a, b)) in self.marks.barred:
            return False
        if (b in zones and not self.entry) or (b in self.marks.friends and not self.friendly):
            return False
        return self.slide or not (a in zones and b in zones)

    def goes_on(self, name: HexId) -> bool:
        """May one who entered this hex go further?"""
        return name not in self.marks.halts and not (self.stop and name in self.marks.zones)


def reached(march: March) -> dict[HexId, tuple[int, HexId]]:
    """Cost and hex before of every hex that can be reached or passed.

    The cheapest way counts; among equals the one whose hex before the last comes first on
    the board. The start hex is its own hex before.
    """
    index, start = march.grid.index, march.start
    opening = march.arrival or 0
    if (not march.begin and start in march.marks.zones) or opening > march.budget:
        return {}
    found = {start: (opening, start)}
    changed = march.arrival is None or start not in march.marks.halts
    while changed:
        changed = False
        for a, b in steps_of(march.grid):
            if a not in found or b == start or not (a == start or march.goes_on(a)):
                continue
            if (a, b) not in march.steps or not march.open(a, b):
                continue
            cost = found[a][0] + march.steps[a, b] + march.extras(a, b)
            old = found.get(b)
            better = old is None or (cost, index[a]) < (old[0], index[old[1]])
            if cost <= march.budget and better:
                found[b] = (cost, a)
                changed = True
    if march.arrival is None:
        found.update(whole_moves(march, found))
    return found


def whole_moves(
    march: March, found: Mapping[HexId, tuple[int, HexId]]
) -> Iterator[tuple[HexId, tuple[int, HexId]]]:
    """Single steps from the start that are a whole move, where nothing else leads."""
    start, budget = march.start, march.budget
    for there in march.grid.neighbours(start):
        if there in found or not march.open(start, there):
            continue
        price = march.lone.get((start, there))
        guaranteed = march.least and there not in march.surcharge
        if price == EVERYTHING:
            yield there, (budget, start)
        elif price is not None and price + march.extras(start, there) <= budget:
            yield there, (price + march.extras(start, there), start)
        elif guaranteed and (price is not None or (start, there) in march.steps):
            yield there, (budget, start)


def ends(march: March) -> list[HexId]:
    """The hexes in which the move may end, in board order."""
    found = reached(march)
    mine = {march.start} if march.arrival is None else set()
    return [h for h in march.grid.hexes if h in found and h not in march.marks.passage | mine]


# --- zones and bonds --------------------------------------------------------------------


@dataclass
class Stand:
    """A unit on the board: its side, its hex, and what it adds to which count."""

    side: str
    at: HexId
    amounts: dict[str, int]


def total(units: Iterable[Stand], name: str, side: str, at: HexId) -> int:
    """What all units of a side in a hex add to a count."""
    return sum(u.amounts.get(name, 0) for u in units if u.side == side and u.at == at)


def zone_count(
    grid: Grid, units: list[Stand], kinds: Mapping[str, set[Step]], threshold: int, side: str,
    at: HexId,
) -> int:  # fmt: skip
    """From how many neighbours a zone of a side falls on a hex, kind by kind."""
    return sum(
        total(units, kind, side, there) >= threshold and (there, at) in spread
        for there in grid.neighbours(at)
        for kind, spread in kinds.items()
    )


@dataclass
class BondMap:
    """The terrain that matters to bonds."""

    grid: Grid
    stops: set[frozenset[HexId]]
    rivers: set[frozenset[HexId]]
    towns: set[HexId]
    sea: set[HexId]

    def way(self, *path: HexId) -> bool:
        """May a bond run from the first hex through the second to the third?"""
        a, middle, b = path
        sides = {frozenset((a, middle)), frozenset((middle, b))}
        return not (sides & self.stops or sides <= self.rivers or middle in self.sea)


def bond_bars(
    land: BondMap, strong: set[HexId], friends: set[HexId], enemies: set[HexId]
) -> tuple[set[HexId], set[frozenset[HexId]]]:
    """Hexes and hexsides that the bonds of a side close.

    `strong` are the hexes out of which its zones come, `friends` and `enemies` all hexes
    with units.
    """
    grid = land.grid
    hexes: set[HexId] = set()
    sides: set[frozenset[HexId]] = set()
    for a in strong:
        for b in grid.ring(a, 2):
            between = grid.between(a, b)
            if len(between) == 1 and grid.opposite(between[0], a) == b:
                middle = between[0]
                vacant = middle not in friends | enemies
                if b in strong and vacant and middle not in land.towns and land.way(a, middle, b):
                    hexes.add(middle)
            elif len(between) == 2 and not set(between) <= enemies:
                pair = b in strong and any(land.way(a, middle, b) for middle in between)
                if pair or (b in land.sea and beach(land, a, between)):
                    sides.add(frozenset(between))
    return hexes, sides


def beach(land: BondMap, a: HexId, between: Iterable[HexId]) -> bool:
    """Is there dry land on the way from a hex to the coast?"""
    return any(
        middle not in land.sea and frozenset((a, middle)) not in land.stops for middle in between
    )


# --- supply lines -----------------------------------------------------------------------


@dataclass
class Stage:
    """One leg of a line: its steps outward, its budget, and how it takes zones."""

    steps: Steps
    budget: int
    zones: str


@dataclass
class Convoy:
    """A trace that is asked about. `once` are sets of steps of which a line makes one."""

    grid: Grid
    stages: list[Stage]
    sources: list[HexId]
    marks: Marks
    once: list[set[Step]] = field(default_factory=list)

    def uses(self, step: Step) -> int:
        """The things that a step does which a line may do only once, as bits."""
        return sum(1 << i for i, steps in enumerate(self.once) if step in steps)

    def open(self, stage: Stage, a: HexId, b: HexId) -> bool:
        """May a line pass from a hex to its neighbour on this leg, the cost aside?"""
        if b in self.marks.shut or frozenset((a, b)) in self.marks.barred:
            return False
        zones = self.marks.zones
        if stage.zones == "block":
            return a not in zones and b not in zones
        return not (stage.zones == "pairs" and a in zones and b in zones)


#: A hex, and the things done once on the way there, as bits.
Node = tuple[HexId, int]
#: Leg, cost in that leg, free steps since the last that cost something, node before.
Label = tuple[int, int, int, Node]


def traced(convoy: Convoy) -> dict[Node, Label]:
    """How the lines from the sources come to hexes, for each set of things done once.

    An earlier leg is better than a later one, then the lower cost in the leg, then fewer
    free steps in a row, then the node before that comes first on the board.
    """
    index = convoy.grid.index

    def rank(label: Label) -> tuple[int, int, int, int, int]:
        return (*label[:3], index[label[3][0]], label[3][1])

    found: dict[Node, Label] = {
        (h, 0): (0, 0, 0, (h, 0)) for h in convoy.sources if h not in convoy.marks.shut
    }
    for leg, stage in enumerate(convoy.stages, 1):
        changed = True
        while changed:
            changed = False
            for node in list(found):
                for goal, label in onward(convoy, stage, leg, node, found[node]):
                    if goal not in found or rank(label) < rank(found[goal]):
                        found[goal] = label
                        changed = True
    return found


def onward(
    convoy: Convoy, stage: Stage, leg: int, node: Node, label: Label
) -> Iterator[tuple[Node, Label]]:
    """The next nodes of a line on a leg."""
    here, done = node
    spent, run = label[1:3] if label[0] == leg else (0, 0)
    for there in convoy.grid.neighbours(here):
        step = stage.steps.get((here, there))
        if step is None or spent + step > stage.budget or not convoy.open(stage, here, there):
            continue
        uses = convoy.uses((here, there))
        if not uses & done:
            yield (there, done | uses), (leg, spent + step, 0 if step else run + 1, node)


def last_label(convoy: Convoy, found: Mapping[Node, Label], name: HexId) -> Label | None:
    """How a line comes to a hex that asks: earliest leg, then cost, then fewest things done.

    The hex that asks need not be passable: zones and bonds on it do not matter.
    """
    mine = [(label[:2], done, label) for (h, done), label in found.items() if h == name]
    if mine:
        return min(mine, key=lambda entry: entry[:2])[2]
    if name in convoy.marks.enemies | convoy.marks.closed:
        return None
    marks = convoy.marks
    asking = replace(marks, zones=marks.zones - {name}, bonds=marks.bonds - {name})
    freed = Convoy(convoy.grid, convoy.stages, convoy.sources, asking, convoy.once)
    candidates = [
        (label[:2], convoy.grid.index[node[0]], node[1], label)
        for leg, stage in enumerate(convoy.stages, 1)
        for node, before in found.items()
        if before[0] <= leg and convoy.grid.adjacent(node[0], name)
        for goal, label in onward(freed, stage, leg, node, before)
        if goal[0] == name
    ]
    return min(candidates, key=lambda entry: entry[:3])[3] if candidates else None
