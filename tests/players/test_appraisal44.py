"""What a computer player is told about Ukraine '44."""

from typing import Any

import pytest
from tests.leaks import imagined_alike, positions

from grognard import load
from grognard.appraise import Appraisal
from grognard.games.ukraine44.state import AXIS, SOVIET
from grognard.players.atlas import atlas_of
from grognard.players.packages import Planner

GAME: Any = load("ukraine44")
APPRAISAL: Any = GAME.appraisal
CITIES = {"33.15", "31.06", "18.03", "04.18"}


def begun() -> Any:
    """The first Soviet turn from the ready placement, at its Combat Phase."""
    pos = GAME.start(seed=1)
    for one in ("choose ready", "done", "done", "choose ready", "done", "done", "choose combat"):
        pos = pos.apply(one)
    return pos


def test_the_game_has_an_appraisal() -> None:
    """It answers what players ask."""
    assert isinstance(APPRAISAL, Appraisal)


@pytest.mark.parametrize(("side", "kind"), [(AXIS, "hold"), (SOVIET, "take")])
def test_the_victory_cities_are_objectives(side: str, kind: str) -> None:
    """The Axis holds what the Soviets must take."""
    goals = APPRAISAL.objectives(begun(), side)
    assert {g.hex for g in goals if g.kind == kind} == CITIES


def test_chances_of_a_battle_add_up() -> None:
    """Whatever the defender may be, something happens; more attackers are never worse off."""
    pos = begun()
    planner = Planner(APPRAISAL, pos, SOVIET)
    for target, able in planner.contacts().items():
        packages = planner.packages(target, able)
        for package in packages:
            outcomes = APPRAISAL.battle(pos, package.units, target)
            assert sum(o.chance for o in outcomes) == pytest.approx(1)
        assert packages[-1].vacated >= packages[0].vacated


def test_a_package_is_made_of_units_in_contact() -> None:
    """Every attacker of a package may attack its target."""
    pos = begun()
    planner = Planner(APPRAISAL, pos, SOVIET)
    for target, able in planner.contacts().items():
        package = planner.best(target, able)
        assert package is not None
        open_attack = pos.apply(f"target {target}")
        for unit in package.units:
            assert open_attack.why_not(f"attack {unit}") is None


def test_ways_get_longer_with_distance() -> None:
    """At the goal nothing is left to go; off the roads each hex costs something."""
    way = atlas_of(APPRAISAL).way("mobile", "33.15")
    index = GAME.board.grid.index
    assert way[index["33.15"]] == 0
    near = GAME.board.grid.neighbours("33.15")
    far = GAME.board.grid.ring("33.15", 10)
    assert min(way[index[h]] for h in near) < min(way[index[h]] for h in far if h in index)


def test_states_that_look_alike_are_imagined_alike() -> None:
    """With two hidden formations exchanged the same position is made up from the view."""
    games = positions(GAME, range(1), every=15)
    found = [imagined_alike(pos, pos.side, rng) for pos, _, _, rng in games]
    assert found.count(True) > 10
    assert False not in found
