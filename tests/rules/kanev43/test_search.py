"""The search for dispersed paratroopers in Red Parachutes, and the combat that follows it."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.fights import Wait, is_dead
from tests.rules.kanev43.sketches import SLUG, allowed, done, refused

from grognard.engine import Hand
from grognard.games.kanev43.combat import Combat
from grognard.games.kanev43.plan import defending_stack
from grognard.games.kanev43.search import Search
from grognard.games.kanev43.sequence import AxisTurn, SovietTurn
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import CombatPhase
from grognard.registry import load
from grognard.testing import sketch
from grognard.view import look

MEN = "unit 3GAB-1 0404 dispersed=true\nunit 3GAB-2 0404 dispersed=true\n"
FINDER = "unit 57ID-I/179 0404\n"


def combat(text: str, side: str = AXIS, turn: int = 2, strategic: str = "") -> Pos:
    """A Combat Phase begins."""
    turns = (AxisTurn if side == AXIS else SovietTurn)(
        side=side, stage="combat", strategic=frozenset(strategic.split())
    )
    agenda = (Wait(), turns, Combat(side=side))
    return Hand(sketch(load(SLUG), f"board 8 x 8\nturn {turn}\n{text}", agenda=agenda)).begin()


@pytest.mark.rule("kanev43", "AIRB-15", "R-105")
@pytest.mark.parametrize(("die", "found"), [(1, True), (2, True), (3, False)])
def test_a_battalion_throws_a_die_for_each_dispersed_unit(die: int, found: bool) -> None:
    """On 1 or 2 it is located."""
    pos = combat(FINDER + MEN).apply("select 57ID-I/179", dice=[die, 6])
    located = {"0404": ("3GAB-1",)} if found else {}
    phase = pos.find(CombatPhase)
    assert (phase.located if phase else {}) == located


@pytest.mark.rule("kanev43", "R-96", "AIRB-15")
def test_the_order_of_the_dice_does_not_tell_who_is_who() -> None:
    """In some games the first company comes first, in others the second."""
    first = set()
    for seed in range(12):
        pos = combat(FINDER + MEN)
        pos = pos.game.position(replace(pos.state, seed=f"search {seed}"))
        pos = pos.apply("select 57ID-I/179", chance="stop")
        first.add(pos.within(Search).sought[0])
    assert first == {"3GAB-1", "3GAB-2"}


@pytest.mark.rule("kanev43", "AIRB-15", "STM-4", "R-91", "R-105")
def test_who_may_search() -> None:
    """No company, nobody that cannot attack or moved strategically; a hex once."""
    text = FINDER + MEN + "unit 57ID-II/179 0404\nunit 19PZ-1/27 0404\nunit 57ID-I/AR 0404\n"
    text += "unit 57ID-I/199 0403\nunit 57ID-HQ 0404\n"
    pos = combat(text, strategic="57ID-II/179")
    assert allowed(pos, "select") == {"57ID-I/179"}
    assert refused(pos, "select", "19PZ-1/27") == "AIRB-15"
    assert refused(pos, "select", "57ID-HQ") == "AIRB-15"
    assert refused(pos, "select", "57ID-I/AR") == "R-91"
    assert refused(pos, "select", "57ID-II/179") == "STM-4"
    assert refused(pos, "select", "57ID-I/199") == "AIRB-15"
    more = "unit 57ID-I/217 0707\nunit 3GAB-3 0707 dispersed=true\n"
    pos = combat(FINDER + MEN + "unit 57ID-II/179 0404\n" + more)
    pos = pos.apply("select 57ID-I/179", dice=[6, 6])
    assert refused(pos, "select", "57ID-II/179") == "R-105"


@pytest.mark.rule("kanev43", "AIRB-15")
def test_the_search_is_voluntary_and_the_axis_players_own() -> None:
    """Soviets with paratroopers in their hex have nothing to search for."""
    pos = combat("unit 309RD-955 0404\n" + MEN, side=SOVIET)
    assert pos.find(CombatPhase) is None
    pos = done(combat(FINDER + MEN), "done")
    assert pos.find(CombatPhase) is None


@pytest.mark.rule("kanev43", "AIRB-18", "R-105")
def test_only_located_units_defend_and_their_finder_attacks() -> None:
    """The search hex is declared; others may join, the finder attacks nowhere else and the attack
    is not dropped.
    """
    text = FINDER + MEN + "unit 57ID-II/179 0404\nunit 57ID-I/199 0403\nunit 309RD-955 0405\n"
    pos = combat(text).apply("select 57ID-I/179", dice=[2, 3])
    assert pos.within(CombatPhase).declared == ("0404",)
    assert defending_stack(pos, AXIS, "0404") == ["3GAB-1"]
    pos = done(pos, "target 0405", "done")
    while pos.top.tag != "resolving":
        pos = done(pos, "done")
    assert refused(pos, "untarget", "0404") == "AIRB-18"
    other = done(pos, "target 0405")
    assert refused(other, "attack", "57ID-I/179") == "AIRB-18"
    pos = done(pos, "target 0404")
    assert allowed(pos, "attack") == {"57ID-I/179", "57ID-II/179", "57ID-I/199"}
    pos = done(pos, "attack 57ID-II/179")
    assert refused(pos, "commit") == "AIRB-18"
    assert not refused_commit(done(pos, "attack 57ID-I/179"))


def refused_commit(pos: Pos) -> bool:
    """May the attack not be made?"""
    return "" not in allowed(pos, "commit")


@pytest.mark.rule("kanev43", "AIRB-18")
def test_only_located_units_lose_steps() -> None:
    """8-1 against one company of two: the other is not touched."""
    text = FINDER + MEN + "unit 57ID-II/179 0404\n"
    pos = combat(text).apply("select 57ID-I/179", dice=[2, 3])
    pos = done(pos, "done") if pos.top.tag == "declaring" else pos
    if pos.top.tag == "resolving":
        pos = done(pos, "target 0404")
    pos = done(pos, "attack 57ID-I/179", "attack 57ID-II/179").apply("commit", dice=[])
    while not is_dead(pos, "3GAB-1") and pos.find(CombatPhase) is not None:
        pos = pos.apply(pos.actions()[0])
    assert pos.unit("3GAB-2").at == "0404"
    assert pos.unit("3GAB-2").lost == 0


@pytest.mark.rule("kanev43", "R-91", "R-96", "R-105")
def test_located_units_lie_open_while_they_are_sought() -> None:
    """The Axis sees who was found, and not who was not."""
    text = FINDER + MEN + "unit 57ID-II/179 0404\nunit 309RD-955 0405\nunit 57ID-I/199 0406\n"
    pos = combat(text).apply("select 57ID-I/179", dice=[2, 3])
    shown = {counter.id for counter in look(pos, AXIS).counters}
    assert "3GAB-1" in shown
    assert "3GAB-2" not in shown
