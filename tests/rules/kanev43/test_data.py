"""The counters, clauses and rulings of Red Parachutes against what is known of them."""

import re
from collections import Counter
from pathlib import Path

import pytest

from grognard import games
from grognard.clauses import load_clauses
from grognard.games.kanev43.chartfile import load_charts
from grognard.games.kanev43.units import KanevPiece, load_units

FOLDER = Path(games.__file__).parent / "kanev43"
DATA = FOLDER / "data"
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
CLAUSES = load_clauses(DATA)


def like(unit: str) -> KanevPiece:
    """A counter by its id."""
    return UNITS.by_id[unit]


# --- how many there are -------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-93")
def test_86_axis_and_90_soviet_units() -> None:
    """Nineteen formations, each with a leader and an assistant besides."""
    units = [piece for piece in UNITS.pieces if not piece.is_leader]
    assert Counter(piece.side for piece in units) == {"axis": 86, "soviet": 90}
    assert len(UNITS.formations) == 19
    leaders = [p for p in UNITS.pieces if p.command and not p.command.assistant]
    assistants = [p for p in UNITS.pieces if p.command and p.command.assistant]
    assert {p.formation_id for p in leaders} == set(UNITS.formations)
    assert {p.formation_id for p in assistants} == set(UNITS.formations)


@pytest.mark.parametrize(
    ("formation", "counters"),
    [("57ID", 10), ("34ID", 11), ("255ID", 9), ("10PG", 12), ("19PZ", 12), ("6GTC", 10),
     ("7GTC", 8), ("9MC", 13), ("161RD", 5), ("3GAB", 10)],
)  # fmt: skip
def test_counters_of_a_formation(formation: str, counters: int) -> None:
    """Its own units, the HQ included."""
    assert len(UNITS.members[formation]) == counters


@pytest.mark.parametrize("brigade", ["1GAB", "3GAB", "5GAB"])
def test_an_airborne_brigade(brigade: str) -> None:
    """Seven companies, an HQ, an anti-tank company and guns from gliders."""
    kinds = Counter(piece.kind for piece in UNITS.members[brigade])
    assert kinds == {"parachute": 7, "hq": 1, "anti-tank": 1, "artillery": 1}
    assert all(piece.is_airborne for piece in UNITS.members[brigade])


def test_there_are_no_soviet_engineers() -> None:
    """XNG-9 says so; each German division has a battalion."""
    assert not UNITS.of("soviet", kind="engineer")
    assert len(UNITS.of("axis", kind="engineer")) == 8


# --- what they print ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "strength", "morale", "points", "steps"),
    [("57ID-I/179", (4, 5), 4, 8, 3), ("255ID-I/455", (3, 4), 3, 8, 3),
     ("10PG-I/20", (5, 5), 5, 14, 3), ("19PZ-I/73", (6, 6), 5, 14, 3),
     ("19PZ-Pz27", (8, 6), 5, 14, 4), ("6GTC-51", (7, 5), 5, 12, 4), ("309RD-955", (5, 6), 4, 8, 3),
     ("337RD-1127", (5, 6), 3, 8, 3), ("3GAB-1", (2, 2), 6, 8, 1), ("57ID-HQ", (0, 1), 4, 12, 1)],
)  # fmt: skip
def test_values(unit: str, strength: tuple[int, int], morale: int, points: int, steps: int) -> None:
    """Attack and defence, morale, movement and steps as RULINGS.md has them."""
    piece = like(unit)
    assert (piece.attack, piece.defence) == strength
    assert (piece.morale, piece.points, piece.steps) == (morale, points, steps)


@pytest.mark.parametrize(
    ("unit", "armour", "anti_tank"),
    [("19PZ-Pz27", 5, 0), ("6GTC-51", 4, 0), ("10PG-AA110", 2, 0), ("34ID-PJ", 0, 6),
     ("9MC-AT", 0, 4), ("19PZ-I/73", 0, 3), ("57ID-Pi", 0, 2), ("57ID-I/179", 0, 0)],
)  # fmt: skip
def test_armour_and_anti_tank_values(unit: str, armour: int, anti_tank: int) -> None:
    """Tanks and armoured cars have armour, guns and half-tracks an anti-tank value."""
    assert (like(unit).armour, like(unit).anti_tank) == (armour, anti_tank)


@pytest.mark.parametrize(("lost", "left"), [(0, 5), (1, 4), (2, 2)])
def test_a_unit_with_fewer_steps_has_its_share(lost: int, left: int) -> None:
    """Two of three steps of 5 are 4, one is 2: rounded up."""
    assert like("10PG-I/20").share(5, lost) == left


@pytest.mark.parametrize(
    ("unit", "range_"),
    [("57ID-I/AR", 5), ("57ID-IV/AR", 6), ("XXIV-Werfer", 3), ("309RD-AR", 5), ("6GTC-Mtr", 3),
     ("3GTA-GMR1", 4), ("40A-Gun", 7), ("1GAB-Gl", 2)],
)  # fmt: skip
def test_ranges(unit: str, range_: int) -> None:
    """German light, heavy and rockets; Soviet divisional, mortars, rockets, guns, gliders."""
    guns = like(unit).guns
    assert guns is not None
    assert guns.range == range_


