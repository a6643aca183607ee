"""What a combat of Red Parachutes does to night attackers, ammunition, supply and leaders."""

import pytest
from tests.rules.kanev43.fights import fought, is_dead, is_over, lost
from tests.rules.kanev43.sketches import done

from grognard.games.kanev43.state import AXIS, DEAD, SOVIET

NIGHT = 4
RED = "unit 309RD-955 0404\n"


def order_after(order: str, cell: str, turn: int = NIGHT) -> tuple[str, int]:
    """The order of an attacker afterwards, and the steps that it has lost besides the result."""
    text = f"unit 57ID-I/179 0403{f' order={order}' if order else ''}\n" + RED
    pos = fought(text, "57ID-I/179", "309RD-955", cell, turn=turn)
    paid = {"2d/-": 1, "3Z/-": 2}.get(cell, 0)
    while not is_over(pos):
        verbs = {action.verb for action in pos.actions()}
        pos = done(pos, "pass") if "pass" in verbs else pos.apply(pos.actions()[0])
    return pos.unit("57ID-I/179").order, lost(pos, "57ID-I/179")[0] - paid


@pytest.mark.rule("kanev43", "NGT-6", "NGT-7", "R-102")
@pytest.mark.parametrize(
    ("order", "cell", "after", "steps"),
    [("", "-/1", "disrupted", 0), ("disrupted", "-/1", "demoralised", 0),
     ("", "2d/-", "disrupted", 0), ("disrupted", "2d/-", "demoralised", 0),
     ("disrupted", "3Z/-", "demoralised", 0), ("", "3Z/-", "demoralised", 0),
     ("demoralised", "-/1", "demoralised", 0), ("demoralised", "2d/-", "demoralised", 1)],
)  # fmt: skip
def test_night_attacks_disrupt(order: str, cell: str, after: str, steps: int) -> None:
    """Once, whatever the result adds; only a printed letter costs the demoralised a step."""
    assert order_after(order, cell) == (after, steps)


@pytest.mark.rule("kanev43", "NGT-6")
def test_by_day_attacks_disrupt_nobody() -> None:
    """Only letters do."""
    assert order_after("", "-/1", turn=3) == ("", 0)


@pytest.mark.rule("kanev43", "NGT-6", "R-73", "R-102")
def test_supporting_guns_tire_at_night_and_defenders_do_not() -> None:
    """The attacker's guns, unless doubled fire has disrupted them."""
    text = "unit 57ID-I/179 0403\nunit 57ID-I/AR 0402\nunit 57ID-IV/AR 0402 order=disrupted\n"
    text += RED + "unit 309RD-AR 0406\n"
    pos = fought(text, "57ID-I/179", "309RD-955", "1/-", turn=NIGHT, dice=[6],
                 guns="57ID-I/AR 57ID-IV/AR", doubled="57ID-IV/AR", cover="309RD-AR")  # fmt: skip
    orders = {unit: pos.unit(unit).order for unit in ("57ID-I/AR", "57ID-IV/AR", "309RD-AR")}
    assert orders == {"57ID-I/AR": "disrupted", "57ID-IV/AR": "disrupted", "309RD-AR": ""}
    assert pos.unit("309RD-955").order == ""


@pytest.mark.rule("kanev43", "R-07", "NGT-6", "SUP-13")
def test_an_attack_that_is_called_off_counts_as_made() -> None:
    """At night it disrupts and without supply it isolates; defenders throw no die."""
    text = "unit 57ID-I/179 0403 supply=out\nunit 309RD-955 0404 supply=out\n"
    pos = fought(text, "57ID-I/179", "309RD-955", "", turn=NIGHT)
    assert is_over(pos)
    assert (pos.unit("57ID-I/179").order, pos.unit("57ID-I/179").supply) == (
        "disrupted",
        "isolated",
    )
    assert pos.unit("309RD-955").supply == "out"
    assert pos.state.drawn == 0


@pytest.mark.rule("kanev43", "ART-3", "R-40")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 1), (3, 2)])
def test_defensive_support_may_cost_a_salvo(die: int, left: int) -> None:
    """A die for each unit, after the combat: 1 or 2."""
    text = "unit 57ID-I/179 0403\n" + RED + "unit 309RD-AR 0406\nunit 161RD-AR 0406\n"
    pos = fought(text, "57ID-I/179", "309RD-955", "1/-", dice=[die, 6], cover="309RD-AR 161RD-AR")
    assert (pos.unit("309RD-AR").salvoes, pos.unit("161RD-AR").salvoes) == (left, 2)


