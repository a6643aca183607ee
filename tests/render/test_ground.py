"""The ground: heights that follow the rules' terrain, baked into one picture."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image
from tests.render.boards import EVERYTHING, VALLEY

from grognard.render import Scene, ground, ground_file
from grognard.render.contours import contours
from grognard.render.fields import CELL, blur, distance, mask, noise, step
from grognard.render.highlands import draw_highlands
from grognard.render.relief import Relief


def at(field: np.ndarray, point: tuple[float, float]) -> float:
    return float(field[int(point[1] / CELL), int(point[0] / CELL)])


def test_hills_rise_and_rivers_cut() -> None:
    """A hill hex lies above the plain beside it, a great river below both its banks."""
    scene = Scene(VALLEY)
    heights, layout = scene.relief.heights, scene.layout
    hill = np.mean([at(heights, layout.centre(h)) for h in scene.styles.hexes("hill")])
    plain = np.mean([at(heights, layout.centre(h)) for h in ("06.01", "06.07", "05.07", "04.06")])
    assert hill > plain + 40
    water = at(heights, layout.middle("03.03/04.03"))
    assert water < min(at(heights, layout.centre(h)) for h in ("03.03", "04.03")) - 50


def test_without_a_picture_the_land_depends_on_the_name_alone() -> None:
    """The same board gives the same ground on every run; another name, another land."""
    first, second = ground_file(Scene(VALLEY)), ground_file(Scene(VALLEY))
    assert first == second
    assert ground_file(Scene(replace(VALLEY, name="Elsewhere"))) != first


@pytest.mark.parametrize("depth", [8, 16])
def test_a_relief_picture_gives_the_heights(depth: int) -> None:
    """Grey pictures of eight and sixteen bits: white lies high, black lies low."""
    slope = np.linspace(0, 1, 40)[None, :].repeat(30, axis=0)
    if depth == 8:
        picture = Image.fromarray((slope * 255).astype(np.uint8))
    else:
        picture = Image.fromarray((slope * 65535).astype(np.uint16))
    bare = replace(VALLEY, hexsides={}, terrain=("clear",) * len(VALLEY.grid), water=frozenset())
    scene = Scene(bare, relief=picture)
    west, east = (at(scene.relief.heights, scene.layout.centre(h)) for h in ("03.01", "03.08"))
    assert east - west > 150


def test_the_picture_covers_the_sheet() -> None:
    """One pixel a map unit, in colours of paper, not of the terrain's names."""
    scene = Scene(EVERYTHING)
    picture = ground(scene)
    assert picture.size == (int(np.ceil(scene.layout.width)), int(np.ceil(scene.layout.height)))
    red, green, blue = (float(band.mean()) for band in np.asarray(picture).transpose(2, 0, 1))
    assert red > green > blue > 150


def test_form_lines_stay_on_high_ground() -> None:
    """Form lines are drawn on hills only, so that shading is never read as terrain."""
    assert draw_highlands(Scene(VALLEY).relief)
    flat = replace(VALLEY, terrain=("clear",) * len(VALLEY.grid), water=frozenset())
    assert draw_highlands(Scene(flat).relief) == []


def test_masks_have_holes() -> None:
    """A loop that runs the other way round inside another is a hole."""
    outer = [(0.0, 0.0), (80.0, 0.0), (80.0, 80.0), (0.0, 80.0)]
    inner = [(20.0, 20.0), (20.0, 60.0), (60.0, 60.0), (60.0, 20.0)]
    field = mask((40, 40), [outer, inner])
    assert field[2, 2] == 1
    assert field[20, 20] == 0


def test_distance_is_that_to_the_nearest_line() -> None:
    """Distances grow with the way to the line and stop at the reach asked for."""
    field = distance((100, 100), [[(100.0, 0.0), (100.0, 200.0)]], 60.0)
    for x in (100.0, 120.0, 150.0):
        assert at(field, (x, 100.0)) == pytest.approx(x - 100, abs=4)
    assert at(field, (190.0, 100.0)) == pytest.approx(60, abs=0.5)


@given(st.integers(0, 1000), st.sampled_from([(40, 60), (33, 80)]))
def test_noise_is_seeded_and_bounded(seed: int, shape: tuple[int, int]) -> None:
    """The same seed gives the same noise, and it stays near -1 to 1."""
    field = noise(shape, 50, seed)
    assert np.array_equal(field, noise(shape, 50, seed))
    assert field.shape == shape
    assert np.abs(field).max() < 1.3


def test_blur_keeps_the_sum() -> None:
    """A blurred spot spreads out and loses nothing."""
    field = np.zeros((60, 60), np.float32)
    field[30, 30] = 100
    spread = blur(field, 8)
    assert spread.sum() == pytest.approx(100, rel=1e-3)
    assert spread.max() < 10
    assert step(0, 1, np.array([-1, 0.5, 2], np.float32)).tolist() == [0, 0.5, 1]


def test_contours_follow_a_level() -> None:
    """The contour of a cone is a closed circle at the radius of its level."""
    y, x = np.mgrid[0:41, 0:41]
    cone = (20 - np.hypot(x - 20, y - 20)).astype(np.float32)
    (line,) = contours(cone, 10.0, np.ones_like(cone, bool))
    radii = [float(np.hypot(px - 20, py - 20)) for px, py in line]
    assert radii == pytest.approx([10] * len(radii), abs=0.1)
    assert line[0] == line[-1]


def test_relief_is_worked_out_once() -> None:
    """Ground and form lines share one field of heights."""
    scene = Scene(VALLEY)
    assert isinstance(scene.relief, Relief)
    assert scene.relief.heights is scene.relief.heights
