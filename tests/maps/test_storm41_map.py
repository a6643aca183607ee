from itertools import pairwise

import pytest
from tests.maps.facts import board_of, facts_of

from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mapmaker.facts import Supply

SLUG = "storm41"
BOARD = board_of(SLUG)
FACTS = facts_of(SLUG)
COUNTRIES = ("germany", "slovakia", "hungary", "romania", "bulgaria", "ussr")
LAND = {h for h in BOARD.grid.hexes if not BOARD.is_water(h)}


@pytest.mark.parametrize("supply", FACTS.supply, ids=lambda supply: supply.side)
def test_no_line_of_supply_need_cross_the_border(supply: Supply) -> None:
    """With every hex beyond the border held by the enemy, both sides are still in supply."""
    own = "west" if supply.side.startswith("axis") else "ussr"
    ground = BOARD.zones[own] & BOARD.zones[supply.within] & LAND
    reached = set(supply.sources.split()) & ground
    edge = sorted(reached)
    while edge:
        here = edge.pop()
        ahead = {h for h in BOARD.grid.neighbours(here) if open_side(here, h)} & ground - reached
        reached |= ahead
        edge += sorted(ahead)
    assert reached.issuperset(supply.reaches.split())


def open_side(a: HexId, b: HexId) -> bool:
    """Is the side between two hexes not all water?"""
    side = BOARD.grid.hexside(a, b)
    return side not in BOARD.hexsides["sea_side"] | BOARD.hexsides["lake_side"]


# --- the two sheets -----------------------------------------------------------------------


def test_the_sheets_share_a_row_that_the_north_names() -> None:
    """S42 is N10 by another name, belongs to the North Map, and joins rows N11 and S41."""
    assert [BOARD.grid.parse(f"S42{column}") for column in (20, 32, 44)] == [
        "N1020",
        "N1032",
        "N1044",
    ]
    assert BOARD.grid.adjacent("N1032", "N1132")
    assert BOARD.grid.adjacent("N1032", "S4132")
    assert BOARD.zones["north_map"].isdisjoint(BOARD.zones["south_map"])
    assert BOARD.zones["north_map"] | BOARD.zones["south_map"] == set(BOARD.grid.hexes)


def test_odd_rows_are_shorter_and_lie_half_a_hex_east() -> None:
    """Of rule 10.3's three hexes one touches both others; odd rows end at column 43."""
    assert BOARD.grid.adjacent("S2236", "S2335")
    assert BOARD.grid.adjacent("S2236", "S2336")
    assert not BOARD.grid.adjacent("S2236", "S2337")
    with pytest.raises(KeyError):
        BOARD.grid.parse("S2344")


def test_a_hex_that_the_rules_misprint_is_not_there() -> None:
    """South rows begin at 14, so S1044 of rule 4.10 cannot be meant (ruling 5)."""
    with pytest.raises(KeyError):
        BOARD.grid.parse("S1044")


# --- countries and sources ----------------------------------------------------------------


def test_every_land_hex_belongs_to_one_country() -> None:
    """Six countries share the land between them; nobody owns the sea."""
    owned = [h for name in COUNTRIES for h in BOARD.zones[name]]
    assert len(owned) == len(set(owned))
    assert set(owned) == LAND
    assert BOARD.zones["west"] == LAND - BOARD.zones["ussr"]
    assert BOARD.zones["greater_germany"] == BOARD.zones["germany"] | BOARD.zones["slovakia"]


def test_borders_run_between_countries_and_nowhere_else() -> None:
    """The two border layers together are all sides between two countries."""
    owner = {h: name for name in COUNTRIES for h in BOARD.zones[name]}
    between = {
        BOARD.grid.hexside(a, b)
        for a in LAND
        for b in BOARD.grid.neighbours(a)
        if b in LAND and owner[a] != owner[b]
    }
    assert BOARD.hexsides["soviet_border"] | BOARD.hexsides["boundary"] == between
    assert BOARD.hexsides["soviet_border"].isdisjoint(BOARD.hexsides["boundary"])


