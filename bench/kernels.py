"""How fast the kernels are, measured against plain C in the same run.

    python bench/kernels.py

`measure()` returns the rows of the table; `grognard bench` prints them too. Every question
is first answered by both and the answers are compared, then timed: C inside C, without the
cost of a call, best of many runs; the kernels as Python calls them, medians of single calls.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median
from time import perf_counter_ns
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from bench.world import EAST, WEST, World  # noqa: E402

from grognard.mechanics import counting, kernels  # noqa: E402
from grognard.mechanics.reach import Reach  # noqa: E402
from grognard.mechanics.trace import Trace  # noqa: E402
from grognard.mechanics.zones import survey  # noqa: E402

Array = NDArray[Any]


class Row(NamedTuple):
    """One line of the result: microseconds, and the ratio that must not be exceeded."""

    question: str
    kernel: float
    c: float | None = None
    limit: float | None = None

    @property
    def ratio(self) -> float | None:
        return None if self.c is None else self.kernel / self.c

    @property
    def good(self) -> bool:
        return self.ratio is None or self.limit is None or self.ratio <= self.limit


# --- the reference ----------------------------------------------------------------------


def compiled(folder: Path) -> ctypes.CDLL:
    """The C reference, compiled for this machine."""
    library = folder / "reference.so"
    source = FOLDER / "reference.c"
    flags = ["-O2", "-march=native", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", str(library), str(source)], check=True)
    loaded = ctypes.CDLL(str(library))
    for name in ("time_reach", "time_trace", "time_maps"):
        getattr(loaded, name).restype = ctypes.c_double
    return loaded


def call(function: Any, *arguments: Array | int) -> Any:
    """Call C with arrays and numbers."""
    plain = [a if isinstance(a, int) else a.ctypes.data_as(ctypes.c_void_p) for a in arguments]
    return function(*plain)


def best(function: Any, *arguments: Array | int, runs: int = 45) -> float:
    """Microseconds that C needs: the best of several runs."""
    return float(min(call(function, *arguments) for _ in range(runs))) / 1000


def timed(calls: Sequence[Callable[[], object]], rounds: int = 101) -> float:
    """Microseconds a call: the median of many tries of each, and the mean of these medians.

    Every try is timed by itself, so that other programs spoil a few tries and no median. The
    calls take turns, as they do in C: the same one again and again would be learnt by heart
    by the processor.
    """
    tries = [[one_try(call) for call in calls] for _ in range(rounds)]
    return float(mean(map(median, zip(*tries, strict=True)))) / 1000


def one_try(call: Callable[[], object]) -> int:
    begin = perf_counter_ns()
    call()
    return perf_counter_ns() - begin


# --- the questions ----------------------------------------------------------------------


def reach_rows(world: World, c: ctypes.CDLL, points: int) -> list[Row]:
    """(a) Where each stack of the West can go with so many points."""
    budget, rules, ground, bars = 2 * points, world.zone_rules, world.ground, world.bars
    table, steps, size = world.going.neighbours, world.going.steps, len(world.grid)
    starts = np.array([world.grid.index[name] for name in world.movers], np.int32)
    fixed = (table, steps, world.going.lone, ground.bits, bars.bits, np.zeros(size, np.int16))
    terms = (rules.enter, rules.leave, rules.shut, rules.slide, rules.stop, 0)

    def kernel(start: int) -> tuple[Array, Array]:
        return kernels.reach(*fixed, start, -1, budget, *terms)

    ends, labels = np.empty(size, np.int32), np.empty(size, np.int32)
    for start in starts.tolist():
        arguments = (table, steps, ground.bits, bars.bits, start, budget, rules.leave)
        count = call(c.reach, *arguments, ends, labels)
        found, known = kernel(start)
        same(found, ends[:count])
        same(known, labels)
    every = (table, steps, ground.bits, bars.bits, starts, len(starts), budget, rules.leave)
    plain = best(c.time_reach, *every, ends, labels)
    calls = [lambda start=start: kernel(start) for start in starts.tolist()]
    objects = [
        lambda name=name: Reach(world.going, name, budget, ground, zones=rules, bars=bars).hexes
        for name in world.movers
    ]
    return [
        Row(f"reach, {points} points", timed(calls), plain, 2.0),
        Row("  the same as a Reach, with the names of its hexes", timed(objects)),
    ]


def trace_rows(world: World, c: ctypes.CDLL) -> list[Row]:
    """(b) The supply lines of the West."""
    lines, ground, bars, size = world.lines, world.line_ground, world.bars, len(world.grid)
    table = lines.neighbours
    sources = np.array([world.grid.index[name] for name in world.sources], np.uint32)
    fixed = (table, lines.steps, lines.once, ground.bits, bars.bits, sources)

    def kernel() -> Array:
        return kernels.trace(*fixed, lines.budgets, lines.modes, 0)

    legs, lengths = np.empty(size, np.uint8), np.empty(size, np.int16)
    parents = np.empty(size, np.int32)
    arguments = (table, lines.steps, ground.bits, bars.bits, sources, len(sources), lines.budgets)
    call(c.trace, *arguments, legs, lengths, parents)
    labels = kernel()
    same(labels >> 48, legs)
    same((labels & kernels.BEFORE)[legs < 255], parents[legs < 255])
    plain = best(c.time_trace, *arguments, 100, legs, lengths, parents)
    whole = [lambda: Trace(lines, ground, world.sources, bars=bars)]
    return [
        Row("supply lines of a side", timed([kernel], 3001), plain, 2.5),
        Row("  the same as a Trace", timed(whole, 3001)),
    ]


def map_rows(world: World, c: ctypes.CDLL) -> list[Row]:
    """(c) Occupation, zones and bonds of both sides from the units."""
    layout, law, size = world.layout, world.bonds, len(world.grid)
    table = layout.neighbours
    number = len(world.units)
    owners = np.array([(WEST, EAST).index(side) for side, _ in world.units], np.uint32)
    places = np.array([world.grid.index[name] for _, name in world.units], np.uint32)
    marks = np.full(number, world.mark, np.uint32)
    terrain = (law.straight, law.offset, law.coast)

    def kernel() -> tuple[Array, Array]:
        block = counting.rebuild(
            table, layout.extends, layout.marks, 2, 1, 1, owners, places, marks
        )
        return block, kernels.bonds(table, block, *terrain, 1, 1, 1)

    units, zones = np.empty((2, size), np.int16), np.empty((2, size), np.int16)
    barred = np.empty((2, size), np.uint8)
    arguments = (table, law.straight, law.offset, owners, places, number)
    call(c.maps, *arguments, units, zones, barred)
    block, found = kernel()
    same(block[[1, 4]], units)
    same(block[[0, 3]], zones)
    same(found, barred)
    plain = best(c.time_maps, *arguments, 100, units, zones, barred)
    return [Row("zones and bonds of both sides", timed([kernel], 3001), plain, 2.0)]


def part_rows(world: World) -> list[Row]:
    """What a single action needs: one unit moved, the ground surveyed, bonds found."""
    columns, (side, name) = world.columns.copy(), world.units[0]

    def there_and_back() -> None:
        columns.remove(side, name, world.mark)
        columns.add(side, name, world.mark)

    return [
        Row("columns copied", timed([columns.copy], 3001)),
        Row("a unit taken off and put back", timed([there_and_back], 3001)),
        Row("ground surveyed", timed([lambda: survey(columns, WEST, bars=world.bars)], 3001)),
        Row("bonds of both sides", timed([lambda: world.bonds.of(columns)], 3001)),
    ]


def same(a: Array, b: Array) -> None:
    """The clock is not started on a wrong answer."""
    if not np.array_equal(a, b):
        raise AssertionError("kernel and C disagree")


def measure() -> list[Row]:
    """All rows. Needs a C compiler named `cc`."""
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        c = compiled(Path(folder))
        return [
            *reach_rows(world, c, 8),
            *reach_rows(world, c, 20),
            *trace_rows(world, c),
            *map_rows(world, c),
            *part_rows(world),
        ]


def table_of(rows: Sequence[Row]) -> str:
    """The result as a table of microseconds."""
    lines = [f"{'':52}{'kernel':>8}{'C':>8}{'ratio':>8}{'limit':>8}"]
    for row in rows:
        line = f"{row.question:52}{row.kernel:8.2f}"
        if row.c is not None:
            line += f"{row.c:8.2f}{row.ratio:8.2f}{row.limit or 0:8.1f}"
        lines.append(line if row.good else f"{line}  too slow")
    return "\n".join(lines)


def main() -> int:
    rows = measure()
    print(table_of(rows))
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
