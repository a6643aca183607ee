"""Rivers: each on its hexsides, and all of them joined."""

import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace
from tests.render.boards import GAMES, VALLEY, boards

from grognard.board import Board
from grognard.render.layout import HEX, Layout
from grognard.render.paths import Point
from grognard.render.rivers import River, draw_rivers, knot, trace_rivers
from grognard.render.styles import BoardStyles, Look


def rivers_of(board: Board, look: Look | None = None) -> tuple[Layout, list[River]]:
    layout = Layout(board.grid)
    return layout, trace_rivers(layout, BoardStyles(board, look or Look()))


def nearest(line: list[Point], point: Point) -> float:
    return min(math.dist(p, point) for p in line)


@given(boards())
def test_every_hexside_is_on_one_river_and_touched_by_it(board: Board) -> None:
    """Each river hexside belongs to one line, which passes it within a few units of its
    middle: a player can tell which side it guards.
    """
    layout, rivers = rivers_of(board)
    drawn = [side for river in rivers for side in river.sides]
    wanted = [s for kind in ("river", "great river") for s in board.hexsides[kind]]
    assert sorted(drawn) == sorted(wanted)
    for river in rivers:
        for side in river.sides:
            assert nearest(river.line, layout.middle(side)) < 3.3
            assert nearest(river.line, knot(layout, side)) < 0.01


@given(boards())
def test_a_river_runs_along_the_hexsides_and_cuts_its_corners(board: Board) -> None:
    """Between its ends a river never reaches a corner, and never strays into a hex."""
    layout, rivers = rivers_of(board)
    for river in rivers:
        edges = [layout.ends(side) for side in river.sides]
        inner = river.line[8:-8]
        for corner in river.corners[1:-1]:
            assert nearest(inner, corner) > 1.0 if inner else True
        for point in inner:
            assert min(_to_segment(point, *edge) for edge in edges) < 0.25 * HEX


def _to_segment(p: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length**2
    t = min(max(t, 0.0), 1.0)
    return math.dist(p, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))


def test_a_tributary_ends_in_the_river_it_flows_into() -> None:
    """The Seret runs on from its last corner until it meets the Dniester, downstream."""
    _, rivers = rivers_of(VALLEY)
    dniester, seret = rivers
    assert (dniester.name, seret.name) == ("Dniester", "Seret")
    assert dniester.great
    assert nearest(dniester.line, seret.line[-1]) < 0.01
    assert nearest(dniester.line, seret.line[0]) > HEX


def test_a_river_listed_upstream_is_turned_round() -> None:
    """Whichever way a file lists it, a tributary widens towards its mouth."""
    upstream = (("Seret", VALLEY.chains["river"][0][1][::-1]),)
    turned = replace(VALLEY, chains={**VALLEY.chains, "river": upstream})
    assert rivers_of(turned)[1][1].line == rivers_of(VALLEY)[1][1].line


def test_a_river_at_the_edge_runs_off_the_sheet() -> None:
    """The Dniester comes in from beyond the west edge of the map."""
    layout, rivers = rivers_of(VALLEY)
    ends = (rivers[0].line[0], rivers[0].line[-1])
    assert min(x for x, _ in ends) < min(x for x, _ in layout.corners("04.01")) + 20


def test_a_board_without_listed_chains_is_drawn_too() -> None:
    """A board made in Python may know its hexsides only as sets: they are chained anew."""
    bare = replace(VALLEY, chains={})
    _, rivers = rivers_of(bare)
    assert [len(r.sides) for r in rivers] == [9, 5]


def test_lines_are_smooth() -> None:
    """No kink where two bends meet: a river turns by little from piece to piece."""
    _, rivers = rivers_of(VALLEY)
    for river in rivers:
        turns = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(river.line) if a != b]
        bends = [abs(math.remainder(b - a, math.tau)) for a, b in pairwise(turns)]
        assert max(bends[2:-7]) < math.radians(35)


def test_great_rivers_are_drawn_over_the_mouths_of_others() -> None:
    """All casings of great rivers come before all banks, so that their water joins."""
    _, rivers = rivers_of(VALLEY)
    small, great = draw_rivers(rivers)
    assert (small.classes, great.classes) == ("river", "great-river")  # type: ignore[union-attr]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parents[1].name)
def test_rivers_of_the_games_meet(path: Path) -> None:
    """On our own maps a named tributary that shares a corner with another river joins it."""
    board = Board.load(path)
    _, rivers = rivers_of(board, Look.beside(path))
    lines = [p for river in rivers for p in river.line]
    assert len(lines) > 1000
    for river in rivers:
        others = [r for r in rivers if r is not river]
        for corner, end in ((river.corners[0], river.line[0]), (river.corners[-1], river.line[-1])):
            met = [r for r in others if any(math.dist(corner, c) < 0.1 for c in r.corners)]
            if met:
                assert min(nearest(r.line, end) for r in met) < 1.0, (river.name, corner)
