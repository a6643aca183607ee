"""The counters and clauses of Operation Storm against what the rules and the rulings say."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from grognard import games
from grognard.clauses import load_clauses
from grognard.games.storm41.charts import load_charts
from grognard.games.storm41.state import Options41
from grognard.games.storm41.units import (
    Colours,
    Going,
    Kind,
    MarkerKind,
    Mobility,
    Pace,
    Piece41,
    load_units,
)
from grognard.render.styles import Look

FOLDER = Path(games.__file__).parent / "storm41"
DATA = FOLDER / "data"
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
CLAUSES = load_clauses(DATA)


def ids(pieces: tuple[Piece41, ...]) -> set[str]:
    return {piece.id for piece in pieces}


def like(unit: str) -> Piece41:
    return UNITS.by_id[unit]


# --- 1, 2  sides and counters -----------------------------------------------------------


@pytest.mark.rule("storm41", "1.1")
def test_hungarians_and_romanians_belong_to_the_german_player() -> None:
    """There are two sides; every nation but the Soviets is of the Axis."""
    sides = {(piece.nationality, piece.side) for piece in UNITS.pieces}
    axis = {"german", "slovak", "hungarian", "romanian"}
    assert sides == {("soviet", "soviet")} | {(nation, "axis") for nation in axis}


@pytest.mark.rule("storm41", "2.1", "2.4", "R-123")
def test_684_counters() -> None:
    """607 units and 77 markers: 177 German with the Slovaks, 16 Hungarian, 22 Romanian and 392
    Soviet units.
    """
    nations = Counter(piece.nation for piece in UNITS.pieces)
    assert nations == {"german": 177, "hungarian": 16, "romanian": 22, "soviet": 392}
    markers = sum(marker.number for marker in UNITS.markers.values())
    assert (len(UNITS.pieces), markers, len(UNITS.pieces) + markers) == (607, 77, 684)


@pytest.mark.rule("storm41", "2.14", "2.14-3", "2.14-5")
def test_markers() -> None:
    """Ten airpower markers, one for aerial supply, three for corridors, two for each track of
    tens and ones.
    """
    numbers = {kind: marker.number for kind, marker in UNITS.markers.items()}
    assert set(numbers) == set(get_args(MarkerKind))
    assert (numbers["airpower"], numbers["aerial supply"]) == (10, 1)
    assert (numbers["transport corridor"], numbers["game turn"]) == (3, 1)
    assert numbers["german eliminated"] == numbers["soviet eliminated"] == 2
    assert (numbers["soviet city control"], numbers["soviet victory points"]) == (2, 1)
    assert numbers["airpower"] == CHARTS.limits["airpower"].number
    assert numbers["aerial supply"] == CHARTS.limits["aerial_supply"].number
    assert UNITS.markers["hex control"].source == "reconstructed"


@pytest.mark.rule("storm41", "2.6")
@pytest.mark.parametrize(
    ("unit", "colours", "mobility"),
    [
        ("1Pz", "German mechanised", "mech"),
        ("Slov", "German mechanised", "mech"),
        ("291ID", "German non-mechanised", "foot"),
        ("10Flak", "German static", "static"),
        ("HMC", "Hungarian", "mech"),
        ("7R", "Romanian", "foot"),
        ("1TD", "Soviet mechanised", "mech"),
        ("2CC", "Soviet mechanised", "mech"),
        ("402Art", "Soviet artillery", "mech"),
        ("1TB", "Soviet T-34", "mech"),
        ("10RD", "Soviet non-mechanised", "foot"),
        ("72MtR", "Soviet non-mechanised", "foot"),
        ("1Abn", "Soviet airborne", "foot"),
    ],
)
def test_ten_colour_schemes(unit: str, colours: Colours, mobility: Mobility) -> None:
    """Nation and class of a unit give its colours."""
    assert (like(unit).colours, like(unit).mobility) == (colours, mobility)
    assert {piece.colours for piece in UNITS.pieces} == set(get_args(Colours))


def test_every_colour_scheme_has_a_skin() -> None:
    """The look of the game has a skin for each, warm for the Soviets and cool for the Axis."""
    skins = Look.load(DATA / "look.yaml").skins
    assert {piece.colours: skins[piece.colours].camp for piece in UNITS.pieces} == {
        colours: "warm" if colours.startswith("Soviet") else "cool" for colours in get_args(Colours)
    }


@pytest.mark.rule("storm41", "2.7")
def test_formations_that_the_rules_abbreviate() -> None:
    """Each is there under its abbreviation, and its name is the rulebook's."""
    named = {"GD", "HMC", "RCC", "RMC", "Slov", "SSAH", "SSP", "SSR", "SST", "SSW", "900L"}
    assert named <= set(UNITS.by_id)
    assert {like(unit).named for unit in named} == {"rulebook"}
    assert {like(unit).named for unit in ("1Cav", "10Flak", "1Pz", "1TD")} == {"rulebook"}
    assert like("291ID").named == "reconstructed"


