from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image
from tests.mapmaker.making import DEGREE, grid

from grognard.boardfile import GridFile, make_grid
from grognard.data import DataError
from grognard.hexes import Grid
from grognard.mapmaker.projection import Projection, make_projection
from grognard.mapmaker.rasters import Cells, hex_numbers, read_raster
from grognard.mapmaker.recipe import Anchor, Fit, ProjectionRecipe, RasterRecipe

GRIDS = [
    make_grid(GridFile("flat", (1, 7), (1, 6))),
    make_grid(GridFile("flat", (1, 7), (0, 6), shifted="even")),
    make_grid(GridFile("pointy", (1, 7), (1, 6), rows_up=True), frozenset({(3, 3)})),
    make_grid(GridFile("pointy", (1, 7), (1, 6), shifted="even", columns_left=True)),
]


@given(st.sampled_from(GRIDS), st.floats(-10, 12), st.floats(-10, 12))
def test_many_points_find_the_hexes_that_one_finds(grid: Grid, x: float, y: float) -> None:
    """The numbers of many points are those that the grid gives one by one."""
    number = hex_numbers(grid, np.array([[x, y]]))[0]
    one = grid.at_point(x, y)
    assert number == (-1 if one is None else grid.index[one])


def flat_earth() -> Projection:
    fit = Fit((Anchor(0, 0, sheet=(0, 0)),), km_per_hex=DEGREE, turn=0)
    projection = make_projection(ProjectionRecipe((0, 0)), fit, grid(), [])
    assert projection is not None
    return projection


def cells(values: NDArray[np.float64]) -> Cells:
    """Cells of a fifth of a hex over the whole small map."""
    recipe = RasterRecipe("x.png", west=-1, north=1, per_degree=5)
    return Cells(grid(), flat_earth(), recipe, values.astype(np.float32))


def spots(at: str, inside: float, outside: float) -> NDArray[np.float64]:
    """A raster that has one value near the middle of a hex and another elsewhere."""
    x, y = grid().centre(at)
    values = np.full((80, 80), outside)
    values[round((y + 1) * 5) - 1, round((x + 1) * 5) - 1] = inside
    return values


def test_relief_is_the_height_between_highest_and_lowest() -> None:
    """A peak in a plain makes relief in its own hex and nowhere else."""
    relief = cells(spots("0505", 180, 100)).relief()
    assert relief[grid().index["0505"]] == 80
    assert np.count_nonzero(relief) == 1


def test_highest_lowest_and_mean() -> None:
    """The mean lies between the lowest and the highest cell."""
    found = cells(spots("0303", 200, 100))
    number = grid().index["0303"]
    assert found.highest()[number] == 200
    assert found.lowest()[number] == 100
    assert 100 < found.mean()[number] < 110


def test_the_share_counts_cells_of_that_value_or_more() -> None:
    """Half of a map that is wooded on the left has hexes of share one and of share nought."""
    values = np.zeros((80, 80))
    values[:, :27] = 50
    share = cells(values).share_over(50)
    assert share[grid().index["0205"]] == 1
    assert share[grid().index["1005"]] == 0


def test_a_hex_without_cells_has_no_value() -> None:
    """Where the raster has nothing to say there is no number, and no share either."""
    values = np.full((80, 80), np.nan)
    values[:, :27] = 7
    found = cells(values)
    assert np.isnan(found.highest()[grid().index["1005"]])
    assert np.isnan(found.share_over(1)[grid().index["1005"]])


def test_greys_become_values(tmp_path: Path) -> None:
    """A cell is worth its grey plus a number; an empty grey is no value; 16 bits are kept."""
    grey = np.array([[0, 1], [300, 60000]], dtype=np.uint16)
    Image.fromarray(grey).save(tmp_path / "x.png")
    recipe = RasterRecipe("x.png", 0, 0, 1, plus=-1, empty=(0,))
    values = read_raster(tmp_path / "x.png", recipe)
    assert np.isnan(values[0, 0])
    assert values[0, 1] == 0
    assert values[1].tolist() == [299, 59999]


@pytest.mark.parametrize(
    ("content", "problem"),
    [(None, "cannot be read"), (b"no picture", "is not a picture")],
)
def test_a_bad_picture_is_named(tmp_path: Path, content: bytes | None, problem: str) -> None:
    """A missing or broken picture is refused with its name."""
    path = tmp_path / "x.png"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=f"x.png: {problem}"):
        read_raster(path, RasterRecipe("x.png", 0, 0, 1))


def test_a_coloured_picture_is_refused(tmp_path: Path) -> None:
    """Colours have no value."""
    Image.new("RGB", (2, 2)).save(tmp_path / "x.png")
    with pytest.raises(DataError, match="is not a grey picture"):
        read_raster(tmp_path / "x.png", RasterRecipe("x.png", 0, 0, 1))
