"""The scenarios of Red Parachutes against map, counters and calendar."""

from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.kanev43.chartfile import load_charts
from grognard.games.kanev43.scenario import Moment, load_scenarios
from grognard.games.kanev43.theatre import Theatre
from grognard.games.kanev43.units import load_units

DATA = Path(games.__file__).parent / "kanev43" / "data"
UNITS = load_units(DATA / "units.yaml")
THEATRE = Theatre(Board.load(DATA / "map.yaml"), load_charts(DATA / "tables.yaml"))
SCENES = load_scenarios(DATA / "scenarios.yaml", THEATRE, UNITS)
LONG, SHORT = SCENES["bukrin"], SCENES["short_days"]


@pytest.mark.rule("kanev43", "R-78")
def test_turns_of_a_day() -> None:
    """36 turns from 22 September AM to 30 September Night, or 27."""
    assert (LONG.turns, SHORT.turns) == (36, 27)
    assert (LONG.moment(1), LONG.moment(36)) == (Moment(22, "AM"), Moment(30, "Night"))
    assert [LONG.moment(turn).hour for turn in range(1, 6)] == ["AM", "Noon", "PM", "Night", "AM"]
    assert [SHORT.moment(turn).hour for turn in range(1, 5)] == ["AM", "PM", "Night", "AM"]
    assert LONG.label(6) == "23 September, Noon"


@pytest.mark.parametrize("scenario", SCENES)
def test_everybody_has_a_place(scenario: str) -> None:
    """On the map, with a row of arrivals, in the airborne corps, or an assistant."""
    scene = SCENES[scenario]
    coming = [unit for row in scene.arrivals for unit in row.units]
    named = {*scene.set_up, *coming}
    assert len(named) == len(scene.set_up) + len(coming)
    left = [piece for piece in UNITS.pieces if piece.id not in named]
    assert all(p.is_airborne or (p.command and p.command.assistant) for p in left)
    assert len(left) == 3 * 11 + 19


@pytest.mark.rule("kanev43", "R-101")
def test_leaders_are_with_their_hqs() -> None:
    """On the map or off it."""
    assert LONG.set_up["L-57ID"] == LONG.set_up["57ID-HQ"] == "3624"
    (row,) = (row for row in LONG.arrivals if "19PZ-HQ" in row.units)
    assert "L-19PZ" in row.units


@pytest.mark.parametrize(
    ("unit", "turn", "at"),
    [("255ID-HQ", 1, "5426"), ("309RD-955", 3, "4701"), ("161RD-HQ", 5, "5420"),
     ("19PZ-HQ", 9, "0107"), ("XXIV-Werfer", 11, "0107"), ("7PZ-Pz25", 25, "0107"),
     ("20PG-HQ", 25, "0105")],
)  # fmt: skip
def test_arrivals(unit: str, turn: int, at: str) -> None:
    """22 September AM is turn 1; 24 September AM turn 9 of four-turn days."""
    (row,) = (row for row in LONG.arrivals if unit in row.units)
    assert (row.turn, row.at) == (turn, at)


def test_arrivals_in_short_days() -> None:
    """24 September AM is turn 7 there, PM turn 8."""
    turns = {unit: row.turn for row in SHORT.arrivals for unit in row.units}
    assert (turns["19PZ-HQ"], turns["XXIV-Werfer"]) == (7, 8)


def test_everybody_comes_by_a_road_of_his_side() -> None:
    """But 255 ID, which has to fight its way down from the east."""
    for row in LONG.arrivals:
        own = THEATRE.sources(row.side)
        assert (row.at in own) != row.units[0].startswith("255ID")


@pytest.mark.rule("kanev43", "R-83")
def test_bridgeheads() -> None:
    """Two pairs on the map, one more on 23 and one on 25 September."""
    assert [(pair.east, pair.west) for pair in LONG.bridgeheads] == [
        ("3511", "3412"),
        ("3514", "3414"),
    ]
    assert LONG.later == (5, 13)


@pytest.mark.rule("kanev43", "R-37")
def test_replacements_are_scheduled() -> None:
    """24, 26, 28 and 30 September AM."""
    assert LONG.drafts == (9, 17, 25, 33)
    assert all(LONG.is_morning(turn) for turn in LONG.drafts)


def test_drops() -> None:
    """1, 2 and 3 dice on the nights of 23, 24 and 25 September; all from the 26th."""
    assert dict(LONG.drops.dice) == {23: 1, 24: 2, 25: 3}
    assert LONG.drops.all_from == 26


@pytest.mark.parametrize("hex_", sorted(set(LONG.set_up.values())))
def test_set_up_hexes_are_held_by_their_side(hex_: str) -> None:
    """Nobody begins behind the enemy, or in water."""
    (side,) = {UNITS.by_id[unit].side for unit, at in LONG.set_up.items() if at == hex_}
    assert hex_ in THEATRE.start(side)
    assert hex_ not in THEATRE.water
