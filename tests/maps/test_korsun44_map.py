import heapq
from itertools import pairwise

import pytest
from tests.maps.facts import board_of, facts_of

from grognard.hexes import HexId, split_hexside
from grognard.mapmaker.check import disagreements
from grognard.mapmaker.facts import Facts, SetUp, Supply
from grognard.mapmaker.lattice import Lattice

SLUG = "korsun44"
BOARD = board_of(SLUG)
FACTS = facts_of(SLUG)
LATTICE = Lattice(BOARD.grid)
MONTH = {"korsun_1944": "january", "deblockade": "february"}
ROADS = BOARD.networks["main_road"] | BOARD.networks["side_road"]
CITIES = ("korsun", "gorodishche", "smela", "shpola", "novomirgorod", "katerinopol")


def set_up(scenario: str, side: str) -> set[HexId]:
    """The hexes in which a side sets up."""
    found = (s for s in FACTS.setup if (s.scenario, s.side) == (scenario, side))
    return {name for setup in found for name in setup.hexes.split()}


def name_of(setup: SetUp) -> str:
    return f"{setup.side}-{setup.scenario}"


def test_the_map_has_the_printed_frame() -> None:
    """Columns 01 to 64 and rows 00 to 35 (ruling A19), odd columns half a hex lower (B1)."""
    assert len(BOARD.grid) == 64 * 36
    assert BOARD.grid.parse("535") == "0535"
    assert BOARD.grid.adjacent("3115", "3216")
    assert not BOARD.grid.adjacent("3115", "3214")


@pytest.mark.parametrize("setup", FACTS.setup, ids=name_of)
def test_nobody_starts_in_a_swamp(setup: SetUp) -> None:
    """Most set-up hexes have field fortifications, which cannot be dug in a swamp (7.1.8)."""
    assert not [h for h in setup.hexes.split() if BOARD.terrain_of(h) == "swamp"]


@pytest.mark.parametrize(
    ("scenario", "contacts"),
    [("korsun_1944", set()), ("deblockade", {("1728", "1727"), ("3032", "3031")})],
)
def test_the_armies_do_not_touch_by_accident(
    scenario: str, contacts: set[tuple[HexId, HexId]]
) -> None:
    """No enemies are adjacent on 24 January, and two pairs only on 3 February (ruling B9)."""
    germans, soviets = set_up(scenario, "german"), set_up(scenario, "soviet")
    found = {(a, b) for a in germans for b in BOARD.grid.neighbours(a) if b in soviets}
    assert found == contacts


# --- supply -------------------------------------------------------------------------------


@pytest.mark.parametrize("supply", FACTS.supply, ids=lambda supply: supply.side)
def test_a_way_leads_from_every_base_to_the_armies(supply: Supply) -> None:
    """No enemy being about, roads and a few hexes off them lead to every set-up hex."""
    assert disagreements(BOARD, Facts(SLUG, supply=(supply,))) == []


def supplied(scenario: str, side: str, points: int) -> set[HexId]:
    """The hexes that supply reaches: roads cost nothing, other hexes what a truck pays."""
    own = set_up(scenario, side)
    closed, barred = shut(scenario, side)
    heap = [(0, base) for base in sorted(bases(scenario, side) - barred)]
    best = {base: 0 for _, base in heap}
    ends: set[HexId] = set()
    while heap:
        spent, here = heapq.heappop(heap)
        for there in BOARD.grid.neighbours(here):
            toll = step(here, there, own)
            if toll is None or spent + toll > points or there in closed:
                continue
            ends.add(there)
            if there not in barred and spent + toll < best.get(there, points + 1):
                best[there] = spent + toll
                heapq.heappush(heap, (spent + toll, there))
    return ends | set(best)


def bases(scenario: str, side: str) -> set[HexId]:
    """The sources of a side: Korsun and zones or the southern edge; the other three edges."""
    if side == "soviet":
        edges = {"north", "east", "west"}
        return {h for h in BOARD.grid.hexes if edges.intersection(BOARD.grid.edge(h))}
    if scenario == "korsun_1944":
        return set(BOARD.tagged("german_entry")) | BOARD.zones["korsun"]
    return {h for h in BOARD.grid.hexes if h.endswith("35")} | BOARD.zones["korsun"]


def shut(scenario: str, side: str) -> tuple[set[HexId], set[HexId]]:
    """Hexes of the enemy, and those that his units and towns bar to lines passing through."""
    enemy = "soviet" if side == "german" else "german"
    held = set_up(scenario, enemy)
    towns = {h for tag in ("town", "city") for h in BOARD.tagged(tag)}
    towns &= BOARD.zones[f"{enemy}_{MONTH[scenario]}"]
    near = {
        there
        for here in held | towns
        for there in BOARD.grid.neighbours(here)
        if not BOARD.crosses("dnieper", here, there)
    }
    return held, held | towns | (near - set_up(scenario, side))


def step(here: HexId, there: HexId, own: set[HexId]) -> int | None:
    """What a line pays for a step (10.1.5 to 10.1.9), or None where there is no way."""
    if BOARD.grid.hexside(here, there) in ROADS:
        return 0
    if BOARD.crosses("dnieper", here, there):
        return None
    if {here, there} <= own:
        return 0
    if BOARD.terrain_of(there) == "swamp":
        return None
    built = BOARD.has(there, "town") or BOARD.has(there, "city")
    wooded = BOARD.terrain_of(there) in ("forest", "wooded_hills")
    toll = 2 if built else 4 if wooded else 3
    water = 2 * BOARD.crosses("river", here, there) + BOARD.crosses("stream", here, there)
    return toll + water