#: The Soviet side of the border beyond S1937, where nobody need be set up.
DELTA = {"S1938", "S1939", "S1940", "S1941", "S1842"}


def test_border_hexes_are_the_soviet_hexes_on_the_border() -> None:
    """From N4234 to S1937 each Soviet hex on the border is to be manned; the delta is not."""
    beside = {h for side in BOARD.hexsides["soviet_border"] for h in split_hexside(side)}
    assert set(BOARD.tagged("border_hex")) == (beside & BOARD.zones["ussr"]) - DELTA


def test_sources_are_the_land_on_the_edges() -> None:
    """German sources are column 20, Soviet ones the last hexes from N4244 to S2044."""
    west = {h for h in LAND if "west" in BOARD.grid.edge(h)}
    east = {h for h in LAND if "east" in BOARD.grid.edge(h)}
    assert {h for h in west if h.endswith("20")} == set(BOARD.tagged("axis_source"))
    assert {h for h in east if h[-2:] in ("43", "44")} == set(BOARD.tagged("soviet_source"))
    edges = BOARD.zones["north_east_edge"] | BOARD.zones["south_east_edge"]
    assert edges & LAND == set(BOARD.tagged("soviet_source"))


def test_hungarians_enter_on_the_west_edge_of_hungary() -> None:
    """Their entry hexes are the sources that lie in Hungary."""
    sources = set(BOARD.tagged("axis_source"))
    assert BOARD.zones["hungarian_entry"] == sources & BOARD.zones["hungary"]


def test_control_points_make_23_a_majority() -> None:
    """Cities count one and major cities two: 11 in the USSR and 34 elsewhere (ruling 15)."""
    points = dict.fromkeys(BOARD.tagged("city"), 1) | dict.fromkeys(BOARD.tagged("major_city"), 2)
    soviet = sum(worth for h, worth in points.items() if h in BOARD.zones["ussr"])
    assert (soviet, sum(points.values()) - soviet) == (11, 34)


# --- corridors, passes, rivers ------------------------------------------------------------

MARKERS = {"pripyat_notec_corridor": "N2633", "danube_corridor": "S2037"}


@pytest.mark.parametrize("network", MARKERS)
def test_a_corridor_is_soviet_as_far_as_its_marker(network: str) -> None:
    """One line, east to west: Soviet up to the marker's hex, not Soviet beyond it."""
    ((_, way),) = BOARD.roads[network]
    at = way.index(MARKERS[network])
    assert BOARD.zones["ussr"].issuperset(way[: at + 1])
    assert BOARD.zones["ussr"].isdisjoint(way[at + 1 :])
    assert BOARD.zones["hungary"].isdisjoint(way)
    assert len(way) == len(set(way))


@pytest.mark.parametrize("name", [name for name, _ in BOARD.roads["pass"]])
def test_a_pass_leads_over_mountains(name: str) -> None:
    """Between its open ends every hex of a pass is mountain."""
    way = dict(BOARD.roads["pass"])[name]
    assert {BOARD.terrain_of(h) for h in way[1:-1]} == {"mountain"}
    assert "mountain" not in {BOARD.terrain_of(way[0]), BOARD.terrain_of(way[-1])}


def test_passes_do_not_run_into_each_other() -> None:
    """A mountain hex belongs to one pass only."""
    inner = [h for _, way in BOARD.roads["pass"] for h in way[1:-1]]
    assert len(inner) == len(set(inner))


def test_the_carpathians_part_the_ukraine_from_hungary() -> None:
    """No open hex of the one touches an open hex of the other; four passes lead across."""
    crossed = set()
    for side in BOARD.hexsides["soviet_border"]:
        ends = split_hexside(side)
        if not BOARD.zones["hungary"].isdisjoint(ends):
            assert "mountain" in {BOARD.terrain_of(h) for h in ends}, side
            crossed |= {side} & BOARD.networks["pass"]
    assert len(crossed) == 4


