"""What the attacker is told before he binds himself: odds, modifiers and exact chances."""

from itertools import product

import pytest
from tests.rules.ukraine44.play import attack, result

from grognard.decisions import Panel, Row, total
from grognard.games.ukraine44.combat import Attack, forecast
from grognard.games.ukraine44.state import Pos
from grognard.testing import sketch

SLUG = "ukraine44"

#: The columns of the Combat Results Table that are used here, from a die of 1 to one of 6.
EVEN = ["4/1", "3/1", "3/1", "2/1", "2/2", "1/2"]
THREE_TO_ONE = ["3/1", "2/1", "2/2", "1/2", "1/3R", "1/4R"]
FOUR_TO_ONE = ["2/1", "2/2", "1/2", "1/3R", "1/4R", "1/5R"]
#: What a Tiger adds for each face of its die.
HALF = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}


def weights(pos: Pos, defence: int) -> dict[str, int]:
    """The forecast of the open attack."""
    return {str(r): weight for r, weight in forecast(pos, pos.within(Attack), defence).items()}


def counted(column: list[str], modifier: int, tigers: int, sign: int = 1) -> dict[str, int]:
    """All throws of the Tigers' dice and the combat die, counted one by one."""
    found: dict[str, int] = {}
    for *faces, die in product(range(1, 7), repeat=tigers + 1):
        row = die + modifier + sign * sum(HALF[face] for face in faces)
        name = column[max(1, min(6, row)) - 1]
        found[name] = found.get(name, 0) + 1
    return found


def panel(pos: Pos) -> Panel:
    assert pos.panel is not None
    return pos.panel


def row(pos: Pos, label: str) -> Row:
    """A line of the panel."""
    (found,) = (row for row in panel(pos).rows if row.label == label)
    return found


#: One panzer division of 21 with a Tiger against 7 in the clear: 3-1.
ONE_TIGER = """
    board 9 x 7
    option fog=false
    piece Grey like 1ssPz attack=21
    unit Grey 04.03 tiger=Tiger503
    unit Tiger503 attached
    unit 6GTC 04.04
    turn 2
    phase combat axis
"""
#: Two of them on opposite sides of a hill, 14 and 14 against 7: 4-1, flanks +2, hill -2.
TWO_TIGERS = """
    board 9 x 7
    option fog=false
    terrain hill 04.04
    piece A like 1ssPz attack=14
    piece B like 1Pz attack=14
    unit A 04.03 tiger=Tiger503
    unit B 04.05 tiger=Tiger509 supply=air
    unit Tiger503 attached
    unit Tiger509 attached
    unit 6GTC 04.04
    turn 2
    phase combat axis
"""
#: A Soviet attack of 8 on 8 with artillery, the defender with a Tiger: 1-1, +2.
TIGER_DEFENDS = """
    board 9 x 7
    option fog=false
    unit 6GTC 04.03
    unit 1ssPz 04.04 tiger=Tiger503
    unit Tiger503 attached
    phase combat-first soviet
"""
#: 35 against 7: 5-1, one step beyond the table; a village takes it away again.
BEYOND = """
    board 9 x 7
    option fog=false
    tag village 04.04
    piece Grey like 1ssPz attack=35
    unit Grey 04.03
    unit 6GTC 04.04
    turn 2
    phase combat axis
"""
#: The city of the defender: -3, no Tiger dice, +1 for each of two Tigers, no flanks.
CITY = TWO_TIGERS.replace("terrain hill", "tag city")


def test_one_tiger_counted_by_hand() -> None:
    """At 3-1 the Tiger makes 1, 2 or 3 of its die, each in two of six cases. Of 36 throws 2
    come to 2, 4 to 3, 6 to 4, 6 to 5 and 18 to 6 or more.
    """
    pos = attack(sketch(SLUG, ONE_TIGER), "04.04", "Grey")
    assert weights(pos, 7) == {"2/1": 2, "2/2": 4, "1/2": 6, "1/3R": 6, "1/4R": 18}


def test_a_plain_attack_counted_by_hand() -> None:
    """5-1 in a village is 4-1 with +1 and -1: every face of the die counts as it falls."""
    pos = attack(sketch(SLUG, BEYOND), "04.04", "Grey")
    assert weights(pos, 7) == dict.fromkeys(FOUR_TO_ONE, 1)


def test_a_city_counted_by_hand() -> None:
    """4-1 against a city with two Tigers is -3 and +2: of the six faces 1 and 2 are read as 1,
    the others one lower than they fall.
    """
    pos = attack(sketch(SLUG, CITY), "04.04", "A", "B")
    assert weights(pos, 7) == {"2/1": 2, "2/2": 1, "1/2": 1, "1/3R": 1, "1/4R": 1}


