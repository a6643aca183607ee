"""The veteran in Korsun 1944: holes in a line, empty cities, and no time to think of them."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.calling_off import moved_in_no_time
from tests.players.korsun import APPRAISAL, GAME, SLUG, begun

from grognard.games.korsun44.appraisal_outlook import NEAR_VICTORY, cities
from grognard.games.korsun44.state import GERMAN, OUT, SOVIET
from grognard.players import Budget
from grognard.players.evaluate import Staff
from grognard.players.player import Clock
from grognard.players.search import MoveSearch
from grognard.testing import blank_board, sketch

#: A road between banks that nobody crosses, and a side road from the north to the middle of it.
ROAD = [f"{column:02}06" for column in range(1, 13)]
SIDE_ROAD = [f"06{row:02}" for row in range(7)]
CITIES = ("korsun", "gorodishche", "smela", "novomirgorod", "shpola", "katerinopol")
#: A hex of Shpola that is next to most others.
MIDST = "4126"
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
    """A tank brigade could drive into Shpola; it is feared for less when somebody stands there."""
    assert feared("2002") < feared("4127") < 0


def test_a_city_is_dearer_if_it_is_all_that_is_lacking() -> None:
    """A hex of Shpola is a greater gain when the Soviets lack one for their victory."""
    needed = GAME.scene(begun()).victory.soviet
    gains = [APPRAISAL.gain(alone("2002", n), SOVIET, MIDST) for n in (0, needed - 1)]
    assert gains[0] < gains[1]


def test_whoever_stands_in_a_city_guards_what_lies_around() -> None:
    """A zone on other hexes of Shpola keeps a tank brigade from just driving in, though the
    regiment stands in one of them only.
    """
    around = GAME.theatre.zone("shpola") & {*GAME.board.grid.neighbours(MIDST)}
    assert len(around) == 3
    assert around.issubset(APPRAISAL.guarded(alone(guard=MIDST, soviet=0), GERMAN))
    assert around.isdisjoint(APPRAISAL.guarded(alone(guard="2002", soviet=0), GERMAN))


def test_cities_that_would_end_the_game_are_feared_for_together() -> None:
    """If the hexes of Shpola are what the Soviets lack, to drive into all of them wins the game;
    each that they do not come to makes it worth less, and to Germans it is nothing.
    """
    shpola = sorted(GAME.theatre.zone("shpola"))
    pos = alone("2002", GAME.scene(begun()).victory.soviet - len(shpola))
    values = [APPRAISAL.walkover(pos, SOVIET, [(h, 0.0) for h in shpola[:n]]) for n in range(6)]
    assert values == sorted(values)
    assert (values[0], values[5] - values[4]) == (0.0, NEAR_VICTORY[0] - NEAR_VICTORY[1])
    assert APPRAISAL.walkover(pos, SOVIET, [(h, 9.0) for h in shpola]) < values[5] / 2
    assert APPRAISAL.walkover(pos, GERMAN, [(h, 0.0) for h in shpola]) == 0.0


def test_what_is_feared_for_counts_in_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cities that fall together are worse than each of them by itself."""
    together = feared("2002")
    monkeypatch.setattr(type(APPRAISAL), "walkover", lambda *_: 0.0)
    assert together < feared("2002") < 0


def test_what_is_guarded_is_feared_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hexes around the regiment in Shpola count for less than if it held its own hex only."""
    guarded = feared(MIDST)
    monkeypatch.setattr(type(APPRAISAL), "guarded", lambda *_: ())
    assert feared(MIDST) < guarded < 0


def needs_of(pos: Any) -> dict[str, float]:
    """How much strength Germans want in each hex of a city."""
    goals = APPRAISAL.objectives(pos, GERMAN)
    return {goal.hex: goal.need for goal in goals if goal.hex in cities(pos)}


def test_garrisons_go_where_somebody_comes() -> None:
    """A tank brigade comes for Shpola: more is wanted there than in cities that nobody comes for,
    but something in each of them, in one of its hexes.
    """
    pos = alone(guard="3232", soviet=0)
    needs, zone = needs_of(pos), GAME.theatre.zone
    by_city = {name: sorted(needs[hex_] for hex_ in zone(name)) for name in CITIES}
    assert all(not any(others) for *others, _ in by_city.values())
    garrisons = {name: most for name, (*_, most) in by_city.items()}
    assert all(garrisons["shpola"] > most > 0 for n, most in garrisons.items() if n != "shpola")


def test_where_one_city_decides_nobody_waits_in_it_for_nothing() -> None:
    """In the short scenario Korsun wants a garrison only when somebody comes for it."""
    pos = begun("korsun_short", GERMAN)
    assert set(needs_of(pos).values()) == {0.0}
    units = tuple(replace(unit, at="3416") if unit.id == "31-XXIX" else unit
                  for unit in pos.state.units)  # fmt: skip
    assert min(needs_of(GAME.position(replace(pos.state, units=units))).values()) > 0.0


def test_every_city_keeps_a_garrison() -> None:
    """Before anybody comes for most of the cities, somebody is sent for each of them."""
    pos = begun(side=GERMAN)
    sent = {goal.hex for goal in Staff(APPRAISAL, pos, GERMAN).missions.values()}
    assert all(sent & GAME.theatre.zone(name) for name in CITIES)


def test_a_city_draws_in_no_whole_army() -> None:
    """All Soviets who begin before Smela may come for each of its hexes: together they want a part
    of the German army, less than a quarter.
    """
    pos = begun(side=GERMAN)
    army = sum(troop.defence for troop in APPRAISAL.troops(pos, GERMAN))
    assert 20.0 < sum(needs_of(pos)[hex_] for hex_ in GAME.theatre.zone("smela")) < army / 4


def test_cities_far_from_supplies_are_walled_first() -> None:
    """Korsun, Gorodishche and Smela will be cut off: all of their hexes are fortified; Shpola and
    the cities in the south have help near.
    """
    pos = begun(side=GERMAN, tag="improved works")
    far = sorted(
        hex_ for name in ("korsun", "gorodishche", "smela") for hex_ in GAME.theatre.zone(name)
    )
    placed = []
    for _ in far:
        best = max(APPRAISAL.choices(pos), key=lambda one: one.worth)
        placed.append(best.action.arg)
        pos = pos.apply(best.action)
    assert sorted(placed) == far


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("budget", [Budget(nodes=0), Budget(seconds=0.0)])
def test_without_time_to_think_a_move_is_better_than_none(side: str, budget: Budget) -> None:
    """Most of the army is moved at sight; all of it is legal, and leaves the side better off than
    before.
    """
    gain, moved = moved_in_no_time(begun("deblockade", side), budget)
    assert gain > 0
    assert moved > 0.5
