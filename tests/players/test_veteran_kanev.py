"""The veteran in Red Parachutes: what it must never do, and what it must always do."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard import load
from grognard.decisions import DONE, Action, total
from grognard.games.kanev43.movement import Movement
from grognard.games.kanev43.state import AXIS, SOVIET
from grognard.games.kanev43.victory import soviet_parts
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.evaluate import Staff
from grognard.players.player import Clock
from grognard.players.search import MoveSearch
from grognard.testing import sketch

SLUG = "kanev43"
GAME: Any = load(SLUG)
APPRAISAL: Any = GAME.appraisal
VETERAN = PLAYERS["veteran"]
#: Enough to plan the attacks and to move everybody once.
SMALL = Budget(nodes=20)
SCENARIO = "short_days"


def passive(pos: Any) -> Action:
    """Sets up, ends every phase at once, and takes what comes."""
    actions: list[Action] = pos.actions()
    verbs = ("done", "pass", "commit", "stop", "choose", "cancel", "untarget")
    return next((one for verb in verbs for one in actions if one.verb == verb), actions[0])


def begun(tag: str, side: str) -> Any:
    """The first question of a kind to a side, before which nobody has done anything."""
    pos = GAME.start(SCENARIO, seed=1)
    while (pos.side, pos.top.tag) != (side, tag):
        pos = pos.apply(passive(pos))
    return pos


def moved(seat: Seat, pos: Any) -> Any:
    """The position after the Movement Phase of the side that is asked."""
    side = pos.side
    while pos.find(Movement) is not None and pos.within(Movement).side == side:
        pos = pos.apply(seat(pos.view(side)))
    return pos


# --- pitfalls -----------------------------------------------------------------------------


def test_the_attacker_takes_ground_from_nobody() -> None:
    """Against an enemy who does nothing the Soviets have further towns, and men over the Dnepr,
    after a day.
    """
    pos, seat = GAME.start(SCENARIO, seed=1), Seat(VETERAN, "1", Budget(nodes=5))
    start = total(soviet_parts(begun("bridging", SOVIET)))
    while pos.turn < 4:
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else passive(pos))
    assert total(soviet_parts(pos)) >= start + 4
    over = [t for t in APPRAISAL.troops(pos, SOVIET) if GAME.theatre.bank(t.hex) == "west"]
    assert len(over) > 4


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_nobody_walks_out_of_supply_for_nothing(side: str) -> None:
    """Of all that had a path before their own movement next to none have lost it after it."""
    pos = begun("strategic moves", side)
    had = {t.id: t.hex for t in APPRAISAL.troops(pos, side) if t.supplied}
    pos = moved(Seat(VETERAN, "1", SMALL), pos)
    now = {t.id: t for t in APPRAISAL.troops(pos, side)}
    assert len(had) > 15
    assert sum(t.hex != had.get(t.id) for t in now.values()) > len(now) // 4
    assert sum(unit in now and not now[unit].supplied for unit in had) <= 0.02 * len(had)


#: A lane through water, and a side way to the middle of it.
LANE = [f"{column:02}03" for column in range(1, 13)]
WATER = sorted(
    {f"{column:02}{row:02}" for column in range(1, 13) for row in range(1, 8)}
    - {*LANE, "0604", "0605", "0606", "0607"}
)


def lane(reserve: str) -> Any:
    """Battalions at the end of a lane, a side way by which Soviets can come to it behind them,
    and another battalion in reserve. Nothing goes over water.
    """
    near = GAME.board.grid.neighbours
    banks = (f"{h}/{n}" for h in WATER for n in near(h) if n[:2] < "13" and n[2:] < "08")
    return sketch(
        SLUG,
        f"""board 12 x 7
        terrain water {" ".join(WATER)}
        hexside dnepr {" ".join(banks)}
        tag axis_source 0103
        tag soviet_source 0607
        turn 2
        unit 57ID-HQ 0103
        unit 57ID-I/179 1103
        unit 57ID-II/179 1203
        unit 57ID-I/217 {reserve}
        unit 309RD-HQ 0607
        unit 309RD-957 0606
        phase movement axis""",
        run=True,
    )


@pytest.mark.parametrize("reserve", ["0303", "0403"])
def test_a_hole_is_closed_that_a_move_can_close(reserve: str) -> None:
    """The battalion in reserve goes where it keeps the riflemen from the only way."""
    pos = lane(reserve)
    while pos.top.tag != "tactical moves":
        pos = pos.apply(DONE)
    staff, clock = Staff(pos.game.appraisal, pos, AXIS), Clock(Budget(nodes=60), 60)
    assert staff.parts(pos, fights=True)["risk"] < 0
    end = MoveSearch(staff, pos, clock, Random(1), fights=True).run().end
    assert staff.parts(end, fights=True)["risk"] == 0


def test_in_the_last_turn_towns_are_taken() -> None:
    """Nothing comes after it, so whoever can walk into a town that brings points does."""
    pos = begun("tactical moves", SOVIET)
    last = GAME.position(replace(pos.state, turn=GAME.scenes[SCENARIO].turns))
    after = moved(Seat(VETERAN, "1", SMALL), last)
    assert total(soviet_parts(after)) > total(soviet_parts(last))


def test_openings_differ_from_seed_to_seed() -> None:
    """Three commanders, three first moves of the whole army."""
    pos, orders = begun("tactical moves", AXIS), set()
    for seed in "123":
        choice = VETERAN.decide(pos.view(AXIS), Memory(), seed=seed, budget=SMALL)
        orders.add((choice.action, *choice.memory.orders))
    assert len(orders) == 3


def test_the_same_view_gives_the_same_orders() -> None:
    """Neither the dice to come nor where paratroopers shall drop is asked."""
    pos = begun("tactical moves", AXIS)
    other = GAME.position(replace(pos.state, seed="other dice"))
    zones = [replace(s, value="2220") if "dropzone" in s.name else s for s in pos.state.secrets]
    secret = GAME.position(replace(pos.state, secrets=tuple(zones)))
    one, *others = (
        VETERAN.decide(p.view(AXIS), Memory(), seed="1", budget=SMALL) for p in (pos, other, secret)
    )
    assert others == [one, one]


# --- whole turns --------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["short_days", "bukrin"])
def test_veterans_play_on(scenario: str) -> None:
    """Two veterans with next to no time play two turns: all they do is legal, they fight, and no
    phase goes on for ever.
    """
    pos = GAME.start(scenario, seed=2)
    seats = {side: Seat(VETERAN, side, Budget(nodes=3)) for side in GAME.sides}
    taken: Counter[str] = Counter()
    while pos.turn <= 2:
        chosen = seats[pos.side](pos.view(pos.side))
        assert chosen in pos.actions()
        taken[chosen.verb] += 1
        assert taken.total() < 3000
        pos = pos.apply(chosen)
    assert taken["commit"] > 2
