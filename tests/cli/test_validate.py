import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Grognard, Shell

DATA = ROOT / "tests" / "cli" / "duel" / "data"


def broken_board(folder: Path, old: str, new: str) -> Path:
    """A copy of the duel's map with one thing changed."""
    text = (DATA / "map.yaml").read_text(encoding="utf-8")
    assert old in text
    path = folder / "map.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_a_good_board_is_described(grognard: Grognard) -> None:
    """A board without faults is told by its name and size, and the exit code is 0."""
    answer = grognard("validate", str(DATA / "map.yaml"))
    assert answer.exit_code == 0
    assert "map.yaml: The Duel, 15 hexes" in answer.output


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"02.03"', '"09.09"', "map.yaml: place 'Ford': unknown hex 09.09"),
        ("02.01-02.02-02.03", "02.01-02.03", "map.yaml: network 'road' line 1: broken chain"),
        ("01.03/02.03}", "01.01/01.02}", "map.yaml: hexsides 'river' line 1: broken chain"),
        ("..w..", "..x..", "map.yaml: terrain row 1"),
        ("shape: pointy", "shape: round", "map.yaml: grid shape"),
        ("map: The Duel", "map: [", "map.yaml: line"),
    ],
)
def test_a_fault_is_told_with_file_place_and_reason(
    old: str, new: str, complaint: str, grognard: Grognard, tmp_path: Path
) -> None:
    """Every fault of a board is a line that says where it is, and the exit code is 1."""
    answer = grognard("validate", str(broken_board(tmp_path, old, new)))
    assert answer.exit_code == 1
    assert complaint in answer.output


def test_all_faults_are_told_together(grognard: Grognard, tmp_path: Path) -> None:
    """Not only the first fault is told."""
    path = broken_board(tmp_path, '"02.03"', '"09.09"')
    path.write_text(path.read_text(encoding="utf-8").replace("02.01-02.02", "08.08-02.02"))
    answer = grognard("validate", str(path))
    assert "unknown hex 09.09" in answer.output
    assert "unknown hex 08.08" in answer.output


@pytest.mark.parametrize("folder", ["", "data"])
def test_a_whole_game_is_checked_and_begun(folder: str, grognard: Grognard) -> None:
    """A game's folder, or its data folder: all files, then each scenario is begun."""
    answer = grognard("validate", str(DATA.parent / folder))
    assert answer.exit_code == 0
    assert "clauses.yaml: 5 clauses" in answer.output
    assert "scenario 'dawn' begins" in answer.output


def test_a_game_is_named_by_its_slug(shell: Shell) -> None:
    """A game that comes with the package is found by name."""
    answer = shell("validate", "ukraine44")
    assert answer.returncode == 0
    assert "ukraine44: scenario 'campaign' begins" in answer.stdout


def test_a_games_fault_is_told_once(grognard: Grognard, tmp_path: Path) -> None:
    """What the file's own check and the game's both find is one complaint."""
    game = tmp_path / "spoilt"
    shutil.copytree(DATA.parent, game)
    broken_board(game / "data", '"02.03"', '"09.09"')
    (game / "game.py").write_text(
        "from pathlib import Path\n"
        "from grognard.board import Board\n"
        "def load(): return Board.load(Path(__file__).parent / 'data' / 'map.yaml')\n"
    )
    (game / "__init__.py").write_text("from spoilt.game import load\n")
    answer = grognard("validate", str(game))
    assert answer.exit_code == 1
    assert answer.output.count("unknown hex 09.09") == 1


def test_data_without_code_is_checked_too(grognard: Grognard, tmp_path: Path) -> None:
    """A folder of data files alone is checked file by file; other YAML need only be YAML."""
    (tmp_path / "list.yaml").write_text("- a\n- b\n")
    (tmp_path / "notes.yaml").write_text("a: 1\n")
    (tmp_path / "clauses.yaml").write_text("floor: high\nclauses: []\n")
    answer = grognard("validate", str(tmp_path))
    assert answer.exit_code == 1
    assert "list.yaml: can be read" in answer.output
    assert "notes.yaml: can be read" in answer.output
    assert "clauses.yaml: floor: Expected `int`" in answer.output


def test_what_is_not_there_is_wrong_use(grognard: Grognard, tmp_path: Path) -> None:
    """A path without data files ends with 2."""
    assert grognard("validate", "nowhere.yaml").exit_code == 2
    assert grognard("validate", str(tmp_path)).exit_code == 2
