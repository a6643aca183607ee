"""The counters and scenarios of Ukraine '43 against what the rules and the rulings say."""

import re
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from grognard import games
from grognard.board import Board
from grognard.clauses import load_clauses
from grognard.games.ukraine43.charts import load_charts
from grognard.games.ukraine43.scenario import Replacements, load_scenarios
from grognard.games.ukraine43.units import Kind, MarkerKind, Piece43, Values, load_units

FOLDER = Path(games.__file__).parent / "ukraine43"
DATA = FOLDER / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
SCENARIOS = load_scenarios(DATA / "scenarios.yaml", BOARD, UNITS, CHARTS)
CAMPAIGN, RUMYANTSEV = SCENARIOS["campaign"], SCENARIOS["rumyantsev"]
CLAUSES = load_clauses(DATA)
GROUND = [piece for piece in UNITS.pieces if piece.is_ground]


def ids(pieces: tuple[Piece43, ...]) -> set[str]:
    return {piece.id for piece in pieces}


def units_of(scenario_side: str, turn: int) -> set[str]:
    return {u for arrival in CAMPAIGN.due(turn, scenario_side) for u in arrival.units}


# --- 1, 2  sides and counters -----------------------------------------------------------


@pytest.mark.rule("ukraine43", "1-1")
def test_every_piece_belongs_to_one_of_two_sides() -> None:
    """Germans and their allies are one side, the Soviets the other."""
    sides = {(piece.nationality, piece.side) for piece in UNITS.pieces}
    allies = {"german", "rumanian", "hungarian", "slovakian", "turkoman"}
    assert sides == {("soviet", "soviet")} | {(nation, "axis") for nation in allies}


@pytest.mark.rule("ukraine43", "2.1-1")
def test_a_german_infantry_division_is_4_7_4() -> None:
    """Front and back are read as attack, defence and movement; the back is the weaker side."""
    piece = UNITS.by_id["88ID"]
    assert (piece.front.attack, piece.front.defence, piece.front.move) == (4, 7, 4)
    assert piece.steps == 2
    assert piece.values(reduced=True) == Values(2, 4, 4)
    assert str(piece.values()) == "4-7-4"


def test_a_reduced_side_is_never_stronger() -> None:
    """No unit gains by losing a step, and it keeps its movement allowance."""
    for piece in UNITS.pieces:
        if piece.back:
            assert piece.back.attack < piece.front.attack
            assert piece.back.defence < piece.front.defence
            assert piece.back.move == piece.front.move


@pytest.mark.rule("ukraine43", "2.1-2")
def test_tank_brigades_are_support_units() -> None:
    """A tank brigade is a support unit of one step without a zone of control."""
    brigades = UNITS.of("soviet", kind="tank", size="brigade")
    assert len(brigades) == 8
    assert all(p.role == "support" and p.steps == 1 and not p.has_zoc for p in brigades)
    assert {str(p.front) for p in brigades} == {"2-1-5"}


@pytest.mark.rule("ukraine43", "2.1-3")
def test_three_panzer_corps() -> None:
    """Two of the army and one of the SS, each with a bonus of 2 and a defence of 2."""
    corps = UNITS.of("axis", kind="panzer corps")
    assert Counter(p.service for p in corps) == {"army": 2, "ss": 1}
    assert {(p.role, p.bonus, p.front.defence) for p in corps} == {("hq", 2, 2)}


@pytest.mark.rule("ukraine43", "2.1-4", "T-8")
def test_air_units() -> None:
    """Three German air units with DAS 5 and range 15, six Soviet ones with 3 and 10; each has
    a base of its own in a village, town or city.
    """
    air = UNITS.of(role="air")
    assert Counter((p.side, p.das, p.range) for p in air) == {
        ("axis", 5, 15): 3,
        ("soviet", 3, 10): 6,
    }
    assert len({p.hex for p in air}) == 9
    sizes = [place.size for p in air if (place := BOARD.place_at(p.hex))]
    assert len(sizes) == 9
    assert set(sizes) <= {"village", "town", "city"}
    assert {p.source_of("das") for p in air} == {"rulebook"}
    assert {p.source_of("range") for p in air} == {"reconstructed"}


