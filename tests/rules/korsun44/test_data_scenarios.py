"""The scenarios of Korsun 1944 against set-up lists, schedule, air table and notes."""

from collections import Counter
from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.korsun44.charts import load_charts
from grognard.games.korsun44.scenario import Arrival, KorsunScenario, Slot, load_scenarios
from grognard.games.korsun44.theatre import Theatre
from grognard.games.korsun44.units import load_units

DATA = Path(games.__file__).parent / "korsun44" / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
SCENARIOS = load_scenarios(DATA / "scenarios.yaml", BOARD, UNITS, CHARTS)
JANUARY, FEBRUARY = SCENARIOS["korsun"], SCENARIOS["deblockade"]
THEATRE = Theatre(BOARD, CHARTS)


def slot_of(scenario: KorsunScenario, unit: str) -> Slot:
    """The entry of the set-up list that names a unit."""
    slots = (slot for group in scenario.slots.values() for slot in group)
    return next(slot for slot in slots if unit in slot.units)


def arrival_of(scenario: KorsunScenario, unit: str) -> Arrival:
    """The row of the schedule that names a unit."""
    return next(row for row in scenario.arrivals if unit in row.units)


def number(scenario: KorsunScenario, side: str) -> int:
    """How many units of a side begin on the map."""
    return sum(len(slot.units) for slot in scenario.slots[side])


def levels(scenario: KorsunScenario, formation: str) -> int:
    """The levels that a formation has left in the set-up."""
    members = [p for p in UNITS.members[formation] if p.id in scenario.ready]
    return sum(p.levels - scenario.ready_lost.get(p.id, 0) for p in members)


# --- length, initiative, air ------------------------------------------------------------------


@pytest.mark.rule("korsun44", "2.1.6", "H15")
@pytest.mark.parametrize(
    ("name", "turns", "begin", "end", "first"),
    [
        ("korsun", 25, "24 January", "17 February", "soviet"),
        ("korsun_short", 11, "24 January", "3 February", "soviet"),
        ("retreat", 25, "24 January", "17 February", "soviet"),
        ("deblockade", 15, "3 February", "17 February", "german"),
    ],
)
def test_length_and_initiative(name: str, turns: int, begin: str, end: str, first: str) -> None:
    """A turn is a day; the Soviets begin in January, the Germans in February."""
    scenario = SCENARIOS[name]
    assert (scenario.turns, scenario.label(1), scenario.label(turns)) == (turns, begin, end)
    assert len(scenario.calendar) == turns
    assert scenario.first == first


@pytest.mark.rule("korsun44", "K44-air", "RET-3")
def test_air_strength_of_january() -> None:
    """The whole table, 24 January to 17 February."""
    printed = (
        "4 12, 2 4, 5 10, 5 9, 6 8, 6 8, 7 7, 7 7, 8 7, 8 6, 9 6, 9 6, 10 6, "
        "9 5, 9 5, 9 5, 9 5, 8 5, 8 5, 8 4, 7 4, 7 4, 7 3, 6 3, 6 3"
    )
    rows = [tuple(map(int, row.split())) for row in printed.split(", ")]
    found = list(zip(JANUARY.air["german"], JANUARY.air["soviet"], strict=True))
    assert found == rows
    assert SCENARIOS["retreat"].air == JANUARY.air


@pytest.mark.rule("korsun44", "DEB-air")
def test_air_strength_of_february() -> None:
    """The same numbers from 3 February on."""
    assert FEBRUARY.air["german"] == (9, 9, 10, 9, 9, 9, 9, 8, 8, 8, 7, 7, 7, 6, 6)
    assert FEBRUARY.air["soviet"] == (6, 6, 6, 5, 5, 5, 5, 5, 5, 4, 4, 4, 3, 3, 3)
    assert FEBRUARY.air["german"] == JANUARY.air["german"][10:]


# --- set-up -----------------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "K44-setup-g", "K44-setup-s", "DEB-setup-g", "DEB-setup-s")
def test_how_many_set_up() -> None:
    """62 and 88 units in January, 92 and 102 in February."""
    assert (number(JANUARY, "german"), number(JANUARY, "soviet")) == (62, 88)
    assert (number(FEBRUARY, "german"), number(FEBRUARY, "soviet")) == (92, 102)


