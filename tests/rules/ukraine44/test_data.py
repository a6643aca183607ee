"""The counters and scenarios of Ukraine '44 against what the rules print."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import get_args

import pytest

from grognard import games
from grognard.board import Board
from grognard.clauses import load_clauses
from grognard.games.ukraine44.charts import load_charts
from grognard.games.ukraine44.scenario import load_scenarios
from grognard.games.ukraine44.state import Options44
from grognard.games.ukraine44.units import (
    SYMBOLS,
    MarkerKind,
    Piece44,
    load_units,
)
from grognard.render.styles import Look

FOLDER = Path(games.__file__).parent / "ukraine44"
DATA = FOLDER / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml", BOARD)
CAMPAIGN = load_scenarios(DATA / "scenarios.yaml", BOARD, UNITS)["campaign"]
CHARTS = load_charts(DATA / "tables.yaml")
CLAUSES = load_clauses(DATA)
FORMATIONS = [piece for piece in UNITS.pieces if piece.is_formation]


def formations(test: Callable[[Piece44], bool]) -> list[Piece44]:
    return [piece for piece in FORMATIONS if test(piece)]


def german(piece: Piece44) -> bool:
    return piece.nationality == "german"


def hungarian(piece: Piece44) -> bool:
    return piece.nationality == "hungarian"


def begins_on_a_hex(piece: Piece44) -> bool:
    return bool(piece.hex) and not (piece.area or piece.turn or piece.entry)


def begins_in_an_area(piece: Piece44) -> bool:
    return bool(piece.area) and not (piece.hex or piece.turn or piece.entry)


def arrivals(piece: Piece44) -> tuple[int, str]:
    assert (piece.hex, piece.area) == ("", "")
    return piece.turn, "".join(piece.entry)


# --- 2  components ----------------------------------------------------------------------


@pytest.mark.rule("ukraine44", "2.0-1")
def test_the_counters_fit_on_the_counter_sheet() -> None:
    """Formations and numbered markers together are no more than the 280 counters of the set."""
    markers = UNITS.markers.values()
    numbered = sum((marker.number or 0) + marker.zeros for marker in markers)
    assert len(FORMATIONS) == 95
    assert len(FORMATIONS) + numbered <= 280


@pytest.mark.rule("ukraine44", "2.1-1")
def test_every_printed_hex_is_on_the_map() -> None:
    """A start hex is one hex of the map, and no two formations begin on the same."""
    hexes = [piece.hex for piece in FORMATIONS if piece.hex]
    assert set(hexes) <= set(BOARD.grid.hexes)
    assert len(hexes) == len(set(hexes))


@pytest.mark.rule("ukraine44", "2.1-6")
def test_the_map_tells_its_scale() -> None:
    """A hex is about five kilometres across."""
    assert "five kilometres a hex" in BOARD.note


@pytest.mark.rule("ukraine44", "2.2-1")
def test_a_piece_is_a_formation_or_a_marker() -> None:
    """Whatever is no formation is a Tiger battalion, which is a marker without strengths."""
    rest = [piece for piece in UNITS.pieces if not piece.is_formation]
    assert {piece.kind for piece in rest} == {"tiger"}
    assert all(piece.attack == piece.defence == 0 for piece in rest)
    assert UNITS.markers["tiger"].number == len(rest)


@pytest.mark.rule("ukraine44", "2.2-2")
def test_colours_tell_side_type_army_and_arrival() -> None:
    """Formations of one colour and stripe share side, nationality and arrival, and bear the
    army that the group has; two groups never look alike but for the 1PzA on the counter.
    """
    for name, group in UNITS.groups.items():
        members = UNITS.of_group(name)
        assert len({(p.side, p.nationality, p.area, p.turn, p.entry) for p in members}) == 1
        assert all(p.army == group.army for p in members if group.army)
        assert all(p.kind == group.kind for p in members if group.kind)
    looks = Counter(
        (group.colour, group.stripe, group.army == "1PzA") for group in UNITS.groups.values()
    )
    assert set(looks.values()) == {1}


@pytest.mark.rule("ukraine44", "2.4-1")
def test_ten_soviet_mobile_formations() -> None:
    """Ten Soviet mobile formations have each one start hex, and no area or arrival."""
    found = formations(lambda p: p.side == "soviet" and p.kind == "mobile")
    assert len(found) == 10
    assert all(map(begins_on_a_hex, found))


@pytest.mark.parametrize(
    ("army", "count"),
    [
        pytest.param("40A", 6, marks=pytest.mark.rule("ukraine44", "2.4-2")),
        pytest.param("38A", 9, marks=pytest.mark.rule("ukraine44", "2.4-3")),
        pytest.param("18A", 7, marks=pytest.mark.rule("ukraine44", "2.4-4")),
    ],
)
def test_infantry_of_the_three_areas(army: str, count: int) -> None:
    """The infantry of an area is bound to it and to no hex or turn, and finds room in it."""
    found = formations(lambda p: p.army == army)
    assert len(found) == count
    assert all(piece.kind == "infantry" and piece.area == army for piece in found)
    assert all(map(begins_in_an_area, found))
    assert len(CAMPAIGN.areas[army]) >= count


@pytest.mark.parametrize(
    ("army", "count", "entry"),
    [
        pytest.param("60A", 10, "D", marks=pytest.mark.rule("ukraine44", "2.4-5")),
        pytest.param("1GA", 17, "E", marks=pytest.mark.rule("ukraine44", "2.4-6")),
    ],
)
def test_infantry_that_arrives_on_turn_1(army: str, count: int, entry: str) -> None:
    """The 60th Army and the 1st Guards Army come on turn 1, each by one lettered hex."""
    found = formations(lambda p: p.army == army)
    assert len(found) == count
    assert all(piece.kind == "infantry" for piece in found)
    assert {arrivals(piece) for piece in found} == {(1, entry)}


@pytest.mark.rule("ukraine44", "2.4-7", "2.4-8")
def test_the_first_panzer_army() -> None:
    """Ten mobile and eleven infantry formations are marked 1PzA; all are German and on hexes."""
    found = formations(lambda p: p.pza)
    assert Counter(piece.kind for piece in found) == {"mobile": 10, "infantry": 11}
    assert all(german(piece) and begins_on_a_hex(piece) for piece in found)


@pytest.mark.rule("ukraine44", "2.4-9", "2.4-10")
def test_other_germans_on_the_map() -> None:
    """Two infantry formations and three garrisons begin on hexes without 1PzA."""
    found = formations(lambda p: german(p) and begins_on_a_hex(p) and not p.pza)
    assert Counter(piece.kind for piece in found) == {"infantry": 2, "garrison": 3}


@pytest.mark.rule("ukraine44", "2.4-10")
def test_garrisons_have_no_attack_strength() -> None:
    """Our garrisons cannot attack (ruling C23), and nobody else has garrisons."""
    found = formations(lambda p: p.kind == "garrison")
    assert len(found) == 3
    assert all(german(piece) and piece.attack == 0 for piece in found)


@pytest.mark.rule("ukraine44", "2.4-11", "2.5-2")
def test_hungarians_on_the_map() -> None:
    """Three light green Hungarian infantry formations begin on hexes."""
    found = formations(lambda p: hungarian(p) and begins_on_a_hex(p))
    assert [piece.kind for piece in found] == ["infantry"] * 3
    assert {UNITS.groups[piece.group].colour for piece in found} == {"light green"}


@pytest.mark.rule("ukraine44", "2.4-12", "2.4-13", "9.2-2", "F5")
def test_german_reinforcements() -> None:
    """Three light blue infantry formations on turn 7, two dark blue mobile ones on turn 11."""
    found = formations(lambda p: german(p) and p.turn > 0)
    assert Counter((p.kind, *arrivals(p), UNITS.groups[p.group].colour) for p in found) == {
        ("infantry", 7, "ABC", "light blue"): 3,
        ("mobile", 11, "ABC", "dark blue"): 2,
    }
    assert not any(piece.pza for piece in found)


@pytest.mark.rule("ukraine44", "2.4-14", "2.5-2", "9.2-4", "F5")
def test_hungarian_reinforcements() -> None:
    """One mobile and one infantry formation, dark green, on turn 11, by H as well."""
    found = formations(lambda p: hungarian(p) and p.turn > 0)
    assert sorted(piece.kind for piece in found) == ["infantry", "mobile"]
    assert {arrivals(piece) for piece in found} == {(11, "ABCH")}
    assert {UNITS.groups[piece.group].colour for piece in found} == {"dark green"}


@pytest.mark.rule("ukraine44", "12.1-1", "F5")
def test_three_tiger_battalions() -> None:
    """Two are there at the start; the third has the colour and the turn of the dark blue group."""
    assert sorted(tiger.turn for tiger in UNITS.tigers) == [0, 0, 11]
    late = next(tiger for tiger in UNITS.tigers if tiger.turn)
    assert UNITS.groups[late.group].colour == "dark blue"
    assert {piece.turn for piece in UNITS.of_group(late.group)} == {11}


@pytest.mark.rule("ukraine44", "2.6-1", "2.6-2", "2.6-3")
@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("GTC", "Guards Tank Corps"),
        ("GMC", "Guards Mechanized Corps"),
        ("MC", "Mechanized Corps"),
        ("G", "Guards"),
        ("40A", "40th Army"),
        ("38A", "38th Army"),
        ("18A", "18th Army"),
        ("60A", "60th Army"),
        ("1GA", "1st Guards Army"),
        ("Pz", "Panzer"),
        ("ss", "SS"),
        ("J", "Jaeger"),
        ("PG", "Panzer Grenadier"),
        ("1PzA", "1st Panzer Army"),
    ],
)
def test_abbreviations(short: str, long: str) -> None:
    """The abbreviations of the counters, with 38A as the 38th Army and not the 39th."""
    assert UNITS.words[short] == long


@pytest.mark.rule("ukraine44", "2.6-1", "2.6-3")
@pytest.mark.parametrize("piece", FORMATIONS, ids=lambda piece: piece.id)
def test_names_spell_out_what_ids_abbreviate(piece: Piece44) -> None:
    """The letters of a formation's id, such as GTC or ssPz, are words of its name."""
    letters = re.fullmatch(r"\d+(ss)?(GTC|GMC|MC|G|Pz|J|PG)?", piece.label)
    words = [UNITS.words[part] for part in letters.groups() if part] if letters else []
    if hungarian(piece):
        words = ["Hungarian"]
    assert all(word in piece.name for word in words)


