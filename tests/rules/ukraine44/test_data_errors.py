"""What the loaders of Ukraine '44 refuse: each wrong value with its file, place and reason."""

from pathlib import Path

import pytest
from tests.rules.altering import altered, check_refused, refusal

from grognard import games
from grognard.board import Board
from grognard.games.ukraine44.charts import load_charts
from grognard.games.ukraine44.scenario import load_scenarios
from grognard.games.ukraine44.units import load_units

DATA = Path(games.__file__).parent / "ukraine44" / "data"
UNITS_FILE = DATA / "units.yaml"
SCENARIOS_FILE = DATA / "scenarios.yaml"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(UNITS_FILE, BOARD)

BROKEN_UNITS = [
    ("hex: '30.24'", "hex: '99.99'", "unit '6GTC': unknown hex 99.99"),
    ("hex: '31.27'", "hex: '30.24'", "unit '7GTC': hex 30.24 is taken by '6GTC'"),
    ("hex: '31.27'", "hex: '3024'", "unit '7GTC': hex 30.24 is taken by '6GTC'"),
    ("{id: 7GTC,", "{id: 6GTC,", "unit '6GTC': this id is used twice"),
    ("{id: Tiger509,", "{id: 6GTC,", "unit '6GTC': this id is used twice"),
    ("{id: 7GTC,", "{id: 7 GTC,", "groups 'Soviet mobile' formations '7 GTC' id:"),
    (", hex: '31.27'", "", "unit '7GTC': must begin either on a hex, or in an area"),
    ("{id: 38/40A,", "{id: 38/40A, hex: '10.39',", "unit '38/40A': must begin either on a hex"),
    ("attack: 8, defence: 7, hex: '31.27'", "attack: 8, hex: '31.27'", "`defence`"),
    ("defence: 7, hex: '31.27'", "defence: 0, hex: '31.27'", "'7GTC' defence: Expected `int` >= 1"),
    ("army: 3GTA, attack: 8, defence: 7, hex: '31", "army: 9A, attack: 8, defence: 7, hex: '31",
     "unit '7GTC': unknown army 9A"),
    ("  army: 40A\n", "  army: 41A\n", "group '40A infantry': unknown army 41A"),
    (", kind: mobile, attack: 4", ", attack: 4", "unit '2Pz/Hun': has no kind, nor has its group"),
    ("  kind: garrison\n", "  kind: fortress\n", "groups 'German garrison' kind: Invalid enum"),
    ("{id: 7GTC,", "{id: 7GTC, symbol: infantry,", "the symbol infantry does not mean mobile"),
    ("  count: 6\n", "  count: 7\n", "group '40A infantry': 6 formations, 2.4-2 has 7"),
    ("  turn: 7\n", "", "group 'German turn 7': a turn of arrival and entry hexes belong together"),
    ("  entry: [D]\n", "  entry: [Q]\n", "groups '60A infantry' entry"),
    ("- name: 38A infantry", "- name: 40A infantry", "group '40A infantry': this name is used"),
    ("group: German turn 11, turn: 11", "group: German turn 9, turn: 11",
     "unit 'Tiger506': unknown group 'German turn 9'"),
    ("group: German turn 11, turn: 11", "group: German turn 11, turn: 9",
     "unit 'Tiger506': comes on turn 9, its group on 11"),
    ("- {kind: isolated, source: rulebook} #", "#", "marker 'isolated': is missing"),
    ("kind: isolated,", "kind: out of supply,", "marker 'out of supply': is there twice"),
    ("colour: red\n", "color: red\n", "unknown field `color`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_UNITS)
def test_a_broken_order_of_battle_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """A wrong value is named with its file, its place and the reason."""
    check_refused(load_units, UNITS_FILE, tmp_path, (old, new), problem, BOARD)


def test_all_problems_of_an_order_of_battle_come_together(tmp_path: Path) -> None:
    """Two wrong hexes are two problems of one error."""
    path = altered(UNITS_FILE, tmp_path, ("'30.24'", "'39.01'"), ("'31.27'", "'01.45'"))
    assert refusal(load_units, path, BOARD).count("units.yaml: ") == 2


BROKEN_SCENARIOS = [
    ("117G/18A: '31.34'", "117G/18A: '31.45'", "ready '117G/18A': unknown hex 31.45"),
    ("117G/18A: '31.34'", "117G/18A: '20.42'", "ready '117G/18A': 20.42 is outside the area 18A"),
    ("24/18A: '30.38'", "24/18A: '31.34'", "ready '24/18A': 31.34 is taken by '117G/18A'"),
    ("        24/18A: '30.38'\n", "", "ready: '24/18A' has no hex"),
    ("24/18A: '30.38'", "6GTC: '30.38'", "ready '6GTC': is no formation of an area"),
    ("Tiger503: 1ssPz", "Tiger506: 1ssPz", "ready 'Tiger506': is no Tiger battalion of the start"),
    ("Tiger503: 1ssPz", "Tiger503: 6Pz", "ready 'Tiger503': '6Pz' has another Tiger battalion"),
    ("Tiger503: 1ssPz", "Tiger503: 68/1PzA", "'68/1PzA' is no German mobile formation"),
    ("Tiger503: 1ssPz", "Tiger503: 2Pz/Hun", "'2Pz/Hun' is no German mobile formation"),
    ("Tiger503: 1ssPz", "Tiger503: 9ssPz", "'9ssPz' is not on the map"),
    ("[18A, 38A, 40A]", "[18A, 38A]", "unit '42G/40A' needs an area 40A"),
    ("[18A, 38A, 40A]", "[18A, 38A, 40A, 41A]", "the map has no area 41A"),
    ("      D: {side: soviet", "      D: {side: axis", "unit '8/60A' needs an entry D of its side"),
    ("      E: {side: soviet, title: the road from Teofipol}\n", "", "needs an entry E of its"),
    ("[Ternopol, Berezhany,", "[Ternopol, Proskurov,", "Berezhany is a victory city either here"),
    ("    - 5-6 April\n    - 7-8 April\n", "", "unit '9ssPz' comes on turn 11 of 10"),
    ("  areas: [", "  regions: [", "regions"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_SCENARIOS)
def test_a_broken_scenario_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """What does not fit the map or the counters is named with its place."""
    check_refused(load_scenarios, SCENARIOS_FILE, tmp_path, (old, new), problem, BOARD, UNITS)


def test_two_scenarios_of_one_name(tmp_path: Path) -> None:
    """An id names one scenario."""
    one = SCENARIOS_FILE.read_text(encoding="utf-8").partition("scenarios:\n")[2]
    path = altered(SCENARIOS_FILE, tmp_path, (one, one + one))
    words = refusal(load_scenarios, path, BOARD, UNITS)
    assert "scenario 'campaign': this id is used twice" in words


def test_a_map_without_a_lettered_hex() -> None:
    """A scenario needs each of its letters on the map, on one hex."""
    small = BOARD.cut(h for h in BOARD.grid.hexes if h != "38.16")
    assert "the map has no hex lettered D" in refusal(load_scenarios, SCENARIOS_FILE, small, UNITS)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("\nallowances:", "\nspeeds:", "table 'allowances' is missing"),
        ('axis: ["8",', 'axis: ["eight",', "row 'axis' column 'mobile': invalid literal"),
        ('[Hill, "4",', '[Hill, "four",', "table 'terrain': row 'hill': invalid literal"),
        ("[title, mobile, infantry,", "[title, mobile, foot,", "unknown column 'infantry'"),
    ],
)
def test_broken_charts_are_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """A chart that is missing, or has a word where a number belongs, is named."""
    path = altered(DATA / "tables.yaml", tmp_path, (old, new))
    assert problem in refusal(load_charts, path)
