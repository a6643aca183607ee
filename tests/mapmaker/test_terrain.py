from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tests.mapmaker.making import (
    TERRAIN,
    board_of,
    feature,
    grid,
    middles,
    painted,
    square,
    write_features,
)

from grognard.board import Board
from grognard.data import DataError

RASTER = {"grey": {"file": "x.png", "west": -1, "north": 1, "per_degree": 8}}


def hexes_of(board: Board, terrain: str) -> set[str]:
    return {name for name in board.grid.hexes if board.terrain_of(name) == terrain}


def picture(folder: Path, at: str, inside: int, outside: int, reach: float = 0.3) -> None:
    """A grey picture with a spot about the middle of a hex."""
    x, y = grid().centre(at)
    columns, rows = np.meshgrid((np.arange(112) + 0.5) / 8 - 1, (np.arange(112) + 0.5) / 8 - 1)
    near = np.hypot(columns - x, rows - y) <= reach
    Image.fromarray(np.where(near, inside, outside).astype(np.uint8)).save(folder / "x.png")


def test_hexes_may_be_written_out(tmp_path: Path) -> None:
    """A block between two corners and single hexes are painted."""
    board = board_of(tmp_path, terrain=painted({"paint": "woods", "hexes": "0202..0303 0909"}))
    assert hexes_of(board, "woods") == {"0202", "0203", "0302", "0303", "0909"}


def test_hills_rise_where_the_relief_is_great(tmp_path: Path) -> None:
    """A hex is a hill if its heights are far enough apart."""
    picture(tmp_path, "0505", 200, 100)
    for at_least, found in ((90, {"0505"}), (110, set())):
        layer = {"paint": "hill", "relief": {"raster": "grey", "at_least": at_least}}
        board = board_of(tmp_path, rasters=RASTER, terrain=painted(layer))
        assert hexes_of(board, "hill") == found


@pytest.mark.parametrize("measure", ["highest", "mean"])
def test_heights_have_bounds(tmp_path: Path, measure: str) -> None:
    """A measure lies at a bound or over it, and below the other."""
    picture(tmp_path, "0505", 200, 200)
    for bounds, count in (({"at_least": 200}, 120), ({"below": 200}, 0), ({"below": 201}, 120)):
        layer = {"paint": "hill", measure: {"raster": "grey", **bounds}}
        board = board_of(tmp_path, rasters=RASTER, terrain=painted(layer))
        assert len(hexes_of(board, "hill")) == count


def test_woods_stand_where_enough_of_the_hex_is_wooded(tmp_path: Path) -> None:
    """A spot over a quarter of a hex makes a wood if a fifth is enough, not if half is asked."""
    picture(tmp_path, "0505", 80, 0, reach=0.3)
    for at_least, found in ((0.2, {"0505"}), (0.5, set())):
        share = {"raster": "grey", "over": 50, "at_least": at_least}
        terrain = painted({"paint": "woods", "share": share})
        assert hexes_of(board_of(tmp_path, rasters=RASTER, terrain=terrain), "woods") == found


def test_an_area_paints_the_hexes_that_it_covers(tmp_path: Path) -> None:
    """Polygons of a file that match, and those drawn in the recipe, paint alike."""
    box = square(2, 2, 5, 5)
    write_features(
        tmp_path / "a.geojson",
        [feature("Polygon", box, type="marsh"), feature("Polygon", square(6, 6, 9, 9), type="x")],
    )
    from_file = {"paint": "marsh", "inside": {"file": "a.geojson", "match": {"type": ["marsh"]}}}
    drawn = {"paint": "marsh", "inside": {"polygon": box}}
    found = hexes_of(board_of(tmp_path, terrain=painted(from_file)), "marsh")
    assert found == hexes_of(board_of(tmp_path, terrain=painted(drawn)), "marsh")
    assert "0403" in found
    assert "0808" not in found