@pytest.mark.rule("ukraine43", "2.1-5", "4.8A-1")
def test_restricted_movement() -> None:
    """Army and front HQs, leaders and artillery have it; panzer corps and tank armies do not."""
    restricted = {piece.kind for piece in UNITS.pieces if piece.restricted}
    assert restricted == {"army", "front", "leader", "artillery"}
    assert not any(p.restricted for p in UNITS.pieces if p.kind not in restricted)
    assert all(p.is_mechanised for p in UNITS.pieces if p.restricted)
    assert UNITS.by_id["VorF"].front.defence > 0


@pytest.mark.rule("ukraine43", "2.2-1")
@pytest.mark.parametrize(
    ("unit", "size", "symbol"),
    [
        ("1440SU", "regiment", "III"),
        ("180TB", "brigade", "X"),
        ("88ID", "division", "XX"),
        ("6TC", "corps", "XXX"),
    ],
)
def test_sizes(unit: str, size: str, symbol: str) -> None:
    """The symbol over a unit tells its size."""
    piece = UNITS.by_id[unit]
    assert (piece.size, piece.size_symbol) == (size, symbol)


@pytest.mark.rule("ukraine43", "2.2-2")
def test_only_the_tigers_are_a_battalion() -> None:
    """One unit of battalion size, and it is the Tigers."""
    assert [p.kind for p in UNITS.of(size="battalion")] == ["tiger"]


@pytest.mark.rule("ukraine43", "2.2-3")
def test_a_pair_of_divisions_is_one_unit() -> None:
    """Counters with two numbers are one combat unit: a pair and a third unit fill a hex."""
    pairs = [p for p in GROUND if re.search(r"\d+\w*/\d+", p.id)]
    assert len(pairs) == 72
    assert {(p.role, p.kind, p.steps) for p in pairs} == {("combat", "infantry", 2)}
    two = [piece.stacked for piece in pairs if piece.side == "soviet"][:2]
    assert CHARTS.stacking["soviet"].fits(two)


@pytest.mark.rule("ukraine43", "2.3-1")
def test_unit_types() -> None:
    """The types that the rules list are all there, besides leaders and air units."""
    named = {
        *("infantry", "security", "jaeger", "airborne", "mountain", "fortified region", "cavalry"),
        *("sapper", "panzer", "tank", "panzergrenadier", "mechanised", "artillery"),
        *("panzer corps", "tank army", "shock army", "army", "front"),
        *("su", "kv", "tiger", "stug"),
    }
    assert {piece.kind for piece in UNITS.pieces} == named | {"leader", "air"}
    assert set(get_args(Kind)) == named | {"leader", "air"}


@pytest.mark.rule("ukraine43", "2.3-2")
def test_colours() -> None:
    """Guards are red, SS black, Luftwaffe blue; each nation has its colour, and only gray,
    black and blue counters are German.
    """
    colours = {(piece.nationality, piece.service): piece.colour for piece in UNITS.pieces}
    assert colours == {
        ("german", "army"): "gray",
        ("german", "ss"): "black",
        ("german", "luftwaffe"): "blue",
        ("rumanian", "army"): "green",
        ("hungarian", "army"): "light green",
        ("slovakian", "army"): "dark blue",
        ("turkoman", "army"): "yellow",
        ("soviet", "army"): "tan",
        ("soviet", "guards"): "red",
    }
    assert {p.colour for p in UNITS.pieces if p.is_german} == {"gray", "black", "blue"}
    assert {p.colour for p in UNITS.pieces if p.is_guards} == {"red"}
    assert {p.colour for p in UNITS.pieces if p.is_ss} == {"black"}


