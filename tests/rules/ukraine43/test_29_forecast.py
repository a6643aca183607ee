"""29 Variable defence; what an attacker may expect."""

from fractions import Fraction

import pytest
from tests.rules.ukraine43.battle import SLUG, attack, drawn, fight, told

from grognard.decisions import Chance, Panel
from grognard.games.ukraine43.state import Pos

FIRST = "\nphase first-combat soviet"
GUARDS = "67/71G"


def panel(pos: Pos) -> Panel:
    found = pos.panel
    assert found is not None
    return found


def share(chances: tuple[Chance, ...], *results: str) -> Fraction:
    """How likely one of these results is."""
    good = sum(c.weight for c in chances if c.label.split()[0] in results)
    return Fraction(good, sum(c.weight for c in chances))


def test_a_single_die() -> None:
    """At 3-1 each face counts a sixth: C, EX, DR, DR, DRX, DR1."""
    pos = attack(drawn(f"unit {GUARDS} W\nunit 88ID T{FIRST}", **{f"u{GUARDS}": (21, 6)}), [GUARDS])
    chances = panel(pos).chances
    assert share(chances, "C") == share(chances, "EX") == Fraction(1, 6)
    assert share(chances, "DR") == Fraction(2, 6)
    assert {c.label for c in chances} == {"C 0/0", "EX 1/1", "DR 0/0", "DRX 1/1", "DR1 0/1"}


@pytest.mark.rule(SLUG, "9.10-3")
def test_sixes_rolled_again() -> None:
    """Without Guards a 6 is left with 1 in 36, each other face with 7."""
    pos = drawn(f"unit 55/112 W\nunit 88ID T{FIRST}", **{"u55/112": (21, 5)})
    chances = panel(attack(pos, ["55/112"])).chances
    assert share(chances, "DR1") == Fraction(1, 36)
    assert share(chances, "DRX") == Fraction(7, 36)
    assert share(chances, "DR") == Fraction(14, 36)


@pytest.mark.rule(SLUG, "9.10-1")
def test_german_superiority() -> None:
    """Germans alone have no DRX: it is a DR1."""
    pos = drawn("unit 88ID W\nunit 55/112 T\nphase first-combat axis", u88ID=(15, 7))
    chances = panel(attack(pos, ["88ID"])).chances
    assert share(chances, "DRX") == 0
    assert share(chances, "DR1") == Fraction(2, 6)


@pytest.mark.rule(SLUG, "26.1D-1", "26.1D-2")
def test_zhukovs_second_attack() -> None:
    """At 3-1 a sixth is C and a sixth EX, and both are rolled again: the defender is driven out
    in 4/6 and in 2/6 of 4/6.
    """
    pos = drawn(
        f"""unit Zhukov 0202
            unit {GUARDS} W
            unit 51/52G W
            unit 5GTC N
            unit 88ID T
            unit 6Pz T{FIRST}""",
        **{f"u{GUARDS}": (37, 6)},
    )
    pos = attack(pos, [GUARDS, "51/52G", "5GTC"], support=["Zhukov"])
    shown = panel(pos)
    assert shown.rows[4].value == "3-1"
    weights = sum(c.weight for c in shown.chances)
    driven = sum(c.weight for c in shown.chances if c.good > 0)
    assert Fraction(driven, weights) == Fraction(4, 6) + Fraction(2, 6) * Fraction(4, 6)


@pytest.mark.rule(SLUG, "26.1B", "26.1D-2", "26.1D-3")
def test_zhukovs_second_attack_has_his_die_and_his_loss() -> None:
    """Against one step two contacts cost two steps for Zhukov; the second secondary die costs
    each side one more with 2 or 5: a sixth and two sixths, twice.
    """
    pos = drawn(f"unit Zhukov 0202\nunit {GUARDS} W\nunit 213Sec T{FIRST}",
                **{f"u{GUARDS}": (9, 6)})  # fmt: skip
    chances = panel(attack(pos, [GUARDS], support=["Zhukov"])).chances
    whole = sum(c.weight for c in chances)
    (found,) = (c.weight for c in chances if c.label == "C, C 3/1")
    assert Fraction(found, whole) == Fraction(1, 18) ** 2


def test_what_is_decided_without_dice() -> None:
    """Below 1-3 and from 10-1 on there is a single outcome."""
    for strength, label in ((2, "repulsed"), (70, "High Odds")):
        pos = drawn(f"unit {GUARDS} W\nunit 88ID T{FIRST}", **{f"u{GUARDS}": (strength, 6)})
        assert [c.label for c in panel(attack(pos, [GUARDS])).chances] == [label]


# --- 29 -----------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "29-1", "29-2", "29-3", "29-4", "R-52", "R-109", "T-5")
@pytest.mark.parametrize("defender", ["88ID", "24Rum"])
def test_variable_defence(defender: str) -> None:
    """One die of the defender, in the German column for allies too: a 6 adds 2."""
    text = f"unit {GUARDS} W\nunit {defender} T{FIRST}"
    values = {f"u{GUARDS}": (21, 6), f"u{defender}": (4, 7)}
    on = fight(drawn(f"option variable_defence=true\n{text}", **values), [GUARDS], [6, 2])
    assert told(on, "attack")[0].startswith(f"{GUARDS} attacks 0404 with 21 against 9, 2-1")
    off = fight(drawn(text, **values), [GUARDS], [1])
    assert "against 7" in told(off, "attack")[0]


@pytest.mark.rule(SLUG, "29-2", "29-5", "T-5")
def test_the_soviet_column_and_the_least_defence() -> None:
    """A Soviet die of 1 takes 2; from a defence of 3 up, below it no die is thrown."""
    text = "option variable_defence=true\nunit 6Pz W\nunit {unit} T\nphase first-combat axis"
    pos = fight(drawn(text.format(unit="55/112"), u6Pz=(9, 8)), ["6Pz"], [1, 1])
    assert "with 9 against 3" in told(pos, "attack")[0]
    weak = fight(drawn(text.format(unit="52MB"), u6Pz=(7, 8)), ["6Pz"], [1])
    assert "with 7 against 2" in told(weak, "attack")[0]
