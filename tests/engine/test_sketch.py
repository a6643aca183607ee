"""Sketches: a position in a few lines of text."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fixture.ford import load
from tests.fixture.ford.movement import Movement, Moving
from tests.fixture.ford.turn import GameTurn

from grognard.position import Position
from grognard.testing import SketchError, sketch

FORD = load()


def draw(text: str, **more: Any) -> Position[Any, Any, Any]:
    return sketch(FORD, text, **more)


def test_without_a_board_line_the_whole_map_is_there() -> None:
    """A sketch begins with the game's own map, and no unit in play."""
    pos = draw("")
    assert pos.board.grid.hexes == FORD.board.grid.hexes
    assert {unit.at for unit in pos.state.units} == {"out"}


def test_an_empty_board_is_numbered_as_the_games_own() -> None:
    """So many columns and rows of plain terrain, with the game's boxes."""
    pos = draw("board 4 x 3")
    assert pos.board.grid.hexes[0] == "0101"
    assert len(pos.board.grid) == 12
    assert set(pos.board.terrain) == {"clear"}
    assert "lost" in pos.board.boxes
    assert pos.board.grid.shifted == FORD.board.grid.shifted


def test_a_rectangle_can_be_cut_out_of_the_map() -> None:
    """The hexes keep their numbers, terrain, rivers and roads."""
    pos = draw("board 0503..0706")
    assert set(pos.board.grid.hexes) == {f"0{c}0{r}" for c in (5, 6, 7) for r in (3, 4, 5, 6)}
    assert pos.board.crosses("river", "0604", "0605")
    assert pos.board.joined("road", "0604", "0605")


def test_a_board_is_drawn_line_by_line() -> None:
    """Terrain, tags, hexsides, networks and zones are added to the board."""
    pos = draw("""
        board   4 x 3
        terrain wood 0101 0102   # two woods
        tag     town 0103
        hexside river 0202/0203 0101/0201
        network road 0301-0302-0303
        zone    north-edge 0401
    """)
    board = pos.board
    assert [board.terrain_of(h) for h in ("0101", "0102", "0103")] == ["wood", "wood", "clear"]
    assert board.has("0103", "town")
    assert board.crosses("river", "0203", "0202")
    assert board.joined("road", "0302", "0303")
    assert board.zone("north edge") == {"0401"}


def test_units_stand_in_hexes_and_boxes_with_their_fields() -> None:
    """A unit has a place and, by name, whatever may change about it."""
    pos = draw("""
        unit ash 0402 lost=1 cut_off=true
        unit oak north-reserve
    """)
    assert pos.unit("ash").at == "0402"
    assert (pos.unit("ash").lost, pos.unit("ash").cut_off) == (1, True)
    assert pos.unit("oak").at == "north reserve"
    assert pos.at("0402") == ("ash",)


def test_pieces_can_be_made_up() -> None:
    """A counter of one's own is another's copy with other values."""
    pos = draw("""
        piece giant like ash attack=20,10 move=9
        unit giant 0402
    """)
    giant = pos.game.piece("giant")
    assert (giant.attack, giant.move, giant.defence) == ((20, 10), 9, (4, 2))
    assert giant.side == "north"
    assert "giant" not in FORD.index


def test_the_rest_of_the_state_has_its_lines() -> None:
    """Turn, control, options and fields are set by name."""
    pos = draw("""
        turn 3
        control north 0607 0306
        option fog=false
        state drawn=7
    """)
    assert pos.turn == 3
    assert (pos.holder("0607"), pos.holder("0101")) == ("north", "")
    assert pos.state.options.fog is False
    assert pos.state.drawn == 7


def test_a_phase_opens_the_agenda_down_to_it() -> None:
    """The steps around a phase are open too, so that its rules find what they need."""
    pos = draw("unit ash 0402\n phase movement north")
    assert pos.within(Movement).side == "north"
    assert pos.find(GameTurn) is not None
    assert pos.side == "north"


def test_steps_can_be_opened_directly() -> None:
    """Where no phase line can, the agenda is given as steps."""
    steps = (GameTurn(), Movement(side="north"), Moving(side="north", units=("ash",), spent=2))
    pos = draw("unit ash 0402", agenda=steps)
    assert pos.within(Moving).spent == 2


def test_a_sketch_can_run_to_the_first_question() -> None:
    """With `run` the engine goes on until somebody has a choice."""
    pos = draw("unit ash 0402\n unit thunder 0402", agenda=(GameTurn(),), run=True)
    assert pos.prompt == "Choose what your guns do this turn."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("unit ash 0402\n fleet ash", "line 2: unknown word 'fleet'"),
        ("unit nelson 0402", "line 1, 'unit nelson 0402': there is no piece 'nelson'"),
        ("unit ash 9999", "unknown hex 9999"),
        ("unit ash 0402 lost", "expected NAME=VALUE, not 'lost'"),
        ("unit ash 0402 morale=3", "FordUnit has no field morale"),
        ("unit ash 0402 lost=many", "Expected `int`"),
        ("unit ash", "line 1, 'unit ash'"),
        ("piece giant as ash", "expected: piece ID like ID2 VALUE=N"),
        ("hexside river 0101/0303", "hexes 0101 and 0303 are not adjacent"),
        ("network road 0101-0303", "hexes 0101 and 0303 are not adjacent"),
        ("control east 0101", "'east' is no side"),
        ("option mud=true", "FordOptions has no field mud"),
        ("state mud=1", "FordState has no field mud"),
        ("turn", "line 1, 'turn'"),
        ("phase siege north", "ford has no phase 'siege' of 'north'"),
        ("board 0101..9999", "unknown hex 9999"),
    ],
)
def test_a_wrong_line_is_named(text: str, complaint: str) -> None:
    """An error says which line is wrong, and why."""
    with pytest.raises(SketchError, match=complaint):
        draw(text)
