"""Map facts, scenarios and the ready set-up of Operation Storm against rules and rulings."""

from collections import Counter
from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.storm41.charts import load_charts
from grognard.games.storm41.deployment import open_duties, why_not_here
from grognard.games.storm41.scenario import Levels, Replacements, load_scenarios
from grognard.games.storm41.theatre import COUNTRIES, Theatre
from grognard.games.storm41.units import load_units

DATA = Path(games.__file__).parent / "storm41" / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
SCENARIOS = load_scenarios(DATA / "scenarios.yaml", BOARD, UNITS, CHARTS)
CAMPAIGN, SOUTH = SCENARIOS["campaign"], SCENARIOS["south"]
MAP = Theatre(BOARD)
SOUTH_MAP = Theatre(BOARD, "south_map")


def name_of(hex_: str) -> str:
    return BOARD.called(hex_).split(" (")[0]


def crosses(theatre: Theatre, a: str, b: str) -> bool:
    """Is the side between two hexes one of the border of Hungary?"""
    grid = BOARD.grid
    ways = [(a, b), (b, a)]
    found = {bool(theatre.hungarian_border[grid.index[x], grid.side(x, y)]) for x, y in ways}
    assert len(found) == 1
    return found.pop()


# --- the map ----------------------------------------------------------------------------


@pytest.mark.rule("storm41", "2.2", "2.2-ex")
def test_cracow_and_bucharest() -> None:
    """A city in N1721 and a major city in S1729."""
    assert (name_of("N1721"), MAP.cities["N1721"]) == ("Cracow", "city")
    assert (name_of("S1729"), MAP.cities["S1729"]) == ("Bucharest", "major_city")


@pytest.mark.rule("storm41", "1.4", "R-1")
def test_the_row_where_the_sheets_meet() -> None:
    """S4230 is N1030 by another name."""
    assert BOARD.grid.parse("S4230") == BOARD.grid.parse("N1030") == "N1030"


@pytest.mark.rule("storm41", "10.3-ex", "R-2")
def test_orientation() -> None:
    """S2236 touches S2335 and S2336 and not S2337; odd rows end at 43."""
    assert {"S2335", "S2336"} <= set(BOARD.grid.neighbours("S2236"))
    assert "S2337" not in BOARD.grid.neighbours("S2236")
    assert "S2344" not in BOARD.grid


@pytest.mark.rule("storm41", "1.5", "R-3")
def test_edges() -> None:
    """A corner belongs to two edges; column 20 is the west edge."""
    assert {"north", "east"} <= BOARD.grid.edge("N4244")
    assert {"south", "east"} <= BOARD.grid.edge("S1444")
    assert "west" in BOARD.grid.edge("N4220") & BOARD.grid.edge("S1420")
    assert "west" not in BOARD.grid.edge("N3421")


@pytest.mark.rule("storm41", "R-14")
@pytest.mark.parametrize(
    ("hex_", "terrain"),
    [("N3530", "clear"), ("N3031", "forest"), ("N2038", "marsh"), ("N2837", "rough"),
     ("S2227", "mountain"), ("S3033", "mountain")],
)  # fmt: skip
def test_sample_hexes_of_the_chart(hex_: str, terrain: str) -> None:
    """The map has the terrain that the chart shows there; the corridors run through theirs."""
    assert BOARD.terrain_of(hex_) == terrain
    assert "N2533" in MAP.corridors["pripyat_notec"].links
    assert "S2042" in MAP.corridors["danube"].links


@pytest.mark.rule("storm41", "R-15")
def test_control_points() -> None:
    """33 cities and 6 major cities are 45 points, 11 of them Soviet, so that 23 is the majority;
    Ploesti gives none.
    """
    points = {hex_: CHARTS.counts[kind].number for hex_, kind in MAP.cities.items()}
    soviet = sum(number for hex_, number in points.items() if MAP.country[hex_] == "ussr")
    assert Counter(MAP.cities.values()) == {"city": 33, "major_city": 6}
    assert (sum(points.values()), soviet) == (45, 11)
    assert CAMPAIGN.victory.advantage == 45 // 2 + 1
    assert MAP.oil == "S2029"
    assert MAP.oil not in MAP.cities


@pytest.mark.rule("storm41", "R-12")
def test_greater_germany() -> None:
    """Cracow and Presov lie in it, Debrecen, Bucharest and Brest do not."""
    inside = {place.name for place in BOARD.places if place.hex in MAP.greater_germany}
    assert {"Cracow", "Presov", "Warsaw", "Memel"} <= inside
    assert not {"Debrecen", "Bucharest", "Ruse", "Brest"} & inside


