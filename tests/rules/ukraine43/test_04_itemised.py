"""4, 13.1B Movement points with every term and its rule."""

import pytest
from tests.rules.ukraine43.moves import DNIEPER, does

from grognard.decisions import total
from grognard.games.ukraine43.allowance import allowance, allowance_parts
from grognard.games.ukraine43.state import Pos
from grognard.testing import sketch

SLUG = "ukraine43"
Terms = list[tuple[float, str]]


def moving(unit: str, start: str, text: str = "", side: str = "soviet") -> Pos:
    """A unit on the open field, chosen to move."""
    pos = sketch(SLUG, f"board 8 x 12\n{text}\nunit {unit} {start}\nphase movement {side}")
    return pos.apply(f"select {unit}")


def terms(pos: Pos, hex_: str) -> Terms:
    """The terms of the way to a hex: points and rule."""
    way = pos.way(hex_)
    assert way is not None
    return [(part.amount / way.per_point, part.rule) for part in way.parts]


@pytest.mark.rule(SLUG, "4.1-3", "4.2-2", "6.3B-2", "TEC-6", "TEC-7")
def test_a_step_is_told_by_ground_river_and_zone() -> None:
    """Woods for a tank corps 2, a river 1 more, the enemy zone 2 more; by road 1/2."""
    river = "hexside river 0402/0403\n"
    pos = moving("2TC", "0402", f"{river}terrain woods 0403\nunit 88ID 0302")
    assert terms(pos, "0403") == [(2, "TEC-3"), (1, "TEC-6"), (2, "6.3B-2")]
    road = moving("2TC", "0402", f"{river}network primary 0402-0403\nunit 88ID 0302")
    assert terms(road, "0403") == [(0.5, "4.2-2"), (2, "6.3B-2")]
    assert terms(moving("2TC", "0402", "tag town 0403\nterrain woods 0403"), "0403") == [
        (1, "TEC-14")
    ]


@pytest.mark.rule(SLUG, "4.4A-3", "4.4C", "TEC-9", "4.1-7")
def test_major_rivers_are_told() -> None:
    """Cavalry pays 1 besides the bank; an interdicted bridge 2; foot all it has."""
    assert terms(moving("4GCC", "0404", DNIEPER), "0405") == [(1, "TEC-1"), (1, "4.4A-3")]
    bridge = f"{DNIEPER}\nnetwork secondary 0404-0405\nunit 4FlK 0406 das=true"
    assert terms(moving("23/218", "0404", bridge), "0405") == [(1, "4.2-2"), (2, "4.4C")]
    pontoon = f"{DNIEPER}\nstate pontoons=0404/0405"
    assert terms(moving("2TC", "0404", pontoon), "0405") == [(1, "TEC-1")]
    assert [rule for _, rule in terms(moving("23/218", "0404", DNIEPER), "0405")] == ["4.1-7"]


@pytest.mark.rule(SLUG, "4.1-1", "14.5-2", "25.2-7", "25.2-9", "MISC-1", "MISC-2")
@pytest.mark.parametrize(
    ("state", "weather", "expected"),
    [("", "clear", [(6, "4.1-1")]), ("", "rain", [(6, "4.1-1"), (-3, "MISC-1")]),
     (" oos=true", "rain", [(6, "4.1-1"), (-4, "MISC-2")])],
)  # fmt: skip
def test_an_allowance_is_told(state: str, weather: str, expected: Terms) -> None:
    """A panzer division has 6, in rain 3, out of supply 2, rain or not."""
    pos = moving("11Pz", f"0404{state}", f"state weather={weather}", "axis")
    parts = allowance_parts(pos, "11Pz")
    assert [(part.amount, part.rule) for part in parts] == expected
    assert 2 * total(parts) == allowance(pos, "11Pz")


@pytest.mark.rule(SLUG, "4.1-4", "R-8", "11.3-3")
def test_the_panel_of_a_move() -> None:
    """The slowest unit's allowance and what is spent; of a Disrupted unit only its one hex."""
    text = "network primary 0401-0402\nunit 88ID 0401"
    pos = does(moving("11Pz", "0401", text, "axis"), "join 88ID", "move 0402")
    assert pos.panel is not None
    assert [(row.label, row.value) for row in pos.panel.rows] == [
        ("Allowance", "4"),
        ("Spent", "1"),
    ]
    assert [part.reason for part in pos.panel.rows[0].parts] == ["88ID"]
    fast = does(moving("11Pz", "0401", "network primary 0401-0402", "axis"), "move 0402")
    assert fast.panel is not None
    assert fast.panel.rows[1].value == "1/2"
    shaken = moving("11Pz", "0401 disrupted=true", "", "axis")
    assert shaken.panel is not None
    assert [row.value for row in shaken.panel.rows] == ["one hex"]


@pytest.mark.rule(SLUG, "13.1B-1", "13.1B-3", "13.1B-4")
@pytest.mark.parametrize(
    ("line", "expected"),
    [("terrain woods 0405", [(2, "13.1B-1"), (2, "TEC-3")]),
     ("hexside river 0404/0405", [(2, "13.1B-1"), (1, "TEC-1"), (1, "TEC-6")]),
     ("terrain woods 0405\nnetwork primary 0404-0405", [(2, "13.1B-1"), (1, "13.1B-3")])],
)  # fmt: skip
def test_the_cost_of_a_mobile_assault_is_told(line: str, expected: Terms) -> None:
    """Its 2 points, the ground and the river, or 1 for the road, before it is made."""
    text = f"board 8 x 12\n{line}\nunit 6Pz 0404\nunit 55/112 0405\nphase exploitation axis"
    pos = does(sketch(SLUG, text), "select 6Pz", "assault 0405")
    assert pos.panel is not None
    row = pos.panel.rows[-1]
    assert (row.label, row.rule) == ("Movement points", "13.1B-1")
    assert [(part.amount, part.rule) for part in row.parts] == expected
    assert row.value == str(sum(amount for amount, _ in expected))