@pytest.mark.rule("ukraine44", "2.6-3", "2.8-1")
def test_panzer_formations_are_mobile_and_jaeger_are_infantry() -> None:
    """Pz and PG mean a mobile formation, J an infantry formation."""
    kinds = {piece.id: piece.kind for piece in FORMATIONS}
    panzer = [kind for unit, kind in kinds.items() if re.match(r"\d+(ss)?(Pz|PG)", unit)]
    jaeger = [kind for unit, kind in kinds.items() if re.match(r"\d+J", unit)]
    assert (set(panzer), len(panzer)) == ({"mobile"}, 13)
    assert (set(jaeger), len(jaeger)) == ({"infantry"}, 2)


@pytest.mark.rule("ukraine44", "2.7-2")
def test_sizes() -> None:
    """The ten Soviet mobile formations are corps, all others divisions."""
    corps = formations(lambda p: p.size == "corps")
    assert len(corps) == 10
    assert all(piece.side == "soviet" and piece.kind == "mobile" for piece in corps)
    assert {piece.size for piece in FORMATIONS} == {"corps", "division"}


@pytest.mark.rule("ukraine44", "2.8-1")
def test_three_types() -> None:
    """A formation is mobile, infantry or garrison, and there are some of each."""
    assert {piece.kind for piece in FORMATIONS} == {"mobile", "infantry", "garrison"}


