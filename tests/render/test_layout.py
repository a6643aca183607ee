"""The layout: hexes, hexsides and outlines in map units."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.render.boards import VALLEY, grids

from grognard.hexes import Grid
from grognard.render.layout import HEX, Layout, corner_key, jitter
from grognard.render.paths import signed_area

HEX_AREA = math.sqrt(3) / 2 * HEX**2


@given(grids())
def test_neighbours_are_a_hex_apart_and_share_two_corners(grid: Grid) -> None:
    """A hex is 80 units from flat side to flat side in both shapes."""
    layout = Layout(grid)
    for name in grid.hexes[:8]:
        own = {corner_key(p) for p in layout.corners(name)}
        for other in grid.neighbours(name):
            assert math.dist(layout.centre(name), layout.centre(other)) == pytest.approx(HEX)
            assert len(own & {corner_key(p) for p in layout.corners(other)}) == 2


@given(grids())
def test_the_sheet_begins_at_the_outermost_hexes(grid: Grid) -> None:
    """All corners lie on the sheet, and each edge of the sheet touches one."""
    layout = Layout(grid)
    corners = [p for name in grid.hexes for p in layout.corners(name)]
    assert min(x for x, _ in corners) == pytest.approx(0, abs=1e-6)
    assert min(y for _, y in corners) == pytest.approx(0, abs=1e-6)
    assert max(x for x, _ in corners) == pytest.approx(layout.width)
    assert max(y for _, y in corners) == pytest.approx(layout.height)


@given(grids(), st.data())
def test_an_outline_encloses_exactly_its_hexes(grid: Grid, data: st.DataObject) -> None:
    """The loops round a set of hexes hold its area; holes run the other way round."""
    hexes = data.draw(st.sets(st.sampled_from(grid.hexes), min_size=1))
    area = sum(signed_area(loop) for loop in Layout(grid).outline(hexes))
    assert area == pytest.approx(len(hexes) * HEX_AREA)


@given(grids())
def test_an_area_at_the_edge_runs_off_the_sheet(grid: Grid) -> None:
    """A bleeding outline leaves no strip of plain ground at the edge of the sheet."""
    layout = Layout(grid)
    (loop,) = layout.bleeding(grid.hexes)
    assert min(x for x, _ in loop) < -20
    assert max(y for _, y in loop) > layout.height + 20


def test_a_chain_gives_its_corners_in_order() -> None:
    """Hexsides that follow one another have one corner more than sides, each a side apart."""
    layout = Layout(VALLEY.grid)
    way = VALLEY.chains["great river"][0][1]
    corners = layout.chain_corners(way)
    assert len(corners) == len(way) + 1
    steps = [math.dist(a, b) for a, b in pairwise(corners)]
    assert steps == pytest.approx([HEX / math.sqrt(3)] * len(way))


def test_chance_is_the_same_everywhere() -> None:
    """Random shifts depend on the words alone, and stay within their reach."""
    assert jitter(2, "river", "08.24/09.25") == jitter(2, "river", "08.24/09.25")
    assert jitter(2, "river", "08.24/09.25") != jitter(2, "river", "08.24/09.26")
    shifts = [jitter(2, str(i)) for i in range(200)]
    assert all(-2.01 <= v <= 2.01 for shift in shifts for v in shift)
    assert max(x for x, _ in shifts) > 1.5
    assert min(x for x, _ in shifts) < -1.5