@pytest.mark.rule("korsun44", "S-aid", "K44-4", "A19")
@pytest.mark.parametrize(
    ("units", "hexes", "works"),
    [
        ("471AT", "1524", False),
        ("177Inf", "2213", False),
        ("Art-VII", "1625", True),
        ("I-W II-W", "4706 4308", True),
        ("905AG", "5426", False),
        ("AT-40A 1Art-40A", "0824", False),
        ("20-VG 21-VG 22-VG 6-VG GPanc-VG", "0526", False),
        ("159FU", "1205", True),
        ("1-2FU 2-2FU", "6120", False),
        ("6Eng", "5817", False),
    ],
)
def test_examples_of_the_set_up_aid(units: str, hexes: str, works: bool) -> None:
    """All ten are in the list of January."""
    slot = slot_of(JANUARY, units.split()[0])
    assert slot.units == tuple(units.split())
    assert (slot.hexes, slot.works) == (tuple(hexes.split()), works)


@pytest.mark.rule("korsun44", "K44-setup-g", "K44-setup-s")
@pytest.mark.parametrize(
    ("unit", "hexes", "works"),
    [("A-75", "0535", True), ("B-75", "0733 0931", True), ("253-34", "1129 1227 1325", True),
     ("239AG", "1622", True), ("202AG", "1524", False), ("318-88", "1618 1615 1512 1309", True),
     ("Pz-5SS", "4108 4211 4214 4017", True), ("HQ-XI", "3916", False), ("Art-XI", "5321", False),
     ("6-3", "5724 5525", True), ("315-167", "5522", False), ("HQ-XXXXII", "2213", False),
     ("602Inf", "3115 3116 3214 3215 3216", False), ("206RD", "2400", True),
     ("54FU", "3000", True), ("HQ-52A", "5407", False), ("HQ-5GTA", "6324", False),
     ("155-XX", "6022", False), ("25-XXIX", "6024", False), ("4Art-53A", "6428", False),
     ("213RD", "6430", False), ("7Abn", "5616", False), ("HQ-27A", "1216", False)],
)  # fmt: skip
def test_the_set_up_of_january(unit: str, hexes: str, works: bool) -> None:
    """A choice of the list: hexes, and who is dug in."""
    slot = slot_of(JANUARY, unit)
    assert (slot.hexes, slot.works) == (tuple(hexes.split()), works)


@pytest.mark.rule("korsun44", "DEB-setup-g", "DEB-setup-s", "A15", "A16", "A18")
@pytest.mark.parametrize(
    ("unit", "hexes", "works"),
    [("80-34", "1230 1429 1728", True), ("332-B", "3019 3110 3510", True),
     ("202AG", "2732", False), ("471AT", "3230", True), ("HQ-VII", "3230", True),
     ("I-W", "4212 4214", True), ("108-14", "3615", False), ("103-14", "5331", False),
     ("110-11", "3429 3529", False), ("1-506", "3032", False), ("A-23", "1529", False),
     ("2-503", "1529", False), ("64-16", "2030 2130", False), ("54Mor", "1730", False),
     ("1Mor", "1631", False), ("Pz-1SS", "1533 1534", False), ("673-376", "4730 4931 4731", True),
     ("HQ-40A", "0626", True), ("20-VG", "2831", True), ("6-VG", "2831", True),
     ("21-VG", "2523", False), ("GPanc-VG", "2523", False), ("2-VM", "2329 2430 2631", True),
     ("HQ-52A", "5115", False), ("294RD", "4110", True), ("159FU", "2613", True),
     ("54FU", "2910", True), ("5Abn", "4021", False), ("173Tk", "4022", False),
     ("8G-XX", "3031 3128 3327", False), ("AT-VC", "3220 3520 3621 3821", True),
     ("6Abn", "4128", True), ("1-8Art", "5126", False), ("94GRD", "5623", False)],
)  # fmt: skip
def test_the_set_up_of_february(unit: str, hexes: str, works: bool) -> None:
    """A choice of the list, names that vary among them."""
    slot = slot_of(FEBRUARY, unit)
    assert (slot.hexes, slot.works) == (tuple(hexes.split()), works)