@pytest.mark.rule("ukraine44", "2.8-2")
def test_symbols_tell_types_apart() -> None:
    """Two symbols mean mobile, one infantry and one garrison, and none means two types. The
    second mobile symbol is that of mechanized corps and panzer grenadiers.
    """
    assert {kind: len(symbols) for kind, symbols in SYMBOLS.items()} == {
        "mobile": 2,
        "infantry": 1,
        "garrison": 1,
    }
    meant = {(piece.symbol, piece.kind) for piece in FORMATIONS}
    assert meant == {(symbol, kind) for kind, symbols in SYMBOLS.items() for symbol in symbols}
    mechanized = formations(lambda p: p.symbol == "mechanized")
    assert mechanized == formations(lambda p: p.id.endswith(("MC", "PG")))


@pytest.mark.rule("ukraine44", "2.9-1")
def test_six_kinds_of_marker() -> None:
    """Turn, out of supply, isolated, air supply, Tiger and step loss markers, and no others."""
    kinds = {"game turn", "out of supply", "isolated", "air supply", "tiger", "step loss"}
    assert set(UNITS.markers) == set(get_args(MarkerKind)) == kinds


@pytest.mark.rule("ukraine44", "2.9-4")
def test_loss_markers_reach_for_every_formation() -> None:
    """The strongest formation can show every loss short of its last step, and four are zeros."""
    most = max(piece.steps for piece in FORMATIONS)
    assert set(range(1, most)) <= set(UNITS.markers["step loss"].values)
    assert UNITS.markers["step loss"].zeros == 4


# --- 3, 9  set-up and reinforcements ----------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "hex_"),
    [
        pytest.param("1ssPz", "23.24", marks=pytest.mark.rule("ukraine44", "3.1-3")),
        pytest.param("6GTC", "30.24", marks=pytest.mark.rule("ukraine44", "3.2-5")),
    ],
)
def test_the_two_start_hexes_that_the_rules_print(unit: str, hex_: str) -> None:
    """1ssPz begins on 23.24 and 6GTC on 30.24; both places are marked as the rulebook's."""
    piece = UNITS.piece(unit)
    assert piece is not None
    assert (piece.hex, piece.placed) == (hex_, "rulebook")