@pytest.mark.parametrize(
    ("text", "units", "defence", "expected"),
    [
        pytest.param(ONE_TIGER, ["Grey"], 7, counted(THREE_TO_ONE, 0, 1), id="one Tiger"),
        pytest.param(TWO_TIGERS, ["A", "B"], 7, counted(FOUR_TO_ONE, 0, 2), id="two Tigers"),
        pytest.param(TIGER_DEFENDS, ["6GTC"], 8, counted(EVEN, 2, 1, -1), id="Tiger defends"),
        pytest.param(BEYOND, ["Grey"], 7, counted(FOUR_TO_ONE, 0, 0), id="beyond the table"),
        pytest.param(CITY, ["A", "B"], 7, counted(FOUR_TO_ONE, -1, 0), id="city"),
    ],
)
def test_the_forecast_is_exact(
    text: str, units: list[str], defence: int, expected: dict[str, int]
) -> None:
    """The forecast is what counting all throws gives, and what comes out when every throw is
    really made.
    """
    pos = attack(sketch(SLUG, text), "04.04", *units)
    assert weights(pos, defence) == expected
    dice = sum(expected.values())
    made: dict[str, int] = {}
    for faces in product(range(1, 7), repeat={6: 1, 36: 2, 216: 3}[dice]):
        name = result(pos.apply("commit", dice=faces))
        made[name] = made.get(name, 0) + 1
    assert made == expected


@pytest.mark.parametrize("text", [ONE_TIGER, TWO_TIGERS, BEYOND, CITY])
def test_the_panel_shows_the_forecast(text: str) -> None:
    """Without fog the panel has the defence, the odds and the chances of every result."""
    units = ["A", "B"] if "unit A" in text else ["Grey"]
    pos = attack(sketch(SLUG, text), "04.04", *units)
    assert row(pos, "Defence").value == "7"
    assert {chance.label: chance.weight for chance in panel(pos).chances} == weights(pos, 7)


@pytest.mark.rule(SLUG, "11.10-3", "11.13-2")
def test_the_panel_names_every_modifier() -> None:
    """Terrain, flanks, odds beyond the table and Tigers, whose dice are still a range."""
    pos = attack(sketch(SLUG, TWO_TIGERS.replace("attack=14", "attack=20")), "04.04", "A", "B")
    modifier = row(pos, "Die modifier")
    assert [(part.rule, part.amount, part.most) for part in modifier.parts] == [
        ("11.11-2", -2, None),
        ("11.12-4", 2, None),
        ("11.13-2", 1, None),  # 40 against 7 is 5-1
        ("12.5.1-1", 1, 3),
        ("12.5.1-1", 1, 3),
    ]
    assert modifier.value == "+3 to +7"


@pytest.mark.rule(SLUG, "12.5.2-1")
def test_the_panel_knows_tigers_in_a_city() -> None:
    """In a city no die is thrown for them: the modifier is known."""
    modifier = row(attack(sketch(SLUG, CITY), "04.04", "A", "B"), "Die modifier")
    assert [(part.rule, part.amount) for part in modifier.parts] == [
        ("11.11-5", -3),
        ("12.5.2-1", 2),
    ]
    assert modifier.value == "-1"


def test_the_parts_are_what_the_combat_uses() -> None:
    """Without Tigers and fog the parts of the panel are those of the combat itself."""
    pos = attack(sketch(SLUG, BEYOND), "04.04", "Grey")
    after = pos.apply("commit", dice=[3])
    (event,) = (event for event in after.events if event.kind == "combat")
    assert row(pos, "Die modifier").parts == event.parts
    assert total(event.parts) == event.facts["drm"]


# --- under fog --------------------------------------------------------------------------

#: Soviet mobile formations have from 6 to 9 steps: the attacker does not know which this is.
HIDDEN = BEYOND.replace("option fog=false", "").replace("tag village 04.04", "")


def test_a_hidden_defence_is_a_range() -> None:
    """35 against 6 to 9 is 3-1 to 5-1; the chances are not known, and no number tells."""
    pos = attack(sketch(SLUG, HIDDEN), "04.04", "Grey")
    assert row(pos, "Defence").value == "6 to 9"
    assert row(pos, "Odds").value == "3-1 to 5-1"
    assert row(pos, "Die modifier").value == "+0 to +1"
    (part,) = row(pos, "Die modifier").parts
    assert (part.rule, part.amount, part.most) == ("11.13-2", 0, 1)
    assert panel(pos).chances == ()


def test_a_hidden_defence_may_not_matter() -> None:
    """11 against anything from 6 to 9 is 1-1, and the chances are told; 12 may be 2-1 or 1-1."""
    even = HIDDEN.replace("attack=35", "attack=11")
    pos = attack(sketch(SLUG, even), "04.04", "Grey")
    assert row(pos, "Odds").value == "1-1"
    expected = counted(EVEN, 0, 0)
    assert {chance.label: chance.weight for chance in panel(pos).chances} == expected
    twice = HIDDEN.replace("attack=35", "attack=12")
    assert panel(attack(sketch(SLUG, twice), "04.04", "Grey")).chances == ()


def test_the_panel_does_not_name_a_hidden_defender() -> None:
    """The Tiger of a hidden defender is seen, its formation is not named."""
    pos = attack(sketch(SLUG, TIGER_DEFENDS.replace("option fog=false", "")), "04.04", "6GTC")
    (tiger,) = (part for part in row(pos, "Die modifier").parts if part.rule == "12.5.1-1")
    assert (tiger.amount, tiger.most) == (-3, -1)
    assert "1ssPz" not in repr(panel(pos))


def test_before_attackers_are_named() -> None:
    """With no attacker yet there are no odds, but the ground is known."""
    pos = sketch(SLUG, BEYOND).apply("target 04.04")
    assert [row.label for row in panel(pos).rows] == ["Attack", "Defence", "Die modifier"]
    assert row(pos, "Attack").value == "0"
    assert row(pos, "Die modifier").value == "-1"
    assert panel(pos).chances == ()