# --- towns and roads ----------------------------------------------------------------------


def test_one_side_alone_reaches_its_number_of_city_hexes() -> None:
    """The six cities are zones of 27 hexes: the Germans need 15, the Soviets 13 (ruling B7)."""
    zones = [BOARD.zones[city] for city in CITIES]
    assert frozenset().union(*zones) == frozenset(BOARD.tagged("victory"))
    assert sum(map(len, zones)) == 15 + 13 - 1


@pytest.mark.parametrize("city", CITIES)
def test_main_roads_join_the_hexes_of_a_city(city: str) -> None:
    """Wherever two hexes of a city touch, a main road leads from one to the other."""
    zone = BOARD.zones[city]
    for here in zone:
        beside = [there for there in BOARD.grid.neighbours(here) if there in zone]
        assert beside
        assert all(BOARD.joined("main_road", here, there) for there in beside)


def test_every_town_has_a_road_but_those_in_the_fields() -> None:
    """Roads lead to all but a few of the towns, and to each of them within two hexes."""
    on_roads = {h for side in ROADS for h in split_hexside(side)}
    for name in BOARD.tagged("town"):
        assert any(BOARD.grid.distance(name, other) <= 2 for other in on_roads), name
    assert sum(name in on_roads for name in BOARD.tagged("town")) >= 75


def test_towns_are_terrain_of_their_own() -> None:
    """In a hex with a town or a city no other terrain counts (ruling D15)."""
    for tag in ("town", "city"):
        assert {BOARD.terrain_of(h) for h in BOARD.tagged(tag)} == {"clear"}


def test_roads_of_both_kinds_hang_together() -> None:
    """From Korsun one can drive to every other road, over the bridge to the left bank too."""
    reached, edge = {"3215"}, ["3215"]
    while edge:
        here = edge.pop()
        for there in BOARD.grid.neighbours(here):
            if there not in reached and BOARD.grid.hexside(here, there) in ROADS:
                reached.add(there)
                edge.append(there)
    assert {h for side in ROADS for h in split_hexside(side)} == reached


def test_roads_do_not_weave_across_rivers() -> None:
    """A road outside the cities that follows a river stays on one bank."""
    for network in ("main_road", "side_road", "railroad"):
        for name, way in BOARD.roads[network]:
            crossed = [
                BOARD.crosses("river", a, b) and not (BOARD.has(a, "city") or BOARD.has(b, "city"))
                for a, b in pairwise(way)
            ]
            assert not any(a and b for a, b in pairwise(crossed)), name


# --- waters and fronts --------------------------------------------------------------------


def test_the_dnieper_parts_the_map() -> None:
    """It is the only big river (ruling B13), one chain from edge to edge."""
    ((name, sides),) = BOARD.chains["dnieper"]
    way = LATTICE.walk(list(sides))
    assert name == "Dnieper"
    assert {way[0], way[-1]} <= LATTICE.rim()
    assert {"3500", "5406", "6400"} <= BOARD.zones["left_bank"]
    assert not {"3301", "5407", "5306", "0100"} & BOARD.zones["left_bank"]


def test_the_dnieper_is_bridged_at_cherkassy_only() -> None:
    """One bridge carries the main road and the railway (ruling B16)."""
    assert BOARD.hexsides["dnieper"] & BOARD.hexsides["bridge"] == {"5406/5407"}


@pytest.mark.parametrize(
    ("layer", "name", "layer_below", "below"),
    [
        ("river", "Ros", "dnieper", "Dnieper"),
        ("stream", "Olshanka", "dnieper", "Dnieper"),
        ("stream", "Rossava", "river", "Ros"),
        ("stream", "Upper Gniloy Tikich", "river", "Gniloy Tikich"),
        ("stream", "Shpolka", "river", "Gniloy Tikich"),
        ("stream", "Gniloy Tashlyk", "river", "Tyasmin"),
        ("stream", "Turia", "river", "Bolshaya Vys"),
    ],
)
def test_waters_meet(layer: str, name: str, layer_below: str, below: str) -> None:
    """Each ends on the one that it flows into, not a hexside short of it."""
    upper, lower = (
        LATTICE.walk(list(dict(BOARD.chains[kind])[line]))
        for kind, line in ((layer, name), (layer_below, below))
    )
    assert upper[-1] in lower


@pytest.mark.parametrize("month", MONTH.values())
def test_a_front_parts_the_sides(month: str) -> None:
    """All land is one side's, the left bank and Rokitno are Soviet (ruling B8)."""
    germans, soviets = BOARD.zones[f"german_{month}"], BOARD.zones[f"soviet_{month}"]
    assert not germans & soviets
    assert len(germans | soviets) == len(BOARD.grid)
    assert BOARD.zones["left_bank"] | {"0711"} <= soviets
    for side in BOARD.hexsides[f"front_{month}"]:
        assert len(germans.intersection(split_hexside(side))) == 1


def test_the_pocket_is_closed_in_february_only() -> None:
    """On 24 January the German side hangs together, on 3 February Korsun is cut off."""
    assert "3835" in land_about("3215", "german_january")
    assert "3835" not in land_about("3215", "german_february")


def land_about(start: HexId, zone: str) -> set[HexId]:
    """The hexes of a zone that hang together with one of them."""
    found, edge = {start}, [start]
    while edge:
        for there in BOARD.grid.neighbours(edge.pop()):
            if there in BOARD.zones[zone] and there not in found:
                found.add(there)
                edge.append(there)
    return found
