"""Korsun 1944: a battle that a computer player remembers is the one that it would work out."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.leaks import positions
from tests.players.korsun import APPRAISAL, GAME, drawn
from tests.players.test_stakes import shifted

from grognard.appraise import BattleOutcome, Weighed
from grognard.decisions import COMMIT, Action
from grognard.games.korsun44 import appraisal_odds
from grognard.games.korsun44.appraisal_odds import Battles, outcomes, plan_of
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.state import GERMAN, SOVIET, Mission
from grognard.players import PLAYERS, Budget, Memory, recruit
from grognard.players.packages import Planner

HERE, TARGET, FAR = "0504", "0604", "1109"
DIVISIONS, GUN = ("7Abn", "5Abn"), "57Mor"
#: Both sides have HQs in range, the defender a gun behind him.
LINES = (
    *(f"unit {unit} {HERE}" for unit in DIVISIONS),
    f"unit A-75 {TARGET}",
    f"unit {GUN} 0706",
    "unit HQ-5GTA 0304",
    "unit HQ-VII 0806",
)
#: Volkssturm with a regiment at its side attacks a Soviet division.
RECRUITS = ("piece VS like 107-34 kind=volkssturm troops=volkssturm",
            f"unit VS {HERE}", f"unit 80-34 {HERE}", f"unit 7Abn {TARGET}")  # fmt: skip

Change = Callable[[Any], Any]


def worked_out(pos: Any, units: tuple[str, ...], target: str) -> Sequence[BattleOutcome]:
    """The results of an attack without any memory."""
    return outcomes(pos, plan_of(pos, pos.owner(units[0]), units, (target,)))


def state(**fields: Any) -> Change:
    """Other fields of the state."""
    return lambda pos: pos.game.position(replace(pos.state, **fields))


def unit(name: str, **fields: Any) -> Change:
    """Another state of a unit."""

    def change(pos: Any) -> Any:
        units = [replace(u, **fields) if u.id == name else u for u in pos.state.units]
        return pos.game.position(replace(pos.state, units=tuple(units)))

    return change


def both(first: Change, second: Change) -> Change:
    """One change after the other."""
    return lambda pos: second(first(pos))


def noted(**facts: frozenset[str]) -> Change:
    """Somebody has fought or fired in this phase."""

    def change(pos: Any) -> Any:
        agenda = [s.but(**facts) if isinstance(s, Engagement) else s for s in pos.state.agenda]
        return pos.game.position(replace(pos.state, agenda=tuple(agenda)))

    return change


@pytest.mark.parametrize(
    "change",
    [
        both(unit(DIVISIONS[0], lost=1), unit(DIVISIONS[1], lost=1)),
        unit(DIVISIONS[0], want=9),
        unit(DIVISIONS[0], recovers=99),
        unit("A-75", lost=1),
        unit(GUN, at=FAR),
        unit(GUN, limbered=True),
        unit("HQ-5GTA", at=FAR),
        unit("HQ-VII", at="0100"),
        unit("B-75", at=TARGET),
        noted(fought=frozenset({"A-75"})),
        noted(fired=frozenset({GUN})),
        state(field_works={TARGET: GERMAN}),
        state(improved_works=frozenset({TARGET})),
        state(missions=(Mission(SOVIET, "offensive", TARGET, 9),)),
        state(missions=(Mission(GERMAN, "defensive", TARGET, 9),)),
    ],
)
def test_whatever_a_battle_hangs_on_makes_it_another(change: Change) -> None:
    """Attackers, defenders, guns, HQs, works, aircraft, and who has fought: after any change the
    battle is worked out anew.
    """
    before = drawn(*LINES)
    after = change(before)
    battle = before.game.appraisal.battle
    assert battle(before, DIVISIONS, TARGET) == worked_out(before, DIVISIONS, TARGET)
    assert worked_out(after, DIVISIONS, TARGET) != worked_out(before, DIVISIONS, TARGET)
    assert battle(after, DIVISIONS, TARGET) == worked_out(after, DIVISIONS, TARGET)


def test_nobody_is_taken_back_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two divisions of which each is to make room for the other do not come and go for ever."""
    pos = drawn(*LINES).apply(f"target {TARGET}")
    for division in DIVISIONS:
        pos = pos.apply(f"attack {division}")
    view = pos.view(SOVIET)
    again = [Weighed(Action("release", DIVISIONS[0]), 9.0), Weighed(COMMIT, 0.0)]
    monkeypatch.setattr(recruit, "weigh", lambda *_: again)
    beneath = Memory(phase=recruit.phase_of(view)[:-1])
    player, budget = PLAYERS["recruit"], Budget(nodes=2)
    first = player.decide(view, beneath, seed="1", budget=budget)
    assert first.action == again[0].action
    assert player.decide(view, first.memory, seed="1", budget=budget).action == COMMIT


