"""Path data: what is written can be read back, and no longer than need be."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.render.paths import (
    Point,
    box_path,
    circle_path,
    cut_corners,
    flatten,
    length,
    line_path,
    number,
    resample,
    rounded_path,
    signed_area,
    smooth_path,
)

points = st.tuples(st.floats(-4000, 4000, allow_nan=False), st.floats(-4000, 4000, allow_nan=False))
lines = st.lists(points, min_size=2, max_size=12, unique_by=lambda p: (round(p[0]), round(p[1])))


def near(a: Point, b: Point, within: float = 0.11) -> bool:
    return math.dist(a, b) <= within


@given(lines)
def test_a_line_reads_back_as_it_was_written(line: list[Point]) -> None:
    """Relative tenths never drift: every point comes back to within a tenth of a unit."""
    (piece,) = flatten(line_path(line))
    assert len(piece.points) == len(line)
    assert all(near(a, b) for a, b in zip(piece.points, line, strict=True))


@given(lines)
def test_a_smooth_line_passes_through_its_points(line: list[Point]) -> None:
    """Catmull-Rom touches every point that it is given."""
    (piece,) = flatten(smooth_path(line))
    assert all(min(math.dist(p, q) for q in piece.points) < 0.11 for p in line)


def test_a_rounded_line_touches_the_middles_between_its_points() -> None:
    """The points are handles: the curve starts and ends on them, and meets the middles."""
    (piece,) = flatten(rounded_path([(0, 0), (10, 0), (10, 10), (20, 10)]))
    assert near(piece.points[0], (0, 0))
    assert near(piece.points[-1], (20, 10))
    assert min(math.dist((10, 5), q) for q in piece.points) < 0.1
    assert all(math.dist((10, 0), q) > 1 for q in piece.points)


def test_numbers_are_short() -> None:
    """No needless zero, point or sign."""
    written = [number(v) for v in (0.5, -0.5, 3.0, -0.001, 12.346, 100.0)]
    assert written == [".5", "-.5", "3", "0", "12.35", "100"]


def test_a_minus_sign_separates_numbers() -> None:
    """Points are written relative to each other with no blank before a minus."""
    assert line_path([(1, 2), (0, 1), (0.5, 4)]) == "M1 2l-1-1 .5 3"


@pytest.mark.parametrize("radius", [1.0, 3.1, 40.0])
def test_a_circle_has_the_area_of_a_circle(radius: float) -> None:
    """Two arcs make a whole circle about its middle."""
    (piece,) = flatten(circle_path(5, -7, radius))
    assert abs(signed_area(piece.points)) == pytest.approx(math.pi * radius**2, rel=0.03)
    assert all(math.dist(p, (5, -7)) == pytest.approx(radius, abs=0.01) for p in piece.points)


def test_a_box_is_never_rounder_than_itself() -> None:
    """A radius larger than half a side is cut down, and the path stays readable."""
    (piece,) = flatten(box_path(0, 0, 4, 1, 9))
    xs, ys = [p[0] for p in piece.points], [p[1] for p in piece.points]
    assert (min(xs), max(xs)) == pytest.approx((0, 4), abs=0.02)
    assert (min(ys), max(ys)) == pytest.approx((0, 1), abs=0.02)


def test_all_commands_of_our_symbols_are_read() -> None:
    """Absolute and relative moves, lines, curves and repeated arguments."""
    first, second = flatten("M1 1 3 1h2V4l-1-1zm10 0q1 1 2 0")
    assert first.closed
    assert first.points == [(1.0, 1.0), (3.0, 1.0), (5.0, 1.0), (5.0, 4.0), (4.0, 3.0)]
    assert not second.closed
    assert second.points[0] == (11.0, 1.0)
    assert second.points[-1] == (13.0, 1.0)


@given(lines, st.floats(1, 500))
def test_resampling_keeps_ends_and_equal_steps(line: list[Point], spacing: float) -> None:
    """Points at equal distances along the line, its ends included."""
    found = resample(line, spacing)
    assert found[0] == line[0]
    assert found[-1] == line[-1]
    count = max(1, round(length(line) / spacing))
    assert len(found) == count + 1


def test_cutting_corners_stays_inside() -> None:
    """A square loses its corners and keeps its middle."""
    loop = cut_corners([(0, 0), (8, 0), (8, 8), (0, 8)])
    assert all(0 <= x <= 8 and 0 <= y <= 8 for x, y in loop)
    assert 0.7 * 64 < signed_area(loop) < 0.9 * 64
