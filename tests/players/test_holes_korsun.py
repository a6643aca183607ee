"""The veteran in Korsun 1944: holes in a line, empty cities, and no time to think of them."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.calling_off import moved_in_no_time
from tests.players.korsun import APPRAISAL, GAME, SLUG, begun

from grognard.games.korsun44.appraisal_outlook import cities
from grognard.games.korsun44.state import GERMAN, OUT, SOVIET
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


def alone(guard: str, soviet: int) -> Any:
    """Germans hold all cities but so many hexes of other ones than Shpola; a regiment stands guard,
    and a tank brigade is three hexes from Shpola.
    """
    pos, grid = begun(side=GERMAN), GAME.board.grid
    there = {"253-34": guard, "31-XXIX": "4329"}
    units = tuple(replace(unit, at=there.get(unit.id, OUT)) for unit in pos.state.units)
    others = [hex_ for hex_ in cities(pos) if hex_ not in GAME.theatre.zone("shpola")]
    taken, control = {grid.index[hex_] for hex_ in others[:soviet]}, pos.state.control
    letters = [GAME.letter_of(SOVIET if n in taken else GERMAN) for n in range(len(control))]
    return GAME.position(replace(pos.state, units=units, control="".join(letters), stacks={}))


def feared(guard: str, soviet: int = 0) -> float:
    """What Germans fear for places in which nobody stands."""
    pos = alone(guard, soviet)
    return float(Staff(APPRAISAL, pos, GERMAN).parts(pos, fights=False)["open"])


def test_an_empty_city_is_feared_for() -> None:
    """A tank brigade could drive into Shpola; it is feared for less when somebody stands there, and
    more when its hexes are all that the Soviets lack for their victory.
    """
    away, there = "2002", "4127"
    needed = GAME.scene(begun()).victory.soviet
    assert feared(away) < feared(there) < 0
    assert feared(away, needed - 1) < feared(away)


def test_garrisons_go_where_somebody_comes() -> None:
    """A tank brigade comes for Shpola: a regiment in Katerinopol is sent there, for nobody comes
    for Katerinopol.
    """
    pos = alone(guard="3232", soviet=0)
    needs = {goal.hex: goal.need for goal in APPRAISAL.objectives(pos, GERMAN)}
    zone = GAME.theatre.zone
    assert {needs[hex_] for hex_ in zone("katerinopol")} == {0.0}
    assert min(needs[hex_] for hex_ in zone("shpola")) > 0.0
    assert Staff(APPRAISAL, pos, GERMAN).missions["253-34"].hex in zone("shpola")


def test_a_city_draws_in_no_whole_army() -> None:
    """All Soviets who begin before Smela may come for each of its hexes: together they want a part
    of the German army, less than a quarter.
    """
    pos = begun(side=GERMAN)
    needs = {goal.hex: goal.need for goal in APPRAISAL.objectives(pos, GERMAN)}
    army = sum(troop.defence for troop in APPRAISAL.troops(pos, GERMAN))
    assert 20.0 < sum(needs[hex_] for hex_ in GAME.theatre.zone("smela")) < army / 4


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("budget", [Budget(nodes=0), Budget(seconds=0.0)])
def test_without_time_to_think_a_move_is_better_than_none(side: str, budget: Budget) -> None:
    """Most of the army is moved at sight; all of it is legal, and leaves the side better off than
    before.
    """
    gain, moved = moved_in_no_time(begun("deblockade", side), budget)
    assert gain > 0
    assert moved > 0.5