def test_a_larger_share_paints_fewer_hexes(tmp_path: Path) -> None:
    """The hexes at the rim of an area need only a small share of it."""
    counts = []
    for share in (0.2, 0.5, 0.9):
        layer = {"paint": "marsh", "inside": {"polygon": square(2, 2, 6, 6), "share": share}}
        counts.append(len(hexes_of(board_of(tmp_path, terrain=painted(layer)), "marsh")))
    assert counts[0] > counts[1] > counts[2]


def test_a_line_paints_the_hexes_that_it_runs_through(tmp_path: Path) -> None:
    """Water hexes along a course form an unbroken row."""
    layer = {"paint": "marsh", "along": {"line": middles("0202", "0209")}}
    found = hexes_of(board_of(tmp_path, terrain=painted(layer)), "marsh")
    assert found == {f"02{row:02d}" for row in range(2, 10)}


def test_all_conditions_must_hold(tmp_path: Path) -> None:
    """A layer with two conditions paints where both hold."""
    layer = {"paint": "woods", "hexes": "0202 0909", "inside": {"polygon": square(0, 0, 4, 4)}}
    assert hexes_of(board_of(tmp_path, terrain=painted(layer)), "woods") == {"0202"}


def test_later_layers_paint_over_earlier_ones(tmp_path: Path) -> None:
    """Unless they say over which terrain only."""
    layers: list[dict[str, Any]] = [
        {"paint": "woods", "hexes": "0202"},
        {"paint": "hill", "hexes": "0202 0303", "over": ["clear"]},
        {"paint": "marsh", "hexes": "0303"},
    ]
    board = board_of(tmp_path, terrain=painted(*layers))
    assert (board.terrain_of("0202"), board.terrain_of("0303")) == ("woods", "marsh")


def test_small_groups_are_left_out(tmp_path: Path) -> None:
    """Of a single hex and a pair, only the pair is painted."""
    layer = {"paint": "woods", "hexes": "0202 0505 0506", "groups": 2}
    assert hexes_of(board_of(tmp_path, terrain=painted(layer)), "woods") == {"0505", "0506"}


def test_no_town_stands_in_the_sea(tmp_path: Path) -> None:
    """A settlement makes its hex land; a mere label does not."""
    places = [
        {"name": "Port", "hex": "0505", "size": "town"},
        {"name": "Bay", "hex": "0506"},
    ]
    zones = {"apart": {"source": "public", "cut_off": True}}
    terrain = painted({"paint": "sea", "hexes": "0404..0607"})
    board = board_of(tmp_path, terrain=terrain, places=places, zones=zones)
    assert (board.is_water("0505"), board.is_water("0506")) == (False, True)


def test_corrections_come_last(tmp_path: Path) -> None:
    """What is painted by hand is not painted over."""
    fixed = {"paint": "clear", "hexes": "0202", "reason": "a clearing"}
    terrain = painted({"paint": "woods", "hexes": "0202 0203"})
    board = board_of(tmp_path, terrain=terrain, corrections=[fixed])
    assert hexes_of(board, "woods") == {"0203"}


@pytest.mark.parametrize(
    ("layer", "problem"),
    [
        ({"paint": "lava", "hexes": "0202"}, "terrain 'lava': has no letter"),
        ({"paint": "woods"}, r"terrain layer 1 \(woods\): says nowhere where to paint"),
        ({"paint": "woods", "hexes": "9999"}, r"terrain layer 1 \(woods\): unknown hex 9999"),
        ({"paint": "woods", "relief": {"raster": "x"}}, "unknown raster 'x'"),
        ({"paint": "woods", "inside": {"file": "no.geojson"}}, "no.geojson: cannot be read"),
    ],
)
def test_a_layer_that_cannot_be_painted_is_a_problem(
    tmp_path: Path, layer: dict[str, Any], problem: str
) -> None:
    """A faulty layer is told with its number."""
    with pytest.raises(DataError, match=problem):
        board_of(tmp_path, terrain=painted(layer))


def test_a_default_without_a_letter_is_a_problem(tmp_path: Path) -> None:
    """Every terrain that is used has a letter."""
    with pytest.raises(DataError, match="terrain 'steppe': has no letter"):
        board_of(tmp_path, terrain=TERRAIN | {"default": "steppe"})
