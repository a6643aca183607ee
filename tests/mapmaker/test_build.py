import re
from pathlib import Path
from typing import Any

import pytest
from tests.mapmaker.making import board_of, earth, painted, rivers, road, text_of

from grognard.board import Board
from grognard.data import DataError
from grognard.mapmaker import build, check

DATA = Path(__file__).parent / "data"
DOCS = Path(__file__).parents[2] / "docs" / "mapmaker.md"


@pytest.fixture(scope="module")
def odessa() -> str:
    """The map of the tutorial."""
    return build(DATA / "recipe.yaml", DATA)


def test_the_same_recipe_gives_the_same_text(odessa: str) -> None:
    """Building twice gives the same file to the letter."""
    assert build(DATA / "recipe.yaml", DATA) == odessa


def test_the_tutorial_makes_the_map_of_its_recipe() -> None:
    """The blocks of the tutorial, one after the other, are the recipe that the tests build."""
    text = DOCS.read_text(encoding="utf-8")
    tutorial = text[text.index("## A map in seven steps") : text.index("## The recipe")]
    blocks = "\n".join(re.findall(r"```yaml\n(.*?)```", tutorial, re.DOTALL))
    recipe = (DATA / "recipe.yaml").read_text(encoding="utf-8")
    assert _lines(blocks) == _lines(recipe)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_map_of_the_tutorial_is_sound(odessa: str) -> None:
    """Twenty by twenty hexes without a fault, the sea in the south-east and the Dniester."""
    board = Board.parse(odessa)
    assert len(board.grid) == 400
    assert check(board) == []
    assert board.is_water("2020")
    assert [name for name, _ in board.chains["great_river"]] == ["Dniester"]


def test_the_tutorial_finds_akkerman_by_its_old_name(odessa: str) -> None:
    """A place is put where the gazetteer knows it, under the name that the map uses."""
    board = Board.parse(odessa)
    akkerman = next(place for place in board.places if place.name == "Akkerman")
    ovidiopol = next(place for place in board.places if place.name == "Ovidiopol")
    assert board.grid.distance(akkerman.hex, ovidiopol.hex) <= 2  # across the liman


def test_the_text_is_read_back_as_it_was_meant(tmp_path: Path) -> None:
    """Titles, reasons and notes with signs of YAML in them survive the writing."""
    line = {"name": "A: 'to' #B", "way": "0101-0102"}
    fixed = {"network": "road", "line": "A: 'to' #B", "way": "0101-0102", "reason": "why: [not]"}
    zones = {"Z": {"source": "rulebook", "title": "no", "hexes": "0101"}}
    board = board_of(
        tmp_path,
        map="Test: {map}",
        note="first line\nsecond: line",
        networks=road(line),
        zones=zones,
        corrections=[fixed],
        boxes={"dead": {"title": "Eliminated", "side": "axis", "shows": "count"}},
    )
    assert board.name == "Test: {map}"
    assert board.note.strip() == "first line\nsecond: line"
    assert board.roads["road"][0][0] == "A: 'to' #B"
    assert board.zones["Z"] == {"0101"}
    assert board.boxes["dead"].shows == "count"


def test_the_text_names_its_sources(tmp_path: Path) -> None:
    """Every layer says where it comes from, and so does each layer of the terrain."""
    blocks: dict[str, Any] = {
        "terrain": painted({"paint": "woods", "hexes": "0202", "note": "an old wood"}),
        "hexsides": rivers({"name": "R", "line": [earth((-1, 5)), earth((12, 5))]}),
        "corrections": [{"paint": "hill", "hexes": "0303", "reason": "a mound"}],
    }
    text = text_of(tmp_path, blocks)
    assert "woods, public: an old wood" in text
    assert "hill in 0303, by hand: a mound" in text
    assert Board.parse(text).sources["hexsides river"] == "public"


def test_long_chains_are_folded(tmp_path: Path) -> None:
    """No line of the text is too long to read."""
    blocks = {"hexsides": rivers({"name": "R", "line": [earth((-1, 5)), earth((12, 5))]})}
    assert max(map(len, text_of(tmp_path, blocks).splitlines())) <= 120


@pytest.mark.parametrize(
    ("blocks", "problem"),
    [
        ({"grid": {"shape": "flat", "columns": [5, 1], "rows": [1, 2]}}, "grid: empty grid"),
        ({"missing": "9999"}, "grid: unknown hex 9999"),
        ({"lakes": {}}, "unknown field `lakes`"),
        ({"places": [{"name": "X", "hex": 101}]}, "places 'X' hex: Expected `str`"),
        ({"places": [{"name": "X", "hex": "9999"}]}, "place 'X': unknown hex 9999"),
        ({"places": [{"name": "X", "lat": 1.0}]}, "place 'X': has only one of lat and lon"),
        (
            {"corrections": [{"reason": "r", "hexes": "0101"}]},
            r"correction 1 \(r\): needs one of paint, hexsides, network",
        ),
        (
            {"corrections": [{"reason": " ", "paint": "woods", "hexes": "0101"}]},
            "says no reason",
        ),
        (
            {"corrections": [{"reason": "r", "network": "road", "line": "A", "way": "0101"}]},
            r"correction 1 \(r\): there is no layer 'road'",
        ),
    ],
)
def test_a_bad_recipe_is_refused_with_its_place(
    tmp_path: Path, blocks: dict[str, Any], problem: str
) -> None:
    """What is wrong is told with the file and the place in it."""
    with pytest.raises(DataError, match=problem) as caught:
        board_of(tmp_path, **blocks)
    assert caught.value.file == "recipe.yaml"


def test_all_problems_are_told_together(tmp_path: Path) -> None:
    """Two faulty places are two problems of one refusal."""
    places = [{"name": "X", "hex": "9999"}, {"name": "Y", "hex": "8888"}]
    with pytest.raises(DataError) as caught:
        board_of(tmp_path, places=places)
    assert len(caught.value.problems) == 2


def test_data_must_be_a_folder(tmp_path: Path) -> None:
    """A folder that is not there is refused."""
    with pytest.raises(DataError, match="is no folder"):
        build(DATA / "recipe.yaml", tmp_path / "nowhere")


def test_places_may_be_missing_from_the_frame(tmp_path: Path) -> None:
    """A frame with a hole has no hex there, and the text shows it."""
    board = board_of(tmp_path, missing="0101 1201")
    assert "0101" not in board.grid
    assert len(board.grid) == 118
