"""The grid: hexsides quietly drawn, hex numbers, and a transparent node for every hex."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, Text, Type, Use
from grognard.render.layout import Layout, corner_key
from grognard.render.paths import Point, box_path, line_path

#: Hexes a side of the blocks into which grid and numbers are split: a browser passes over
#: the ones that are out of sight.
BLOCK = 8
HEX_SYMBOL = "hexagon"
NUMBER_TYPE = Type("condensed", 8.2, palette.NUMBER, 0.72)
_NUMBER_RISE = 34.0
_LINE = Stroke(palette.GRID, 0.8, 0.21)


def blocks(layout: Layout) -> list[list[HexId]]:
    """The hexes in square blocks, for layers with something in every hex."""
    found: dict[tuple[int, int], list[HexId]] = {}
    for name in layout.grid.hexes:
        column, row = layout.grid.place(name)
        found.setdefault((row // BLOCK, column // BLOCK), []).append(name)
    return list(found.values())


def draw_grid(layout: Layout) -> list[Shape]:
    """Every hexside once."""
    drawn: set[tuple[int, int]] = set()
    shapes: list[Shape] = []
    for block in blocks(layout):
        words = []
        for name in block:
            words.append(_sides(layout, name, drawn))
        shapes.append(Path("".join(words), stroke=_LINE))
    return shapes


def _sides(layout: Layout, name: HexId, drawn: set[tuple[int, int]]) -> str:
    corners = layout.corners(name)
    runs: list[list[Point]] = []
    fresh = False
    for i in range(6):
        a, b = corners[i], corners[(i + 1) % 6]
        key = corner_key(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
        if key in drawn:
            fresh = False
            continue
        drawn.add(key)
        if fresh:
            runs[-1].append(b)
        else:
            runs.append([a, b])
        fresh = True
    return "".join(line_path(run) for run in runs)


def number_spot(layout: Layout, name: HexId) -> Point:
    """Where the number of a hex stands: over the place of its counter."""
    x, y = layout.centre(name)
    return x, y - _NUMBER_RISE + (0 if not layout.flat else 2.5)


def draw_numbers(layout: Layout, left_out: frozenset[HexId]) -> list[Shape]:
    """The numbers of all hexes but those that would touch a name."""
    shapes: list[Shape] = []
    for block in blocks(layout):
        texts = [
            Text(name, *number_spot(layout, name), NUMBER_TYPE)
            for name in block
            if name not in left_out
        ]
        if texts:
            shapes.append(Group(tuple(texts)))
    return shapes


def hex_symbol(layout: Layout) -> Group:
    """The outline that all hex nodes share; transparent, yet it takes the pointer."""
    return Group((Path(line_path(layout.hexagon(), closed=True), "#fff", 0.0),))


def hex_nodes(layout: Layout) -> Iterable[Shape]:
    """One node a hex, in reading order, for pointer, keyboard and screen reader."""
    for name in layout.grid.hexes:
        yield Use(HEX_SYMBOL, *layout.centre(name), data={"hex": name})


def draw_frame(layout: Layout, margin: float) -> list[Shape]:
    """A veil over what is no hex, paper over what runs off the sheet, and a neat line."""
    wide, high = layout.width, layout.height
    sheet, gap = box_path(0, 0, wide, high), margin * 0.38
    loops = layout.outline(layout.grid.hexes)
    hexes = "".join(line_path(loop[::-1], closed=True) for loop in loops)
    hole = line_path([(0, 0), (0, high), (wide, high), (wide, 0)], closed=True)
    paper = box_path(-margin, -margin, wide + 2 * margin, high + 2 * margin)
    outer = box_path(-gap, -gap, wide + 2 * gap, high + 2 * gap)
    return [
        Path(sheet + hexes, palette.PAPER, 0.62),
        Path(paper + hole, palette.PAPER),
        Path(sheet, stroke=Stroke(palette.NAME, 1.8, round=False)),
        Path(outer, stroke=Stroke(palette.NAME, 0.8, 0.7, round=False)),
    ]
