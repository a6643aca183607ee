"""The veteran in Operation Storm: what it must never do, and what it must always do."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.leaks import swapped

from grognard import load
from grognard.decisions import DONE, Action
from grognard.games.storm41.state import AXIS, SOVIET
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.evaluate import Staff
from grognard.players.moves import Scan
from grognard.players.player import Clock
from grognard.players.playout import Playout
from grognard.players.search import MoveSearch
from grognard.testing import sketch

GAME: Any = load("storm41")
APPRAISAL: Any = GAME.appraisal
VETERAN = PLAYERS["veteran"]
#: Enough to plan the attacks and to move everybody once.
SMALL = Budget(nodes=20)
READY = Action("choose", "ready")


def passive(pos: Any) -> Action:
    """Sets up, ends every phase at once, and takes what comes."""
    actions: list[Action] = pos.actions()
    if READY in actions:
        return READY
    quiet = ("done", "pass", "cancel", "choose")
    return next((one for verb in quiet for one in actions if one.verb == verb), actions[0])


def until(seat: Seat, pos: Any, side: str, tag: str, turn: int) -> Any:
    """The game goes on, one side asleep, until this side is asked this question on a turn."""
    while pos.outcome is None:
        if pos.side == side and pos.top.tag == tag and pos.turn == turn:
            return pos
        pos = pos.apply(seat(pos.view(side)) if pos.side == side else passive(pos))
    return pos


def moves_first(side: str, turn: int = 2) -> Any:
    """A movement phase of the short scenario, after which there is a combat phase."""
    pos = GAME.start("south", seed=1)
    while (pos.side, pos.turn, pos.top.tag) != (side, turn, "movement"):
        pos = pos.apply(passive(pos))
    return pos


# --- pitfalls -----------------------------------------------------------------------------


def test_the_attacker_wins_against_nobody() -> None:
    """Against an enemy who does nothing the Soviets always take Ploesti, and with one exception in
    three at most have the points of a win.
    """
    starts = [GAME.start("south", seed=seed) for seed in (1, 2, 3)]
    ends = [until(Seat(VETERAN, "1", SMALL), pos, SOVIET, "", 0) for pos in starts]
    assert {end.holder(GAME.theatre(end).oil) for end in ends} == {SOVIET}
    assert sum(end.outcome.winner == SOVIET for end in ends) >= 2


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_nobody_walks_out_of_supply_for_nothing(side: str) -> None:
    """Of all that had a line before their own movement next to none have lost it after it."""
    seat, pos = Seat(VETERAN, "1", SMALL), GAME.start("south", seed=1)
    walked, moved = 0, 0
    while pos.turn < 5:
        if pos.side != side:
            pos = pos.apply(passive(pos))
            continue
        if pos.top.tag == "movement" and not pos.top.moved:
            had = {t.id for t in APPRAISAL.troops(pos, side) if t.supplied}
        chosen = seat(pos.view(side))
        ends = chosen == DONE and pos.top.tag == "movement"
        pos = pos.apply(chosen)
        if ends:
            walked += sum(t.id in had and not t.supplied for t in APPRAISAL.troops(pos, side))
            moved += len(had)
    assert moved > 100
    assert walked <= 0.02 * moved


def road(reserve: str) -> Any:
    """Two panzer divisions at the end of a road through the sea, and a side road by which Soviets
    can come to it behind them; a division is in reserve, and the panzers have moved.
    """
    rows, columns = range(14, 20), range(20, 32)
    land = {f"S16{c}" for c in columns} | {f"S{r}25" for r in rows}
    hexes = (f"S{r}{c}" for r in rows for c in columns)
    pos = sketch(
        "storm41",
        f"""board 12 x 6
        terrain sea {" ".join(h for h in hexes if h not in land)}
        tag axis_source S1620
        tag soviet_source S1925
        control axis {" ".join(f"S16{c}" for c in columns)}
        control soviet S1725 S1825 S1925
        turn 3
        unit 1Pz S1630
        unit 3Pz S1631
        unit 1ID {reserve}
        unit 10RD S1925
        phase movement axis""",
    )
    *outer, phase = pos.state.agenda
    agenda = (*outer, phase.but(moved=frozenset({"1Pz", "3Pz"})))
    return pos.game.position(replace(pos.state, agenda=agenda))


@pytest.mark.parametrize("reserve", ["S1621", "S1627"])
def test_a_hole_is_closed_that_a_move_can_close(reserve: str) -> None:
    """The division in reserve goes where it keeps the riflemen from the only road."""
    pos = road(reserve)
    staff, clock = Staff(pos.game.appraisal, pos, AXIS), Clock(Budget(nodes=60), 60)
    assert staff.parts(pos, fights=True)["risk"] < 0
    end = MoveSearch(staff, pos, clock, Random(1), fights=True).run().end
    assert staff.parts(end, fights=True)["risk"] == 0


RIFLES = ("13RD", "48RD", "90RD", "125RD", "16RD", "180RD")
PANZERS = ("1Pz", "3Pz", "4Pz", "6Pz")


def in_poland(guard: int, *lines: str) -> Any:
    """Panzers in N1820, and so many divisions of riflemen in N1822, all of them in supply."""
    units = [f"unit {unit} N1820" for unit in PANZERS]
    units += [f"unit {unit} N1822" for unit in RIFLES[:guard]]
    pos = sketch("storm41", "\n".join(["turn 3", *units, *lines]))
    control = GAME.start("campaign", seed=1).state.control
    return GAME.position(replace(pos.state, scenario="campaign", control=control))


@pytest.mark.parametrize(("guard", "follows"), [(1, True), (6, False)])
def test_momentum_is_used(guard: int, follows: bool) -> None:
    """10.25: who has thrown the enemy out of a hex attacks the next one if he is weak, with all
    that it needs, and not if he is strong.
    """
    pos = in_poland(guard, "unit 10RD N1821", "phase combat axis").apply("target N1821")
    for unit in PANZERS:
        pos = pos.apply(f"attack {unit}")
    seat, taken = Seat(VETERAN, "1", SMALL), []
    pos = pos.apply("commit", dice=(1,))
    while pos.side == AXIS and pos.top.tag != "combat":
        taken.append(seat(pos.view(AXIS)))
        pos = pos.apply(taken[-1])
    assert (Action("target", "N1822") in taken) is follows
    assert (Action("commit", "") in taken) is follows


@pytest.mark.parametrize(("guard", "strikes"), [(1, True), (6, False)])
def test_panzers_strike_out_of_the_move(guard: int, strikes: bool) -> None:
    """9.22: a stack of panzers assaults what is weak on its way, together; not what is strong."""
    pos = in_poland(guard, "phase movement axis")
    seat, taken = Seat(VETERAN, "1", SMALL), []
    while pos.side == AXIS and pos.top.tag in ("movement", "moving", "mobile assault"):
        taken.append(seat(pos.view(AXIS)))
        pos = pos.apply(taken[-1])
    assert (Action("assault", "N1822") in taken) is strikes
    assert (Action("commit", "") in taken) is strikes
    assert ("I made an assault" in seat.explanation) is strikes


@pytest.mark.parametrize(("guard", "strikes"), [(1, True), (6, False)])
def test_a_turn_that_is_played_on_knows_strikes(guard: int, strikes: bool) -> None:
    """What an order of phases promises is judged with the assaults that it allows."""
    pos = in_poland(guard, "phase movement axis")
    playout = Playout(Staff(APPRAISAL, pos, AXIS), Clock(SMALL, 20), Random(1))
    assert (playout.on(pos).top.tag == "mobile assault") is strikes


def test_a_strike_is_played_on_once() -> None:
    """An assault that was begun and broken off is not begun again and again."""
    pos = in_poland(1, "phase movement axis")
    playout = Playout(Staff(APPRAISAL, pos, AXIS), Clock(SMALL, 20), Random(1))
    begun = playout.on(pos)
    assert begun.top.tag == "mobile assault"
    assert playout.on(pos).top.tag != "mobile assault"


def test_the_next_attack_is_thought_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has fought moves up to the enemy all the same: his next combat may come before his next
    movement (5.4, 5.7).
    """
    pos = in_poland(1, "phase movement axis")
    staff = Staff(APPRAISAL, pos, AXIS)
    panzers = APPRAISAL.troops(pos, AXIS)[0]

    def judged() -> tuple[float, float]:
        """The look of the hex before the riflemen, and what the position promises."""
        look = Scan(staff, pos, fights=False).look(panzers)
        return float(look[staff.index["N1821"]]), staff.parts(pos, fights=False)["tempo"]

    eager = judged()
    monkeypatch.setattr(type(APPRAISAL), "foresight", 0.0)
    idle = judged()
    assert eager[0] > idle[0]
    assert eager[1] > idle[1] > 0