def test_guards_by_name() -> None:
    """Whoever is called Guards throughout is Guards, and nobody else."""
    half = {"28G/84", "25G/267", "60G/333"}
    named = {p.id for p in UNITS.of("soviet") if "Guards" in p.name}
    assert ids(UNITS.of(service="guards")) == named - half


# --- 5, 6  classes ----------------------------------------------------------------------


@pytest.mark.rule("ukraine43", "5.1A", "5.1C")
def test_zones_of_control_by_class() -> None:
    """Combat units have a zone of control, support units, HQs, leaders and air units none."""
    zones = {(piece.role, piece.has_zoc) for piece in UNITS.pieces}
    others = {("support", False), ("hq", False), ("leader", False), ("air", False)}
    assert zones == {("combat", True)} | others
    assert UNITS.by_id["121/141"].role == "combat"


@pytest.mark.rule("ukraine43", "5.1D")
def test_support_units() -> None:
    """Soviet brigades, regiments and artillery; on the German side Tigers and assault guns."""
    german = [p.kind for p in UNITS.of("axis", role="support")]
    assert sorted(german) == ["stug", "tiger"]
    soviet = {(p.kind, p.size) for p in UNITS.of("soviet", role="support")}
    assert soviet == {
        ("tank", "brigade"),
        ("mechanised", "brigade"),
        ("sapper", "brigade"),
        ("airborne", "brigade"),
        ("artillery", "division"),
        ("su", "regiment"),
        ("kv", "regiment"),
    }


def test_ground_units_have_steps_and_others_none() -> None:
    """Combat, support and HQ pieces have one or two steps; leaders and air units have none."""
    assert {p.role for p in UNITS.pieces if p.steps} == {"combat", "support", "hq"}
    assert {p.steps for p in UNITS.of(role="support") + UNITS.of(role="hq")} == {1}


# --- counts -----------------------------------------------------------------------------


@pytest.mark.rule("ukraine43", "T-9")
def test_how_many_counters_there_are() -> None:
    """72 Axis and 127 Soviet units, eight HQs, a leader and the air units of each side."""
    roles = Counter((piece.side, piece.role) for piece in UNITS.pieces)
    assert roles["axis", "combat"] + roles["axis", "support"] == 72
    assert roles["soviet", "combat"] + roles["soviet", "support"] == 127
    assert roles["axis", "hq"] == roles["soviet", "hq"] == 8
    assert roles["axis", "leader"] == roles["soviet", "leader"] == 1


@pytest.mark.rule("ukraine43", "T-9")
@pytest.mark.parametrize(
    ("side", "counts"),
    [
        (
            "axis",
            "infantry 40, jaeger 2, mountain 1, panzer 15, panzergrenadier 7, security 5, "
            "stug 1, tiger 1, panzer corps 3, army 5, leader 1, air 3",
        ),
        (
            "soviet",
            "infantry 71, tank 23, mechanised 10, cavalry 3, fortified region 2, artillery 10, "
            "sapper 2, airborne 3, su 2, kv 1, tank army 3, shock army 1, front 4, leader 1, air 6",
        ),
    ],
)
def test_counters_by_type(side: str, counts: str) -> None:
    """The mix of types on each side."""
    wanted = {kind: int(number) for kind, number in re.findall(r"([a-z ]+?) (\d+)", counts)}
    assert Counter(f" {p.kind}".strip() for p in UNITS.of(side)) == {
        kind.strip(): number for kind, number in wanted.items()
    }


@pytest.mark.rule("ukraine43", "T-9")
def test_the_first_tank_army_of_the_example() -> None:
    """HQ, mechanised corps, two tank corps and a brigade: 24 in attack, 23 in defence, 5."""
    army, *units = (UNITS.by_id[unit] for unit in ("1TA", "3MC", "6TC", "31TC", "49TB"))
    assert {piece.hex for piece in (army, *units)} == {army.hex}
    assert army.bonus + sum(piece.front.attack for piece in units) == 24
    assert army.bonus + sum(piece.front.defence for piece in units) == 23
    assert min(piece.front.move for piece in (army, *units)) == 5
    assert CHARTS.stacking["soviet"].fits([piece.stacked for piece in (army, *units)])