@pytest.mark.rule("storm41", "2.8")
@pytest.mark.parametrize(
    ("unit", "symbol"), [("GD", "III"), ("900L", "X"), ("1Pz", "XX"), ("2CC", "XXX")]
)
def test_sizes(unit: str, symbol: str) -> None:
    """The symbol over a unit tells its size."""
    assert like(unit).size_symbol == symbol


@pytest.mark.rule("storm41", "2.9", "6.5-note")
@pytest.mark.parametrize(
    ("kind", "mobility"),
    [
        ("panzer", "mech"),
        ("motorised", "mech"),
        ("cavalry", "mech"),
        ("tank", "mech"),
        ("mechanised", "mech"),
        ("t34", "mech"),
        ("artillery", "mech"),
        ("flak", "static"),
        ("infantry", "foot"),
        ("rifle", "foot"),
        ("mountain", "foot"),
        ("airborne", "foot"),
    ],
)
def test_mobility_classes(kind: str, mobility: str) -> None:
    """Cavalry and heavy artillery are mechanised, airborne troops are not, the flak is static."""
    pieces = UNITS.of(kind=kind)
    assert {piece.mobility for piece in pieces} == {mobility}
    assert {piece.kind for piece in UNITS.pieces} == set(get_args(Kind))


def test_only_one_unit_is_static() -> None:
    """It is the 10th Flak Division."""
    assert [p.id for p in UNITS.pieces if p.mobility == "static"] == ["10Flak"]


@pytest.mark.rule("storm41", "2.11")
@pytest.mark.parametrize(
    ("unit", "pace", "going"),
    [
        ("1Pz", "german mech", "mech"),
        ("Slov", "german mech", "mech"),
        ("1Cav", "german mech", "cavalry"),
        ("1Mt", "german foot", "mountain"),
        ("101J", "german foot", "foot"),
        ("7Fl", "german foot", "foot"),
        ("10Flak", "german static", "foot"),
        ("HMC", "allied", "mech"),
        ("1HMt", "allied", "mountain"),
        ("RCC", "allied", "cavalry"),
        ("1RArm", "allied", "mech"),
        ("7R", "allied", "foot"),
        ("1TD", "soviet mech", "mech"),
        ("402Art", "soviet mech", "mech"),
        ("5CC", "soviet mech", "cavalry"),
        ("72MtR", "soviet foot", "mountain"),
        ("1Abn", "soviet foot", "foot"),
    ],
)
def test_row_of_movement_and_column_of_terrain(unit: str, pace: Pace, going: Going) -> None:
    """Germans and Soviets move by class, the allies all alike; terrain goes by the symbol."""
    assert (like(unit).pace, like(unit).going) == (pace, going)


@pytest.mark.rule("storm41", "2.13")
def test_every_unit_has_one_step() -> None:
    """One loss is one unit."""
    assert {piece.steps for piece in UNITS.pieces} == {1}


@pytest.mark.rule("storm41", "2.13-note")
def test_what_has_been_left_out() -> None:
    """No Guards, militia, fortified zones or Bulgarians."""
    names = " ".join(piece.name for piece in UNITS.pieces)
    assert not re.search("Guards |militia|fortified|Bulgarian", names, re.IGNORECASE)


@pytest.mark.rule("storm41", "R-27")
def test_soviet_corps_counters_are_cavalry() -> None:
    """No other Soviet counter has that size."""
    assert {p.kind for p in UNITS.of("soviet", size="corps")} == {"cavalry"}


