"""The veteran in Red Parachutes: a player like the others, with plans that it carries out."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.calling_off import looks_until_stopped, moved_in_no_time
from tests.players.test_veteran_kanev import (
    APPRAISAL,
    GAME,
    SCENARIO,
    SMALL,
    VETERAN,
    begun,
    moved,
    passive,
)

from grognard.decisions import Action
from grognard.games.kanev43.movement import Movement
from grognard.games.kanev43.state import AXIS, SOVIET
from grognard.players import Budget, Seat
from grognard.players.evaluate import Staff
from grognard.players.player import Clock
from grognard.players.search import MoveSearch


def alone(places: dict[str, str], side: str) -> Any:
    """The map with a few units on it, before the moves of a side."""
    pos = begun("tactical moves", side)
    off = {u.id: "dead" for u in pos.state.units if u.at in pos.board.grid}
    units = [replace(u, at=(off | places).get(u.id, u.at)) for u in pos.state.units]
    return GAME.position(replace(pos.state, units=tuple(units), stacks={}))


# --- pitfalls -----------------------------------------------------------------------------


def test_the_army_gets_away_when_nobody_stops_it() -> None:
    """Against an enemy who does nothing four fifths of those who began beyond the Dnepr have come
    over the bridge of Kanev after a day.
    """
    pos, bank = begun("tactical moves", AXIS), GAME.theatre.bank
    beyond = [t.id for t in APPRAISAL.troops(pos, AXIS) if bank(t.hex) == "east"]
    seat = Seat(VETERAN, "1", Budget(nodes=5))
    while pos.turn <= 3:
        pos = pos.apply(seat(pos.view(AXIS)) if pos.side == AXIS else passive(pos))
    home = [unit for unit in beyond if bank(pos.unit(unit).at) == "west"]
    assert len(beyond) > 20
    assert len(home) >= 0.8 * len(beyond)


def test_an_empty_town_is_feared_for() -> None:
    """Riflemen could walk into Grigorovka; it is feared for less when somebody stands there."""
    town, near = "3414", "3413"

    def feared(guard: str) -> float:
        pos = alone({"57ID-I/179": guard, "6GTC-I/22": near}, AXIS)
        return Staff(APPRAISAL, pos, AXIS).parts(pos, fights=False)["open"]

    assert feared("1820") < feared(town) <= 0


BATTALIONS = ("57ID-I/179", "57ID-II/179", "57ID-I/217")


@pytest.mark.parametrize(
    ("near", "line"),
    [("3212", ("3312", "3213", "3311")), ("3311", ("3412", "3312", "3411"))],
)
def test_a_line_in_front_of_a_town_is_held(near: str, line: tuple[str, ...]) -> None:
    """Battalions that bar the way to Grigorovka keep a tank battalion away from it; behind them it
    would run, and when they have moved there is no more to fear than before.
    """

    def feared(pos: Any) -> float:
        return Staff(APPRAISAL, pos, AXIS).parts(pos, fights=True)["open"]

    held, gone = (
        alone({**dict(zip(BATTALIONS, hexes, strict=True)), "6GTC-I/22": near}, AXIS)
        for hexes in (line, ("1819", "1820", "1821"))
    )
    assert feared(gone) < feared(held) <= 0
    staff, clock = Staff(APPRAISAL, held, AXIS), Clock(Budget(nodes=60), 60)
    end = MoveSearch(staff, held, clock, Random(1), fights=True).run().end
    assert staff.parts(end, fights=True)["open"] >= feared(held)


# --- plans --------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_orders_are_carried_out_as_planned(side: str) -> None:
    """Every order of a phase of movement is legal when its turn comes: one plan, made when all
    who cross the river have tried, and nothing is refused.
    """
    seat, pos, plans = Seat(VETERAN, "5", SMALL), begun("tactical moves", side), 0
    while pos.find(Movement) is not None and pos.within(Movement).side == side:
        chosen = seat(pos.view(side))
        assert seat.last is not None
        plans += seat.last.note not in ("as planned", "over the Dnepr")
        pos = pos.apply(chosen)
    assert plans == 1


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_bigger_budget_finds_a_better_plan(side: str) -> None:
    """Thirty times the work finds more to gain."""
    pos = begun("tactical moves", side)

    def value(nodes: int) -> float:
        staff, clock = Staff(APPRAISAL, pos, side), Clock(Budget(nodes=nodes), nodes)
        return MoveSearch(staff, pos, clock, Random(1), fights=True).run().value

    assert value(600) > value(20)


def test_it_can_be_called_off() -> None:
    """Stopped at once it still answers with something legal, sooner than with its budget."""
    at_once, at_leisure = looks_until_stopped(begun("tactical moves", AXIS))
    assert at_once < at_leisure


@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("budget", [Budget(nodes=0), Budget(seconds=0.0)])
def test_without_time_to_think_a_move_is_better_than_none(side: str, budget: Budget) -> None:
    """Most of the army is moved at sight; all of it is legal, and leaves the side better off than
    before.
    """
    gain, moved_off = moved_in_no_time(begun("tactical moves", side), budget)
    assert gain > 0
    assert moved_off > 0.5


def test_it_says_what_it_was_trying_to_do() -> None:
    """After its moves it names an objective; a hint has an action and a plan."""
    pos, seat = begun("tactical moves", AXIS), Seat(VETERAN, "1", SMALL)
    moved(seat, pos)
    assert "take" in seat.explanation
    hint = VETERAN.hint(pos.view(AXIS), budget=SMALL)
    assert hint is not None
    assert hint.action in pos.actions()
    assert "take" in hint.plan


# --- whole games --------------------------------------------------------------------------


def test_a_game_comes_to_its_end() -> None:
    """Two veterans with next to no time play through; all they do is legal, and they fight."""
    pos = GAME.start(SCENARIO, seed=2)
    seats = {side: Seat(VETERAN, side, Budget(nodes=2)) for side in GAME.sides}
    fought = 0
    while pos.outcome is None:
        chosen: Action = seats[pos.side](pos.view(pos.side))
        assert pos.why_not(chosen) is None
        fought += chosen.verb == "commit"
        pos = pos.apply(chosen)
    assert fought > 10
