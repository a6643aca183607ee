"""What the loaders of Operation Storm refuse: each wrong value with its file, place and reason."""

from pathlib import Path

import pytest
from tests.rules.altering import altered, check_refused, refusal

from grognard import games
from grognard.board import Board
from grognard.games.storm41.charts import load_charts
from grognard.games.storm41.scenario import load_scenarios
from grognard.games.storm41.units import load_units

DATA = Path(games.__file__).parent / "storm41" / "data"
UNITS_FILE = DATA / "units.yaml"
TABLES_FILE = DATA / "tables.yaml"
SCENARIOS_FILE = DATA / "scenarios.yaml"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(UNITS_FILE)
CHARTS = load_charts(TABLES_FILE)

BROKEN_UNITS = [
    ("{id: 3Pz,", "{id: 1Pz,", "unit '1Pz': this id is used twice"),
    ("{id: 3Pz,", "{id: 3 Pz,", "groups 'Panzer divisions' units '3 Pz' id:"),
    ("hex: N2231}", "hex: 2231}", "'3Pz' hex: Expected `str"),
    ("hex: N2231}", "hex: X2231}", "groups 'Panzer divisions' units '3Pz' hex:"),
    ("hex: N2231}", "hex: N2231, turn: 3}", "unit '3Pz': begins either on a hex, or in the"),
    ("hex: N2231}", "hex: N2231, reserve: true}", "unit '3Pz': begins either on a hex, or in the"),
    ("hex: N2231}", "hex: N2231, corps: 3}", "a panzer unit belongs to no mechanised corps"),
    ("turn: 8}", "turn: 10}", "'23Pz' turn: Expected `int` <= 9"),
    ("prints: 7-5", "prints: 7-5-10", "groups 'Panzer divisions' prints:"),
    ("prints: 7-5", "prints: 0-5", "group 'Panzer divisions': the flak, and it alone, has no att"),
    ("prints: 0-4", "prints: 1-4", "group 'Flak division': the flak, and it alone, has no attack"),
    ("prints: 1-0", "prints: 1-1", "group 'Heavy artillery': artillery, and it alone, has no def"),
    ("prints: 7-5", "prints: 7-0", "group 'Panzer divisions': artillery, and it alone, has no de"),
    ("kind: panzer,", "kind: tank,", "group 'Panzer divisions': german units are no tank"),
    ("kind: t34,", "kind: flak,", "group 'T-34 brigades': soviet units are no flak"),
    ("kind: panzer,", "kind: elephant,", "groups 'Panzer divisions' type kind: Invalid enum"),
    ("nationality: slovak,", "nationality: italian,", "groups 'Slovaks' type nationality: Invalid"),
    ("size: brigade, rep", "size: army, rep", "groups 'Panzer brigade' type size: Invalid enum"),
    ("{id: 8H, name: 8th Hungarian Infantry Brigade, hex: S4025}",
     "{id: 8H, name: 8th Hungarian Infantry Brigade, reserve: true}",
     "unit '8H': only German units lie in the reserve"),
    ("corps: 1, named: rulebook}", "corps: 2, named: rulebook}", "corps 1: is not two tank"),
    ("corps: 7, turn: 1}", "corps: 7, turn: 2}", "corps 7: its divisions do not come together"),
    ("{id: 2CC, name: 2nd Cavalry Corps}", "{id: 2CC, name: 2nd Cavalry Corps, hex: S2238}",
     "unit '2CC': a Soviet unit has no start hex"),
    ("{number: 16, rule: '3.4'}", "{number: 17, rule: '3.4'}", "'Airborne brigades': 16 units,"),
    ("- name: Jaegers", "- name: Panzer divisions", "group 'Panzer divisions': this name is used"),
    ("- {kind: game turn,", "# {kind: game turn,", "marker 'game turn': is missing"),
    ("{kind: game turn,", "{kind: airpower,", "marker 'airpower': is there twice"),
    ("source: reconstructed", "source: guessed", "groups 'Panzer divisions' source: Invalid enum"),
    ("  named: rulebook\n", "  name_of: rulebook\n", "unknown field `name_of`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_UNITS)
def test_a_broken_order_of_battle_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """A wrong value is named with its file, place and reason."""
    check_refused(load_units, UNITS_FILE, tmp_path, (old, new), problem)


def test_all_problems_of_an_order_of_battle_come_together(tmp_path: Path) -> None:
    """Two groups with a wrong factor are two problems of one error."""
    changes = (("prints: 0-4", "prints: 1-4"), ("prints: 1-0", "prints: 1-1"))
    assert refusal(load_units, altered(UNITS_FILE, tmp_path, *changes)).count("units.yaml: ") == 2


BROKEN_TABLES = [
    ("movement:\n", "moving:\n", "table 'movement' is missing"),
    ("even_combat:\n", "odd_combat:\n", "table 'even_combat' is missing"),
    ("    german foot: [\"6\"", "    german feet: [\"6\"", "row 'german foot' is missing"),
    ("    german foot: [\"6\"", "    german feet: [\"6\"", "'movement': unknown row 'german feet'"),
    ("german mech: [\"10\"", "german mech: [ten", "row 'german mech' column 'full': invalid"),
    ("marsh: [Marsh, \"2\", \"no\"", "marsh: [Marsh, \"2\", never", "table 'terrain': row 'marsh'"),
    ("\"-1\", \"no\", '10.16'", "\"-1\", maybe, '10.16'", "concentric is yes or no, not 'maybe'"),
    ("river: [River hexside, \"+1\"", "river: [River hexside, much", "table 'costs': row 'river'"),
    ("    1: [1/0, 1/1,", "    1: [1/0, XX,", "row '1' column '+1': 'XX' is neither DE nor losses"),
    ("    6: [3/0, 3/0,", "    7: [3/0, 3/0,", "table 'combat': row '6' is missing"),
    ("  read: values\n", "", "table 'combat': needs `read: values`"),
    ("\"+45\", \"+50\", \">=55\"]", "\"+50\", \"+45\", \">=55\"]", "'+45' is not above '+50'"),
    ("surprise: [Strategic", "astonishment: [Strategic", "table 'shifts': row 'surprise' is"),
    ("german: [\"8\"", "german: [many", "table 'stacking': row 'german': invalid literal"),
    ("ploesti: [Ploesti, \"+2\"", "ploesti: [Ploesti, all", "table 'points': row 'ploesti'"),
    ("drops: [Drops in", "dropping: [Drops in", "table 'limits': row 'drops' is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_TABLES)
def test_a_broken_chart_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """A wrong cell is named with its table, row and column."""
    check_refused(load_charts, TABLES_FILE, tmp_path, (old, new), problem)


BROKEN_SCENARIOS = [
    ("    N4234: [", "    N9934: [", "ready set-up: unknown hex N9934"),
    ("[232RD]", "[232RX]", "ready set-up: '232RX' is no unit that the Soviets set up"),
    ("[232RD]", "[1Pz, 232RD]", "ready set-up: '1Pz' is no unit that the Soviets set up"),
    ("[232RD]", "[232RD, 156RD]", "ready set-up: '156RD' is there twice"),
    ("    S1937: [232RD]\n", "", "ready set-up: '232RD' has no hex"),
    ("    S1937: [232RD]", "    S2640: [232RD]", "border hex S1937 has no garrison"),
    ("    S1937: [232RD]", "    S1936: [232RD]", "ready '232RD': S1936 is not in the Soviet Union"),
    ("  turns: 10\n", "  turns: 11\n", "scenario 'campaign': 11 turns, the track has 10"),
    ("  turns: 10\n", "  turns: 8\n", "unit '342ID': comes on turn 9 of 8"),
    ("  area: south_map\n", "", "a part of the map, and it alone, says who comes from elsewhere"),
    ("  area: south_map\n", "  area: moon\n", "scenarios 'south' area: Invalid enum value 'moon'"),
    ("reserve: [2Pz,", "reserve: [2Px,", "scenario 'south': unknown unit '2Px'"),
    ("reserve: [2Pz,", "reserve: [7R,", "unit '7R': is none of the reserve"),
    ("airborne: [1Abn,", "airborne: [7Fl,", "unit '7Fl': is no airborne brigade"),
    ("1: [98RD,", "1: [2Pz, 98RD,", "unit '2Pz': takes part twice"),
    ("1: [98RD,", "1: [3Abn, 98RD,", "unit '3Abn': never comes as a reinforcement"),
    ("1: [98RD,", "0: [98RD,", "arrivals"),
    ("scored: [advantage, ploesti,", "scored: [advantage, pripyat_notec,",
     "pripyat_notec cannot be scored on this part of the map"),
    ("scored: [advantage, ploesti,", "scored: [north_edge, ploesti,",
     "north_edge cannot be scored on this part of the map"),
    ("advantage: 11\n", "advantage: 16\n", "16 control points are wanted, the map has 15"),
    ("advantage: 11\n", "advantage: 0\n", "Expected `int` >= 1"),
    ("levels: {soviet: 4, draw: 3}", "levels: {soviet: 4, draw: 4}", "a draw at 4 is no less than"),
    ("luftwaffe: {soviet: 1, draw: 0}", "luftwaffe: {soviet: 1}", "missing required field `draw`"),
    ("- id: south", "- id: campaign", "scenario 'campaign': this id is used twice"),
    ("  dates: June to", "  date: June to", "unknown field `date`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_SCENARIOS)
def test_a_broken_scenario_is_refused(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """What does not fit the map, the counters or itself is named."""
    check_refused(
        load_scenarios, SCENARIOS_FILE, tmp_path, (old, new), problem, BOARD, UNITS, CHARTS
    )


MISPLACED = [
    ("hex: N2231}", "hex: N2245}", "unit '3Pz': cannot stand in N2245"),
    ("hex: N2231}", "hex: N4220}", "unit '3Pz': cannot stand in N4220"),
    ("hex: N2231}", "hex: N2234}", "unit '3Pz': N2234 is not in its country or on its side"),
    ("hex: N2231}", "hex: S3622}", ""),
    ("hex: N2231}", "hex: S1424}", ""),
    ("hex: S4025}", "hex: S2329}", "unit '8H': S2329 is not in its country or on its side"),
    ("hex: N2231}", "hex: S2837}", "hex S2837: german and romanian are never stacked together"),
    ("{id: 3R, name: 3rd Romanian Infantry Division, hex: S1729}",
     "{id: 3R, name: 3rd Romanian Infantry Division, turn: 3}",
     "unit '3R': never comes as a reinforcement"),
]  # fmt: skip


@pytest.mark.rule("storm41", "R-19")
@pytest.mark.parametrize(("old", "new", "problem"), MISPLACED)
def test_a_unit_in_a_wrong_place_is_refused(
    old: str, new: str, problem: str, tmp_path: Path
) -> None:
    """Units begin on land of their country or side, apart from other nations, and no Romanian
    comes later; a place without a problem is accepted.
    """
    moved = load_units(altered(UNITS_FILE, tmp_path, (old, new)))
    if not problem:
        assert load_scenarios(SCENARIOS_FILE, BOARD, moved, CHARTS)
        return
    assert problem in refusal(load_scenarios, SCENARIOS_FILE, BOARD, moved, CHARTS)


def test_a_ninth_german_in_a_hex_is_refused(tmp_path: Path) -> None:
    """All panzer divisions in one hex are too many."""
    homes = ("N2231", "N2131", "N2431", "N2232", "N2328", "N1831", "N1730", "N1631")
    changes = ((f"hex: {home}}}", "hex: N3431}") for home in homes)
    crowd = load_units(altered(UNITS_FILE, tmp_path, *changes))
    words = refusal(load_scenarios, SCENARIOS_FILE, BOARD, crowd, CHARTS)
    assert "hex N3431: 9 German units in one hex, 8 at most" in words


def test_a_map_without_the_boxes_is_refused() -> None:
    """The reserve and the airborne brigades need their boxes."""
    text = (DATA / "map.yaml").read_text(encoding="utf-8").partition("\nboxes:")[0]
    words = refusal(load_scenarios, SCENARIOS_FILE, Board.parse(text), UNITS, CHARTS)
    assert "the map has no box reserve" in words
    assert "the map has no box airborne" in words