@pytest.mark.rule("ukraine43", "R-5")
def test_soviet_armour_moves_5_and_german_6() -> None:
    """No Soviet mechanised unit has more than 5 movement points; German armour has 6."""
    soviet = {p.front.move for p in UNITS.of("soviet", mobility="mech") if p.is_ground}
    german = {p.front.move for p in UNITS.of("axis", mobility="mech") if p.is_ground}
    assert (max(soviet), german) == (5, {6})


@pytest.mark.rule("ukraine43", "22.5A")
def test_artillery() -> None:
    """Four Guards divisions, all for breakthrough, and six regular ones that deplete; each has
    one step and no attack.
    """
    guns = UNITS.of("soviet", kind="artillery")
    kinds = Counter((p.is_guards, p.breakthrough, p.depletes) for p in guns)
    assert kinds == {(True, True, False): 4, (False, False, True): 6}
    assert {(p.steps, p.front.attack, p.front.move) for p in guns} == {(1, 0, 5)}


@pytest.mark.rule("ukraine43", "23.4-1")
def test_tank_and_shock_armies() -> None:
    """Three tank armies, two of them Guards, and one shock army, each with a bonus of 2."""
    assert ids(UNITS.of(kind="tank army")) == {"1TA", "3GTA", "5GTA"}
    assert ids(UNITS.of(kind="tank army", service="guards")) == {"3GTA", "5GTA"}
    assert len(UNITS.of(kind="shock army")) == 1
    armies = UNITS.of(kind="tank army") + UNITS.of(kind="shock army")
    assert {(p.bonus, p.front.defence) for p in armies} == {(2, 2)}


def test_what_serves_a_panzer_corps() -> None:
    """Grossdeutschland is no panzer division; the Leibstandarte is one, and SS besides."""
    assert UNITS.by_id["GD"].kind == "panzergrenadier"
    leibstandarte = UNITS.by_id["SS-LAH"]
    assert (leibstandarte.kind, leibstandarte.is_ss) == ("panzer", True)
    assert all(p.is_mechanised for p in UNITS.of(service="ss"))


@pytest.mark.rule("ukraine43", "T-10")
def test_nineteen_mobile_divisions_before_november() -> None:
    """The publisher speaks of nineteen panzer and panzergrenadier divisions; three more come
    in November.
    """
    mobile = ids(UNITS.of(kind="panzer") + UNITS.of(kind="panzergrenadier"))
    late = {u for turn in (19, 20, 21) for u in units_of("axis", turn)}
    assert len(mobile - late) == 19
    assert late & mobile == {"25Pz", "SS-LAH", "1Pz"}


def test_markers() -> None:
    """Ten extended and ten assault markers, eight railheads, four bridge trains, one dam."""
    numbers = {kind: marker.number for kind, marker in UNITS.markers.items()}
    assert set(numbers) == set(get_args(MarkerKind))
    assert {kind: number for kind, number in numbers.items() if number} == {
        "extended movement": 10,
        "assault": 10,
        "fortification": 10,
        "railhead": 8,
        "bridge train": 4,
        "central front": 1,
        "dam": 1,
    }
    assert numbers["extended movement"] == CHARTS.limits["extended_markers"].number
    assert numbers["assault"] == CHARTS.limits["assault_markers"].number
    assert numbers["bridge train"] == CHARTS.limits["pontoons"].number
    assert numbers["fortification"] == CHARTS.limits["forts"].number


# --- the turn track ---------------------------------------------------------------------