@pytest.mark.rule("kanev43", "SUP-13", "R-104")
def test_attacking_without_supply_isolates() -> None:
    """Guns that support included; who is supplied stays so."""
    text = "unit 57ID-I/179 0403 supply=out\nunit 57ID-II/179 0403\n" + RED
    text += "unit 57ID-I/AR 0402 supply=out\n"
    pos = fought(text, "57ID-I/179 57ID-II/179", "309RD-955", "1/-", guns="57ID-I/AR")
    pos = done(pos, "lose 57ID-II/179")
    found = [pos.unit(unit).supply for unit in ("57ID-I/179", "57ID-II/179", "57ID-I/AR")]
    assert found == ["isolated", "", "isolated"]


@pytest.mark.rule("kanev43", "SUP-14", "R-104")
@pytest.mark.parametrize(("die", "state"), [(3, "isolated"), (4, "out")])
def test_a_die_isolates_unsupplied_defenders(die: int, state: str) -> None:
    """One for all of them that survive, none for who is supplied."""
    text = "unit 57ID-I/179 0403\nunit 309RD-957 0404\nunit 309RD-959 0404 supply=out\n"
    text += "unit 309RD-955 0404 supply=out\n"
    pos = fought(text, "57ID-I/179", "309RD-955 309RD-957 309RD-959", "1/-", dice=[die])
    found = [pos.unit(f"309RD-{n}").supply for n in (955, 957, 959)]
    assert found == [state, "", state]


@pytest.mark.rule("kanev43", "SUP-14")
def test_supplied_defenders_throw_no_die() -> None:
    """Nor does anybody else here."""
    pos = fought("unit 57ID-I/179 0403\n" + RED, "57ID-I/179", "309RD-955", "1/-")
    assert is_over(pos)
    assert pos.state.drawn == 0


@pytest.mark.rule("kanev43", "LDR-5", "LDR-6", "R-101")
def test_a_leader_is_in_danger_once_for_all_steps_of_his_stack() -> None:
    """Two steps in one combat are one throw: a 4 less one kills him; without steps no throw."""
    text = "unit 57ID-I/179 0403\nunit L-57ID 0403\nunit L-309RD 0404\n" + RED
    pos = fought(text, "57ID-I/179", "309RD-955", "3/-")
    pos = done(pos, "pass").apply("retreat 0402", dice=[2, 2])
    assert lost(pos, "57ID-I/179") == (2,)
    assert is_dead(pos, "L-57ID")
    assert pos.unit("L-309RD").at == "0404"


@pytest.mark.rule("kanev43", "R-101", "R-48")
def test_steps_lost_in_retreat_count_for_the_leader() -> None:
    """One for the result and one in a zone: dice of 4 kill; he is tested before the advance."""
    text = "unit 57ID-I/179 0403\nunit L-309RD 0404\n" + RED
    ring = "unit 57ID-I/217 0604\nunit 57ID-II/217 0204\nunit 57ID-I/199 0406\n"
    pos = fought(text + ring, "57ID-I/179", "309RD-955", "-/2")
    pos = done(pos, "pass").apply("retreat 0405", dice=[2, 2])
    assert lost(pos, "309RD-955") == (2,)
    assert pos.unit("L-309RD").at == DEAD
    assert pos.top.tag == "advance"


@pytest.mark.rule("kanev43", "R-101")
def test_losses_of_other_stacks_do_not_endanger_a_leader() -> None:
    """His own stack counts only."""
    text = "unit 57ID-I/179 0403\nunit 57ID-I/199 0303\nunit L-57ID 0303\n" + RED
    pos = fought(text, "57ID-I/179 57ID-I/199", "309RD-955", "1/-").apply("lose 57ID-I/179")
    assert is_over(pos)
    assert pos.state.drawn == 0
    pos = fought(text, "57ID-I/179 57ID-I/199", "309RD-955", "1/-")
    assert is_dead(pos.apply("lose 57ID-I/199", dice=[1, 2]), "L-57ID")


@pytest.mark.rule("kanev43", "R-48")
def test_the_defender_is_settled_before_the_attacker() -> None:
    """He stands or goes back first."""
    text = "unit 57ID-I/179 0403\n" + RED
    pos = fought(text, "57ID-I/179", "309RD-955", "2d/1")
    assert pos.decision is not None
    assert pos.decision.side == SOVIET
    assert lost(pos, "57ID-I/179") == (1,)
    pos = done(pos, "pass", "retreat 0405")
    assert pos.top.tag == "stand fast"
    assert pos.decision is not None
    assert pos.decision.side == AXIS
