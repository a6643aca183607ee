"""The Breakthrough Phase of Red Parachutes."""

import pytest
from tests.rules.kanev43.fights import Wait
from tests.rules.kanev43.sketches import SLUG, allowed, done, refused

from grognard.engine import Hand
from grognard.games.kanev43.breakthrough import Breakthrough
from grognard.games.kanev43.sequence import AxisTurn, SovietTurn
from grognard.games.kanev43.state import AXIS, Pos
from grognard.games.kanev43.turn import CombatPhase
from grognard.registry import load
from grognard.testing import sketch

TANKS = "unit 19PZ-Pz27 0404\nunit 19PZ-I/73 0404\nunit L-19PZ 0403\n"
ENEMY = "unit 3GAB-1 0405\n"


def breaking(text: str, advanced: str, side: str = AXIS, turn: int = 2) -> Pos:
    """A Breakthrough Phase begins in which these units have advanced."""
    kind = AxisTurn if side == AXIS else SovietTurn
    turns = kind(side=side, stage="breakthrough", advanced=frozenset(advanced.split()))
    agenda = (Wait(), turns, Breakthrough(side=side, breaking=frozenset()))
    return Hand(sketch(load(SLUG), f"board 8 x 8\nturn {turn}\n{text}", agenda=agenda)).begin()


def broken(text: str, advanced: str, turn: int = 2) -> Pos:
    """Units of a hex have broken through."""
    return breaking(text, advanced, turn=turn).apply("target 0404", dice=[1])


@pytest.mark.rule("kanev43", "BRK-4", "LDR-14", "R-66")
@pytest.mark.parametrize(("leader", "die", "goes"), [("19PZ", 4, True), ("19PZ", 5, False)])
def test_the_leaders_tactical_value_decides(leader: str, die: int, goes: bool) -> None:
    """Tactical value 4: a 4 does it, a 5 does not."""
    pos = breaking(TANKS + ENEMY, "19PZ-Pz27").apply("target 0404", dice=[die])
    phase = pos.find(CombatPhase)
    assert (phase is not None and phase.breaking == frozenset({f"{leader}-Pz27"})) is goes


@pytest.mark.rule("kanev43", "BRK-2", "R-66")
def test_only_units_that_advanced_break_through() -> None:
    """A unit that stayed is refused, also in the hex of others."""
    text = TANKS + ENEMY + "unit 57ID-I/179 0304\nunit L-57ID 0304\n"
    pos = breaking(text, "19PZ-Pz27")
    assert refused(pos, "target", "0304") == "BRK-2"
    pos = done(pos.apply("target 0404", dice=[1]), "target 0405", "done")
    pos = at_the_attack(pos)
    assert allowed(pos, "attack") == {"19PZ-Pz27"}
    assert refused(pos, "attack", "19PZ-I/73") == "BRK-2"
    assert refused(pos, "attack", "57ID-I/179") == "BRK-2"


def at_the_attack(pos: Pos) -> Pos:
    """Past the leaders, to the units of the one attack."""
    while pos.top.tag in ("defending leaders", "attacking leaders"):
        pos = done(pos, "done")
    return done(pos, "target 0405") if pos.top.tag == "resolving" else pos


@pytest.mark.rule("kanev43", "BRK-3", "LDR-18")
def test_a_leader_of_the_formation_must_be_near() -> None:
    """Stacked or next to a unit of his own that advanced; another formation's does not do."""
    text = TANKS + ENEMY + "unit 57ID-I/179 0604\nunit 309RD-955 0605\n"
    pos = breaking(text, "19PZ-Pz27 57ID-I/179")
    assert refused(pos, "target", "0604") == "BRK-3"
    far = "unit 19PZ-Pz27 0404\nunit L-19PZ 0402\nunit L-57ID 0404\n" + ENEMY
    other = "unit 10PG-I/20 0604\nunit L-10PG 0604\nunit 309RD-955 0605\n"
    pos = breaking(far + other, "19PZ-Pz27 10PG-I/20")
    assert refused(pos, "target", "0404") == "BRK-3"


@pytest.mark.rule("kanev43", "R-66")
def test_of_several_leaders_the_owner_chooses() -> None:
    """One die for the hex all the same."""
    text = TANKS + ENEMY + "unit 10PG-I/20 0404\nunit L-10PG 0404\n"
    pos = done(breaking(text, "19PZ-Pz27 10PG-I/20"), "target 0404")
    assert allowed(pos, "select") == {"L-19PZ", "L-10PG"}
    pos = pos.apply("select L-19PZ", dice=[4])
    assert pos.within(CombatPhase).breaking == frozenset({"19PZ-Pz27", "10PG-I/20"})


