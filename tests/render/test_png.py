"""The PNG back end: what it paints, and that it agrees with the SVG."""

import numpy as np
import pytest
from PIL import Image
from tests.render.boards import EVERYTHING, VALLEY

from grognard.render import Scene, board_png
from grognard.render.display import (
    CurvedText,
    Dots,
    Drawing,
    Gradient,
    Group,
    Hatch,
    Path,
    Shape,
    Stroke,
    Text,
    Type,
    Use,
)
from grognard.render.paths import Point, box_path, circle_path
from grognard.render.png import paint

SQUARE = box_path(10, 10, 20, 20)


def painted(
    *shapes: Shape, at: Point = (0.0, 0.0), scale: float = 1.0, opacity: float = 1.0
) -> np.ndarray:
    layer = Group(shapes, at=at, scale=scale, opacity=opacity)
    return np.asarray(paint(Drawing(0, 0, 40, 40, (layer,), paper="#ffffff"))).astype(int)


def test_a_filled_square_covers_its_pixels() -> None:
    """Inside the colour, outside the paper, to the pixel."""
    picture = painted(Path(SQUARE, "#ff0000"))
    assert picture[20, 20].tolist() == [255, 0, 0]
    assert picture[11, 11].tolist() == [255, 0, 0]
    assert picture[8, 20].tolist() == [255, 255, 255]


def test_opacity_mixes_with_what_lies_beneath() -> None:
    """Half of black on white is grey, and a group's opacity multiplies its shapes'."""
    assert painted(Path(SQUARE, "#000000", 0.5))[20, 20] == pytest.approx([127] * 3, abs=2)
    half = painted(Path(SQUARE, "#000000", 0.5), opacity=0.5)
    assert half[20, 20] == pytest.approx([191] * 3, abs=2)


def test_holes_stay_open_and_islands_are_filled() -> None:
    """A loop the other way round inside another is a hole; beside it, it is filled."""
    hole = "M15 15v10h10v-10z"
    picture = painted(Path(SQUARE + hole, "#000000"))
    assert picture[20, 20].tolist() == [255, 255, 255]
    assert picture[12, 12].tolist() == [0, 0, 0]
    island = "M34 15v10h4v-10z"
    assert painted(Path(SQUARE + island, "#000000"))[20, 36].tolist() == [0, 0, 0]


def test_lines_have_their_width_and_dashes_their_gaps() -> None:
    """A line of four units covers four pixels; a dashed one leaves gaps."""
    solid = painted(Path("M0 20h40", stroke=Stroke("#000000", 4)))[:, 20, 0]
    assert (solid < 128).sum() == 4
    dashed = painted(Path("M0 20h40", stroke=Stroke("#000000", 2, dash=(4, 6), round=False)))
    assert (dashed[20, :, 0] < 128).sum() == pytest.approx(16, abs=3)


def test_hatches_lean_as_they_say() -> None:
    """A slash rises to the right: along the other diagonal it is crossed."""
    slash = painted(Path(SQUARE, Hatch("#000000", width=3)))[10:30, 10:30, 0] < 128
    other = painted(Path(SQUARE, Hatch("#000000", slash=False, width=3)))[10:30, 10:30, 0] < 128
    assert 0.25 < slash.mean() < 0.6
    same = [slash[i, j] == slash[i - 3, j + 3] for i in range(3, 20) for j in range(17)]
    assert np.mean(same) > 0.9
    back = [other[i, j] == other[i + 3, j + 3] for i in range(17) for j in range(17)]
    assert np.mean(back) > 0.9


def test_gradients_run_from_start_to_end() -> None:
    """Dark at the one end, light at the other."""
    sheen = Gradient((10, 0), (30, 0), ((0, "#000000", 1), (1, "#ffffff", 1)))
    row = painted(Path(SQUARE, sheen))[20, 11:29, 0]
    assert row[0] < 30
    assert row[-1] > 225
    assert (np.diff(row) >= 0).all()


def test_dots_are_discs_at_their_points() -> None:
    """A dot covers its radius about its point, moved by the shift."""
    picture = painted(Dots(((10.0, 10.0), (30.0, 30.0)), 4, "#000000", shift=(2.0, 0.0)))
    assert picture[10, 12, 0] == 0
    assert picture[10, 5, 0] == 255
    assert (picture[..., 0] < 128).sum() == pytest.approx(2 * np.pi * 16, rel=0.15)


