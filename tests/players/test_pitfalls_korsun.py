"""The veteran in Korsun 1944: what the other titles ask of it too."""

from random import Random

from tests.players.calling_off import looks_until_stopped
from tests.players.korsun import APPRAISAL, GAME, SMALL, VETERAN, begun, quiet

from grognard.games.korsun44.movement import Movement
from grognard.games.korsun44.state import DEAD, GERMAN, SOVIET
from grognard.players import Budget, Seat
from grognard.players.evaluate import Staff
from grognard.players.moves import Leg, Plan
from grognard.players.player import Clock
from grognard.players.search import MoveSearch


def test_the_attacker_does_not_sit_still() -> None:
    """Against an enemy who does only what he must the two fronts close the ring in time."""
    pos, seat = GAME.start("korsun_short", seed=3), Seat(VETERAN, "3", Budget(nodes=2))
    while pos.outcome is None:
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else quiet(pos))
    assert pos.outcome.winner == SOVIET


def test_it_can_be_called_off() -> None:
    """Stopped at once it still answers with something legal, sooner than with its budget."""
    at_once, at_leisure = looks_until_stopped(begun())
    assert at_once < at_leisure


def test_a_bigger_budget_finds_a_plan_that_is_not_worse() -> None:
    """What has been found is not lost by looking further."""
    pos, values = begun(), []
    for nodes in (20, 300):
        clock = Clock(Budget(nodes=nodes), nodes)
        staff = Staff(APPRAISAL, pos, SOVIET)
        values.append(MoveSearch(staff, pos, clock, Random(1), fights=True).run().value)
    assert values[1] >= values[0]


def test_who_falls_on_his_way_stands_nowhere() -> None:
    """In a plan aircraft destroy a unit on its move; a change of that plan puts nobody there."""
    pos, clock = begun("deblockade", GERMAN), Clock(Budget(nodes=20), 20)
    search = MoveSearch(Staff(APPRAISAL, pos, GERMAN), pos, clock, Random(1), fights=True)
    search.greedy()
    unit = min(u for u, hexes in search.options.items() if len(hexes) > 1)
    hand = GAME.hand(pos)
    hand.set(unit, at=DEAD, lost=GAME.piece(unit).levels)
    plan = Plan(pos, [Leg(unit, search.options[unit][0], (), hand.now)], -1000.0)
    on_the_map = (*search.options[unit], pos.unit(unit).at)
    assert all(search.changed(plan).end.unit(unit).at in (DEAD, *on_the_map) for _ in range(40))


def test_orders_are_carried_out_as_planned() -> None:
    """Every order of a phase of movement is legal when its turn comes; masks that are lifted on the
    way hold up at most one unit in ten.
    """
    seat, pos, made, planned = Seat(VETERAN, "5", SMALL), begun(), 0, 0
    while pos.find(Movement) is not None and pos.side == SOVIET:
        chosen = seat(pos.view(SOVIET))
        assert chosen in pos.actions()
        assert seat.last is not None
        made, planned = made + 1, planned + (seat.last.note == "as planned")
        pos = pos.apply(chosen)
    assert planned > 0.9 * made


def test_it_says_what_it_was_trying_to_do() -> None:
    """After a turn of its own it names an objective, and a hint has an action and a plan."""
    seat, pos = Seat(VETERAN, "1", SMALL), begun()
    hint = VETERAN.hint(pos.view(SOVIET), budget=SMALL)
    assert hint is not None
    assert hint.action in pos.actions()
    assert "take" in hint.plan
    while pos.find(Movement) is not None:
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else quiet(pos))
    assert "take" in seat.explanation
    assert seat.player.explanation(seat.memory, turn=9) == ""
