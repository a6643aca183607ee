"""What the loaders of Korsun 1944 refuse: each wrong value with its file, place and reason."""

from pathlib import Path

import pytest
from tests.rules.altering import check_refused, refusal

from grognard import games
from grognard.board import Board
from grognard.games.korsun44.charts import load_charts
from grognard.games.korsun44.scenario import load_scenarios
from grognard.games.korsun44.units import load_units

DATA = Path(games.__file__).parent / "korsun44" / "data"
UNITS_FILE = DATA / "units.yaml"
TABLES_FILE = DATA / "tables.yaml"
SCENARIOS_FILE = DATA / "scenarios.yaml"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(UNITS_FILE)
CHARTS = load_charts(TABLES_FILE)

INFANTRY = "kind: infantry, size: regiment, moves: foot}\n  prints: [4-4, 2-4]"
BROKEN_UNITS = [
    ("{id: B-75,", "{id: A-75,", "unit 'A-75': this id is used twice"),
    ("{id: B-75,", "{id: B 75,", "groups 'Infantry regiments' units 'B 75' id:"),
    ("formation: 75 INF, named: rec", "formation: 34 INF, named: rec", "'75 INF': 2 counters, it"),
    ("formation: 34 INF}", "formation: 35 INF}", "unit '80-34': unknown formation '35 INF'"),
    ("formation: 34 INF}", "formation: V CAV}", "'80-34': formation 'V CAV' is not of its side"),
    ("- name: Tigers", "- name: Engineers", "group 'Engineers': this name is used twice"),
    ("{id: 34 INF, title", "{id: 75 INF, title", "formation '75 INF': this id is used twice"),
    (INFANTRY, INFANTRY.replace("2-4]", "4-4]"), "the back is weaker than the front"),
    (INFANTRY, INFANTRY.replace("2-4]", "2-5]"), "both sides have the same movement points"),
    (INFANTRY, INFANTRY.replace("4-4,", "4/3-4,"), "artillery, and it alone, has two strengths"),
    (INFANTRY, INFANTRY.replace("foot", "static"), "15.2.1: a resilience group, and it alone"),
    (INFANTRY, INFANTRY.replace("2-4]", "2]"), "groups 'Infantry regiments' prints"),
    (INFANTRY, INFANTRY.replace("infantry", "elephants"), "type kind: Invalid enum value"),
    ("prints: [5/3-7]", "prints: [5/3-7, 3/2-7]", "6.1.6, 9.1.4: artillery has one level"),
    ("prints: [0-10]", "prints: [0-9]", "9.1.2: an HQ is trucked and has 10 movement points"),
    ("kind: hq, size: staff", "kind: hq, size: brigade", "an HQ, and it alone, is a staff"),
    ("kind: anti-tank, size: battalion, moves: truck", "kind: anti-tank, size: battalion, "
     "moves: mech", "group 'German anti-tank guns': 1.3-a: anti-tank is trucked"),
    ("troops: wehrmacht", "troops: guards", "'Infantry regiments': guards are not german"),
    ("stars: {black: 1}", "stars: {green: 1}", "Invalid enum value 'green'"),
    ("kind: army, front: 1}", "kind: army}", "formation '40 Army': an army, and it alone, names"),
    ("kind: army, front: 1}", "kind: army, front: 3}", "formations '40 Army' front: Expected `int"),
    ("army: 6 Armored Army}", "army: 7 Army}", "formation 'V MOT': unknown army '7 Army'"),
    ("kind: brigade, counters: 2}", "kind: brigade, counters: 2, concentrates: true}",
     "formation 'SS BR [W]': 13.1.1: only divisions and corps concentrate"),
    ("source: reconstructed", "source: guessed", "groups 'Infantry regiments' source: Invalid"),
    ("  named: public\n", "  name_of: public\n", "unknown field `name_of`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_UNITS)
def test_a_broken_order_of_battle_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """The error names the file and says what is wrong."""
    check_refused(load_units, UNITS_FILE, tmp_path, (old, new), problem)


BROKEN_TABLES = [
    ("\nmorale:", "\nmorals:", "table 'morale' is missing"),
    ("    hills: [Hills", "    hill: [Hills", "table 'terrain': row 'hills' is missing"),
    ("    hills: [Hills", "    hill: [Hills", "table 'terrain': unknown row 'hill'"),
    ('[Clear, "3", "2"', '[Clear, "three", "2"', "row 'clear': 'three' is neither movement"),
    ('[Clear, "3", "2"', '[Clear, "1/4", "2"', "row 'clear': '1/4' is no number of sixths"),
    ('[Clear, "3", "2"', '[Clear, "0", "2"', "row 'clear': '0' is no number of sixths"),
    ('[River, "+2", "+2"', '[River, "+2", "2"', "row 'river': either all costs are on top"),
    ("read: odds", "read: names", "table 'combat': needs `read: odds`"),
    ("-1 / -1D", "-1 / -1X", "row '2' column '1:4': '-1X' is no result such as"),
    ("-1 / D1D", "D1D / -1", "'D1D / -1' is no result such as '-1 / D2 -1'"),
    ("-1 / D1D", "B2/-1", "'B2/-1' is no result such as"),
    ('"1-2": ["-",', '"1-2": ["x",', "table 'air_attack': row '1-2' column '2': 'x' is no result"),
    ('"1-2": ["D", "-",', '"1-2": ["x", "-",', "table 'objects': row '1-2' column '2': 'x' is ne"),
    ('17+, "3 11"', '17+, "4 11"', "table 'full_fire': row 'air_17': there is no gap"),
    ("unfortified, any, white", "sometimes, any, white", "row 'black': unknown use 'sometimes'"),
    ("any, white, yellow", "any, red, yellow", "row 'black': unknown star 'red'"),
    ('[SS, "12"', '[SS, "high"', "table 'morale': row 'ss': invalid literal"),
    ("columns: [title, range, supply]", "columns: [title, reach, supply]",
     "table 'nations': row 'american': unknown column 'range'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_TABLES)
def test_a_broken_chart_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """The error names the file, the table and the place."""
    check_refused(load_charts, TABLES_FILE, tmp_path, (old, new), problem)


BROKEN_SCENARIOS = [
    ("german: [4, 2,", "german: [2,", "air: 24 numbers for 25 days on the german side"),
    ("- id: korsun_short", "- id: korsun", "scenario 'korsun': this id is used twice"),
    ("- id: february", "- id: january", "set-up 'january': this id is used twice"),
    ("[[A, B, C,", "[[A, B, G,", "entry 'G': is neither a zone of one hex nor a hex"),
    ("[[A, B, C,", "[[korsun, A, B, C,", "entry 'korsun': the map has no box of the german side"),
    ("{day: 1, at: E, units: [103-14, 108-14", "{day: 1, at: E, units: [104-14, 108-14",
     "arrivals of day 1 at E: unknown unit '104-14'"),
    ("{day: 1, at: E, units: [103-14", "{day: 1, at: E, units: [78GRD", "needs units of one side"),
    ("{day: 1, at: E", '{day: 1, at: "0112"', "at 0112: is no entry of the german side"),
    ("{day: 2, at: E, units: [110-11", "{day: 2, at: E, units: [103-14",
     "arrivals: unit '103-14' comes twice"),
    ("{day: 21,", "{day: 26,", "arrivals of day 26 at 0130: the calendar has no such day"),
    ("after: 24 ARM", "after: 25 ARM", "unknown formation '25 ARM'"),
    ("first: 2, rest: 13", "first: 2, rest: 11", "the rest follows on a later day"),
    ("first: 2, rest: 13", "first: 3, rest: 13", "3 of 3 units at first leaves no rest"),
    ('{units: [A-75], hexes: ["0535"]', '{units: [A-76], hexes: ["0535"]',
     "set-up 'january': units A-76: unknown unit 'A-76'"),
    ('{units: [A-75], hexes: ["0535"]', '{units: [180RD], hexes: ["0535"]',
     "unit '180RD' is not german"),
    ('{units: [A-75], hexes: ["0535"]', '{units: [B-75], hexes: ["0535"]',
     "set-up 'january': unit 'B-75' is there twice"),
    ('hexes: ["0535"]', 'hexes: ["0536"]', "units A-75: unknown hex 0536"),
    ('hexes: ["0535"]', 'hexes: ["0333"]', "units A-75: 0333 is not behind the german front"),
    ('hexes: ["0535"]', 'hexes: ["0535"], zone: korsun', "needs either hexes or a zone"),
    ("zone: korsun, ready", "zone: kursk, ready", "units 602Inf: needs either hexes or a zone"),
    ('ready: ["3116"]', 'ready: ["3117"]', "units 602Inf: ready hex 3117 is not in the list"),
    ('ready: ["3116"]', 'ready: ["3116", "3115"]', "units 602Inf: 2 ready hexes for 1 units"),
    ('hexes: ["0733", "0931"], works', 'hexes: ["0733", "0931", "1129"], works',
     "units B-75, C-75: 3 ready hexes for 2 units"),
    ("lost: {202AG: 1}", "lost: {202AG: 2}", "units 202AG: '202AG' has no level left"),
    ("lost: {202AG: 1}", "lost: {203AG: 1}", "units 202AG: '203AG' is lost but not there"),
    ('crowded: ["6022"]', "crowded: []", "set-up 'january': hex 6022: 9 levels, 8 may be there"),
    ('crowded: ["6022"]', 'crowded: ["6022", "6323"]', "hex 6323: 8 levels, 8 may be there"),
    ("turns: 25", "turns: 26", "scenario 'korsun': the calendar ends before turn 26"),
    ("{day: 1, at: E, units: [103-14,", "{day: 1, at: E, units: [A-75, 103-14,",
     "scenario 'korsun': unit 'A-75': is there and comes later"),
    ("edges: [south]", "edges: [below]", "Invalid enum value 'below'"),
    ("[A, B, C, D, E, F, korsun]", "[A, B, C, D, E, F, kiev]", "scenario 'korsun': unknown zone"),
    ("links: [B, C, D, E, F]", "links: [B, X]", "scenario 'korsun_short': unknown zone 'X'"),
    ("german: 15", "german: 14", "14 and 13 of 27 city hexes: not one wins"),
    ("{kind: link, cities: [korsun],", "{kind: link,", "a link needs a city and zones"),
    ("first: soviet", "first: allied", "scenarios 'korsun' first: Invalid enum value"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_SCENARIOS)
def test_broken_scenarios_are_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """The error names the file, the list or scenario, and the reason."""
    check_refused(
        load_scenarios, SCENARIOS_FILE, tmp_path, (old, new), problem, BOARD, UNITS, CHARTS
    )


def test_a_missing_set_up_is_told(tmp_path: Path) -> None:
    """A scenario cannot use a list that is not there."""
    text = SCENARIOS_FILE.read_text(encoding="utf-8")
    begin, end = text.index("- id: february"), text.index("scenarios:\n- id: korsun")
    path = tmp_path / "scenarios.yaml"
    path.write_text(text[:begin] + text[end:], encoding="utf-8")
    told = refusal(load_scenarios, path, BOARD, UNITS, CHARTS)
    assert told == "scenarios.yaml: scenario 'deblockade': there is no set-up 'february'"