def days_of(turn: int) -> tuple[date, date]:
    """First and last day of a turn, read from its space."""
    text = CAMPAIGN.space(turn).days
    first, _, last = text.replace(" - ", "-").partition("-")
    month = last.split()[1]
    begin = first if " " in first else f"{first} {month}"
    months = {"August": 8, "September": 9, "October": 10, "November": 11}
    ends = [(int(d), months[m]) for d, m in (begin.split(), last.split())]
    return date(1943, ends[0][1], ends[0][0]), date(1943, ends[1][1], ends[1][0])


@pytest.mark.rule("ukraine43", "1-3", "T-3")
def test_turns_are_five_days() -> None:
    """21 turns follow each other from 3 August 1943 by five days."""
    assert CAMPAIGN.turns == len(CAMPAIGN.track) == 21
    for turn in range(1, 22):
        first = date(1943, 8, 3) + timedelta(days=5 * (turn - 1))
        assert days_of(turn) == (first, first + timedelta(days=4))


@pytest.mark.rule("ukraine43", "T-2", "T-3")
def test_seasons() -> None:
    """August needs no weather roll and lasts six turns, September and October six each."""
    seasons = Counter(space.season for space in CAMPAIGN.track)
    assert list(seasons) == ["august", "september", "october", "november"]
    assert list(seasons.values()) == [6, 6, 6, 3]
    assert set(CHARTS.tables["weather"].columns) == set(seasons) - {"august"}


@pytest.mark.rule("ukraine43", "30.1-1", "T-3")
def test_benchmarks() -> None:
    """6 on turn 7 and 30 at the end; none falls, and none rises by more than 3."""
    marks = [space.benchmark for space in CAMPAIGN.track]
    assert (marks[6], marks[-1]) == (6, 30)
    assert all(0 <= later - earlier <= 3 for earlier, later in pairwise(marks))
    assert CAMPAIGN.sudden_death == 6


@pytest.mark.rule("ukraine43", "T-3")
def test_replacements() -> None:
    """None on turn 1, then every turn; 116 for the Soviets and 58 for the Axis in all."""
    first, *rest = CAMPAIGN.track
    assert set(first.replacements.values()) == {Replacements(0, 0)}
    for side, total in (("soviet", 116), ("axis", 58)):
        rates = [space.replacements[side] for space in rest]
        assert all(rate.mech and rate.foot for rate in rates)
        assert sum(rate.mech + rate.foot for rate in rates) == total
    assert CAMPAIGN.space(2).replacements["soviet"] == Replacements(2, 3)


# --- scenarios --------------------------------------------------------------------------


def test_two_scenarios() -> None:
    """The campaign comes first and is what begins if nobody chooses."""
    assert list(SCENARIOS) == ["campaign", "rumyantsev"]
    assert (CAMPAIGN.turns, RUMYANTSEV.turns) == (21, 7)


def test_the_whole_order_of_battle_takes_part_in_the_campaign() -> None:
    """Every piece begins somewhere or comes once."""
    coming = [unit for arrival in CAMPAIGN.arrivals for unit in arrival.units]
    assert sorted([*CAMPAIGN.begins, *coming]) == sorted(UNITS.by_id)
    assert (len(CAMPAIGN.begins), len(coming)) == (177, 49)


def test_units_begin_behind_their_own_line() -> None:
    """Every unit begins on land of its side, or in the box of the airborne brigades."""
    for unit, spot in CAMPAIGN.begins.items():
        piece = UNITS.by_id[unit]
        if piece.kind == "airborne":
            assert spot == "airborne"
        else:
            assert spot in CAMPAIGN.area & BOARD.zone(f"{piece.side}_start")


def test_the_start_line() -> None:
    """49 forts on each side; each touches one of the enemy's."""
    axis, soviet = set(BOARD.tagged("axis_fort")), set(BOARD.tagged("soviet_fort"))
    assert len(axis) == len(soviet) == 49
    for mine, theirs in ((axis, soviet), (soviet, axis)):
        assert all(theirs & set(BOARD.grid.neighbours(hex_)) for hex_ in mine)


