"""What the loaders of Ukraine '43 refuse: each wrong value with its file, place and reason."""

from pathlib import Path

import pytest
from tests.rules.altering import altered, check_refused, refusal

from grognard import games
from grognard.board import Board
from grognard.games.ukraine43.charts import load_charts
from grognard.games.ukraine43.scenario import load_scenarios
from grognard.games.ukraine43.units import load_units

DATA = Path(games.__file__).parent / "ukraine43" / "data"
UNITS_FILE = DATA / "units.yaml"
TABLES_FILE = DATA / "tables.yaml"
SCENARIOS_FILE = DATA / "scenarios.yaml"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(UNITS_FILE)
CHARTS = load_charts(TABLES_FILE)

BROKEN_UNITS = [
    ("{id: 327ID,", "{id: 88ID,", "unit '88ID': this id is used twice"),
    ("{id: 327ID,", "{id: 327 ID,", "groups 'German infantry' units '327 ID' id:"),
    ("hex: '3303'}", "hex: 33.03}", "'327ID' hex:"),
    ("hex: '3303'}", "hex: '3303', box: airborne}", "unit '327ID': begins either on a hex or in a"),
    ("front: 4-7-4,", "front: 4-7,", "groups 'German infantry' prints front:"),
    ("front: 4-7-4,", "front: 4-0-4,", "unit '88ID': a combat unit needs a defence and a movement"),
    ("{front: 2-1-5}", "{front: 2-1-0}", "unit '180TB': a support unit needs a defence and a"),
    ("{front: 2-1-5}", "{front: 2-1-5, back: 1-1-5}", "only combat units have a reduced side"),
    ("front: 3-5-4, back: 1-3-4,", "front: 3-5-4,", "unit '39ID': has a front of its own and the"),
    ("hex: '3316'}", "hex: '3316', reduced: true}", "unit '213Sec': begins reduced and has no"),
    ("kind: jaeger,", "kind: ranger,", "groups 'German jaegers' type kind: Invalid enum"),
    ("nationality: rumanian,", "nationality: italian,", "groups 'Rumanians' type nationality:"),
    ("nationality: rumanian,", "nationality: rumanian, service: ss,", "rumanian units have no ss"),
    ("nationality: rumanian,", "nationality: rumanian, service: guards,", "are no Guards"),
    ("das: 5, range: 15", "das: 5", "group 'German air units': air units, and they alone"),
    ("prints: {front: 1-3-4}", "prints: {front: 1-3-4, das: 1, range: 2}", "air units, and they"),
    ("prints: {front: 1-3-4}", "prints: {front: 1-3-4, bonus: 1}", "only an HQ adds a bonus"),
    ("kind: security,", "kind: security, breakthrough: true,", "only artillery is for breakthr"),
    ("counted: {number: 2, rule: 9.9B-2}", "counted: {number: 3, rule: 9.9B-2}",
     "group 'Sapper brigades': 2 units, 9.9B-2 has 3"),
    ("- name: German jaegers", "- name: German infantry", "group 'German infantry': this name is"),
    ("- {kind: dam,", "# {kind: dam,", "marker 'dam': is missing"),
    ("{kind: dam,", "{kind: railhead,", "marker 'railhead': is there twice"),
    ("source: reconstructed", "source: guessed", "groups 'German infantry' source: Invalid enum"),
    ("placed:", "place:", "unknown field `place`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_UNITS)
@pytest.mark.rule("ukraine43", "2.3-1")
def test_a_broken_order_of_battle_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """A wrong value, an unknown type for one, is named with its file, place and reason."""
    check_refused(load_units, UNITS_FILE, tmp_path, (old, new), problem)


def test_all_problems_of_an_order_of_battle_come_together(tmp_path: Path) -> None:
    """Two units without a defence are two problems of one error."""
    changes = (("{front: 3-2-6}", "{front: 3-0-6}"), ("{front: 2-3-6}", "{front: 2-0-6}"))
    assert refusal(load_units, altered(UNITS_FILE, tmp_path, *changes)).count("units.yaml: ") == 2


BROKEN_TABLES = [
    ("    3: [AR, AR, C, EX,", "    3: [AR, AR, C, XX,", "row '3' column '1.5-1': unexpected 'XX'"),
    ("    2: [1/-, 1/-,", "    2: [1/-, '1',", "row '2' column '1-2': '1' is neither none nor"),
    ("5-1, high]", "5-1, 5-1]", "table 'odds': its cells are not the columns of 'combat'"),
    ("  read: odds\n  columns: [1-3, 1-2, 1-1, 1.5-1, 2-1, 3-1, 4-1, 5-1, 6-1",
     "  columns: [1-3, 1-2, 1-1, 1.5-1, 2-1, 3-1, 4-1, 5-1, 6-1",
     "table 'odds': needs `read: odds`"),
    ("weather:\n", "wether:\n", "table 'weather' is missing"),
    ("[clear, clear, overcast]", "[clear, snow, overcast]", "column 'october': unexpected 'snow'"),
    ("    4-5: [\"2\", 8.4-3]", "    4-5: [two, 8.4-3]", "column 'dice': unexpected 'two'"),
    ("    16+: [\"4\"", "    far: [\"4\"", "table 'petrol': rows are not numbers"),
    ("attacker, none, 8.5-AR]", "all, none, 8.5-AR]", "row 'AR': 'all' is neither attacker nor"),
    ("defender, full, 8.5-DR]", "defender, far, 8.5-DR]", "row 'DR': unknown advance 'far'"),
    ("woods: [Forest, \"2\"", "woods: [Forest, two", "table 'terrain': row 'woods': invalid"),
    ("\"+3\", fort, TEC-16]", "\"+3\", wall, TEC-16]", "row 'fort': unknown effect on attackers"),
    ("2 hexes, 2 hexes, 1 hex]", "2 hexes, far, 1 hex]", "row 'advance' column 'cavalry': neither"),
    ("    combat: [\"3\", \"2\"", "    fight: [\"3\", \"2\"", "table 'stacking'"),
    ("\"2\", \"2\", half,", "\"2\", \"2\", some,", "row 'out_of_supply': unknown attack 'some'"),
    ("[Stacks in reaction, \"3\"", "[Stacks in reaction, few", "row 'reaction_stacks': invalid"),
    ("    6: [\"+2\", \"+1\"]", "    7: [\"+2\", \"+1\"]", "'variable': rows are not the faces"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_TABLES)
def test_a_broken_chart_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """A wrong cell is named with its table, row and column."""
    check_refused(load_charts, TABLES_FILE, tmp_path, (old, new), problem)


BROKEN_SCENARIOS = [
    ("units: [GD, 10PG], entry: ['0106'", "units: [GX, 10PG], entry: ['0106'", "unknown unit 'GX'"),
    ("units: [GD, 10PG], entry: ['0106'", "units: [GD, 10PG, 1Pz], entry: ['0106'",
     "unit '1Pz': comes twice"),
    ("units: [GD, 10PG], entry: ['0106'", "units: [GD, 88ID, 10PG], entry: ['0106'",
     "unit '88ID': comes twice"),
    ("units: [GD, 10PG], entry: ['0106'", "units: [GD], entry: ['0106'",
     "unit '10PG': neither begins nor comes"),
    ("units: [GD, 10PG], entry: ['0106'", "units: [GD, 10PG], entry: ['9906'", "unknown hex 9906"),
    ("units: [GD, 10PG], entry: ['0106'", "units: [GD, 10PG], entry: ['0107'",
     "unit 'GD': 0107 is no supply source of its side"),
    ("units: [8Pz, 20PG]", "units: [8Pz, 20PG, 19TC]", "'8Pz' and others of its group are enemies"),
    ("{turn: 5, units: [20TC]", "{turn: 22, units: [20TC]", "unit '20TC': comes on turn 22 of 21"),
    ("box: central_front}", "box: rear}", "unknown box rear"),
    ("box: central_front}", "box: central_front, entry: ['4001']}", "either by hexes or into a"),
    ("never: [Nezhin -", "never: [Narnia -", "the map has no railway Narnia - Chernigov - Repki"),
    ("link: {from: '6021',", "link: {from: '6121',", "unknown hex 6121"),
    ("later: [7, 8]", "later: [7, 9]", "the map has no repair line for railhead 9"),
    ("printed: [Belgorod,", "printed: [Borisovka,", "Borisovka has no points on the map"),
    ("added: {Akhtyrka: 1,", "added: {Atlantis: 1,", "the map has no Atlantis"),
    ("added: {Akhtyrka: 1,", "added: {Akhtyrka: 0,", "Expected `int` >= 1"),
    ("  turns: 21\n", "  turns: 22\n", "22 turns, the track has 21 for them"),
    ("[1, 1, 2, 2, 2, 3, 5]", "[1, 1, 2, 2, 2, 5]", "7 turns, the track has 6 for them"),
    ("[0+0, 0+0, 0+0, 0+1, 0+0, 0+1, 0+0]", "[0+0, 0+0]", "7 turns, the track has 2 for them"),
    ("season: october, benchmark: 19, soviet: 3+4", "season: march, benchmark: 19, soviet: 3+4",
     "season: Invalid enum value 'march'"),
    ("soviet: 0+0", "soviet: none", "soviet:"),
    ("without: [central front,", "without: [weather,", "Invalid enum value 'weather'"),
    ("- id: rumyantsev", "- id: campaign", "scenario 'campaign': this id is used twice"),
    ("sudden_death: 6", "sudden_deaths: 6", "unknown field `sudden_deaths`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_SCENARIOS)
def test_a_broken_scenario_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """What does not fit the map, the counters or itself is named."""
    check_refused(
        load_scenarios, SCENARIOS_FILE, tmp_path, (old, new), problem, BOARD, UNITS, CHARTS
    )


MISPLACED = [
    ("hex: '3301'}", "hex: '5140'}", "unit '88ID': 5140 is no land of this scenario"),
    ("hex: '3301'}", "hex: '4008'}", "unit '88ID': 4008 is not held by its side"),
    ("hex: '3303'}", "hex: '4210'}", ""),
    ("hex: '3301'}", "hex: '5328'}", ""),
    ("hex: '3401'}", "hex: '4008'}", "hex 4008: 3 combat units in one hex, 2 at most"),
    ("8FlK-a, name: VIII Fliegerkorps (a), hex: '4214'", "8FlK-a, name: X, hex: '4213'",
     "unit '8FlK-a': 4213 is no base"),
    ("8FlK-a, name: VIII Fliegerkorps (a), hex: '4214'", "8FlK-a, name: X, hex: '3316'",
     "hex 3316: 2 air units"),
    ("box: airborne}", "box: hangar}", "unit '1GAb': unknown box hangar"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), MISPLACED)
def test_a_unit_in_a_wrong_place_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """Units begin on land of their side within the stacking limits, air units on bases; a place
    without a problem is accepted.
    """
    moved = load_units(altered(UNITS_FILE, tmp_path, (old, new)))
    if not problem:
        assert load_scenarios(SCENARIOS_FILE, BOARD, moved, CHARTS)
        return
    assert problem in refusal(load_scenarios, SCENARIOS_FILE, BOARD, moved, CHARTS)
