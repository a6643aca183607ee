from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tests.mapmaker.making import text_of
from typer.testing import CliRunner

from grognard.board import Board
from grognard.data import DataError
from grognard.mapmaker.cli import app
from grognard.mapmaker.relief import bake_relief

DATA = Path(__file__).parent / "data"
RUNNER = CliRunner()


def run(*words: str | Path) -> tuple[int, str]:
    result = RUNNER.invoke(app, [str(word) for word in words])
    return result.exit_code, result.output


def test_build_writes_map_and_relief(tmp_path: Path) -> None:
    """The board file can be loaded, and the picture of the heights lies beside it."""
    code, told = run("build", DATA / "recipe.yaml", "--data", DATA, "--out", tmp_path / "map.yaml")
    assert code == 0
    assert "map.yaml" in told
    assert Board.load(tmp_path / "map.yaml").name == "Odessa, April 1944"
    assert (tmp_path / "relief.png").exists()


def test_a_bad_recipe_fails_with_its_problems(tmp_path: Path) -> None:
    """The command fails, tells what is wrong, and writes nothing."""
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text("map: X\n", encoding="utf-8")
    code, told = run("build", recipe, "--data", tmp_path)
    assert code == 1
    assert "recipe.yaml" in told
    assert not (tmp_path / "map.yaml").exists()


def test_check_tells_that_a_map_is_sound(tmp_path: Path) -> None:
    """A map without a fault is said to have none, held against its facts if there are any."""
    (tmp_path / "map.yaml").write_text(text_of(tmp_path, {}), encoding="utf-8")
    facts = tmp_path / "facts.yaml"
    facts.write_text("map: test\nhexes: [{hex: '0101', rule: '1'}]\n", encoding="utf-8")
    assert run("check", tmp_path / "map.yaml") == (0, "Test: 120 hexes, no fault\n")
    code, told = run("check", tmp_path / "map.yaml", "--facts", facts)
    assert (code, told) == (0, "Test: 120 hexes, no fault, held against 1 facts\n")


def test_check_fails_with_the_faults(tmp_path: Path) -> None:
    """Each fault is one line, and the command fails."""
    (tmp_path / "map.yaml").write_text(text_of(tmp_path, {}), encoding="utf-8")
    facts = tmp_path / "facts.yaml"
    facts.write_text("map: test\nhexes: [{hex: '9999', rule: '1'}]\n", encoding="utf-8")
    code, told = run("check", tmp_path / "map.yaml", "--facts", facts)
    assert code == 1
    assert "hex 9999 (rule 1): is not on the map" in told


def test_check_knows_the_games_by_slug() -> None:
    """A game's map is found by the name of its folder."""
    code, told = run("check", "ukraine44")
    assert code == 0
    assert told.startswith("Ukraine '44: 1672 hexes, no fault")


def test_fit_tells_how_far_places_are_off() -> None:
    """Anchors and places with a printed hex are listed with where the earth puts them."""
    code, told = run("fit", DATA / "recipe.yaml")
    assert code == 0
    assert "anchor Odessa: 1810, falls in 1810" in told
    assert "place Odessa: 1810, 0 hexes from 1810" in told


def test_relief_covers_the_sheet() -> None:
    """The picture has the proportions of the sheet, the sea is black and the hills are not."""
    picture = bake_relief(DATA / "recipe.yaml", DATA)
    assert picture is not None
    grey = np.asarray(picture)
    assert grey.dtype == np.uint16
    width, height = 19 * np.sqrt(3) / 2 + 2 / np.sqrt(3), 20.5
    assert grey.shape[1] / grey.shape[0] == pytest.approx(width / height, abs=0.02)
    assert grey[-5:, -5:].max() == 0
    assert grey[:40, :60].mean() > 10_000


def test_a_recipe_without_relief_makes_no_picture(tmp_path: Path) -> None:
    """The picture is made only if it is asked for."""
    text_of(tmp_path, {})
    assert bake_relief(tmp_path / "recipe.yaml", tmp_path) is None


def test_relief_needs_a_raster_of_the_recipe(tmp_path: Path) -> None:
    """A raster that the recipe does not have is told."""
    text_of(tmp_path, {"relief": {"raster": "height"}})
    with pytest.raises(DataError, match="relief: unknown raster 'height'"):
        bake_relief(tmp_path / "recipe.yaml", tmp_path)


def test_relief_blends_between_cells(tmp_path: Path) -> None:
    """A slope in the data is a slope in the picture, rising steadily to the east."""
    slope = np.tile(np.linspace(0, 250, 28, dtype=np.uint8), (28, 1))
    Image.fromarray(slope).save(tmp_path / "x.png")
    raster = {"height": {"file": "x.png", "west": -1, "north": 1, "per_degree": 2}}
    text_of(tmp_path, {"rasters": raster, "relief": {"raster": "height", "high": 250}})
    picture = bake_relief(tmp_path / "recipe.yaml", tmp_path)
    row = np.asarray(picture)[40].astype(int)
    assert (np.diff(row[4:-4]) > 0).all()