# --- factors ----------------------------------------------------------------------------


@pytest.mark.rule("storm41", "2.5", "2.10")
def test_factors_are_read_as_attack_and_defence() -> None:
    """1st Panzer Division is 7-5."""
    first = like("1Pz")
    assert (first.attack, first.defence, first.size, first.kind) == (7, 5, "division", "panzer")


def test_zero_factors() -> None:
    """Artillery is 1-0, the flak cannot attack; everybody else has both factors. The rulebook
    says so.
    """
    guns = UNITS.of(kind="artillery")
    assert {(p.attack, p.defence, p.source_of("attack")) for p in guns} == {(1, 0, "rulebook")}
    flak = like("10Flak")
    assert (flak.attack, flak.source_of("attack")) == (0, "rulebook")
    assert flak.source_of("defence") == "reconstructed"
    others = [p for p in UNITS.pieces if p.kind not in ("artillery", "flak")]
    assert all(p.attack and p.defence for p in others)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [("1Pz", "6Pz"), ("6Pz", "36Mot"), ("1ID", "217ID"), ("217ID", "207Sec"), ("1TD", "11TD"),
     ("11TD", "27TD"), ("163MD", "15MD"), ("15MD", "209MD"), ("10RD", "243RD")],
)  # fmt: skip
def test_qualities(stronger: str, weaker: str) -> None:
    """Panzers before motorised infantry, first line before later waves, strong corps before
    weak ones.
    """
    assert like(stronger).attack > like(weaker).attack
    assert like(stronger).defence >= like(weaker).defence


def test_three_german_divisions_are_worth_four_soviet_ones() -> None:
    """First line against rifles, in attack and in defence."""
    german, soviet = like("1ID"), like("10RD")
    assert 3 * german.attack == 4 * soviet.attack
    assert 3 * german.defence == 4 * soviet.defence


# --- how they come into play --------------------------------------------------------------


@pytest.mark.rule("storm41", "3.3-ex")
def test_the_first_panzer_division_begins_in_n3431() -> None:
    """The one start hex that the rules give."""
    first = like("1Pz")
    assert (first.start, first.hex, first.placed) == ("hex", "N3431", "rulebook")
    assert [p.id for p in UNITS.pieces if p.placed == "rulebook"] == ["1Pz"]


@pytest.mark.rule("storm41", "R-124")
def test_the_flak_begins_at_ploesti() -> None:
    """S2029."""
    assert like("10Flak").hex == "S2029"


def test_backs() -> None:
    """Soviets have blank backs or a turn; only Germans lie in the reserve; no turn has two
    digits.
    """
    starts = Counter((piece.side, piece.start) for piece in UNITS.pieces)
    assert {start for side, start in starts if side == "soviet"} == {"free", "turn", "airborne"}
    assert {start for side, start in starts if side == "axis"} == {"hex", "turn", "reserve"}
    assert {p.nation for p in UNITS.pieces if p.reserve} == {"german"}
    assert {p.turn for p in UNITS.pieces if p.turn} == set(range(1, 10))


def test_sixteen_airborne_brigades_wait_off_the_map() -> None:
    """Sixteen brigades; the German Flieger Division is none of them."""
    brigades = [p for p in UNITS.pieces if p.is_airborne]
    assert len(brigades) == 16
    assert {(p.start, p.size) for p in brigades} == {("airborne", "brigade")}
    assert not like("7Fl").is_airborne


@pytest.mark.rule("storm41", "R-19")
def test_no_romanian_comes_later() -> None:
    """All Romanians have a start hex; some Hungarians come later."""
    assert {p.start for p in UNITS.of(nationality="romanian")} == {"hex"}
    assert {p.start for p in UNITS.of(nationality="hungarian")} == {"hex", "turn"}


@pytest.mark.rule("storm41", "5.13-8-ex")
def test_mechanised_corps() -> None:
    """The first is 1st and 3rd Tank with 163rd Mechanised; each has two tank divisions and a
    mechanised one.
    """
    assert {p.id for p in UNITS.corps[1]} == {"1TD", "3TD", "163MD"}
    for divisions in UNITS.corps.values():
        assert sorted(p.kind for p in divisions) == ["mechanised", "tank", "tank"]
        assert len({p.start for p in divisions}) == 1


