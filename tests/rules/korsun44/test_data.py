"""The counters, clauses and rulings of Korsun 1944 against what the rules say of them."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from grognard import games
from grognard.clauses import load_clauses
from grognard.games.korsun44.charts import load_charts
from grognard.games.korsun44.units import Kind, KorsunPiece, Troops, load_units

FOLDER = Path(games.__file__).parent / "korsun44"
DATA = FOLDER / "data"
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
CLAUSES = load_clauses(DATA)


def like(unit: str) -> KorsunPiece:
    """A counter by its id."""
    return UNITS.by_id[unit]


def names(formation: str) -> set[str]:
    """The ids of the counters of a formation, without its own name."""
    return {piece.id.rpartition("-")[0] for piece in UNITS.members[formation]}


# --- how many there are -------------------------------------------------------------------


def test_243_counters() -> None:
    """62 German and 88 Soviet units begin in January; 50 and 40 come by the schedule, and 16 ARM
    has three in February.
    """
    wanted = {"german": 62 + 50 + 3, "soviet": 88 + 40}
    assert Counter(piece.side for piece in UNITS.pieces) == wanted


@pytest.mark.rule("korsun44", "B4")
@pytest.mark.parametrize(
    ("formation", "counters"),
    [("34 INF", 3), ("88 INF", 4), ("75 INF", 3), ("14 ARM", 3), ("SS BR [W]", 2), ("XX ARM", 5),
     ("III ARM", 4), ("V CAV", 6), ("503", 2), ("26", 2), ("1 ARM", 3)],
)  # fmt: skip
def test_counters_of_a_formation(formation: str, counters: int) -> None:
    """A German division has three, 88 INF one for each of its four hexes; Soviet corps have
    what the lists name.
    """
    assert len(UNITS.members[formation]) == counters


@pytest.mark.rule("korsun44", "1.3-c", "A13")
@pytest.mark.parametrize(
    ("formation", "brigades"),
    [
        ("V MOT", {"2", "9", "45", "233", "GPanc"}),
        ("V G ARM", {"6", "20", "21", "22", "GPanc"}),
        ("XVIII ARM", {"110", "170", "181", "32", "GPanc"}),
        ("XX ARM", {"8G", "80", "155", "7G", "GPanc"}),
        ("XXIX ARM", {"25", "31", "32", "53", "GPanc"}),
        ("III ARM", {"50", "51", "103", "GPanc"}),
        ("XVI ARM", {"107", "109", "164", "15", "GPanc"}),
        ("V G MOT", {"11", "12", "13", "24", "GPanc"}),
        ("XI G ARM", {"40", "44", "45", "27", "GPanc"}),
        ("V CAV", {"11G", "12G", "63", "1896", "AT", "Art"}),
    ],
)
def test_brigades_of_soviet_corps(formation: str, brigades: set[str]) -> None:
    """A corps is what the lists name in brackets."""
    assert names(formation) == brigades


def test_a_soviet_rifle_division_is_one_counter() -> None:
    """41 divisions of rifles, Guards and airborne troops, each with the size of a division."""
    divisions = UNITS.of("soviet", kind="infantry")
    assert len(divisions) == 41
    assert {piece.size for piece in divisions} == {"division"}


def test_six_resilience_groups_and_thirteen_staffs() -> None:
    """One group for each city; five German corps and eight Soviet armies have an HQ."""
    groups = UNITS.of(kind="resilience")
    cities = {"Korsun", "Gorodishche", "Katerinopol", "Shpola", "Smela", "Novomirgorod"}
    assert {piece.id.removeprefix("RG-") for piece in groups} == cities
    assert Counter(p.side for p in UNITS.of(kind="hq")) == {"german": 5, "soviet": 8}


# --- what they print ------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "B3")
@pytest.mark.parametrize("division", ["3 ARM", "11 ARM", "13 ARM", "14 ARM"])
def test_an_armoured_division_has_17_strength_points(division: str) -> None:
    """With one black star and three counters, as in the example of 5.2.1; those that come from the
    end of January on are worn.
    """
    members = UNITS.members[division]
    assert sum(piece.front.attack for piece in members) == 17
    assert sum(piece.stars.get("black", 0) for piece in members) == 1
    assert {piece.concentrates for piece in members} == {division}


@pytest.mark.rule("korsun44", "B12")
def test_the_tenth_division_is_weaker() -> None:
    """It has the name of an armoured division and the strength of a panzergrenadier one."""
    members = UNITS.members["10 ARM"]
    assert len(members) == 3
    assert sum(piece.front.attack for piece in members) < 17


def test_artillery_prints_two_strengths() -> None:
    """5/3, as in the example of 6.6.3; the mortars attack better and defend worse."""
    values = {(p.front.attack, p.front.defence, p.front.moves) for p in UNITS.of(kind="artillery")}
    assert values == {(5, 3, 7), (6, 2, 7)}
    assert like("Art-27A").front.attack == 5
    assert like("57Mor").front.defence == 2


@pytest.mark.rule("korsun44", "1.2-b", "1.2-c", "6.1.6", "9.1.4")
@pytest.mark.parametrize(
    ("unit", "levels"),
    [("80-34", 2), ("177Inf", 1), ("202AG", 2), ("471AT", 2), ("GPanc-4GA", 2), ("Art-VII", 1),
     ("1Art-40A", 1), ("HQ-VII", 1), ("HQ-5GTA", 1), ("1-506", 1), ("180RD", 2), ("GPanc-XX", 1)],
)  # fmt: skip
def test_combat_efficiency_levels(unit: str, levels: int) -> None:
    """Two printed strengths are two levels; towed artillery and HQs have one."""
    assert like(unit).levels == levels


def test_a_level_lost_shows_the_weak_side() -> None:
    """A regiment of 4 SPs has 2 on its back and the same movement; with one side nothing
    changes.
    """
    regiment, tigers = like("80-34"), like("1-506")
    assert (regiment.values(2).attack, regiment.values(1).attack) == (4, 2)
    assert regiment.values(1).moves == regiment.values(2).moves == 4
    assert tigers.values(1) == tigers.front


def test_the_back_is_half_of_the_front_rounded_up() -> None:
    """That is how weak sides were reconstructed."""
    two = [piece for piece in UNITS.pieces if piece.back]
    assert all(p.back and p.back.attack == (p.front.attack + 1) // 2 for p in two)


@pytest.mark.parametrize("corps", ["V MOT", "V G ARM", "XVIII ARM", "XX ARM", "XXIX ARM"])
def test_a_corps_fits_into_a_hex(corps: str) -> None:
    """Each of these begins on one hex in January: eight levels."""
    assert sum(piece.levels for piece in UNITS.members[corps]) == 8


@pytest.mark.rule("korsun44", "1.3", "1.3-a", "6.2.1", "9.1.2")
@pytest.mark.parametrize(
    ("unit", "moves", "points"),
    [("80-34", "foot", 4), ("180RD", "foot", 4), ("63-VC", "foot", 6), ("3-3", "truck", 7),
     ("6-3", "mech", 7), ("202AG", "mech", 7), ("2-VM", "mech", 7), ("6-VG", "truck", 7),
     ("Art-VII", "truck", 7), ("1-27Art", "truck", 7), ("471AT", "truck", 7),
     ("HQ-XI", "truck", 10), ("RG-Smela", "static", 0)],
)  # fmt: skip
def test_how_units_move(unit: str, moves: str, points: int) -> None:
    """Foot, truck or tracks; all artillery is trucked, HQs too with ten points."""
    piece = like(unit)
    assert (piece.moves, piece.front.moves) == (moves, points)
    assert piece.is_motorised == (moves in ("truck", "mech"))


@pytest.mark.parametrize("kind", sorted({*get_args(Kind)} - {"volkssturm"}))
def test_regular_units_have_zones(kind: str) -> None:
    """All but artillery, HQs and resilience groups, anti-tank guns among them."""
    regular = kind not in ("artillery", "hq", "resilience")
    pieces = UNITS.of(kind=kind)
    assert pieces
    assert {(p.is_regular, p.has_zone) for p in pieces} == {(regular, regular)}


def test_towed_units() -> None:
    """Artillery and anti-tank guns, and no assault gun."""
    assert {p.kind for p in UNITS.pieces if p.is_towed} == {"artillery", "anti-tank"}


@pytest.mark.parametrize(
    ("kind", "stars"),
    [("anti-tank", {"white": 1}), ("assault guns", {"white": 1}), ("engineers", {"yellow": 1}),
     ("infantry", {}), ("mechanised", {})],
)  # fmt: skip
def test_stars(kind: str, stars: dict[str, int]) -> None:
    """White against tanks, yellow for engineers; nobody has a blue one."""
    assert [dict(piece.stars) for piece in UNITS.of(kind=kind)] == [stars] * len(
        UNITS.of(kind=kind)
    )
    assert not [p.id for p in UNITS.pieces if "blue" in p.stars]


def test_tigers_have_two_stars() -> None:
    """Black as tanks, white against tanks."""
    tigers = [p.id for p in UNITS.pieces if len(p.stars) == 2]
    assert tigers == ["1-506", "2-506", "1-503", "2-503"]


@pytest.mark.parametrize(
    ("unit", "troops", "limit"),
    [("Germania-5SS", "ss", 12), ("I-W", "ss", 12), ("80-34", "wehrmacht", 11),
     ("62GRD", "guards", 11), ("7Abn", "guards", 11), ("8G-XX", "guards", 11),
     ("180RD", "red army", 10), ("80-XX", "red army", 10)],
)  # fmt: skip
def test_morale_of_the_troops(unit: str, troops: Troops, limit: int) -> None:
    """SS 12, Wehrmacht and Guards 11, other Soviets 10; an HQ has none."""
    assert like(unit).troops == troops
    assert CHARTS.morale_of(troops) == limit
    assert CHARTS.morale_of(like("HQ-VII").troops) is None


@pytest.mark.rule("korsun44", "1.3-b", "A17")
@pytest.mark.parametrize(
    ("unit", "symbol"),
    [("A-26", "II"), ("B-23", "II"), ("1-503", "II"), ("80-34", "III"), ("20-VG", "X"),
     ("180RD", "XX"), ("HQ-VII", "")],
)  # fmt: skip
def test_sizes(unit: str, symbol: str) -> None:
    """The symbol over a unit tells its size; half battalions are battalions."""
    assert like(unit).size_symbol == symbol


# --- formations -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "formation"),
    [("80-34", "34 INF"), ("332-B", "B INF"), ("6-3", "3 ARM"), ("Pz-5SS", "5 ARM SS"),
     ("20-VG", "V G ARM"), ("2-VM", "V MOT"), ("63-VC", ""), ("180RD", ""), ("202AG", ""),
     ("I-W", ""), ("1-506", ""), ("KG-Rentz", ""), ("HQ-VII", "")],
)  # fmt: skip
def test_who_concentrates(unit: str, formation: str) -> None:
    """Divisions and tank or mechanised corps; no cavalry corps, brigade or army."""
    assert like(unit).concentrates == formation


@pytest.mark.parametrize(
    ("unit", "front"),
    [("180RD", 1), ("20-VG", 1), ("HQ-40A", 1), ("159FU", 1), ("1-1FU", 1), ("294RD", 2),
     ("110-XVIII", 2), ("7Abn", 2), ("1-27Art", 2), ("80-34", 0)],
)  # fmt: skip
def test_fronts(unit: str, front: int) -> None:
    """40, 27 and 6 Armored Armies are the 1st Ukrainian Front's, corps by their army."""
    assert like(unit).ukrainian_front == front