def test_each_order_of_phases_is_given_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variant has all the budget because it is tried first; seconds are not shared out."""
    given: list[int] = []

    def value(playout: Playout, pos: Any) -> float:
        given.append(playout.clock.left)
        playout.clock.tick(playout.clock.left)
        return 0.0

    pos = GAME.start("south", seed=1)
    while pos.top.tag != "declaration" or pos.turn < 2:
        pos = pos.apply(passive(pos))
    monkeypatch.setattr(Playout, "value", value)
    VETERAN.decide(pos.view(pos.side), Memory(), seed="1", budget=Budget(nodes=40))
    assert given == [10, 10, 10, 10]
    clock = Clock(Budget(seconds=1.0), 40)
    assert clock.split(2) == [clock, clock]


def test_openings_differ_from_seed_to_seed() -> None:
    """Three commanders, three first moves of the whole army."""
    pos, orders = moves_first(SOVIET), set()
    for seed in "123":
        choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed=seed, budget=SMALL)
        orders.add((choice.action, *choice.memory.orders))
    assert len(orders) == 3


def test_the_same_view_gives_the_same_orders() -> None:
    """Neither the dice to come nor what lies hidden under the top units of the enemy is asked."""
    pos = moves_first(SOVIET)
    twin = swapped(pos, SOVIET, Random(1))
    assert twin is not None
    worlds = (pos, GAME.position(replace(pos.state, seed="other dice")), twin)
    one, *others = (
        VETERAN.decide(p.view(SOVIET), Memory(), seed="1", budget=SMALL) for p in worlds
    )
    assert others == [one, one]


# --- whole games --------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "most"), [("south", 6000), ("campaign", 20_000)])
def test_veterans_play_to_the_end(scenario: str, most: int) -> None:
    """Two veterans with next to no time; all they do is legal, they fight, and no phase goes on for
    ever.
    """
    pos = GAME.start(scenario, seed=2)
    seats = {side: Seat(VETERAN, side, Budget(nodes=5)) for side in GAME.sides}
    fought = taken = 0
    while pos.outcome is None:
        chosen = seats[pos.side](pos.view(pos.side))
        assert chosen in pos.actions()
        fought, taken = fought + (chosen.verb == "commit"), taken + 1
        assert taken < most
        pos = pos.apply(chosen)
    assert fought > 10
