"""Step losses of a combat in Red Parachutes: how many, who pays, who picks."""

import pytest
from tests.rules.kanev43.fights import fought, is_dead, is_over, lost
from tests.rules.kanev43.sketches import allowed, done, refused

from grognard.games.kanev43.state import AXIS, SOVIET

GERMANS = "unit 57ID-I/179 0403\nunit 57ID-II/179 0403\n"
RUSSIANS = "unit 309RD-955 0404\nunit 309RD-957 0404\n"
ATTACK = "57ID-I/179 57ID-II/179"
DEFENCE = "309RD-955 309RD-957"
FIELD = GERMANS + RUSSIANS


@pytest.mark.rule("kanev43", "CRT-16", "R-48")
@pytest.mark.parametrize(
    ("cell", "attack", "defence"),
    [("3/-", 2, 0), ("1/-", 1, 0), ("-/3", 0, 1), ("-/1", 0, 0), ("-/4", 0, 2), ("4/-", 2, 0)],
)
def test_half_of_a_result_is_steps(cell: str, attack: int, defence: int) -> None:
    """The attacker rounds the half up, the defender down; the defender pays first."""
    pos = fought(FIELD, "57ID-I/179", "309RD-955", cell)
    assert lost(pos, "57ID-I/179", "309RD-955") == (attack, defence)


@pytest.mark.rule("kanev43", "R-48")
def test_the_defender_pays_before_the_attacker() -> None:
    """Each picks among his own."""
    pos = fought(FIELD, ATTACK, DEFENCE, "1/2")
    assert pos.decision is not None
    assert pos.decision.side == SOVIET
    pos = pos.apply("lose 309RD-957")
    assert pos.decision is not None
    assert pos.decision.side == AXIS
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-II/179"}
    assert lost(pos, "309RD-955", "309RD-957") == (0, 1)


@pytest.mark.rule("kanev43", "LSS-2", "R-58")
def test_who_cannot_pay_spares_the_other_one_casualty() -> None:
    """A one-step defender under 1/4d: the attacker's 1 becomes 0."""
    text = GERMANS + "unit 3GAB-1 0404\n"
    pos = fought(text, "57ID-I/179", "3GAB-1", "1/4d")
    assert is_dead(pos, "3GAB-1")
    assert lost(pos, "57ID-I/179") == (0,)
    pos = fought(FIELD, ATTACK, DEFENCE, "1/4d").apply("lose 309RD-955").apply("lose 309RD-955")
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-II/179"}


@pytest.mark.rule("kanev43", "LSS-2", "R-58")
def test_the_reduction_comes_before_the_split_and_keeps_the_letter() -> None:
    """An attacker of one step under 3Z/2: the defender's 2 is 1, which is no step, one hex back. A
    result of 0 may still disrupt.
    """
    weak = "unit XXIV-Alarm 0403\n" + RUSSIANS
    pos = fought(weak, "XXIV-Alarm", "309RD-955", "3Z/2d")
    assert is_dead(pos, "XXIV-Alarm")
    assert lost(pos, "309RD-955") == (0,)
    pos = fought(weak, "XXIV-Alarm", "309RD-955", "3Z/1d")
    assert is_over(pos)
    assert pos.unit("309RD-955").order == "disrupted"
    assert pos.unit("309RD-955").at == "0404"


@pytest.mark.rule("kanev43", "LSS-3", "R-103")
def test_those_who_failed_pay_last() -> None:
    """The failed battalion loses nothing while the other has steps."""
    pos = fought(FIELD, ATTACK, DEFENCE, "-/2", failed="309RD-955")
    assert lost(pos, "309RD-955", "309RD-957") == (0, 1)
    text = FIELD.replace("309RD-957 0404", "309RD-957 0404 lost=2")
    pos = fought(text, ATTACK, DEFENCE, "-/4", failed="309RD-955")
    assert lost(pos, "309RD-955") == (1,)
    assert is_dead(pos, "309RD-957")
    pos = fought(FIELD, "57ID-I/179", DEFENCE, "5/-", failed="57ID-II/179")
    assert is_dead(pos, "57ID-I/179")
    assert lost(pos, "57ID-II/179") == (0,)


@pytest.mark.rule("kanev43", "R-49", "LSS-3")
def test_attackers_who_failed_pay_when_nobody_else_is_left() -> None:
    """Of three steps the one attacker has two."""
    text = FIELD.replace("57ID-I/179 0403", "57ID-I/179 0403 lost=1")
    pos = fought(text, "57ID-I/179", DEFENCE, "5/-", failed="57ID-II/179")
    assert is_dead(pos, "57ID-I/179")
    assert lost(pos, "57ID-II/179") == (1,)


