"""What the loaders of Red Parachutes refuse: each wrong value with file, place and reason."""

from pathlib import Path

import pytest
from tests.rules.altering import check_refused

from grognard import games
from grognard.board import Board
from grognard.games.kanev43.chartfile import load_charts
from grognard.games.kanev43.scenario import load_scenarios
from grognard.games.kanev43.theatre import Theatre
from grognard.games.kanev43.units import load_units

DATA = Path(games.__file__).parent / "kanev43" / "data"
UNITS_FILE = DATA / "units.yaml"
TABLES_FILE = DATA / "tables.yaml"
SCENARIOS_FILE = DATA / "scenarios.yaml"
UNITS = load_units(UNITS_FILE)
THEATRE = Theatre(Board.load(DATA / "map.yaml"), load_charts(TABLES_FILE))

GRENADIERS = "{attack: 4, defence: 5, points: 8, steps: 3}"
BROKEN_UNITS = [
    ("{id: 57ID-II/179,", "{id: 57ID-I/179,", "unit '57ID-I/179': this id is used twice"),
    ("{id: 57ID-II/179,", "{id: 57ID II,", "groups 'Grenadier battalions' units '57ID II' id:"),
    ("hq: 57ID-HQ, counters: 10", "hq: 57ID-HQ, counters: 9", "'57ID': 10 counters, it has 9"),
    ("hq: 57ID-HQ, counters", "hq: 57ID-Pi, counters", "'57ID': its one HQ is not '57ID-Pi'"),
    ("formation: 57ID, regiment", "formation: 58ID, regiment", "unknown formation '58ID'"),
    ("formation: 57ID, regiment", "formation: 6GTC, regiment", "'6GTC' is not of its side"),
    ("- name: Tank company", "- name: Assault guns", "'Assault guns': this name is used twice"),
    ("{id: 112ID, title", "{id: 57ID, title", "formation '57ID': this id is used twice"),
    (GRENADIERS, GRENADIERS.replace("steps: 3", "steps: 0"), "values steps: Expected `int` >= 1"),
    (GRENADIERS, GRENADIERS.replace("attack: 4", "attack: four"), "values attack: Expected `int`"),
    (GRENADIERS, GRENADIERS.replace("}", ", supply: 4}"), "R-28: Soviet HQs, and they alone"),
    (GRENADIERS, GRENADIERS + "\n  guns: {offence: 1, defence: 1, bombardment: 1, range: 1, "
     "ammunition: light, limber: others}", "artillery, and it alone, has guns"),
    (GRENADIERS, GRENADIERS + "\n  dismounted: {attack: 1, defence: 1, points: 8}",
     "RCN-1: only Soviet recon companies dismount"),
    ("{attack: 0, defence: 1, points: 12,", "{attack: 1, defence: 1, points: 12,",
     "group 'Staffs of infantry divisions': hq does not attack by itself"),
    ("kind: hq, size: hq", "kind: hq, size: battalion", "an HQ, and it alone, has the size of"),
    ("limber: mechanised", "limber: motorised", "R-109: self-propelled guns use the mechanised"),
    ("kind: tank, size: company", "kind: leader, size: company", "leaders are listed by them"),
    ("{id: L-10PG,", "{id: L-19PZ,", "unit 'L-19PZ': this id is used twice"),
    ("{id: L-10PG,", "{id: Schmidt,", "leader 'Schmidt': is not called 'L-10PG'"),
    ("formation: 10PG, tactical", "formation: 11PG, tactical", "'L-10PG': unknown formation"),
    ("morale: 4}", "morale: 7}", "morale: Expected `int` <= 6"),
    ("leader_source: reconstructed", "leader_source: guessed", "leader_source: Invalid enum value"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_UNITS)
def test_a_broken_order_of_battle_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """The error names the file and says what is wrong."""
    check_refused(load_units, UNITS_FILE, tmp_path, (old, new), problem)


BROKEN_TABLES = [
    ("\nshifts:", "\nshift:", "table 'shifts' is missing"),
    ("    hill: [Hill", "    hills: [Hill", "table 'terrain': row 'hill' is missing"),
    ("    hill: [Hill", "    hills: [Hill", "table 'terrain': unknown row 'hills'"),
    ('[Clear, "2, 1"', '[Clear, "two"', "row 'clear': 'two' is no number of movement points"),
    ('[Clear, "2, 1"', '[Clear, "1/4"', "row 'clear': '1/4' is no number of sixths"),
    ('"2, 1", clear,', '"2, 1", open,', "row 'clear': unknown row of odds 'open'"),
    ('rough, "2", "-", TEC-12', 'rough, twice, "-", TEC-12', "'twice' is no share such as '1/2'"),
    ("    hill: [\"1:2\"", "    hills: [\"1:2\"", "table 'combat': needs the headings hill"),
    ('"2d/1", "1d/2"', '"2x/1", "1d/2"', "row '2' column '1': '2x' is no result such as"),
    ('"2d/1", "1d/2"', '"2d", "1d/2"', "'2d' is no result such as '1/2d'"),
    ('2: ["x", "d"', '2: ["y", "d"', "table 'bombardment': row '2' column '1': 'y' is neither"),
    ("    3: [2 1, 1 2]", "    3: [2 2, 1 2]", "row 3 column 'attacker': does not add up"),
    ('"2": [C, C, C, C]', '"2": [C, C, C, X]', "row '2' column 'D': 'X' is none of C, Cd"),
    ("    tank: [D]", "    tank: [E]", "table 'crossers': row 'tank': unknown column 'E'"),
    ('"3-4": [eliminated]', '"3-4": [gone]', "'gone' is neither 'eliminated', 'lands' nor a"),
    ('"1": [N]', '"1": [W]', "table 'scatter': row '1': unknown direction 'W'"),
    ("soviet, \"15\"", "russian, \"15\"", "unknown side 'russian'"),
    ('[Attack strength of a zone of control, "3"', '[Attack strength of a zone of control, "x"',
     "table 'limits': row 'zone': invalid literal"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_TABLES)
def test_a_broken_chart_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """The error names the file, the table and the place."""
    check_refused(load_charts, TABLES_FILE, tmp_path, (old, new), problem)


BROKEN_SCENARIOS = [
    ("- id: short_days", "- id: bukrin", "scenario 'bukrin': this id is used twice"),
    ("day: [AM, PM, Night]", "day: [AM, Night]", "arrivals at 4701: scenario 'short_days' has no"),
    ("day: [AM, PM, Night]", "day: [PM, AM, Night]", "'short_days': a day goes from AM to Night"),
    ("day: [AM, PM, Night]", "day: [AM, PM]", "'short_days': a day goes from AM to Night"),
    ("day: [AM, PM, Night]", "day: [AM, Dusk]", "day number 2: Invalid enum value 'Dusk'"),
    ("all_from: 26", "all_from: 31", "drops: the calendar has no day 31"),
    ("days: [24,", "days: [21,", "replacements: the calendar has no day 21"),
    ('hex: "3723"', 'hex: "5523"', "set-up of 5523: unknown hex"),
    ('hex: "3723"', 'hex: "3506"', "set-up of 3506: is not held by the axis side"),
    ("[57ID-I/199, 57ID-II/199]", "[57ID-I/199, 57ID-III/199]", "unknown unit '57ID-III/199'"),
    ("[57ID-I/199, 57ID-II/199]", "[57ID-I/199, 6GTC-51]", "unit '6GTC-51' is not axis"),
    ("[57ID-I/199, 57ID-II/199]", "[57ID-I/199, L-57ID]", "R-101: 'L-57ID' comes with his HQ"),
    ("[57ID-I/199, 57ID-II/199]", "[57ID-I/199]", "unit '57ID-II/199': is nowhere"),
    ("[57ID-I/199, 57ID-II/199]", "[57ID-I/199, 57ID-II/199, 57ID-Pi]", "'57ID-Pi': is there"),
    ("[57ID-HQ, 57ID-I/179, 57ID-II/179, 57ID-Pi]", "[57ID-HQ, 57ID-I/179, 57ID-II/179, 57ID-Pi, "
     "XXIV-sArt]", "set-up of 3624: STK-1: 12 companies' worth of units in one hex, 9 at most"),
    ("[309RD-HQ, 309RD-957]", "[309RD-HQ, 309RD-957, 1GAB-1]", "unit '1GAB-1': drops"),
    ('turn: AM, at: "5426"', 'turn: AM, at: "5427"', "arrivals at 5427 on 22 AM: is no entry"),
    ("[3GTA-91TB, 3GTA-GMR1]", "[3GTA-91TB, XXIV-Werfer]", "unit 'XXIV-Werfer' is not soviet"),
    ('{east: "3511", west: "3412"}', '{east: "3412", west: "3511"}', "one counter lies on each"),
    ('{east: "3511", west: "3412"}', '{east: "3514", west: "3412"}', "are not joined straight"),
    ('1GAB: "2924"', '1GAB: "3514"', "dropzone of 1GAB: AIRB-2: 3514 cannot be one"),
    ('1GAB: "2924", ', "", "dropzones: needs one for each of 1GAB, 3GAB, 5GAB"),
    ("source: public", "source: hearsay", "dropzones source: Invalid enum value"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_SCENARIOS)
def test_broken_scenarios_are_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """The error names the file, the list or scenario, and the reason."""
    check_refused(load_scenarios, SCENARIOS_FILE, tmp_path, (old, new), problem, THEATRE, UNITS)