# --- classes that rules ask for -----------------------------------------------------------


def test_who_is_never_replaced() -> None:
    """The units that 8.4 names, and all that are not German."""
    never = {p.id for p in UNITS.pieces if not p.replaceable and p.nation == "german"}
    assert never == {"Slov", "1Cav", "10Flak", "900L", "GD"}
    assert {p.nationality for p in UNITS.pieces if p.replaceable} == {"german"}


def test_who_leads_and_who_joins_a_mobile_assault() -> None:
    """German panzer divisions and the Lehr Brigade lead; motorised infantry and the Slovaks
    join; Hungarians and Romanians do neither.
    """
    leaders = [p for p in UNITS.pieces if p.leads_assault]
    assert {p.size for p in leaders} == {"division", "brigade"}
    assert "900L" in {p.id for p in leaders}
    joining = {p.id for p in UNITS.pieces if p.joins_assault} - {p.id for p in leaders}
    assert {"GD", "Slov", "SSR", "36Mot"} <= joining
    assert {like(unit).kind for unit in joining} == {"motorised"}
    for unit in ("HMC", "1RArm", "1Cav", "1TD", "10Flak"):
        assert not like(unit).joins_assault


def test_tank_units() -> None:
    """Tank divisions and T-34 brigades are what the flak halves."""
    assert {p.kind for p in UNITS.pieces if p.is_tank} == {"tank", "t34"}


def test_the_slovak_division_is_german_in_everything() -> None:
    """2.12: it is printed Slovak and follows German rules."""
    assert (like("Slov").nationality, like("Slov").nation) == ("slovak", "german")
    assert not like("Slov").is_allied
    assert like("HMC").is_allied


# --- clauses and rulings ----------------------------------------------------------------


def test_every_rule_that_the_data_cite_is_a_clause() -> None:
    """Charts, markers and counted groups name clauses and rulings that there are."""
    cited = {marker.rule for marker in UNITS.markers.values()}
    for table in CHARTS.tables.values():
        cited.add(table.rule)
        cited |= {cell for (column, _), cell in table.cells.items() if column.endswith("rule")}
    text = (DATA / "units.yaml").read_text(encoding="utf-8")
    cited |= set(re.findall(r"counted: \{number: \d+, rule: '([^']+)'\}", text))
    assert cited <= set(CLAUSES)


def test_rulings_are_numbered_and_told() -> None:
    """R-1 to R-145, each with a test; RULINGS.md speaks of each, and every option is a switch
    of one of them.
    """
    rulings = [clause for clause in CLAUSES.values() if re.fullmatch(r"R-\d+", clause.id)]
    wanted = [f"R-{n}" for n in range(1, 146)]
    assert sorted((clause.id for clause in rulings), key=wanted.index) == wanted
    assert {clause.kind for clause in rulings} == {"ruling", "design-note"}
    assert all(clause.test for clause in rulings)
    told = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    assert [rule for rule in wanted if not re.search(rf"{rule}\b", told)] == []
    switches = [clause.switch for clause in rulings if clause.switch]
    assert sorted(switches) == sorted(Options41.__struct_fields__)


def test_rulings_that_clauses_and_code_cite_are_there() -> None:
    """Whoever points to a ruling points to one that exists."""
    texts = [f"{clause.says} {clause.test}" for clause in CLAUSES.values()]
    texts += [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")]
    cited = {rule for text in texts for rule in re.findall(r"\bR-\d+", text)}
    assert cited <= set(CLAUSES)


@pytest.mark.parametrize(
    ("section", "last"),
    [(1, 5), (2, 14), (3, 8), (4, 11), (5, 13), (6, 7), (7, 10), (8, 4), (9, 31), (10, 25),
     (11, 10), (12, 3)],
)  # fmt: skip
def test_every_rule_of_the_rulebook_is_there(section: int, last: int) -> None:
    """No number of a section is left out: 9.1 to 9.31, 10.1 to 10.25 and so on."""
    numbers = {clause.number for clause in CLAUSES.values()}
    assert {f"{section}.{n}" for n in range(1, last + 1)} <= numbers
