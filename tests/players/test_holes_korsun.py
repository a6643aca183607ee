"""The veteran in Korsun 1944: holes in a line."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.korsun import GAME, SLUG

from grognard.games.korsun44.state import GERMAN
from grognard.players import Budget
from grognard.players.evaluate import Staff
from grognard.players.player import Clock
from grognard.players.search import MoveSearch
from grognard.testing import blank_board, sketch

#: A road between banks that nobody crosses, and a side road from the north to the middle of it.
ROAD = [f"{column:02}06" for column in range(1, 13)]
SIDE_ROAD = [f"06{row:02}" for row in range(7)]
PANZERS = ("1-1SS", "2-1SS", "Pz-1SS")


def road(reserve: str) -> Any:
    """Panzers at the end of a road, a side road by which Soviets can come to it behind them, and a
    regiment in reserve; the panzers have moved.
    """
    grid = blank_board(GAME, 12, 10).grid
    wet = [hex_ for hex_ in grid if hex_ not in {*ROAD, *SIDE_ROAD}]
    banks = (f"{hex_}/{beside}" for hex_ in wet for beside in grid.neighbours(hex_))
    pos = sketch(
        SLUG,
        f"""board 12 x 10
        hexside dnieper {" ".join(banks)}
        network main_road {"-".join(ROAD)} {"-".join(SIDE_ROAD)}
        zone A 0106
        turn 5
        unit 1-1SS 1206
        unit 2-1SS 1206
        unit Pz-1SS 1106
        unit 253-34 {reserve}
        unit 62GRD 0600
        unit 69GRD 0600
        phase movement german""",
    )
    *outer, phase = pos.state.agenda
    agenda = (*outer, phase.but(moved=frozenset(PANZERS)))
    return pos.game.position(replace(pos.state, agenda=agenda))


@pytest.mark.parametrize("reserve", ["0306", "0906"])
def test_a_hole_is_closed_that_a_move_can_close(reserve: str) -> None:
    """The regiment in reserve goes where it keeps the riflemen from the only road."""
    pos = road(reserve)
    staff, clock = Staff(pos.game.appraisal, pos, GERMAN), Clock(Budget(nodes=60), 60)
    assert staff.parts(pos, fights=True)["risk"] < 0
    end = MoveSearch(staff, pos, clock, Random(1), fights=True).run().end
    assert staff.parts(end, fights=True)["risk"] == 0
