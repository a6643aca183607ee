from itertools import pairwise

import pytest
from tests.maps.facts import board_of, facts_of

from grognard.hexes import HexId, split_hexside
from grognard.mapmaker.lattice import Lattice

SLUG = "kanev43"
BOARD = board_of(SLUG)
FACTS = facts_of(SLUG)
ROADS = BOARD.networks["highway"] | BOARD.networks["road"]
WEST, EAST = BOARD.zones["west_bank"], BOARD.zones["east_bank"]


def test_the_map_has_the_frame_of_the_rulings() -> None:
    """54 columns of 40, odd ones half a hex lower, which the bridge forces (ruling R-92)."""
    assert len(BOARD.grid) == 54 * 40
    assert BOARD.grid.adjacent("3624", "3723")
    assert not BOARD.grid.adjacent("3624", "3725")


# --- the Dnepr ----------------------------------------------------------------------------


def test_the_dnepr_parts_west_from_east() -> None:
    """Its hexsides are those between the banks and round all-water hexes, and no others."""
    assert not WEST & EAST
    assert len(WEST) + len(EAST) + len(water()) == len(BOARD.grid)
    parted = {
        BOARD.grid.hexside(a, b)
        for a in BOARD.grid.hexes
        for b in BOARD.grid.neighbours(a)
        if bank(a) != bank(b)
    }
    assert BOARD.hexsides["dnepr"] == parted


def water() -> set[HexId]:
    """The all-water hexes."""
    return {h for h in BOARD.grid.hexes if BOARD.is_water(h)}


def bank(name: HexId) -> str:
    """West, east or water."""
    return "west" if name in WEST else "east" if name in EAST else "water"


def test_the_dnepr_runs_from_edge_to_edge() -> None:
    """Its pieces begin and end at the edge of the map or at all-water hexes."""
    lattice = Lattice(BOARD.grid)
    shore = {c for c, hexes in enumerate(lattice.hexes_at) if hexes & water()}
    pieces = [lattice.walk(list(way)) for name, way in BOARD.chains["dnepr"] if name == "Dnepr"]
    assert sum(end in lattice.rim() for way in pieces for end in (way[0], way[-1])) == 2
    assert all({way[0], way[-1]} <= lattice.rim() | shore for way in pieces)


def test_an_all_water_hex_can_be_crossed() -> None:
    """Each lies between the banks, so that one of them may intervene in a bridgehead."""
    assert water()
    for name in water():
        assert {"west", "east"} <= {bank(other) for other in BOARD.grid.neighbours(name)}


BANKS = {
    "west": "Kanev Rzhishchev Balyko-Shchuchinka Traktomirov Monastyrek Zarubentsy Grigorovka "
    "Buchak Pekari Staiki Grebeni Tripolye Vitachev Khreshchatik Moshny",
    "east": "Pereyaslav Kalnoye Gusentsy Yashniki Kozintsy Podsennoye Andrushi Vyunishche "
    "Gorodishche Komarovka Leplyavo Keleberda Prokhorovka Tsibli Sushki",
}


@pytest.mark.parametrize("side", BANKS)
def test_river_villages_stand_on_their_banks(side: str) -> None:
    """So do those that the reservoir has drowned since."""
    places = {place.name: place.hex for place in BOARD.places}
    assert {bank(places[name]) for name in BANKS[side].split()} == {side}


def test_the_only_way_over_the_dnepr_is_the_bridge_of_kanev() -> None:
    """No other road crosses it, and it is a highway (ruling R-24)."""
    assert BOARD.hexsides["dnepr"] & ROADS == {"3624/3723"} == BOARD.hexsides["kanev_bridge"]
    assert BOARD.joined("highway", "3624", "3723")


@pytest.mark.parametrize(
    ("layer", "name", "below"),
    [
        ("river", "Ros", "dnepr"),
        ("stream", "Trubezh", "dnepr"),
        ("stream", "Supoy", "dnepr"),
        ("stream", "Stugna", "dnepr"),
        ("stream", "Rosava", "river"),
        ("stream", "Karan", "stream"),
    ],
)
def test_waters_meet(layer: str, name: str, below: str) -> None:
    """The last stretch of each ends on the one that it flows into."""
    lattice = Lattice(BOARD.grid)
    mouth = lattice.walk(list([way for line, way in BOARD.chains[layer] if line == name][-1]))[-1]
    others = [way for line, way in BOARD.chains[below] if line != name]
    assert any(mouth in lattice.walk([side]) for way in others for side in way)


# --- land ---------------------------------------------------------------------------------


def test_towns_are_terrain_of_their_own() -> None:
    """Towns and cities stand on clear ground, and every one of them has a road."""
    for tag in ("town", "city"):
        for name in BOARD.tagged(tag):
            assert BOARD.terrain_of(name) == "clear"
            assert BOARD.on_network("road", name) or BOARD.on_network("highway", name)


def test_the_bend_of_bukrin_is_broken_country() -> None:
    """Ravines and hills fill it; the east bank is flat."""
    bend = [h for h in BOARD.grid.hexes if "2613" <= h <= "3317" and "13" <= h[2:] <= "17"]
    broken = [h for h in bend if BOARD.terrain_of(h) in ("rough", "hill")]
    assert len(broken) > 0.7 * len(bend)
    assert not [h for h in EAST if BOARD.terrain_of(h) in ("rough", "hill")]


def test_all_roads_hang_together() -> None:
    """From Kanev one can drive to every other road."""
    reached, edge = {"3624"}, ["3624"]
    while edge:
        here = edge.pop()
        for there in BOARD.grid.neighbours(here):
            if there not in reached and BOARD.grid.hexside(here, there) in ROADS:
                reached.add(there)
                edge.append(there)
    assert {h for side in ROADS for h in split_hexside(side)} == reached


def test_roads_leave_the_map_only_where_reinforcements_enter() -> None:
    """A supply line must not find an edge that the rulings do not give."""
    ends = {way[i] for name in ("highway", "road") for _, way in BOARD.roads[name] for i in (0, -1)}
    crossed = [name for name in ends if BOARD.grid.edge(name)]
    sources = {*BOARD.tagged("axis_source"), *BOARD.tagged("soviet_source")}
    assert {h for h in crossed if BOARD.place_at(h) is None} == sources


def test_roads_do_not_weave_across_rivers() -> None:
    """A road that follows a river or stream stays on one bank."""
    for network in ("highway", "road"):
        for name, way in BOARD.roads[network]:
            crossed = [
                BOARD.crosses("river", a, b) or BOARD.crosses("stream", a, b)
                for a, b in pairwise(way)
            ]
            assert not any(a and b for a, b in pairwise(crossed)), name


def test_who_controls_what_at_start() -> None:
    """West is Axis but for two hexes; east of the river the Axis has its surroundings only.

    These are the hexes next to its units and to the road by which the 255th comes down.
    """
    axis = BOARD.zones["axis_start"]
    assert WEST - axis == {"3412", "3414"}
    (setup,) = (setup for setup in FACTS.setup if setup.side == "axis")
    (road,) = (way for name, way in BOARD.roads["road"] if name.startswith("Leplyavo - Prokh"))
    held = {name for name in setup.hexes.split() if name in EAST} | set(road)
    near = {other for name in held for other in BOARD.grid.neighbours(name)}
    assert EAST & axis == EAST & (held | near)
    assert BOARD.zones["soviet_start"] == (WEST | EAST) - axis
