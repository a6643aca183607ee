"""The veteran in Korsun 1944: what it must never do, and what it must always do."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.leaks import swapped
from tests.players.korsun import APPRAISAL, GAME, SMALL, VETERAN, begun, drawn, quiet

from grognard.games.korsun44 import belief
from grognard.games.korsun44.appraisal_outlook import cities
from grognard.games.korsun44.movement import Movement
from grognard.games.korsun44.retreat import Retreat
from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.moves import imagine
from grognard.players.packages import Planner


def test_openings_differ_from_seed_to_seed() -> None:
    """Of six commanders more than half move the whole army each in a way of his own."""
    pos, orders = begun(), set()
    for seed in "123456":
        choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed=seed, budget=SMALL)
        orders.add((choice.action, *choice.memory.orders))
    assert len(orders) > 3


def test_the_same_view_gives_the_same_orders() -> None:
    """Neither the dice to come nor what lies hidden under masks is asked."""
    pos = begun()
    twin = swapped(pos, SOVIET, Random(1))
    assert twin is not None
    worlds = (pos, GAME.position(replace(pos.state, seed="other dice")), twin)
    one, *others = (
        VETERAN.decide(p.view(SOVIET), Memory(), seed="1", budget=SMALL) for p in worlds
    )
    assert others == [one, one]


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_nobody_walks_out_of_supply_for_nothing(side: str) -> None:
    """Of all that had a line before their own movement next to none have lost it after it, but for
    those whose attack pays.
    """
    pos = begun("deblockade", side)
    had = {t.id: t.hex for t in APPRAISAL.troops(pos, side) if t.supplied}
    seat = Seat(VETERAN, "1", SMALL)
    while pos.find(Movement) is not None:
        pos = pos.apply(seat(pos.view(side)))
    now = [troop for troop in APPRAISAL.troops(pos, side) if troop.id in had]
    assert sum(troop.hex != had[troop.id] for troop in now) > len(had) // 4
    lost = {troop.id for troop in now if not troop.supplied}
    lost -= {u for one in Planner(APPRAISAL, pos, side, seasoned=True).paying() for u in one.units}
    assert len(lost) <= 0.02 * len(had)


@pytest.mark.parametrize(
    ("scenario", "turns", "awake"),
    [("korsun_short", 11, (SOVIET,)), ("retreat", 1, (GERMAN, SOVIET))],
)
def test_veterans_play_on(scenario: str, turns: int, awake: tuple[str, ...]) -> None:
    """With next to no time a veteran plays to the end against one who does only what he must, and
    two of them a turn of the longest scenario; all they do is legal, they fight, and no phase
    goes on for ever.
    """
    pos = GAME.start(scenario, seed=2)
    seats = {side: Seat(VETERAN, side, Budget(nodes=2)) for side in awake}
    fought = taken = 0
    while pos.outcome is None and pos.turn <= turns:
        side = pos.side
        chosen = seats[side](pos.view(side)) if side in seats else quiet(pos)
        assert chosen in pos.actions()
        fought, taken = fought + (chosen.verb == "commit"), taken + 1
        assert taken < 1500 * turns
        pos = pos.apply(chosen)
    assert fought > 3 * turns


@pytest.mark.parametrize("name", ["recruit", "veteran"])
@pytest.mark.parametrize("away", [0, 1])
def test_the_city_hex_that_wins_is_taken_and_kept(name: str, away: int) -> None:
    """Soviets stand in all the hexes that they need, or all but one, beside which somebody is: when
    they have moved they are in all of them.
    """
    pos = begun()
    needed, grid = pos.game.scene(pos).victory.soviet, pos.board.grid
    free = [hex_ for hex_ in cities(pos) if not pos.at(hex_)][:needed]
    foot = [t.id for t in APPRAISAL.troops(pos, SOVIET) if t.attack and t.speed]
    there = dict(zip(foot, free, strict=False))
    for unit in foot[needed - away : needed]:
        beside = grid.neighbours(there[unit])
        there[unit] = next(h for h in beside if h not in free and not pos.at(h))
    pos, seat = imagine(pos, there), Seat(PLAYERS[name], "1", SMALL)
    while pos.find(Movement) is not None:
        pos = pos.apply(seat(pos.view(pos.side)) if pos.side == SOVIET else quiet(pos))
    assert sum(bool(pos.columns.count("units", SOVIET, hex_)) for hex_ in cities(pos)) >= needed


@pytest.mark.parametrize("name", ["recruit", "veteran"])
def test_a_question_is_answered_that_nobody_would_ask_in_what_is_imagined(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one guess at who lies under masks a unit in a corner may seem to have no way back."""
    monkeypatch.setattr(belief, "WORLDS", 1)
    masked = ("HQ-VII 0202", "HQ-XI 0300", "80-34 0909", "107-34 1109")
    pos = drawn(*(f"unit {one}" for one in masked), "unit 62GRD 0100", side=GERMAN)
    retreat = Retreat(side=SOVIET, units=("62GRD",), ordered=1)
    view = pos.game.position(replace(pos.state, agenda=(*pos.state.agenda, retreat))).view(SOVIET)
    for seed in range(12):
        choice = PLAYERS[name].decide(view, Memory(), seed=f"{seed}", budget=SMALL)
        assert choice.action in view.question.actions


@pytest.mark.parametrize("name", ["recruit", "veteran"])
def test_who_must_go_back_goes_where_he_imagined_no_way(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one guess at who lies under masks two in a corner, who must both go, may seem to have no
    way back: nobody chooses one of them and gives it up again for ever.
    """
    monkeypatch.setattr(belief, "WORLDS", 1)
    masked = ("HQ-VII 0202", "HQ-XI 0300", "80-34 0909", "107-34 1109")
    rifles = ("62GRD", "31RD")
    pos = drawn(
        *(f"unit {one}" for one in masked), *(f"unit {u} 0100" for u in rifles), side=GERMAN
    )
    retreat = Retreat(side=SOVIET, units=rifles, ordered=1, bound=frozenset(rifles))
    begun = pos.game.position(replace(pos.state, agenda=(*pos.state.agenda, retreat)))
    for seed in range(6):
        pos, seat = begun, Seat(PLAYERS[name], f"{seed}", SMALL)
        for _ in range(6):
            if pos.find(Retreat) is not None:
                pos = pos.apply(seat(pos.view(SOVIET)))
        assert pos.find(Retreat) is None
        assert all(pos.unit(unit).at != "0100" for unit in rifles)
