"""The counters and clauses of Ukraine '43 against what the rules and the rulings say."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from grognard import games
from grognard.board import Board
from grognard.clauses import load_clauses
from grognard.games.ukraine43.charts import load_charts
from grognard.games.ukraine43.units import (
    Kind,
    MarkerKind,
    Piece43,
    Printed,
    Values,
    load_units,
)

FOLDER = Path(games.__file__).parent / "ukraine43"
DATA = FOLDER / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
CLAUSES = load_clauses(DATA)
GROUND = [piece for piece in UNITS.pieces if piece.is_ground]


def ids(pieces: tuple[Piece43, ...]) -> set[str]:
    return {piece.id for piece in pieces}


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


@pytest.mark.rule("ukraine43", "T-9")
@pytest.mark.parametrize(
    ("unit", "known"),
    [
        ("88ID", {"attack": 4, "defence": 7, "move": 4}),
        ("180TB", {"attack": 2, "defence": 1, "move": 5}),
        ("5GMC", {"attack": 7, "defence": 8}),
        ("6TC", {"attack": 7}),
        ("3MC", {"attack": 6}),
        ("121/141", {"attack": 3}),
        ("67/71G", {"attack": 3}),
        ("1440SU", {"attack": 1}),
        ("13Art", {"move": 5}),
        ("1GArt", {"move": 5}),
    ],
)
def test_values_that_are_known(unit: str, known: dict[Printed, int]) -> None:
    """What the rules and the publisher's example state is kept, and marked as such."""
    group = UNITS.of(group=UNITS.by_id[unit].group)
    for piece in (piece for piece in group if piece.id != "39ID"):
        assert {name: getattr(piece.front, name) for name in known} == known
        assert all(piece.source_of(name) in ("rulebook", "public") for name in known)


def test_a_counter_with_numbers_of_its_own_is_not_vouched_for() -> None:
    """The battle group of the 39th Division is weaker than the division of the rulebook, so
    its numbers are marked as ours.
    """
    assert UNITS.by_id["39ID"].source_of("defence") == "reconstructed"
    assert UNITS.by_id["88ID"].source_of("defence") == "rulebook"
    assert UNITS.by_id["88ID"].source_of("back") == "reconstructed"


def test_who_never_attacks() -> None:
    """HQs, artillery, leaders and air units have no attack factor; everyone else has one."""
    idle = {p.kind for p in UNITS.pieces if not p.front.attack}
    hqs = {p.kind for p in UNITS.of(role="hq")}
    assert idle == hqs | {"artillery", "leader", "air"}
    assert not any(p.front.attack for p in UNITS.pieces if p.kind in idle)


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
    """R-1 to R-115 and T-1 to T-10 are rulings with a test, and RULINGS.md speaks of each."""
    rulings = [clause for clause in CLAUSES.values() if clause.kind == "ruling"]
    wanted = [f"R-{n}" for n in range(1, 116)] + [f"T-{n}" for n in range(1, 11)]
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