@pytest.mark.rule("ukraine43", "T-4", "30.2A-1")
def test_objectives() -> None:
    """26 hexes are worth 35 points: Kiev and Kharkov 3, five hexes 2, the others 1."""
    points = CAMPAIGN.objectives
    assert Counter(points.values()) == {1: 19, 2: 5, 3: 2}
    names = {place.hex: place.name for place in BOARD.places}
    assert {names[h] for h, value in points.items() if value == 3} == {"Kiev", "Kharkov"}


@pytest.mark.rule("ukraine43", "14.2A-1", "T-7")
def test_supply_sources() -> None:
    """Seven German and nine Soviet sources on the edges of the map, none of both sides."""
    axis, soviet = CAMPAIGN.sources["axis"], CAMPAIGN.sources["soviet"]
    assert (len(axis), len(soviet)) == (7, 9)
    assert not set(axis) & set(soviet)
    assert all(BOARD.grid.edge(hex_) for hex_ in (*axis, *soviet))


@pytest.mark.rule("ukraine43", "T-7")
def test_railheads() -> None:
    """Six markers begin on the Soviet front, two wait at Bakhmach and Poltava."""
    assert len(CAMPAIGN.railheads) + len(CAMPAIGN.later_railheads) == 8
    assert set(CAMPAIGN.railheads.values()) == {"3404", "4308", "4515", "5020", "5722", "5831"}
    assert set(CAMPAIGN.railheads.values()) <= set(BOARD.tagged("soviet_fort"))
    names = [BOARD.called(hex_) for hex_ in CAMPAIGN.later_railheads.values()]
    assert names == ["Bakhmach (2406)", "Poltava (3316)"]


@pytest.mark.rule("ukraine43", "T-10")
@pytest.mark.parametrize(
    ("turn", "axis", "soviet"),
    [
        (1, 0, 0),
        (2, 2, 4),
        (3, 2, 5),
        (4, 2, 4),
        (5, 0, 1),
        (6, 0, 1),
        (7, 2, 0),
        (8, 2, 2),
        (9, 0, 5),
        (10, 0, 3),
        (11, 0, 2),
        (12, 0, 1),
        (13, 2, 0),
        (14, 1, 1),
        (15, 0, 0),
        (16, 2, 0),
        (17, 2, 0),
        (20, 2, 0),
        (21, 1, 0),
    ],
)
def test_reinforcements_by_turn(turn: int, axis: int, soviet: int) -> None:
    """How many units come on each side."""
    assert (len(units_of("axis", turn)), len(units_of("soviet", turn))) == (axis, soviet)


@pytest.mark.rule("ukraine43", "T-10")
def test_who_comes_when() -> None:
    """Grossdeutschland on turn 2, the 3rd Guards Tank Army on 9, the 13th Army by the Central
    Front on 11, the Leibstandarte on 20.
    """
    turns = {unit: arrival.turn for unit, arrival in CAMPAIGN.arrival_of.items()}
    assert (turns["GD"], turns["3GTA"], turns["SS-LAH"]) == (2, 9, 20)
    assert CAMPAIGN.arrival_of["6/75G"].box == "central_front"
    assert CAMPAIGN.arrival_of["6/75G"].turn == 11


def test_airborne_brigades_wait_in_their_box() -> None:
    """Three brigades, in the reserve box at the start of the campaign; no arrival has them."""
    brigades = ids(UNITS.of(kind="airborne"))
    assert len(brigades) == 3
    assert {CAMPAIGN.begins[unit] for unit in brigades} == {"airborne"}
    assert not brigades & CAMPAIGN.arrival_of.keys()


def test_no_scenario_has_the_dnieper_bridgeheads() -> None:
    """The three hexes are fortifications in a scenario that is not here."""
    assert not CAMPAIGN.bridgeheads
    assert not RUMYANTSEV.bridgeheads