def test_sources() -> None:
    """Strengths are all ours; what the rules say of HQs, guns and RGs is theirs. Lists name
    Soviet units, history the German regiments.
    """
    assert {piece.source_of("strength") for piece in UNITS.pieces} == {"reconstructed"}
    assert like("HQ-XI").source_of("movement") == "rulebook"
    assert like("Art-VII").source_of("levels") == "rulebook"
    assert {piece.named for piece in UNITS.of("soviet")} == {"rulebook"}
    assert (like("80-34").named, like("108-14").named) == ("public", "rulebook")


# --- clauses and rulings ----------------------------------------------------------------


def test_every_rule_that_the_data_cite_is_a_clause() -> None:
    """Charts name clauses and rulings that there are."""
    cited = {table.rule for table in CHARTS.tables.values()}
    for table in CHARTS.tables.values():
        cited |= {cell for (column, _), cell in table.cells.items() if column == "rule"}
    assert cited <= set(CLAUSES)


def test_rulings_that_clauses_code_and_data_cite_are_there() -> None:
    """Whoever points to a ruling in brackets points to one that exists."""
    texts = [f"{clause.says} {clause.test}" for clause in CLAUSES.values()]
    files = [*FOLDER.glob("*.py"), *DATA.glob("*.yaml")]
    texts += [path.read_text(encoding="utf-8") for path in files if path.name != "map.yaml"]
    inside = [part for text in texts for part in re.findall(r"\(([^()]*)\)", text)]
    cited = {rule for part in inside for rule in re.findall(r"(?<![\w-])[A-H]\d{1,2}\b", part)}
    results = {"A1", "A2", "D1", "D2", "D3", "D4", "D5"}  # these are results of combat as well
    assert cited - results <= set(CLAUSES)


