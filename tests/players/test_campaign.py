"""Who is sent where, and attacks by numbers: the parts of a player's staff by themselves."""

from typing import Any

import pytest
from msgspec.structs import replace

from grognard import load
from grognard.appraise import Objective, Troop
from grognard.games.ukraine44.state import AXIS, OUT, SOVIET
from grognard.players.atlas import atlas_of
from grognard.players.campaign import missions, pressure
from grognard.players.evaluate import Staff
from grognard.players.moves import imagine
from grognard.players.packages import Planner
from grognard.players.threat import _EXPECTED, Threat, expectations

GAME: Any = load("ukraine44")
APPRAISAL: Any = GAME.appraisal
ATLAS = atlas_of(APPRAISAL)


def at(places: dict[str, str], turn: int = 5) -> Any:
    """A map with these formations and no others."""
    pos = GAME.start(seed=1)
    units = [replace(u, at=places.get(u.id, OUT)) for u in pos.state.units]
    return GAME.position(replace(pos.state, units=tuple(units), turn=turn))


def troop(name: str, hex_: str, attack: float = 6.0) -> Troop:
    """A mobile troop."""
    return Troop(name, hex_, attack, 6.0, 6, 1.0, 7, "mobile")


# --- missions -----------------------------------------------------------------------------


def test_the_nearest_is_sent_and_no_more_than_are_needed() -> None:
    """One objective that needs one: of two the nearer goes, the other is free."""
    goal = Objective("33.15", "take", 10.0, 5.0)
    sent = missions(ATLAS, [troop("far", "20.20"), troop("near", "31.15")], [goal])
    assert sent == {"near": goal}


def test_the_dearer_of_two_objectives_comes_first() -> None:
    """At equal distance a troop goes for what is worth more."""
    cheap, dear = Objective("33.15", "take", 1.0, 5.0), Objective("33.15", "hold", 9.0, 5.0)
    assert missions(ATLAS, [troop("one", "31.15")], [cheap, dear]) == {"one": dear}


def test_what_cannot_move_is_sent_nowhere() -> None:
    """A garrison has no mission."""
    fixed = replace(troop("garrison", "33.15"), speed=0)
    assert missions(ATLAS, [fixed], [Objective("33.15", "hold", 10.0, 5.0)]) == {}


def test_an_objective_presses_more_as_its_turn_comes() -> None:
    """Without a date it never presses; with one more and more, and twice when it is due."""
    goal = Objective("33.15", "take", 10.0, 5.0, due=8)
    assert pressure(replace(goal, due=0), 5) == 1
    steps = [pressure(goal, turn) for turn in range(1, 12)]
    assert steps == sorted(steps)
    assert pressure(goal, 8) == pressure(goal, 11) == 2


# --- threat and attacks -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "text"), [(9, 3, "3-1"), (8, 3, "2-1"), (2, 6, "1-3")]
)
def test_odds_are_said_as_players_say_them(attack: float, defence: float, text: str) -> None:
    """Whole numbers, in favour of the defender."""
    assert APPRAISAL.ratio(attack, defence) == text


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("ukraine43", "3-1"),
        ("ukraine44", "3-1"),
        ("kanev43", "3:1"),
        ("korsun44", "3:1"),
        ("storm41", "+14"),
    ],
)
def test_odds_are_said_as_the_game_writes_them(slug: str, text: str) -> None:
    """With the mark of its own table; a game of differentials says how much more attacks."""
    appraisal = load(slug).appraisal
    assert appraisal is not None
    assert appraisal.ratio(21, 7) == text


def test_better_odds_cost_the_defender_more() -> None:
    """Expected losses of the defender grow with the odds, those of the attacker fall."""
    results = [expectations(APPRAISAL, 5, 0)[ratio * 5] for ratio in range(1, 6)]
    assert [r[1] for r in results] == sorted(r[1] for r in results)
    assert [r[0] for r in results] == sorted((r[0] for r in results), reverse=True)


def test_only_who_can_come_near_is_a_threat() -> None:
    """Tanks two hexes away are feared, tanks at the other end of the map are not."""
    near = at({"68/1PzA": "25.20", "6GTC": "25.22", "7GTC": "24.22", "8GMC": "26.22"})
    far = imagine(near, {"6GTC": "20.41", "7GTC": "19.41", "8GMC": "18.41"})
    assert [blow.target for blow in Threat(APPRAISAL, near, SOVIET).blows()] == ["25.20"]
    assert Threat(APPRAISAL, far, SOVIET).blows() == []


def test_every_attacker_is_used_once() -> None:
    """One tank corps between two divisions threatens one of them."""
    pos = at({"68/1PzA": "25.20", "82/1PzA": "25.24", "8GMC": "25.22"})
    assert len(Threat(APPRAISAL, pos, SOVIET).blows()) <= 1


def test_all_combinations_are_never_worse_than_the_first_that_comes() -> None:
    """A thorough planner finds an attack that is worth at least as much."""
    pos = at({"68/1PzA": "25.20", "10GTC": "25.21", "6GMC": "26.20", "70G/38A": "24.20"})
    quick, thorough = (
        Planner(APPRAISAL, pos, SOVIET, thorough=deep).allocation() for deep in (False, True)
    )
    assert sum(one.worth for one in thorough) >= sum(one.worth for one in quick)


# --- the evaluation -----------------------------------------------------------------------


def test_both_sides_see_the_same_count() -> None:
    """What one side has banked the other has lost, and so for the count and supply."""
    pos = at({"68/1PzA": "25.20", "1Pz": "30.05", "10GTC": "25.21", "6GMC": "26.20"})
    mine, theirs = (Staff(APPRAISAL, pos, side).parts(pos, fights=False) for side in (AXIS, SOVIET))
    for part in ("banked", "count", "supply", "home"):
        assert mine[part] == pytest.approx(-theirs[part])


def test_a_way_home_that_the_enemy_closes_is_worth_less() -> None:
    """With tanks on its road the army is further from home."""
    free = at({"1Pz": "30.12", "10GTC": "20.41"})
    shut = imagine(free, {"10GTC": "30.09"})
    staff = Staff(APPRAISAL, free, AXIS)
    assert staff.parts(shut, fights=False)["home"] < staff.parts(free, fights=False)["home"]


def test_what_is_expected_does_not_hang_on_who_asked_first() -> None:
    """Nearly the same numbers in either order give the same answers."""
    asked = [(5.0, 0.33), (5.4, 0.0), (5.0, 0.4), (5.0, 0.334)]
    first = [expectations(APPRAISAL, *one)[10] for one in asked]
    _EXPECTED.clear()
    again = [expectations(APPRAISAL, *one)[10] for one in reversed(asked)]
    assert first == again[::-1]