def test_a_gun_in_support_makes_it_another() -> None:
    """None, one, and one that is disorganised."""
    gun = "1Art-40A"
    before = drawn(*LINES, f"unit {gun} 0405")
    shaken = unit(gun, recovers=99)(before)
    battle = before.game.appraisal.battle
    for pos, guns in ((before, ()), (before, (gun,)), (shaken, (gun,))):
        plan = plan_of(pos, SOVIET, DIVISIONS, (TARGET,), guns)
        assert battle(pos, DIVISIONS, TARGET, guns) == outcomes(pos, plan)
    assert battle(before, DIVISIONS, TARGET) != battle(before, DIVISIONS, TARGET, (gun,))
    assert battle(before, DIVISIONS, TARGET, (gun,)) != battle(shaken, DIVISIONS, TARGET, (gun,))


def test_a_way_out_makes_it_another() -> None:
    """The defender is surrounded, or those behind him are gone."""
    behind = {"31-XXIX": "0705", "32-XXIX": "0704", "62GRD": "0603"}
    before = drawn(
        *(line for line in LINES if GUN not in line),
        *(f"unit {one} {hex_}" for one, hex_ in behind.items()),
    )
    after = before
    for one in behind:
        after = unit(one, at=FAR)(after)
    battle = before.game.appraisal.battle
    assert battle(before, DIVISIONS, TARGET) == worked_out(before, DIVISIONS, TARGET)
    assert worked_out(after, DIVISIONS, TARGET) != worked_out(before, DIVISIONS, TARGET)
    assert battle(after, DIVISIONS, TARGET) == worked_out(after, DIVISIONS, TARGET)


def test_who_stands_beside_volkssturm_makes_it_another() -> None:
    """The regiment that stiffens it takes no part in the attack itself (15.3.2)."""
    before = drawn(*RECRUITS, side=GERMAN)
    after = unit("80-34", at=FAR)(before)
    battle = before.game.appraisal.battle
    assert battle(before, ("VS",), TARGET) == worked_out(before, ("VS",), TARGET)
    assert battle(after, ("VS",), TARGET) == worked_out(after, ("VS",), TARGET)
    assert battle(after, ("VS",), TARGET) != battle(before, ("VS",), TARGET)


def test_a_remembered_battle_is_the_one_that_is_fought() -> None:
    """In games played at random, and with troops put elsewhere as planners imagine it."""
    seen = 0
    for begun, _, _, rng in positions(GAME, (1,), every=25, scenario="korsun_short"):
        for pos in shifted(begun, rng) if begun.top.tag in ("movement", "combat") else ():
            for side in GAME.sides:
                for target, able in Planner(APPRAISAL, pos, side).contacts().items():
                    some = rng.sample(able, Random(target).randint(1, min(3, len(able))))
                    units = tuple(troop.id for troop in some)
                    assert APPRAISAL.battle(pos, units, target) == worked_out(pos, units, target)
                    seen += 1
    assert seen > 100


def test_the_same_battle_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another position, too, if only somebody far away has moved."""
    worked: list[str] = []

    def counted(pos: Any, plan: Any) -> Sequence[BattleOutcome]:
        worked.append(plan.targets[0])
        return outcomes(pos, plan)

    monkeypatch.setattr(appraisal_odds, "outcomes", counted)
    before, battles = drawn(*LINES, "unit 38RD 0101"), Battles()
    after = unit("38RD", at="0102")(before)
    found = [battles.of(pos, SOVIET, DIVISIONS, (TARGET,)) for pos in (before, before, after)]
    assert found[0] is found[1] is found[2]
    assert worked == [TARGET]