@pytest.mark.rule("kanev43", "LSS-4", "CBT-27", "R-54")
def test_the_first_loss_is_the_best_armour() -> None:
    """Where anti-tank guns are better than tanks the tank unit pays first, then anybody."""
    text = GERMANS + RUSSIANS + "unit 19PZ-Pz27 0403\n"
    pos = fought(text, f"{ATTACK} 19PZ-Pz27", DEFENCE, "3/-", armour="19PZ-Pz27")
    assert lost(pos, "19PZ-Pz27") == (1,)
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-II/179", "19PZ-Pz27"}
    pos = fought(text, f"{ATTACK} 19PZ-Pz27", DEFENCE, "3/-")
    assert lost(pos, "19PZ-Pz27") == (0,)


@pytest.mark.rule("kanev43", "CBT-28", "R-54", "R-103")
def test_much_better_guns_let_the_defender_pick() -> None:
    """Of three steps the defender picks two, the first of them the best armour's."""
    text = GERMANS + RUSSIANS + "unit 19PZ-Pz27 0403\n"
    pos = fought(text, f"{ATTACK} 19PZ-Pz27", DEFENCE, "6/-", armour="19PZ-Pz27", outgunned=True)
    assert lost(pos, "19PZ-Pz27") == (1,)
    assert pos.decision is not None
    assert pos.decision.side == SOVIET
    pos = pos.apply("lose 57ID-II/179")
    assert pos.decision is not None
    assert pos.decision.side == AXIS


@pytest.mark.rule("kanev43", "CBT-16", "R-103")
def test_engineers_who_helped_pay_half() -> None:
    """Of three steps two are the engineers'."""
    text = GERMANS + RUSSIANS + "unit 57ID-Pi 0403\n"
    pos = fought(text, f"{ATTACK} 57ID-Pi", DEFENCE, "5/-", engineers="57ID-Pi")
    assert is_dead(pos, "57ID-Pi")
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-II/179"}


@pytest.mark.rule("kanev43", "R-103", "LSS-4", "CBT-16")
def test_one_step_may_serve_two_rules() -> None:
    """The armour pays first; of two steps the engineers then owe one."""
    text = GERMANS + RUSSIANS + "unit 57ID-Pi 0403\nunit 19PZ-Pz27 0403\n"
    pos = fought(text, "57ID-I/179 57ID-Pi 19PZ-Pz27", DEFENCE, "3/-",
                 engineers="57ID-Pi", armour="19PZ-Pz27")  # fmt: skip
    assert lost(pos, "19PZ-Pz27", "57ID-Pi", "57ID-I/179") == (1, 1, 0)


@pytest.mark.rule("kanev43", "LSS-5", "R-103")
def test_excluded_defenders_pay_the_rest() -> None:
    """Only when all who took part are gone; they need not go back, and then hold the hex."""
    text = GERMANS + "unit 3GAB-1 0404\nunit 309RD-955 0404\n"
    pos = fought(text, ATTACK, "3GAB-1", "-/4")
    assert is_dead(pos, "3GAB-1")
    assert lost(pos, "309RD-955") == (1,)
    assert allowed(pos, "pass") == {""}
    pos = done(pos, "pass")
    assert is_over(pos)
    assert pos.unit("309RD-955").at == "0404"
    pos = fought(FIELD, ATTACK, "309RD-955", "-/4")
    assert lost(pos, "309RD-957") == (0,)


@pytest.mark.rule("kanev43", "STK-7", "R-103")
def test_units_over_the_limit_never_pay() -> None:
    """Not even when all others are gone; their steps do not count for LSS-2."""
    text = GERMANS + "unit 3GAB-1 0404\nunit 309RD-955 0404\n"
    pos = fought(text, ATTACK, "3GAB-1", "1/4", excess="309RD-955")
    assert is_dead(pos, "3GAB-1")
    assert lost(pos, "309RD-955", "57ID-I/179", "57ID-II/179") == (0, 0, 0)


@pytest.mark.rule("kanev43", "LSS-6")
def test_bystanders_of_dead_attackers_may_go_back() -> None:
    """They lose nothing and may stay."""
    text = "unit XXIV-Alarm 0403\nunit 57ID-I/179 0403\nunit 57ID-HQ 0403\n" + RUSSIANS
    pos = fought(text, "XXIV-Alarm", DEFENCE, "3Z/-")
    assert is_dead(pos, "XXIV-Alarm")
    assert lost(pos, "57ID-I/179") == (0,)
    assert allowed(pos, "pass") == {""}
    assert allowed(pos, "retreat")
    assert is_over(done(pos, "pass"))
    pos = done(pos, "drop 57ID-HQ", "retreat 0402")
    assert is_over(pos)
    assert pos.unit("57ID-I/179").at == "0402"
    assert pos.unit("57ID-HQ").at == "0403"
    assert pos.unit("57ID-I/179").order == ""


@pytest.mark.rule("kanev43", "LSS-3")
def test_refusals_name_the_rule_of_who_pays_first() -> None:
    """Nobody pays out of turn."""
    text = FIELD + "unit 309RD-959 0404\n"
    pos = fought(text, ATTACK, f"{DEFENCE} 309RD-959", "-/2", failed="309RD-955")
    assert refused(pos, "lose", "309RD-955") == "LSS-3"
