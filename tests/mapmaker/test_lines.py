import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grognard.mapmaker.lines import Reach, distances, inside, join, resample, runs, stems


def line(*points: tuple[float, float]) -> NDArray[np.float64]:
    return np.array(points, dtype=float)


@given(
    st.lists(
        st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=6, unique=True
    ),
    st.floats(0.05, 2),
)
def test_resampling_keeps_the_ends(points: list[tuple[int, int]], step: float) -> None:
    """A resampled line begins and ends where the line does, and its points lie on it."""
    given_line = line(*points)
    found = resample(given_line, step)
    assert np.allclose(found[[0, -1]], given_line[[0, -1]])
    assert distances(found, given_line).max() < 1e-9


def test_distance_is_to_the_nearest_point() -> None:
    """Beside a line its distance is square to it, beyond its end to the end."""
    found = distances(line((1, 2), (-3, 4)), line((0, 0), (5, 0)))
    assert found.tolist() == [2, 5]


def test_a_ring_within_a_ring_is_a_hole() -> None:
    """A point in the hole of a polygon is not in the polygon."""
    outer = line((0, 0), (9, 0), (9, 9), (0, 9))
    hole = line((3, 3), (6, 3), (6, 6), (3, 6))
    assert inside(line((1, 1), (4, 4), (10, 1)), [outer, hole]).tolist() == [True, False, False]


def test_runs_are_the_stretches_of_true() -> None:
    """Stretches are found at both ends too."""
    assert runs(np.array([True, True, False, True])) == [(0, 1), (3, 3)]
    assert runs(np.array([False, False])) == []


def test_pieces_are_joined_whichever_way_they_point() -> None:
    """The course takes the direction of most of its length."""
    pieces = [
        line((2, 0), (3, 0), (4, 0), (5, 0)),
        line((2, 0), (1, 0)),
        line((0, 0), (1, 0)),
    ]
    (found,) = join(pieces)
    assert found[:, 0].tolist() == [0, 1, 2, 3, 4, 5]


def test_a_side_branch_is_not_part_of_the_course() -> None:
    """Of a fork the longer way is taken."""
    (found,) = join([line((0, 0), (4, 0)), line((4, 0), (8, 0)), line((4, 0), (4, 1))])
    assert found.tolist() == [[0, 0], [4, 0], [8, 0]]


def test_pieces_that_do_not_touch_stay_apart() -> None:
    """Two rivers of one name are two courses."""
    assert len(join([line((0, 0), (1, 0)), line((5, 5), (6, 5))])) == 2


MAIN = Reach(line((5, 0), (9, 0)), 900, "Big")
UPPER = Reach(line((0, 0), (5, 0)), 300, "Big")
SIDE = Reach(line((5, 6), (5, 0)), 500, "Side")


def test_a_river_keeps_its_name_upstream() -> None:
    """At a confluence the branch of the same name is the river, though it is the smaller."""
    found = stems([SIDE, UPPER, MAIN])
    assert [(stem.name, len(stem.points)) for stem in found] == [("Big", 3), ("Side", 2)]
    assert found[0].points[:, 0].tolist() == [0, 5, 9]


def test_without_names_the_larger_branch_is_the_river() -> None:
    """The branch that drains more land goes on, the other ends there."""
    found = stems([reach._replace(name="") for reach in (SIDE, UPPER, MAIN)])
    assert found[0].points.tolist() == [[5, 6], [5, 0], [9, 0]]
    assert found[1].points.tolist() == [[0, 0], [5, 0]]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_stems_do_not_depend_on_the_order_of_the_file(order: tuple[int, ...]) -> None:
    """Largest first, whatever comes first in the data."""
    reaches = [MAIN, UPPER, SIDE]
    found = stems([reaches[i] for i in order])
    assert [stem.size for stem in found] == [900, 500]