RIVERS = """
Vistula Bug Narew San Wieprz Pilica Dunajec Warta Notec Pregel Niemen Neris Pripyat Styr Goryn
Dniester Prut Siret Danube Olt Jiu Mures Somes Tisza
"""


def chain(name: str) -> tuple[Hexside, ...]:
    """The longest stretch of a river, downstream."""
    return max((way for line, way in BOARD.chains["river"] if line == name), key=len)


def test_the_rivers_of_the_campaign_are_there() -> None:
    """Each of them, and the Southern Bug, is a chain of three hexsides at least."""
    names = {name for name, _ in BOARD.chains["river"]}
    assert names == {*RIVERS.split(), "Southern Bug"}
    assert min(len(chain(name)) for name in names) >= 3


@pytest.mark.parametrize(
    ("river", "first", "last"),
    [
        ("Bug", "N1532/N1533", "N2632/N2731"),
        ("Prut", "S3336/S3437", "S2036/S2037"),
        ("San", "N1227/N1326", "N1428/N1429"),
        ("Danube", "S1936/S2037", "S1741/S1842"),
    ],
)
def test_a_border_river_is_the_border(river: str, first: Hexside, last: Hexside) -> None:
    """Between these hexsides the Soviet border does not leave the river."""
    way = [BOARD.grid.hexside(*split_hexside(side)) for side in chain(river)]
    stretch = way[way.index(first) : way.index(last) + 1]
    assert BOARD.hexsides["soviet_border"].issuperset(stretch)
    assert len(stretch) >= 5


def test_the_lower_danube_parts_romania_from_bulgaria() -> None:
    """Where they meet west of the Dobruja, the river is their border."""
    meeting = {
        side
        for side in BOARD.hexsides["boundary"]
        if BOARD.zones["bulgaria"].intersection(split_hexside(side))
    }
    danube = {side for name, way in BOARD.chains["river"] if name == "Danube" for side in way}
    assert meeting - danube == {"S1432/S1433"}


BANKS = [
    ("Vistula", "N2628", "N2629"),
    ("Vistula", "N1721", "N1622"),
    ("Niemen", "N3734", "N3835"),
    ("Bug", "N2233", "N2234"),
    ("Prut", "S2837", "S2838"),
]


@pytest.mark.parametrize(("river", "near", "far"), BANKS)
def test_cities_stand_on_their_bank(river: str, near: HexId, far: HexId) -> None:
    """Warsaw and Cracow left of the Vistula, Tilsit of the Niemen; Brest east, Iasi west."""
    assert BOARD.grid.hexside(near, far) in chain(river)


# --- terrain under the set-up -------------------------------------------------------------

#: Where the rebuilt order of battle sets up German panzer and motorized units.
MECHANIZED = """
N1025 N1631 N1727 N1728 N1730 N1829 N1831 N1929 N1930 N2031 N2131 N2231 N2232 N2328 N2330 N2431
N3132 N3230 N3231 N3234 N3328 N3330 N3331 N3332 N3428 N3430 N3431 N3432
"""


def test_vehicles_set_up_where_they_can_move() -> None:
    """No German mechanized unit starts in marsh or mountain (ruling 133)."""
    assert {BOARD.terrain_of(h) for h in MECHANIZED.split()}.isdisjoint({"marsh", "mountain"})


def test_marsh_on_a_corridor_can_be_left_along_it() -> None:
    """The Pripyat marshes are crossed by the corridor without a gap."""
    ((_, way),) = BOARD.roads["pripyat_notec_corridor"]
    wet = [h for h in way if BOARD.terrain_of(h) == "marsh"]
    assert len(wet) >= 6
    assert all(BOARD.grid.adjacent(a, b) for a, b in pairwise(wet))