@pytest.mark.rule("ukraine44", "3.3-1")
def test_who_is_not_set_up_arrives() -> None:
    """Each formation has a hex, an area or a turn of arrival, and only one of them."""
    assert all(sum(map(bool, (p.hex, p.area, p.turn))) == 1 for p in FORMATIONS)
    assert all(bool(p.turn) == bool(p.entry) for p in FORMATIONS)


@pytest.mark.rule("ukraine44", "9.1-3", "9.1-4", "9.4-3")
def test_arrivals_by_turn_and_colour() -> None:
    """27 tan Soviet formations come on turn 1; Axis formations come on turns 7 and 11 only."""
    late = formations(lambda p: p.turn > 0)
    assert Counter((piece.side, piece.turn) for piece in late) == {
        ("soviet", 1): 27,
        ("axis", 7): 3,
        ("axis", 11): 4,
    }
    colours = {UNITS.groups[piece.group].colour for piece in late if piece.side == "soviet"}
    assert colours == {"tan"}
    assert all(UNITS.groups[p.group].colour != "tan" for p in FORMATIONS if not p.turn)


def test_the_ready_placement_can_be_played() -> None:
    """Every area formation has a hex of its own in its area; some stand next to Germans."""
    assert set(CAMPAIGN.ready) == {piece.id for piece in FORMATIONS if piece.area}
    german_hexes = {piece.hex for piece in FORMATIONS if german(piece)}
    beside = [h for h in CAMPAIGN.ready.values() if german_hexes & set(BOARD.grid.neighbours(h))]
    assert len(beside) >= 5


def test_a_side_has_its_four_sources() -> None:
    """A, B, C and H are of the Axis, D to G of the Soviets; all lie on the edge of the map."""
    sides = {"axis": "ABCH", "soviet": "DEFG"}
    for side, letters in sides.items():
        hexes = tuple(BOARD.zones[letter] for letter in letters)
        assert {frozenset({h}) for h in CAMPAIGN.sources(side)} == set(hexes)
        assert set(BOARD.tagged(f"{side}_source")) == set(CAMPAIGN.sources(side))
    assert all(BOARD.grid.edge(entry.hex) for entry in CAMPAIGN.entries.values())


def test_twelve_turns_without_a_gap() -> None:
    """The turn track runs from 23 March to 8 April 1944 and leaves no day out."""
    months = {"March": 3, "April": 4}
    days: list[date] = []
    for space in CAMPAIGN.track:
        numbers, month = space.split()
        first, _, last = numbers.partition("-")
        days += [date(1944, months[month], n) for n in range(int(first), int(last or first) + 1)]
    assert CAMPAIGN.turns == len(CAMPAIGN.track) == 12
    assert days == [date(1944, 3, 23) + timedelta(n) for n in range(17)]
    assert CAMPAIGN.days(12) == "7-8 April"


# --- clauses and rulings ----------------------------------------------------------------


def test_every_ruling_is_explained_and_none_is_left_over() -> None:
    """The page of rulings has an entry for each ruling of the data, and for no other."""
    text = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    explained = re.findall(r"^- \*\*([A-Z]\d+)\b", text, re.MULTILINE)
    rulings = [clause.id for clause in CLAUSES.values() if clause.kind == "ruling"]
    assert sorted(explained) == sorted(rulings)
    assert len(rulings) >= 88


def test_switches_are_options_of_the_game() -> None:
    """A ruling with another reading names the option that chooses it, and the page says so."""
    text = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    switches = {clause.id: clause.switch for clause in CLAUSES.values() if clause.switch}
    assert set(switches) == {"V1", "Z3"}
    assert set(switches.values()) <= set(Options44.__struct_fields__)
    assert all(
        f"Option\n  `{name}`" in text or f"Option `{name}`" in text for name in switches.values()
    )


def test_charts_and_groups_cite_clauses_that_exist() -> None:
    """Every rule id in the data files is the id of a clause or a ruling."""
    cited = {table.rule for table in CHARTS.tables.values()}
    cited |= {group.rule for group in UNITS.groups.values()}
    for terrain in CHARTS.terrain.values():
        cited |= {terrain.move_rule, terrain.combat_rule}
    assert cited - {"-"} <= set(CLAUSES)


def test_every_group_has_a_skin_of_its_camp() -> None:
    """Soviet counters are warm and Axis counters cool, and no two groups look the same."""
    skins = Look.load(DATA / "look.yaml").skins
    assert set(skins) == set(UNITS.groups)
    camps = {name: "warm" if g.side == "soviet" else "cool" for name, g in UNITS.groups.items()}
    assert {name: skin.camp for name, skin in skins.items()} == camps
    assert len({(skin.body, skin.band) for skin in skins.values()}) == len(skins)


def test_labels_fit_on_a_counter() -> None:
    """The short name of a formation has at most six letters."""
    assert max(len(piece.label) for piece in FORMATIONS) <= 6