def test_every_land_hex_lies_in_one_country() -> None:
    """Six countries, and who holds a hex at the start follows from them."""
    assert set(MAP.country) == set(MAP.land)
    assert sum(len(BOARD.zones[country] & MAP.land) for country in COUNTRIES) == len(MAP.land)
    assert MAP.start["soviet"] == {h for h, c in MAP.country.items() if c == "ussr"}
    assert MAP.start["axis"] == MAP.land - MAP.start["soviet"]


@pytest.mark.rule("storm41", "R-6", "R-7")
def test_supply_sources() -> None:
    """Column 20 for the Germans, the last hexes of the rows down to S2044 for the Soviets; sea
    hexes are none.
    """
    german, soviet = MAP.sources["axis"], MAP.sources["soviet"]
    assert {BOARD.grid.place(hex_)[0] for hex_ in german} == {20}
    assert "S1420" in german
    assert "N4220" not in german
    assert {"N4244", "S2044"} <= set(soviet)
    assert "S1943" not in soviet
    assert all("east" in BOARD.grid.edge(hex_) for hex_ in soviet)
    assert len(soviet) == 33 + 22


@pytest.mark.rule("storm41", "R-4", "R-5")
def test_the_two_east_edges() -> None:
    """N1044 is of the North only; the South begins at S4143 and ends at S2044, the last land."""
    north, south = MAP.east_edges["north_edge"], MAP.east_edges["south_edge"]
    assert {"N4244", "N4143", "N1044"} <= north
    assert {"S4143", "S2044"} <= south
    assert not north & south
    assert "S1943" not in south


def test_sheets() -> None:
    """Every hex belongs to one sheet, the seam to the North (R-8)."""
    assert MAP.sheets["north_map"] | MAP.sheets["south_map"] == MAP.hexes
    assert not MAP.sheets["north_map"] & MAP.sheets["south_map"]
    assert (MAP.sheet_of("N1030"), MAP.sheet_of("S4130")) == ("north_map", "south_map")


@pytest.mark.rule("storm41", "R-79")
def test_corridors() -> None:
    """They end where 4.4 and 4.5 say; the Danube has three users, the other one the Soviets
    alone, and neither enters Hungary.
    """
    pripyat, danube = MAP.corridors["pripyat_notec"], MAP.corridors["danube"]
    assert pripyat.ends == {"soviet": "N2044", "axis": "N3420"}
    assert danube.ends == {"soviet": "S2343", "axis": "S2220"}
    assert pripyat.users == {"soviet"}
    assert danube.users == {"soviet", "german", "romanian"}
    for corridor in (pripyat, danube):
        assert not MAP.homes["hungarian"].intersection(corridor.links)
        lone = {hex_ for hex_, joined in corridor.links.items() if len(joined) == 1}
        assert lone == set(corridor.ends.values())
        assert BOARD.networks[corridor.network]


@pytest.mark.rule("storm41", "3.5")
def test_corridor_markers() -> None:
    """Soviet control reaches S2037 and N2633 when the game begins, German control S2036."""
    soviet, german = MAP.start["soviet"], MAP.start["axis"]
    pripyat, danube = MAP.corridors["pripyat_notec"], MAP.corridors["danube"]
    ours = danube.reached("soviet", soviet)
    assert "S2037" in ours
    assert "S2036" not in ours
    assert "S2036" in danube.reached("axis", german)
    assert "S2037" not in danube.reached("axis", german)
    assert "N2633" in pripyat.reached("soviet", soviet)
    assert "N2632" not in pripyat.reached("soviet", soviet)
    assert set(BOARD.tagged("soviet_corridor_marker")) == {"S2037", "N2633"}
    assert set(BOARD.tagged("axis_corridor_marker")) == {"S2036"}


def test_a_corridor_is_cut_by_one_hex() -> None:
    """Beyond an enemy hex nothing is reached, and nothing at all without the end."""
    danube = MAP.corridors["danube"]
    everything = set(danube.links)
    assert danube.reached("axis", everything) == everything
    cut = danube.reached("axis", everything - {"S1529"})
    assert "S1528" in cut
    assert "S1530" not in cut
    assert not danube.reached("axis", everything - {"S2220"})


@pytest.mark.rule("storm41", "R-21")
def test_border_hexes() -> None:
    """75 Soviet hexes from N4234 to S1937, each next to land beyond the border, and no other hex
    of the line between them.
    """
    assert len(MAP.border) == 75
    assert {"N4234", "S1937"} <= set(MAP.border)
    outer = {
        hex_
        for hex_ in MAP.start["soviet"]
        if any(near in MAP.start["axis"] for near in BOARD.grid.neighbours(hex_))
    }
    beyond = outer - set(MAP.border)
    assert set(MAP.border) <= outer
    assert beyond == {"S1938", "S1939", "S1940", "S1941", "S1842"}