@pytest.mark.parametrize(
    ("unit", "ammunition", "limber"),
    [("57ID-I/AR", "light", "others"), ("57ID-IV/AR", "heavy", "others"),
     ("10PG-I/AR10", "light", "motorised"), ("7PZ-I/AR78", "light", "mechanised"),
     ("XXIV-Werfer", "rocket", "light"), ("6GTC-Mtr", "mortar", "light"),
     ("1GAB-Gl", "mortar", "light"), ("40A-Gun", "heavy", "motorised")],
)  # fmt: skip
def test_guns(unit: str, ammunition: str, limber: str) -> None:
    """What they shoot, and in which line of the limbering table they are."""
    guns = like(unit).guns
    assert guns is not None
    assert (guns.ammunition, guns.limber) == (ammunition, limber)


@pytest.mark.rule("kanev43", "R-28")
@pytest.mark.parametrize(
    ("hq", "hexes"),
    [("6GTC-HQ", 7), ("7GTC-HQ", 7), ("9MC-HQ", 7), ("309RD-HQ", 4), ("38RD-HQ", 4),
     ("1GAB-HQ", 4), ("57ID-HQ", 0)],
)  # fmt: skip
def test_how_far_an_hq_supplies(hq: str, hexes: int) -> None:
    """Seven hexes for mobile corps, four for rifle divisions and brigades."""
    assert like(hq).supply == hexes


@pytest.mark.rule("kanev43", "FRM-2")
@pytest.mark.parametrize(
    ("unit", "free"),
    [("57ID-I/179", True), ("57ID-I/AR", True), ("6GTC-51", True), ("6GTC-I/22", True),
     ("3GAB-1", True), ("309RD-955", False), ("6GTC-SMG", False), ("6GTC-Mtr", False),
     ("1GAB-Gl", False), ("XXIV-Flak", False), ("L-57ID", False)],
)  # fmt: skip
def test_who_may_be_unassigned(unit: str, free: bool) -> None:
    """Axis units of a formation, Soviets with motors or parachutes; rifles and guns may not."""
    assert like(unit).may_be_unassigned is free


@pytest.mark.rule("kanev43", "LDR-12", "LDR-14")
def test_leaders() -> None:
    """Foot bonus / other bonus and tactical value: 1/3 and 4 for the leader of 19 Pz."""
    led, assistant = like("L-19PZ").command, like("A-19PZ").command
    assert led is not None
    assert (led.foot, led.motor, led.tactical) == (1, 3, 4)
    assert assistant is not None
    assert (assistant.foot, assistant.motor, assistant.tactical) == (0, 1, 1)


@pytest.mark.parametrize(
    ("unit", "symbol"),
    [
        ("34ID-PJ", "I"),
        ("57ID-I/179", "II"),
        ("309RD-AR", "III"),
        ("40A-Gun", "X"),
        ("57ID-HQ", ""),
    ],
)
def test_sizes(unit: str, symbol: str) -> None:
    """The symbol over a unit tells its size."""
    assert like(unit).size_symbol == symbol


def test_sources() -> None:
    """All numbers are ours; that some units were there is public."""
    assert {piece.source for piece in UNITS.pieces} == {"reconstructed"}
    assert (like("10PG-StuG239").named, like("L-19PZ").named) == ("public", "public")
    assert like("57ID-I/179").named == "reconstructed"


# --- clauses and rulings ----------------------------------------------------------------


def test_every_rule_that_the_data_cite_is_a_clause() -> None:
    """Charts name clauses and rulings that there are."""
    cited = {table.rule for table in CHARTS.tables.values()}
    for table in CHARTS.tables.values():
        cited |= {cell for (column, _), cell in table.cells.items() if column == "rule"}
    assert cited <= set(CLAUSES)


def test_rules_that_clauses_code_and_data_cite_are_there() -> None:
    """Whoever points to a clause or ruling points to one that exists."""
    texts = [f"{clause.says} {clause.test}" for clause in CLAUSES.values()]
    files = [*FOLDER.glob("*.py"), *DATA.glob("*.yaml"), FOLDER / "RULINGS.md"]
    texts += [path.read_text(encoding="utf-8") for path in files if path.name != "map.yaml"]
    words = "|".join(sorted({rule.split("-")[0] for rule in CLAUSES}))
    cited = {rule for text in texts for rule in re.findall(rf"\b(?:{words})-\d+\b", text)}
    assert cited - {"A-19"} <= set(CLAUSES)


def test_rulings_are_numbered_and_told() -> None:
    """R-01 to R-114: RULINGS.md speaks of each, and each that changes play has a test."""
    told = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    for number in range(1, 115):
        ruling = CLAUSES[f"R-{number:02d}"]
        assert ruling.kind in ("ruling", "design-note")
        assert bool(ruling.test) == (ruling.kind == "ruling")
        assert f"**{ruling.id}**" in told
    assert "R-115" not in CLAUSES


@pytest.mark.parametrize(
    ("section", "last"),
    [("CRT", 16), ("BMB", 12), ("ZOC", 4), ("TEC", 23), ("STM", 4), ("STK", 7), ("SUP", 14),
     ("DIS", 11), ("REC", 4), ("RPL", 7), ("ART", 19), ("LMB", 5), ("CBT", 32), ("LSS", 6),
     ("RET", 9), ("SFT", 4), ("ADV", 8), ("BRK", 6), ("INF", 9), ("NGT", 8), ("LDR", 18),
     ("FRM", 3), ("SOP", 21), ("IMP", 4), ("BGR", 1), ("RCN", 1), ("BHD", 7), ("XNG", 9),
     ("KNB", 3), ("AIRB", 18)],
)  # fmt: skip
def test_every_clause_is_there(section: str, last: int) -> None:
    """No number of a section is left out."""
    numbers = {int(rule.split("-")[1]) for rule in CLAUSES if rule.split("-")[0] == section}
    assert numbers == set(range(1, last + 1))
