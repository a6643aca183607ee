"""The veteran in Ukraine '43: what it must never do, and what it must always do."""

from typing import Any

import pytest
from msgspec.structs import replace

from grognard import load
from grognard.decisions import Action, total
from grognard.games.ukraine43.state import AXIS, SOVIET
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.victory import points
from grognard.players import PLAYERS, Budget, Memory, Seat

GAME: Any = load("ukraine43")
APPRAISAL: Any = GAME.appraisal
VETERAN = PLAYERS["veteran"]
#: Enough to plan the attacks and to move everybody once.
SMALL = Budget(nodes=20)


def passive(pos: Any) -> Action:
    """Ends every phase at once, and takes what comes."""
    actions: list[Action] = pos.actions()
    quiet = ("done", "pass", "cancel")
    return next((one for verb in quiet for one in actions if one.verb == verb), actions[0])


def until(seat: Seat, pos: Any, side: str, tags: set[str], turn: int) -> Any:
    """The game goes on, one side asleep, until this side is asked one of these questions."""
    while pos.outcome is None and pos.turn <= turn:
        if pos.side == side and pos.top.tag in tags:
            return pos
        pos = pos.apply(seat(pos.view(side)) if pos.side == side else passive(pos))
    return pos


def start(seed: int = 1) -> Any:
    """The blow at Belgorod."""
    return GAME.start("rumyantsev", seed=seed)


def test_the_attacker_keeps_his_schedule_against_nobody() -> None:
    """Against an enemy who does nothing the Soviets are not below the benchmark of turn 4."""
    end = until(Seat(VETERAN, "1", SMALL), start(), SOVIET, set(), 4)
    assert end.outcome is None or end.outcome.winner == SOVIET
    assert end.outcome is not None or total(points(end)) >= GAME.space(end).benchmark


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_nobody_walks_out_of_supply_for_nothing(side: str) -> None:
    """Of all that had a line before its own movement next to none has lost it after it."""
    seat = Seat(VETERAN, "1", SMALL)
    before = until(seat, start(), side, {"movement"}, 1)
    after = before
    while (
        after.side != side
        or after.top.tag == "movement"
        or len(after.state.agenda) > len(before.state.agenda)
    ):
        after = after.apply(seat(after.view(side)) if after.side == side else passive(after))
        if after.find(type(before.top)) is None:
            break
    had = {t.id for t in APPRAISAL.troops(before, side) if t.supplied}
    lost = {t.id for t in APPRAISAL.troops(after, side) if not t.supplied} & had
    assert len(lost) <= len(had) // 20


def test_who_has_come_up_in_exploitation_takes_a_marker() -> None:
    """Units next to an enemy at the end of the phase are ready for the Second Combat Phase."""
    seat = Seat(VETERAN, "1", SMALL)
    pos = until(seat, start(), SOVIET, {"exploitation"}, 1)
    while pos.find(PlayerTurn) is not None and pos.top.tag != "second combat":
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else passive(pos))
    assert pos.within(PlayerTurn).assault


def test_openings_differ_from_seed_to_seed() -> None:
    """Three commanders, three first moves of the whole army."""
    pos = until(Seat(VETERAN, "1", SMALL), start(), SOVIET, {"movement"}, 1)
    orders = set()
    for seed in "123":
        choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed=seed, budget=SMALL)
        orders.add((choice.action, *choice.memory.orders))
    assert len(orders) == 3


def test_the_same_view_gives_the_same_orders_whatever_the_dice_will_be() -> None:
    """Nothing but the view, the memory and the seed is asked."""
    pos = until(Seat(VETERAN, "1", SMALL), start(), SOVIET, {"movement"}, 1)
    other = GAME.position(replace(pos.state, seed="other dice"))
    one, two = (
        VETERAN.decide(p.view(SOVIET), Memory(), seed="1", budget=SMALL) for p in (pos, other)
    )
    assert one == two
