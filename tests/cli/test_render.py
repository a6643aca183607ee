from pathlib import Path

import pytest
from PIL import Image
from tests.cli.conftest import ROOT, Grognard
from tests.cli.duel import load

BOARD = ROOT / "tests" / "cli" / "duel" / "data" / "map.yaml"


def size(path: str) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def test_a_board_is_drawn_as_svg_and_png(grognard: Grognard) -> None:
    """A slug or a board file is drawn; the suffix says how, and a hex scales the PNG."""
    assert grognard("render", "duel", "a.svg", "a.png", "--scale", "0.5").exit_code == 0
    assert 'data-hex="02.03"' in Path("a.svg").read_text(encoding="utf-8")
    assert grognard("render", str(BOARD), "b.png", "--scale", "0.25").exit_code == 0
    (wide, high), (half_wide, half_high) = size("a.png"), size("b.png")
    assert abs(wide - 2 * half_wide) <= 2
    assert abs(high - 2 * half_high) <= 2


def test_a_part_of_a_board_is_smaller(grognard: Grognard) -> None:
    """--around draws only the hexes near one."""
    assert grognard("render", "duel", "all.png", "--scale", "0.3").exit_code == 0
    near = ("--around", "02.02", "--radius", "1", "--weather", "snow")
    assert grognard("render", "duel", "near.png", "--scale", "0.3", *near).exit_code == 0
    assert size("near.png")[0] < size("all.png")[0]


def saved(fog: bool) -> None:
    """A save and a bare state of a duel that has just begun."""
    from grognard.session import Session

    pos = load().start(seed=1, fog=fog)
    Path("save.json").write_bytes(Session(pos).save())
    Path("state.json").write_bytes(pos.to_json())


@pytest.mark.parametrize("file", ["save.json", "state.json"])
def test_a_saved_game_is_drawn_with_its_counters(file: str, grognard: Grognard) -> None:
    """Counters stand in their hexes; those in boxes are not drawn."""
    saved(fog=False)
    assert grognard("render", file, "out.svg").exit_code == 0
    text = Path("out.svg").read_text(encoding="utf-8")
    assert {f'data-stack="{hex_}"' in text for hex_ in ("01.02", "02.04", "03.05")} == {True}
    assert 'data-stack="02.03"' not in text
    assert ">r1<" in text


def test_a_game_that_is_still_being_written_is_drawn(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its map by its slug, its position out of a state: who writes it wants to see both."""
    saved(fog=False)
    monkeypatch.setattr("grognard.registry.available", lambda: ())
    monkeypatch.setattr("grognard.registry.unfinished", lambda: ("duel",))
    for what in ("duel", "state.json"):
        assert grognard("render", what, "out.svg").exit_code == 0


def test_a_side_sees_what_it_may(grognard: Grognard) -> None:
    """With --as names of hidden counters are not in the picture."""
    saved(fog=True)
    assert grognard("render", "save.json", "blue.svg", "--as", "blue").exit_code == 0
    text = Path("blue.svg").read_text(encoding="utf-8")
    assert ">b1<" in text
    assert ">r1<" not in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("duel", "map.gif"), "map.gif: a picture is named .svg or .png"),
        (("duel", "map.svg", "--around", "02.02"), "--around is for PNG only"),
        (("duel", "map.png", "--around", "99.99"), "--around: there is no hex 99.99"),
        (("duel", "map.png", "--weather", "hail"), "there is no weather 'hail'"),
        (("duel", "map.png", "--as", "red"), "--as and --overlay are for saved games"),
        (("nothing.yaml", "map.png"), "nothing.yaml: no such file"),
        (("state.json", "map.png", "--overlay", "zones"), "duel has no overlay 'zones'"),
        (("state.json", "map.png", "--as", "green"), "duel has no side 'green'"),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    arguments: tuple[str, ...], complaint: str, grognard: Grognard
) -> None:
    """What cannot be drawn ends with 2 and one sentence."""
    saved(fog=False)
    answer = grognard("render", *arguments)
    assert answer.exit_code == 2
    assert complaint in answer.output


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"agenda": [], "game": "duel"}'])
def test_a_file_that_is_no_game_is_a_problem(text: str, grognard: Grognard) -> None:
    """A file that is neither a save nor a state is told with its name."""
    Path("odd.json").write_text(text)
    answer = grognard("render", "odd.json", "map.svg")
    assert answer.exit_code == 1
    assert answer.output.startswith("odd.json: not a save")


def test_markers_lie_beneath_the_counters() -> None:
    """As on the page: the strongest unit is on top, and nothing hides it."""
    from grognard.cli.render import _faces
    from grognard.registry import load as load_title

    game = load_title("kanev43")
    faces = _faces(game, game.start(seed="1").view("axis"))
    stack = faces["3511"]  # a bridgehead with a corps waiting in it
    assert stack[-1].title == "Bridgehead, eastern bank"
    assert [face.marker for face in stack] == [False] * (len(stack) - 1) + [True]
    assert stack[0].values[:2] == ("4", "4")