@pytest.mark.rule("korsun44", "B5")
def test_units_are_spread_over_their_hexes() -> None:
    """Two regiments of 75 INF share two hexes, three counters of 3 ARM too."""
    assert slot_of(JANUARY, "B-75").units == ("B-75", "C-75")
    assert len(slot_of(JANUARY, "6-3").units) > len(slot_of(JANUARY, "6-3").hexes)


@pytest.mark.rule("korsun44", "K44-setup-g", "DEB-setup-g")
def test_resilience_groups_stand_in_their_cities() -> None:
    """All six in January, four in February."""
    for scenario, groups in ((JANUARY, 6), (FEBRUARY, 4)):
        found = {unit: hex_ for unit, hex_ in scenario.ready.items() if unit.startswith("RG-")}
        assert len(found) == groups
        for unit, hex_ in found.items():
            assert hex_ in BOARD.zones[unit.removeprefix("RG-").lower()]
            assert set(slot_of(scenario, unit).hexes) == BOARD.zones[unit[3:].lower()]


@pytest.mark.rule("korsun44", "DEB-setup-g", "DEB-setup-s")
@pytest.mark.parametrize(
    ("formation", "left"),
    [("198 INF", 3), ("11 ARM", 4), ("13 ARM", 5), ("14 ARM", 5), ("V MOT", 6), ("V G ARM", 6),
     ("XVIII ARM", 6), ("XX ARM", 5), ("XXIX ARM", 6), ("V CAV", 7), ("3 ARM", 6)],
)  # fmt: skip
def test_levels_lost_by_february(formation: str, left: int) -> None:
    """What the list says has been lost is gone."""
    assert levels(FEBRUARY, formation) == left


def test_single_units_have_lost_levels_too() -> None:
    """202 AG-B, 471 AT-B and the tank brigade of 4 Guards Army one each. The list takes 9 German
    and 14 Soviet levels in all; in January nobody has lost any.
    """
    assert all(FEBRUARY.ready_lost[unit] == 1 for unit in ("202AG", "471AT", "GPanc-4GA"))
    assert sum(FEBRUARY.ready_lost.values()) == 9 + 14
    assert sum(JANUARY.ready_lost.values()) == 0


@pytest.mark.rule("korsun44", "B6")
def test_one_hex_of_the_list_is_too_full() -> None:
    """XX ARM and 3 Art. of 4 Guards Army have nine levels in 6022; no other hex has more than
    eight, in either month.
    """
    for scenario, crowded in ((JANUARY, {"6022"}), (FEBRUARY, set())):
        there: Counter[str] = Counter()
        for unit, hex_ in scenario.ready.items():
            there[hex_] += UNITS.by_id[unit].levels - scenario.ready_lost.get(unit, 0)
        assert {hex_ for hex_, n in there.items() if n > 8} == crowded
    assert {u for u, h in JANUARY.ready.items() if h == "6022"} == {
        "3Art-4GA", "8G-XX", "80-XX", "155-XX", "7G-XX", "GPanc-XX"
    }  # fmt: skip


@pytest.mark.rule("korsun44", "B8", "4.3.1")
@pytest.mark.parametrize("scenario", [JANUARY, FEBRUARY], ids=lambda s: s.id)
def test_everybody_begins_behind_his_front(scenario: KorsunScenario) -> None:
    """Also in the hexes that the ready set-up leaves empty."""
    for side, slots in scenario.slots.items():
        own = THEATRE.start(scenario.month, side)
        assert all(set(slot.hexes) <= own for slot in slots)


@pytest.mark.rule("korsun44", "B9", "B10")
def test_neighbours_in_february() -> None:
    """506 touches XX ARM, 34 INF touches 58 INF, and HQ VII no enemy."""
    assert BOARD.grid.adjacent("3032", "3031")
    assert BOARD.grid.adjacent("1728", "1727")
    soviets = {h for unit, h in FEBRUARY.ready.items() if UNITS.by_id[unit].side == "soviet"}
    assert not soviets & set(BOARD.grid.neighbours(FEBRUARY.ready["HQ-VII"]))