def test_who_fights_in_rumyantsev() -> None:
    """Who begins in the area takes part: 23 Axis and 56 Soviet units, ten HQs, Zhukov, seven
    air units; the SS corps and Manstein come from outside on turn 2.
    """
    roles = Counter((UNITS.by_id[u].side, UNITS.by_id[u].role) for u in RUMYANTSEV.begins)
    assert roles["axis", "combat"] + roles["axis", "support"] == 23
    assert roles["soviet", "combat"] + roles["soviet", "support"] == 56
    assert roles["axis", "hq"] + roles["soviet", "hq"] == 10
    assert (roles["axis", "leader"], roles["soviet", "leader"]) == (0, 1)
    assert roles["axis", "air"] + roles["soviet", "air"] == 7
    second = {u for a in RUMYANTSEV.due(2, "axis") for u in a.units}
    assert second == {"GD", "10PG", "SS-DR", "SS-T", "3Pz", "2SSPzK", "Manstein"}


def test_rumyantsev_is_a_part_of_the_campaign() -> None:
    """Its area is the north-east; its points are 7, its benchmarks and replacements its own."""
    assert {BOARD.grid.place(hex_)[0] for hex_ in RUMYANTSEV.area} == set(range(27, 50))
    assert {BOARD.grid.place(hex_)[1] for hex_ in RUMYANTSEV.area} == set(range(1, 18))
    assert RUMYANTSEV.area < CAMPAIGN.area
    names = {BOARD.called(h).split(" (")[0]: p for h, p in RUMYANTSEV.objectives.items()}
    assert names == {"Belgorod": 1, "Kharkov": 3, "Sumy": 1, "Akhtyrka": 1, "Bogodukhov": 1}
    assert [space.benchmark for space in RUMYANTSEV.track] == [1, 2, 2, 2, 5, 5, 6]
    assert RUMYANTSEV.space(4).replacements["soviet"] == Replacements(1, 2)
    assert RUMYANTSEV.space(2).replacements["axis"] == Replacements(0, 0)
    assert (RUMYANTSEV.sudden_death, set(RUMYANTSEV.draws)) == (3, {5})
    assert set(RUMYANTSEV.railheads) == {1, 2, 3}
    assert not set(RUMYANTSEV.begins) & ids(UNITS.of(kind="airborne"))


# --- clauses and rulings ----------------------------------------------------------------


def test_every_rule_that_the_data_cite_is_a_clause() -> None:
    """Charts, markers and counted groups name clauses and rulings that there are."""
    cited = {marker.rule for marker in UNITS.markers.values()}
    for table in CHARTS.tables.values():
        cited.add(table.rule)
        cited |= {cell for (column, _), cell in table.cells.items() if column.endswith("rule")}
    text = (DATA / "units.yaml").read_text(encoding="utf-8")
    cited |= set(re.findall(r"counted: \{number: \d+, rule: ([^}]+)\}", text))
    assert cited - {"-"} <= set(CLAUSES)


def test_rulings_are_numbered_and_told() -> None:
    """R-1 to R-109 and T-1 to T-10 are rulings with a test, and RULINGS.md speaks of each."""
    rulings = [clause for clause in CLAUSES.values() if clause.kind == "ruling"]
    wanted = [f"R-{n}" for n in range(1, 110)] + [f"T-{n}" for n in range(1, 11)]
    assert [clause.id for clause in rulings] == wanted
    assert all(clause.test for clause in rulings)
    told = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    assert [rule for rule in wanted if not re.search(rf"{rule}\b", told)] == []
    assert [clause.id for clause in rulings if clause.switch] == ["R-109"]


def test_rulings_that_clauses_cite_are_there() -> None:
    """A clause that points to a ruling points to one that exists."""
    cited = {
        rule
        for clause in CLAUSES.values()
        for rule in re.findall(r"\b[RT]-\d+", f"{clause.says} {clause.test}")
    }
    assert cited - {"T-34"} <= set(CLAUSES)  # which is a tank