def test_letters_stand_on_their_baseline() -> None:
    """Text is inked above its baseline, centred on its place, with a halo about it."""
    type_ = Type("condensed bold", 20, "#000000")
    ink = painted(Text("H", 20, 30, type_))[..., 0] < 128
    rows, columns = np.nonzero(ink)
    assert rows.max() == pytest.approx(29, abs=1)
    assert columns.mean() == pytest.approx(20, abs=1)
    red = Type("condensed bold", 20, "#000000", halo=Stroke("#ff0000", 4))
    haloed = painted(Text("H", 20, 30, red))
    assert ((haloed[..., 0] > 200) & (haloed[..., 1] < 60)).sum() > 40


def test_letters_follow_a_line() -> None:
    """Curved text on a vertical line is taller than wide."""
    type_ = Type("condensed", 8, "#000000")
    ink = painted(CurvedText("MMMM", ((20.0, 0.0), (20.0, 40.0)), type_))[..., 0] < 160
    rows, columns = np.nonzero(ink)
    assert np.ptp(rows) > 2 * np.ptp(columns)


def test_groups_move_and_scale_what_they_hold() -> None:
    """A group at a place with a scale draws its shapes there, in that size."""
    picture = painted(Path(box_path(0, 0, 5, 5), "#000000"), at=(10.0, 10.0), scale=2.0)
    assert (picture[..., 0] < 128).sum() == pytest.approx(100, abs=12)
    assert picture[15, 15, 0] == 0


def test_hidden_groups_are_not_painted() -> None:
    """What a page may show later is not in a picture."""
    layer = Group((Path(SQUARE, "#000000"),), hidden=True)
    assert np.asarray(paint(Drawing(0, 0, 40, 40, (layer,), paper="#ffffff"))).min() == 255


def test_uses_paint_their_symbol() -> None:
    """A symbol is painted wherever it is used."""
    symbol = Group((Path(circle_path(0, 0, 3), "#000000"),))
    drawing = Drawing(
        0,
        0,
        40,
        40,
        (Group((Use("dot", 10, 10), Use("dot", 30, 30))),),
        {"dot": symbol},
        "",
        "#fff",
    )
    picture = np.asarray(paint(drawing))
    assert picture[10, 10, 0] == picture[30, 30, 0] == 0


def test_tiles_join_without_a_seam() -> None:
    """A picture of many tiles equals the same picture cut from another place."""
    line = Path("M0 0L1400 900", stroke=Stroke("#000000", 3))
    drawing = Drawing(0, 0, 1400, 900, (Group((line,)),), paper="#ffffff")
    whole = np.asarray(paint(drawing)).astype(int)
    part = np.asarray(paint(drawing, crop=(300, 200, 900, 600))).astype(int)
    assert np.abs(whole[200:600, 300:900] - part).max() < 60


def test_scale_and_crop_decide_the_size() -> None:
    """Pixels are map units times the scale; a crop of hexes holds these hexes."""
    scene = Scene(EVERYTHING)
    whole = board_png(scene, scale=0.25)
    assert whole.width == pytest.approx((scene.layout.width + 44) * 0.25, abs=1)
    part = board_png(scene, scale=0.5, crop=["0301"])
    assert part.size == (53, 53)
    assert board_png(scene, scale=0.5, crop=(0.0, 0.0, 100.0, 60.0)).size == (50, 30)


def test_an_empty_crop_is_refused() -> None:
    """A picture of nothing is a mistake of the caller."""
    with pytest.raises(ValueError, match="names no hex"):
        board_png(VALLEY, crop=[])
    with pytest.raises(ValueError, match="crop is empty"):
        board_png(VALLEY, crop=(10.0, 10.0, 10.0, 20.0))


def test_the_ground_lies_under_the_map() -> None:
    """A picture under a drawing shows where nothing is drawn, and paper beyond it."""
    drawing = Drawing(0, 0, 40, 40, (Group((Path(SQUARE, "#000000"),)),), paper="#ffffff")
    green = Image.new("RGB", (20, 20), "#00ff00")
    picture = np.asarray(paint(drawing, under=(green, (5.0, 5.0, 35.0, 35.0))))
    assert picture[7, 7].tolist() == [0, 255, 0]
    assert picture[2, 2].tolist() == [255, 255, 255]
    assert picture[20, 20].tolist() == [0, 0, 0]