@pytest.mark.rule("korsun44", "B11")
@pytest.mark.parametrize(
    "unit",
    ["239AG", "911AG", "177Inf", "315-167", "HQ-XXXXII", "RG-Smela", "RG-Shpola", "6Eng"],
)
def test_who_takes_no_part_in_february(unit: str) -> None:
    """They are neither on the map nor in the schedule from 3 February on."""
    assert unit not in FEBRUARY.ready
    assert all(unit not in row.units for row in FEBRUARY.arrivals)


# --- reinforcements -------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "R-sched", "A10", "A11", "A12", "A13")
@pytest.mark.parametrize(
    ("turn", "at", "units"),
    [
        (1, "E", "103-14 108-14 III-36-14"),
        (2, "E", "110-11 111-11 15-11"),
        (2, "6422", "78GRD"),
        (3, "E", "HQ-XXXXVII 66-13 93-13 4-13 911AG"),
        (3, "A", "249AG"),
        (3, "6422", "11G-VC 12G-VC 63-VC 1896-VC AT-VC Art-VC"),
        (4, "E", "1-506 2-506 Art-XXXXVII"),
        (4, "6430", "233RD"),
        (5, "B", "HQ-III Art-III 57Mor"),
        (6, "6430", "80GRD 84RD"),
        (7, "B", "40-17 63-17 39-17 54Mor"),
        (8, "D", "672-376 673-376 767-376 A-26 B-26"),
        (8, "6430", "6Abn"),
        (8, "6422", "89GRD 94GRD"),
        (9, "B", "1Mor"),
        (9, "6422", "6RD"),
        (9, "0130", "42GRD"),
        (10, "B", "1-1SS 2-1SS Pz-1SS 1-503 2-503 A-23 B-23"),
        (10, "E", "55Mor"),
        (11, "C", "21-24 26-24 24-24"),
        (11, "F", "848-282 849-282 850-282"),
        (11, "B", "1-1 113-1 I-1-1"),
        (12, "A", "KG-Rentz"),
        (12, "0123", "HQ-2TA 11Tk"),
        (13, "0123", "50-III 51-III 103-III GPanc-III 107-XVI 109-XVI 164-XVI 15-XVI GPanc-XVI"),
        (14, "D", "KG-Haack"),
        (14, "0115", "4Abn"),
        (15, "6422", "11-VGM 12-VGM 13-VGM 24-VGM GPanc-VGM"),
        (16, "F", "20-10 41-10 7-10"),
        (16, "0112", "40-XIG 44-XIG 45-XIG 27-XIG GPanc-XIG"),
        (18, "0130", "340RD"),
        (20, "6422", "252RD"),
        (21, "0130", "163RD"),
    ],
)
def test_the_schedule(turn: int, at: str, units: str) -> None:
    """Every row on its day and at its place."""
    rows = [row for row in JANUARY.arrivals if (row.turn, row.at) == (turn, at) and not row.option]
    assert [row.units for row in rows] == [tuple(units.split())]


@pytest.mark.rule("korsun44", "K44-7", "RET-3", "RET-5", "DEB-3")
def test_who_uses_which_part_of_the_schedule() -> None:
    """The Retreat all of it, the short scenario eleven days, Deblockade what comes from 3
    February on.
    """
    assert SCENARIOS["retreat"].arrivals == JANUARY.arrivals
    assert SCENARIOS["retreat"].slots == SCENARIOS["korsun_short"].slots == JANUARY.slots
    assert max(row.turn for row in SCENARIOS["korsun_short"].arrivals) == 11
    early = {row.at for row in FEBRUARY.arrivals if row.turn == 1}
    assert early == {"B", "C", "F"}
    assert arrival_of(FEBRUARY, "163RD").turn == 11
    assert arrival_of(FEBRUARY, "1-1").rest == 3


def test_conditions_of_the_schedule() -> None:
    """24 ARM is optional and opens the way for V G MOT; two of 1 ARM come first, the rest on 5
    February.
    """
    assert [row.units[0] for row in JANUARY.arrivals if row.optional] == ["21-24"]
    assert arrival_of(JANUARY, "11-VGM").after == "24 ARM"
    first = arrival_of(JANUARY, "1-1")
    assert (first.first, first.turn, first.rest) == (2, 11, 13)


