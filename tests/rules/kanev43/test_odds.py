"""Strengths and odds of a combat in Red Parachutes."""

from typing import Any

import pytest
from tests.rules.kanev43.attacks import NIGHT, NOON, combat, planned

from grognard.decisions import total
from grognard.games.kanev43.odds import attack_parts, defence_parts, odds_of, row_of
from grognard.games.kanev43.state import SOVIET, Pos
from grognard.games.kanev43.theatre import Theatre

RIFLES = "unit 309RD-955 0404\n"


def of_attack(pos: Pos, *units: str, **fields: Any) -> int:
    """The strength of an attack."""
    return total(attack_parts(pos, planned(pos, *units, **fields)))


def of_defence(pos: Pos, **fields: Any) -> int:
    """The strength of a defence."""
    return total(defence_parts(pos, planned(pos, **fields)))


def piece(name: str, like: str, **values: int) -> str:
    """A counter of one's own."""
    return f"piece {name} like {like} " + " ".join(f"{k}={v}" for k, v in values.items()) + "\n"


# --- the attack -------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "CBT-11", "TEC-8")
def test_attack_across_a_river() -> None:
    """8 across a river with 6 points of support: 4 and 6, not 7."""
    text = piece("eight", "57ID-I/179", attack=8) + "unit eight 0403\nunit XXIV-Werfer 0402\n"
    pos = combat(text + "hexside river 0403/0404\n" + RIFLES)
    assert of_attack(pos, "eight") == 4
    assert of_attack(pos, "eight", guns=("XXIV-Werfer",)) == 10


@pytest.mark.rule("kanev43", "TEC-9", "R-24", "R-51")
@pytest.mark.parametrize(("strength", "left"), [(16, 4), (7, 2), (1, 1)])
def test_attack_across_the_dnepr(strength: int, left: int) -> None:
    """A quarter, rounded up for each unit, over the bridge of Kanev too; streams do nothing."""
    text = piece("unit", "57ID-I/179", attack=strength) + "unit unit 0403\n" + RIFLES
    pos = combat("hexside dnepr 0403/0404\n" + text, run=False)
    assert of_attack(pos, "unit") == left
    bridge = "hexside dnepr 0403/0404\nhexside kanev_bridge 0403/0404\nnetwork road 0403-0404\n"
    assert of_attack(combat(bridge + text, run=False), "unit") == left
    pos = combat("hexside stream 0403/0404\n" + text, run=False)
    assert of_attack(pos, "unit") == strength


@pytest.mark.rule("kanev43", "R-51", "CBT-11")
def test_water_counts_for_each_unit() -> None:
    """Who attacks over dry ground has all his strength; halves are rounded up one by one."""
    text = "unit 57ID-I/179 0403\nunit 57ID-Pi 0403\nunit 57ID-II/179 0303\n" + RIFLES
    pos = combat("hexside river 0403/0404\n" + text)
    assert of_attack(pos, "57ID-I/179", "57ID-Pi", "57ID-II/179") == 2 + 2 + 4


@pytest.mark.rule("kanev43", "CBT-11", "R-32")
def test_states_before_terrain() -> None:
    """A disrupted battalion of 4 has 3, over a river 2; demoralised 2, then 1."""
    for order, left in (("disrupted", 2), ("demoralised", 1)):
        text = f"unit 57ID-I/179 0403 order={order}\nhexside river 0403/0404\n" + RIFLES
        assert of_attack(combat(text, run=False), "57ID-I/179") == left


# --- the defence ------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "CBT-12", "TEC-12")
@pytest.mark.parametrize("place", ["town", "city"])
def test_towns_double(place: str) -> None:
    """Five in a town are ten, with five points of support fifteen; a position adds nothing."""
    text = "unit 57ID-I/179 0404\nunit 57ID-I/AR 0401\nunit 309RD-955 0405\n"
    pos = combat(f"tag {place} 0404\n" + text, SOVIET, dug_in="0404")
    assert of_defence(pos) == 10
    assert of_defence(pos, cover=("57ID-I/AR",)) == 15


@pytest.mark.rule("kanev43", "TEC-13", "R-52")
def test_improved_positions() -> None:
    """Infantry of 5 counts 8, a tank of 4 beside it 4; two of 5 are 15: rounded once."""
    rifles = "unit 309RD-955 0405\n"
    one = "unit 57ID-I/179 0404\nunit 20PG-Pz8 0404\n"
    assert of_defence(combat(one + rifles, SOVIET)) == 9
    assert of_defence(combat(one + rifles, SOVIET, dug_in="0404")) == 8 + 4
    two = "unit 57ID-I/179 0404\nunit 57ID-II/179 0404\n"
    assert of_defence(combat(two + rifles, SOVIET, dug_in="0404")) == 15