@pytest.mark.parametrize(
    ("letter", "last"),
    [("A", 21), ("B", 16), ("C", 8), ("D", 17), ("E", 39), ("F", 19), ("G", 20), ("H", 18)],
)
def test_rulings_are_numbered_and_told(letter: str, last: int) -> None:
    """Each has a test, and RULINGS.md speaks of each."""
    told = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    for number in range(1, last + 1):
        ruling = CLAUSES[f"{letter}{number}"]
        assert ruling.kind in ("ruling", "design-note")
        assert ruling.test
        assert f"**{ruling.id}.**" in told
    assert f"{letter}{last + 1}" not in CLAUSES


@pytest.mark.parametrize(
    ("section", "last"),
    [("2.1", 6), ("3.1", 13), ("3.2", 2), ("4.1", 6), ("4.2", 6), ("4.3", 6), ("5.1", 10),
     ("5.3", 10), ("5.4", 10), ("5.5", 4), ("5.6", 6), ("6.1", 7), ("6.2", 4), ("6.3", 5),
     ("6.4", 7), ("6.5", 8), ("6.6", 5), ("7.1", 12), ("7.2", 1), ("7.3", 7), ("8.1", 9),
     ("8.2", 26), ("9.1", 8), ("9.2", 4), ("10.1", 11), ("10.2", 8), ("11.1", 5), ("11.2", 4),
     ("12.1", 4), ("12.2", 3), ("13.1", 5), ("14.1", 4), ("14.2", 3), ("14.3", 4), ("15.1", 8),
     ("15.2", 3), ("15.3", 4), ("15.4", 3), ("16.1", 4)],
)  # fmt: skip
def test_every_rule_of_the_rulebook_is_there(section: str, last: int) -> None:
    """No number of a section is left out: 8.2.1 to 8.2.26 and so on."""
    numbers = {clause.number for clause in CLAUSES.values()}
    assert {f"{section}.{n}" for n in range(1, last + 1)} <= numbers
    assert f"{section}.{last + 1}" not in numbers


def test_twelve_phases() -> None:
    """Each phase of 2.2 has its clause."""
    phases = {c.id.split("-")[1] for c in CLAUSES.values() if c.id.startswith("2.2-P")}
    assert phases == {f"P{n}" for n in range(1, 13)}
