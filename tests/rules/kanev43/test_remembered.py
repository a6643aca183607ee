"""Attacks that computer players have reckoned with are remembered by all that they hang on."""

from collections.abc import Callable

import pytest
from tests.rules.kanev43.attacks import AM, TARGET, combat, planned

from grognard.games.kanev43.appraisal_odds import outcomes
from grognard.games.kanev43.forecast import columns
from grognard.games.kanev43.plan import Plan
from grognard.games.kanev43.state import AXIS, SOVIET, Deal, Pos, Work
from grognard.games.kanev43.turn import CombatPhase

FIRST, SECOND, RIFLES = "57ID-I/179", "57ID-II/179", "309RD-955"
STAFF, LEADER, GUN, COVER = "57ID-HQ", "L-57ID", "112ID-I/AR", "309RD-AR"
FAR = "0801"
#: A battalion with its leader attacks; another of its regiment stands by, and guns of another
#: division support it, as guns do the defence.
SCENE = f"""
    piece firm like {RIFLES} defence=11 kind=cavalry
    unit {FIRST} 0403
    unit {SECOND} 0403
    unit {LEADER} 0403
    unit {GUN} 0401
    unit {STAFF} {FAR}
    unit firm {TARGET}
    unit {COVER} 0406
"""
Change = Callable[[Deal], None]


def attack_of(pos: Pos) -> Plan:
    return planned(pos, FIRST, guns=(GUN,), cover=(COVER,), leaders=(LEADER,))


def changed(pos: Pos, change: Change) -> Pos:
    hand = pos.game.hand(pos)
    change(hand)
    return hand.now


def assert_told_apart(pos: Pos, after: Pos, plan: Plan) -> None:
    """The chances of an attack are others in a second position, and what is remembered of the
    first is not taken for them.
    """
    assert columns(after, plan) != columns(pos, plan)
    outcomes(pos, plan)
    found = outcomes(after, plan)
    pos.game.forecasts.clear()
    assert found == outcomes(after, plan)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda hand: hand.change(turn=AM), id="in the morning"),
        pytest.param(lambda hand: hand.change(works={TARGET: Work(SOVIET)}), id="dug in"),
        pytest.param(lambda hand: hand.set(FIRST, supply="isolated"), id="attacker isolated"),
        pytest.param(lambda hand: hand.set("firm", order="demoralised"), id="defender demoralised"),
        pytest.param(lambda hand: hand.set(GUN, salvoes=0), id="guns without ammunition"),
        pytest.param(
            lambda hand: hand.set(COVER, limbered=True), id="guns of the defence limbered"
        ),
        pytest.param(lambda hand: hand.put(STAFF, "0401"), id="guns beside the staff"),
        pytest.param(lambda hand: hand.put(LEADER, FAR), id="leader far away"),
        pytest.param(lambda hand: hand.put(SECOND, FAR), id="regiment torn apart"),
        pytest.param(lambda hand: hand.note(CombatPhase, silenced=GUN), id="guns silenced"),
    ],
)
def test_what_an_attack_hangs_on_is_not_forgotten(change: Change) -> None:
    """Where the chances are others, others are found."""
    pos = combat(SCENE, run=False)
    plan = attack_of(pos)
    after = changed(pos, change)
    assert_told_apart(pos, after, plan)


def test_sisters_of_the_defenders_are_not_forgotten() -> None:
    """CBT-31: a demoralised battalion next to the defenders is no support to its regiment."""
    text = f"unit {RIFLES} 0403\nunit {FIRST} {TARGET}\nunit {SECOND} 0405"
    pos = combat(text, SOVIET, run=False)
    plan = planned(pos, RIFLES)
    after = changed(pos, lambda hand: hand.set(SECOND, order="demoralised"))
    assert_told_apart(pos, after, plan)


def test_the_same_attack_is_worked_out_once() -> None:
    """Who moves far away changes nothing about it."""
    pos = combat(SCENE + "unit 34ID-HQ 0806", AXIS, run=False)
    plan = attack_of(pos)
    outcomes(pos, plan)
    outcomes(changed(pos, lambda hand: hand.put("34ID-HQ", FAR)), plan)
    assert len(pos.game.forecasts) == 1
