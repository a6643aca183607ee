"""What the page shows of Operation Storm."""

import pytest

from grognard import load
from grognard.faces import HexFill
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.server.cards import board_map
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
STACK = "turn 3\nunit 10RD N3939\nunit 1TD N3939\ncontrol soviet N3939\n"


def test_a_hidden_counter_shows_its_nation_only() -> None:
    """Neither name nor values; its owner sees both."""
    pos = sketch(SLUG, STACK)
    view = pos.view(AXIS)
    (hidden,) = [counter.id for counter in view.counters if not counter.known]
    face = GAME.pages.scene(view).faces[hidden]
    assert (face.hidden, face.id, face.values, face.mark) == (True, "", (), "star")
    own = GAME.pages.scene(pos.view(SOVIET)).faces
    piece = GAME.piece("1TD")
    assert own["1TD"].values == (str(piece.attack), str(piece.defence))


def test_ones_own_top_unit_has_a_badge() -> None:
    """So that a player knows what the enemy sees; without fog there is none."""
    pos = sketch(SLUG, STACK)
    top = pos.at("N3939")[-1]
    faces = GAME.pages.scene(pos.view(SOVIET)).faces
    assert [unit for unit in ("10RD", "1TD") if faces[unit].badges] == [top]
    clear = GAME.pages.scene(sketch(SLUG, STACK + "option fog=false").view(SOVIET)).faces
    assert not any(clear[unit].badges for unit in ("10RD", "1TD"))


def test_markers_of_air_power_lie_on_the_map() -> None:
    """Where they were laid, with aerial supply on top of them."""
    pos = sketch(SLUG, "turn 3\nstate superior=axis airpower=N3939,N2526 aerial=N2526")
    markers = GAME.pages.scene(pos.view(AXIS)).markers
    assert {h: len(faces) for h, faces in markers.items()} == {"N3939": 1, "N2526": 2}


@pytest.mark.parametrize(
    ("lines", "phase"),
    [("phase movement soviet", "soviet movement"), ("phase movement axis", "german movement"),
     ("phase reserve-release axis", "reserve release")],
)  # fmt: skip
def test_the_phase_on_the_bar(lines: str, phase: str) -> None:
    """It is one of the page's own."""
    pos = sketch(SLUG, f"turn 3\nunit 2Pz reserve\nunit 10RD N3939\n{lines}")
    page = GAME.pages.page("campaign", pos.state.options)
    assert GAME.pages.scene(pos.view(AXIS)).phase == phase
    assert phase in {space.id for space in page.phases}


def test_no_phase_is_open_when_the_game_is_over() -> None:
    """The bar points at none."""
    pos = sketch(SLUG, "turn 3\nunit 10RD N3939\nphase movement soviet").apply("resign axis")
    assert GAME.pages.scene(pos.view(AXIS)).phase == ""


def lit(pos: Pos, name: str, arg: str = "") -> set[str]:
    """The hexes of an overlay, as the side asked gets it."""
    found = GAME.pages.overlay(pos.view(pos.side or SOVIET), name, arg)
    return {h for overlay in found if isinstance(overlay, HexFill) for h in overlay.hexes}


def test_overlays() -> None:
    """Reach is what may be moved to, and a unit's range the same; air power is a hex with its
    neighbours.
    """
    pos = sketch(SLUG, STACK + "phase movement soviet").apply("select 10RD")
    goals = {action.arg for action in pos.actions() if action.verb == "move"}
    assert lit(pos, "reach") == goals
    assert lit(pos, "range", "10RD") == goals
    air = sketch(SLUG, "turn 3\nstate superior=axis airpower=N3939")
    assert lit(air, "air") == {"N3939", *GAME.board.grid.neighbours("N3939")}
    assert "N2628" in lit(sketch(SLUG, "turn 3\ncontrol axis N2628"), "control")


def test_names_of_nations_and_rivers_are_written_as_names() -> None:
    """A name of the board in which one occurs has a title, so that its hexes are told properly."""
    board = board_map(GAME)
    names = {n for space in board.hexes.values() for n in (*space.tags, *space.sides)}
    proper = {"axis", "soviet", "pripyat", "danube"}
    assert {n for n in names if proper & set(n.split("_"))} - {"soviet_source"} <= set(board.titles)
    assert set(board.titles) <= names
    assert board.titles["soviet_border"] == "Soviet border"
    assert "soviet_border" in board.hexes["S3631"].sides