@pytest.mark.rule("korsun44", "B15")
def test_where_16_arm_comes_from() -> None:
    """In February it is on the map; in January it comes at B on 1 February with the option."""
    row = arrival_of(JANUARY, "2-16")
    assert (row.turn, row.at, row.option) == (9, "B", "sixteenth_panzer")
    assert slot_of(FEBRUARY, "2-16").hexes == ("2030", "2130")
    assert all("2-16" not in row.units for row in FEBRUARY.arrivals)


def test_everybody_comes_into_play_once() -> None:
    """On the map or by the schedule; every counter has a part in January or February."""
    used = set()
    for scenario in SCENARIOS.values():
        coming = [unit for row in scenario.arrivals for unit in row.units]
        times = Counter([*scenario.ready, *coming])
        assert set(times.values()) == {1}
        used |= set(times)
    assert used == set(UNITS.by_id)


def test_entries() -> None:
    """Six German zones in a row; four Soviet hexes in the west and two in the east."""
    assert JANUARY.entries["german"] == (("A", "B", "C", "D", "E", "F"),)
    assert JANUARY.entries["soviet"] == (("0112", "0115", "0123", "0130"), ("6422", "6430"))
    for zone in "ABCDEF":
        assert "south" in BOARD.grid.edge(THEATRE.entry(zone))
    assert THEATRE.entry("0112") == "0112"


# --- notes, bases, victory ------------------------------------------------------------------


@pytest.mark.rule("korsun44", "K44-5")
def test_notes() -> None:
    """The 1st Ukrainian Front waits until turn 3 in Korsun 1944, where Germans may not hamper
    movement; 30 improved fortifications belong to the set-up of January.
    """
    for name in ("korsun", "korsun_short"):
        notes = SCENARIOS[name].notes
        assert (dict(notes.waits), notes.interdiction) == ({1: 3}, False)
        assert SCENARIOS[name].retreat_notes == notes
    retreat = SCENARIOS["retreat"]
    assert (dict(retreat.notes.waits), retreat.notes.interdiction) == ({}, True)
    assert retreat.retreat_notes == JANUARY.notes
    assert (dict(FEBRUARY.notes.waits), FEBRUARY.notes.interdiction) == ({}, True)
    works = {scenario.id: scenario.improved_works for scenario in SCENARIOS.values()}
    assert works == {"korsun": 30, "korsun_short": 30, "retreat": 30, "deblockade": 0}


def bases(name: str, side: str) -> frozenset[str]:
    """The hexes where lines of supply of a side end."""
    found = SCENARIOS[name].bases[side]
    return THEATRE.bases(found.zones, found.edges)


def test_supply_bases() -> None:
    """Germans: Korsun, and in January the six zones, in February the southern edge. Soviets: the
    other three edges.
    """
    for name in ("korsun", "korsun_short", "retreat"):
        assert bases(name, "german") == BOARD.zones["korsun"] | set(BOARD.tagged("german_entry"))
    south = {f"{column:02}35" for column in range(1, 65)}
    assert bases("deblockade", "german") == BOARD.zones["korsun"] | south
    for name in SCENARIOS:
        assert bases(name, "soviet") == {
            h for h in BOARD.grid if h[:2] in ("01", "64") or h[2:] == "00"
        }


@pytest.mark.rule("korsun44", "B7")
def test_27_city_hexes() -> None:
    """15 for the Germans or 13 for the Soviets: one side alone can have its number."""
    victory = JANUARY.victory
    hexes = [h for city in victory.cities for h in BOARD.zones[city]]
    assert (victory.kind, victory.german, victory.soviet) == ("cities", 15, 13)
    assert len(hexes) == len(set(hexes)) == 27
    assert set(hexes) == THEATRE.cities
    assert len(BOARD.zones["korsun"]) == 5


def test_what_the_others_are_about() -> None:
    """A line or a road from Korsun to B, C, D, E or F, or levels destroyed."""
    for name, kind in (("korsun_short", "link"), ("deblockade", "relief")):
        victory = SCENARIOS[name].victory
        assert (victory.kind, victory.cities, victory.links) == (kind, ("korsun",), tuple("BCDEF"))
    assert SCENARIOS["retreat"].victory.kind == "losses"