def test_the_border_of_hungary() -> None:
    """Both ways, towards every neighbour, and nowhere else (R-60)."""
    assert crosses(MAP, "S4028", "S4027")  # the Soviet Union
    assert crosses(MAP, "S2330", "S2431")  # Romania
    assert crosses(MAP, "N1123", "N1023")  # Slovakia
    assert not crosses(MAP, "S3622", "S3623")
    assert not crosses(MAP, "S2036", "S2037")
    assert int(MAP.hungarian_border.sum()) == 2 * 96


def test_hungarian_entry_hexes() -> None:
    """The ten hexes of the west edge that are Hungarian (5.11)."""
    west = {h for h in MAP.homes["hungarian"] if "west" in BOARD.grid.edge(h)}
    assert MAP.hungarian_entry == west
    assert len(west) == 10


@pytest.mark.parametrize(
    ("unit", "hex_", "may"),
    [
        ("1TD", "N2040", True),  # Pinsk, marsh on the Soviet corridor
        ("1TD", "N1940", False),
        ("10RD", "N1940", True),
        ("2CC", "N1940", True),
        ("1Pz", "N2040", False),  # the corridor is not his
        ("1TD", "S3730", True),  # the Tatar Pass
        ("1TD", "S3631", False),
        ("72MtR", "S3631", True),
        ("1Pz", "N4220", False),
        ("402Art", "N1940", False),
    ],
)
def test_where_the_terrain_lets_a_unit_stand(unit: str, hex_: str, may: bool) -> None:
    """Tanks keep out of marshes off their corridors and of mountains without a pass (R-133)."""
    assert BOARD.terrain_of("N1940") == BOARD.terrain_of("N2040") == "marsh"
    assert BOARD.terrain_of("S3730") == BOARD.terrain_of("S3631") == "mountain"
    assert MAP.may_stand(UNITS.by_id[unit], hex_) is may


def test_water_hexsides_are_barred() -> None:
    """Three hexsides of lakes and lagoons, from both sides (9.16)."""
    assert int(MAP.barred.sum()) == 6
    here = BOARD.grid.index["N3732"]
    assert MAP.barred[here, BOARD.grid.side("N3732", "N3833")]


# --- the campaign -----------------------------------------------------------------------


def test_two_scenarios() -> None:
    """The campaign comes first and is what begins if nobody chooses."""
    assert list(SCENARIOS) == ["campaign", "south"]
    assert (CAMPAIGN.turns, SOUTH.turns) == (10, 6)


@pytest.mark.rule("storm41", "3.2-ex", "R-29")
def test_turn_track() -> None:
    """Turn 3 is the first half of July."""
    assert len(CAMPAIGN.track) == 10
    assert (CAMPAIGN.label(1), CAMPAIGN.label(3)) == ("I June", "I July")


def test_everybody_takes_part_in_the_campaign() -> None:
    """Every piece begins somewhere, is set up or comes once."""
    free = [unit for units in CAMPAIGN.free.values() for unit in units]
    assert sorted([*CAMPAIGN.begins, *CAMPAIGN.due, *free]) == sorted(UNITS.by_id)
    spots = Counter(spot if len(spot) > 5 else "map" for spot in CAMPAIGN.begins.values())
    assert spots == {"map": 153, "reserve": 30, "airborne": 16}
    assert {side: len(units) for side, units in CAMPAIGN.free.items()} == {"axis": 0, "soviet": 203}


def test_victory_of_the_campaign() -> None:
    """23 control points, 150 Germans, 200 Soviets; four points win, three draw; with the strong
    Luftwaffe one wins and none draws.
    """
    victory = CAMPAIGN.victory
    assert (victory.advantage, victory.german_losses, victory.soviet_losses) == (23, 150, 200)
    assert (victory.levels, victory.luftwaffe) == (Levels(4, 3), Levels(1, 0))
    assert set(victory.scored) == set(CHARTS.points)
    assert CAMPAIGN.replacements == Replacements(units=5, mech=2)


@pytest.mark.parametrize(
    ("turn", "axis", "soviet"),
    [(1, 0, 21), (2, 5, 31), (3, 6, 20), (4, 5, 19), (5, 4, 15), (6, 3, 15), (7, 4, 18),
     (8, 4, 17), (9, 1, 17), (10, 0, 0)],
)  # fmt: skip
def test_reinforcements_by_turn(turn: int, axis: int, soviet: int) -> None:
    """How many units come on each side: 32 and 173 in all."""
    sides = Counter(UNITS.by_id[unit].side for unit in CAMPAIGN.coming.get(turn, ()))
    assert (sides["axis"], sides["soviet"]) == (axis, soviet)


def test_coded_units_begin_in_their_country() -> None:
    """Germans west of the border, Hungarians in Hungary, Romanians in Romania."""
    for unit, spot in CAMPAIGN.begins.items():
        piece = UNITS.by_id[unit]
        if piece.hex:
            assert spot in MAP.start["axis"]
            if piece.is_allied:
                assert spot in MAP.homes[piece.nation]