@pytest.mark.rule("kanev43", "TEC-13")
def test_work_in_hand_protects_nobody() -> None:
    """Nor a position in another hex."""
    pos = combat("unit 57ID-I/179 0404\nunit 309RD-955 0405\n", SOVIET, dug_in="0403")
    assert of_defence(pos) == 5


@pytest.mark.rule("kanev43", "TEC-14", "R-51", "R-95")
def test_fortifications() -> None:
    """Five in a fortification are ten, in a fortified town ten as well; the battle has none."""
    text = "tag fort 0404\nunit 57ID-I/179 0404\nunit 309RD-955 0405\n"
    assert of_defence(combat(text, SOVIET, dug_in="0404")) == 10
    pos = combat(text + "tag town 0404", SOVIET)
    assert of_defence(pos) == 10
    theatre: Theatre = combat(RIFLES).game.theatre
    assert theatre.forts == frozenset()


@pytest.mark.rule("kanev43", "CBT-21")
def test_failed_defenders_count_half() -> None:
    """Five are three, and double in a town."""
    text = "tag town 0404\nunit 57ID-I/179 0404\nunit 309RD-955 0405\n"
    pos = combat(text, SOVIET)
    assert of_defence(pos, failed=frozenset({"57ID-I/179"})) == 6


@pytest.mark.rule("kanev43", "R-32", "CBT-12")
def test_demoralised_and_failed() -> None:
    """5 halved twice is 2, each half rounded up."""
    text = "unit 57ID-I/179 0404 order=demoralised\nunit 309RD-955 0405\n"
    assert of_defence(combat(text, SOVIET), failed=frozenset({"57ID-I/179"})) == 2


# --- odds -------------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-04", "CRT-1")
@pytest.mark.parametrize(
    ("ground", "row"),
    [
        ("", "clear"),
        ("terrain woods 0404", "rough"),
        ("terrain rough 0404", "rough"),
        ("tag town 0404", "rough"),
        ("terrain swamp 0404", "swamp"),
        ("terrain hill 0404", "hill"),
        ("terrain hill 0404\ntag town 0404", "hill"),
        ("terrain swamp 0404\ntag city 0404", "swamp"),
        ("tag village 0404", "clear"),
    ],
)
def test_the_best_row_for_the_defender(ground: str, row: str) -> None:
    """Of the terrains in his hex the highest row."""
    assert row_of(combat(ground + "\n" + RIFLES, turn=NOON), "0404") == row


@pytest.mark.rule("kanev43", "NGT-5", "R-04")
@pytest.mark.parametrize("ground", ["", "terrain hill 0404", "tag town 0404"])
def test_the_night_row(ground: str) -> None:
    """3:1 at night is column 5, whatever the ground."""
    three = piece("three", "57ID-I/179", attack=36) + "unit three 0403\n"
    pos = combat(ground + "\n" + three + "unit 309RD-955 0404\n", turn=NIGHT)
    odds = odds_of(pos, planned(pos, "three"))
    assert odds.row == "swamp"
    if not ground.startswith("tag"):
        assert odds.start == 7  # 36 to 6
    pos = combat(three.replace("=36", "=18") + "unit 309RD-955 0404", turn=NIGHT)
    assert odds_of(pos, planned(pos, "three")).start == 4


@pytest.mark.rule("kanev43", "CBT-13", "CBT-15", "R-07")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(10, 25, 2), (11, 6, 4), (1, 5, 0), (1, 6, -1), (130, 10, 10)],
)
def test_odds_are_rounded_down(attack: int, defence: int, column: int) -> None:
    """10 to 25 is 1:3, 11 to 6 is 1:1; below 1:5 in the clear there is no column."""
    ours = piece("ours", "57ID-I/179", attack=attack)
    text = ours + piece("theirs", "309RD-955", defence=defence)
    pos = combat(text + "unit ours 0403\nunit theirs 0404\n", run=False)
    odds = odds_of(pos, planned(pos, "ours"))
    assert odds.start == column
    assert odds.column == column


@pytest.mark.rule("kanev43", "R-07", "CBT-14")
def test_levels_do_not_call_an_attack_off() -> None:
    """Modifiers that lead below the lowest odds use the first column."""
    text = piece("ours", "309RD-955", attack=1) + piece("theirs", "57ID-I/179", defence=5)
    tanks = piece("tanks", "19PZ-Pz27", defence=0, attack=1)
    pos = combat(text + tanks + "unit ours 0403\nunit theirs 0404\nunit tanks 0404\n", SOVIET)
    odds = odds_of(pos, planned(pos, "ours"))
    assert (odds.start, odds.column) == (0, 0)
    assert total(odds.levels) < 0
