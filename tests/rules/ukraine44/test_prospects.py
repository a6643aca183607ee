"""What an attack may be expected to bring: chances in order, losses, further attackers."""

from tests.rules.ukraine44.play import attack

from grognard.decisions import Panel
from grognard.games.ukraine44.state import Pos
from grognard.testing import sketch

SLUG = "ukraine44"

#: 6GTC alone makes 1-1 against 1ssPz, with 7GTC 2-1.
OPEN = """
    board 9 x 7
    option fog=false
    piece Red like 6GTC attack=8
    piece Blue like 7GTC attack=8
    piece Grey like 1ssPz defence=8
    unit Red 04.03
    unit Blue 05.04
    unit Grey 04.04
    phase combat soviet
"""


def panel(pos: Pos) -> Panel:
    assert pos.panel is not None
    return pos.panel


def test_a_unit_that_may_be_added_says_what_the_odds_would_be() -> None:
    """Each further attacker is noted with the odds that it would make; those in it are not."""
    assert panel(attack(sketch(SLUG, OPEN), "04.04", "Red")).notes == {"Blue": "would make 2-1"}
    assert panel(attack(sketch(SLUG, OPEN), "04.04", "Red", "Blue")).notes == {}


def test_chances_go_from_best_to_worst() -> None:
    """Results that drive the defender out come first, then by losses; only those are good."""
    shown = panel(attack(sketch(SLUG, OPEN), "04.04", "Red", "Blue")).chances
    assert [chance.label for chance in shown] == ["1/3R", "1/2", "2/2", "2/1", "3/1"]
    assert [chance.good for chance in shown] == [1, 0, 0, 0, 0]


def test_a_garrison_is_not_driven_out() -> None:
    """A garrison does not retreat, so no result is marked as taking its hex."""
    text = OPEN.replace("like 1ssPz", "like Gar-Kamenets")
    shown = panel(attack(sketch(SLUG, text), "04.04", "Red", "Blue"))
    assert "1/3R" in {chance.label for chance in shown.chances}
    assert {chance.good for chance in shown.chances} == {0}


def test_losses_to_be_expected_are_means_over_the_die() -> None:
    """On the column 2-1 the six results cost 12 and 10 steps in all, and one is a retreat."""
    shown = panel(attack(sketch(SLUG, OPEN), "04.04", "Red", "Blue")).sums
    assert [row.value for row in shown] == ["16.7 %", "2.00", "1.67"]


def test_a_weak_defender_goes_without_a_retreat_too() -> None:
    """Whoever loses all steps leaves the hex, and no more steps than there are are counted."""
    text = OPEN.replace("attack=8", "attack=2").replace("defence=8", "defence=2")
    shown = panel(attack(sketch(SLUG, text), "04.04", "Red", "Blue")).sums
    # 2/2, 1/2 and 1/3R destroy it, and what falls on it beyond two steps is not counted.
    assert [shown[0].value, shown[2].value] == ["50.0 %", "1.50"]


def test_under_fog_no_losses_are_foretold() -> None:
    """How many steps a hidden defender has is not to be had from the panel."""
    text = OPEN.replace("option fog=false", "option fog=true")
    assert panel(attack(sketch(SLUG, text), "04.04", "Red", "Blue")).sums == ()