# --- the ready set-up ---------------------------------------------------------------------


def test_the_ready_set_up_is_legal() -> None:
    """Nothing is left to do, and no unit is where it may not be."""
    assert list(open_duties(MAP, CHARTS, UNITS.by_id, CAMPAIGN.ready)) == []
    for unit, hex_ in CAMPAIGN.ready.items():
        assert why_not_here(MAP, UNITS.by_id[unit], hex_) is None
    assert set(CAMPAIGN.ready) == set(CAMPAIGN.free["soviet"])


def duties(**changes: str) -> list[str]:
    """What is left to do when some units of the ready set-up stand elsewhere."""
    placed = {**CAMPAIGN.ready, **{unit.lstrip("_"): hex_ for unit, hex_ in changes.items()}}
    return [str(refusal) for refusal in open_duties(MAP, CHARTS, UNITS.by_id, placed)]


def test_an_empty_border_hex_is_a_duty() -> None:
    """The 232nd Rifle Division alone holds S1937; artillery is no garrison, cavalry is."""
    assert duties(_232RD="S2640") == ["3.4: border hex S1937 has no garrison"]
    assert duties(_232RD="S2640", _402Art="S1937") == ["3.4: border hex S1937 has no garrison"]
    assert duties(_232RD="S2640", _2CC="S1937") == []


def test_a_split_corps_is_a_duty() -> None:
    """The three divisions of the first corps stand together (5.13-8, R-20)."""
    assert duties(_3TD="N3439") == ["5.13-8: mechanised corps 1 is not in one hex"]
    assert duties(_1TD="N3439", _3TD="N3439", _163MD="N3439") == []


def test_a_high_stack_is_a_duty() -> None:
    """N3536 is full with six units and five of artillery; a seventh is too many."""
    assert duties(_23RD="N3536", _5RD="N3637") == [
        "3.4: border hex N3736 has no garrison",
        "6.5: N3536: 7 non-artillery units in one hex, 6 at most",
    ]
    assert duties(_29Art="N3536") == []
    assert duties(_29Art="N3536", _49Art="N3536") == [
        "6.5: N3536: 7 artillery units in one hex, 6 at most"
    ]


@pytest.mark.parametrize(
    ("unit", "hex_", "rule"),
    [
        ("10RD", "N4134", "3.4"),
        ("10RD", "N3241", ""),
        ("1TD", "N1940", "R-133"),
        ("1Pz", "N1721", ""),
        ("1Pz", "S3622", "3.7"),
        ("1Pz", "N2234", "3.7"),
    ],
)
def test_where_a_unit_may_be_set_up(unit: str, hex_: str, rule: str) -> None:
    """Soviets in the Soviet Union, Germans without a code in Greater Germany."""
    refusal = why_not_here(MAP, UNITS.by_id[unit], hex_)
    assert (refusal.rule if refusal else "") == rule


# --- the South Map ------------------------------------------------------------------------


def test_the_south_is_a_part_of_the_map() -> None:
    """Its hexes are the South Map; of the corridors the Danube is there."""
    assert BOARD.zones["south_map"] == SOUTH_MAP.hexes
    assert set(SOUTH_MAP.corridors) == {"danube"}
    assert not SOUTH_MAP.east_edges["north_edge"]
    assert len(SOUTH_MAP.hungarian_entry) == 9  # without N1020
    assert set(SOUTH.begins.values()) - {"reserve", "airborne"} <= SOUTH_MAP.land
    assert set(SOUTH.ready.values()) <= SOUTH_MAP.land


def test_who_fights_in_the_south() -> None:
    """Who begins on the sheet: seven German divisions and the flak, the Romanians, all
    Hungarians but one, 52 Soviet units; six reserves and four brigades besides.
    """
    nations = Counter(
        UNITS.by_id[u].nation for u, spot in SOUTH.begins.items() if spot in SOUTH_MAP.land
    )
    assert nations == {"german": 8, "hungarian": 9, "romanian": 22}
    assert len(SOUTH.free["soviet"]) == len(SOUTH.ready) == 52
    assert Counter(SOUTH.begins.values())["reserve"] == 6
    assert Counter(SOUTH.begins.values())["airborne"] == 4
    assert "22H" not in SOUTH.begins


def test_victory_in_the_south() -> None:
    """15 control points, of which 11 are asked for; nothing is scored that is not there."""
    points = sum(CHARTS.counts[kind].number for kind in SOUTH_MAP.cities.values())
    assert (points, SOUTH.victory.advantage) == (15, 11)
    assert set(CHARTS.points) - set(SOUTH.victory.scored) == {"pripyat_notec", "north_edge"}
    assert SOUTH.replacements == Replacements(units=2, mech=1)