@pytest.mark.rule("kanev43", "BRK-4", "BRK-6")
def test_a_hex_tries_once() -> None:
    """Whether it failed or not; an advance after it opens no second one."""
    text = TANKS + ENEMY + "unit 10PG-I/20 0504\nunit L-10PG 0504\n"
    pos = breaking(text, "19PZ-Pz27 10PG-I/20").apply("target 0404", dice=[6])
    assert refused(pos, "target", "0404") == "BRK-6"
    pos = done(broken(TANKS + ENEMY, "19PZ-Pz27"), "target 0405", "done")
    pos = at_the_attack(pos).apply("attack 19PZ-Pz27").apply("commit", dice=())
    while pos.find(CombatPhase) is not None:
        assert pos.top.tag != "attempts"
        pos = pos.apply(pos.actions()[0])


@pytest.mark.rule("kanev43", "R-66")
def test_hexes_that_succeeded_may_combine() -> None:
    """Targets are declared after all rolls, and need not have been declared before."""
    text = TANKS + ENEMY + "unit 10PG-I/20 0504\nunit L-10PG 0504\n"
    pos = breaking(text, "19PZ-Pz27 10PG-I/20").apply("target 0404", dice=[1])
    pos = pos.apply("target 0504", dice=[1])
    pos = at_the_attack(done(pos, "target 0405", "done"))
    assert allowed(pos, "attack") == {"19PZ-Pz27", "10PG-I/20"}


@pytest.mark.rule("kanev43", "BRK-5")
def test_no_artillery_supports_a_breakthrough() -> None:
    """Neither side is asked for guns, and none count."""
    guns = "unit 19PZ-I/AR19 0403\nunit 309RD-AR 0406\n"
    pos = done(broken(TANKS + ENEMY + guns, "19PZ-Pz27"), "target 0405", "done")
    assert pos.top.tag not in ("defensive support", "offensive support")
    pos = at_the_attack(pos)
    assert allowed(pos, "support") == set()
    phase = pos.within(CombatPhase)
    assert phase.guns == {}


@pytest.mark.rule("kanev43", "LDR-18", "LDR-16")
def test_leaders_affect_two_more_combats() -> None:
    """The Breakthrough Phase counts anew."""
    text = (
        TANKS
        + ENEMY
        + "unit 3GAB-2 0504\nunit 3GAB-3 0304\nunit 10PG-I/20 0303\nunit L-10PG 0303\n"
    )
    pos = broken(text, "19PZ-Pz27")
    pos = done(pos, "done") if pos.top.tag == "attempts" else pos
    pos = done(pos, "target 0405", "target 0504", "target 0304", "done")
    assert pos.top.tag == "attacking leaders"
    pos = done(pos, "choose L-19PZ 0405", "choose L-19PZ 0504")
    assert refused(pos, "choose", "L-19PZ 0304") == "LDR-16"


@pytest.mark.rule("kanev43", "R-66", "NGT-6")
def test_at_night_a_breakthrough_disrupts_again() -> None:
    """Who was disrupted by the first attack is demoralised by the second."""
    text = TANKS.replace("19PZ-Pz27 0404", "19PZ-Pz27 0404 order=disrupted") + ENEMY
    pos = at_the_attack(done(broken(text, "19PZ-Pz27", turn=4), "target 0405", "done"))
    # Surprise, then an 11 at 3:1 by night: -/2, no letter for the attacker.
    pos = pos.apply("attack 19PZ-Pz27").apply("commit", dice=[1, 5, 6])
    assert pos.unit("19PZ-Pz27").order == "demoralised"


@pytest.mark.rule("kanev43", "BRK-1")
def test_the_enemy_is_not_examined_before_a_breakthrough() -> None:
    """Neither declaring nor naming units shows anything of him."""
    pos = done(broken(TANKS + ENEMY, "19PZ-Pz27"), "target 0405")
    assert shown(pos) == ""
    pos = at_the_attack(done(pos, "done")).apply("attack 19PZ-Pz27")
    assert "8" in shown(pos)  # his own strength
    assert "3GAB" not in shown(pos)
    assert pos.decision is not None
    assert pos.decision.panel is not None
    assert pos.decision.panel(pos).chances == ()


def shown(pos: Pos) -> str:
    """All words of the panel."""
    assert pos.decision is not None
    assert pos.decision.panel is not None
    rows = pos.decision.panel(pos).rows
    return " ".join(f"{row.label} {row.value} {row.parts}" for row in rows)


@pytest.mark.rule("kanev43", "BRK-1", "R-07")
def test_a_hopeless_breakthrough_may_be_declared() -> None:
    """Nobody knows the odds before."""
    strong = "".join(f"unit 253RD-{n} 0405\n" for n in (979, 981)) + "tag city 0405\n"
    text = "unit XXIV-Alarm 0404\nunit 19PZ-1/27 0404 lost=0\nunit L-19PZ 0404\n" + strong
    pos = broken(text, "19PZ-1/27")
    assert allowed(pos, "target") == {"0405"}
