"""What the map of Red Parachutes says to the rules."""

import pytest
from tests.rules.kanev43.sketches import SLUG

from grognard.games.kanev43.charts import Class
from grognard.games.kanev43.game import Kanev43
from grognard.games.kanev43.theatre import Terms, Theatre
from grognard.registry import load
from grognard.testing import sketch

GAME = load(SLUG)
assert isinstance(GAME, Kanev43)
MAP = GAME.theatre


def laid(text: str) -> Theatre:
    """The theatre of a sketch."""
    game = sketch(GAME, text).game
    assert isinstance(game, Kanev43)
    return game.theatre


def price(theatre: Theatre, going: Class, a: str, b: str, **terms: int) -> float | None:
    """What a step costs, in movement points."""
    cost = theatre.step(going, a, b, Terms(**terms))  # type: ignore[arg-type]
    return None if cost is None else cost / 6


@pytest.mark.rule("kanev43", "R-92", "BHD-1")
def test_the_bridge() -> None:
    """It joins 3624 on the west bank with 3723 on the east bank."""
    assert MAP.bridge_ends == {"3624", "3723"}
    assert (MAP.bank("3624"), MAP.bank("3723")) == ("west", "east")
    assert MAP.spans("3624", "3723")
    assert not MAP.spans("3623", "3723")


def test_banks_and_water() -> None:
    """An all-water hex has no bank."""
    assert MAP.bank("3310") == ""
    assert "3310" in MAP.water
    assert (MAP.bank("3412"), MAP.bank("3511")) == ("west", "east")


@pytest.mark.rule("kanev43", "TEC-9", "TEC-11", "R-24")
@pytest.mark.parametrize("going", ["foot", "mot", "mech"])
def test_over_the_dnepr_only_the_bridge_leads(going: Class) -> None:
    """At the rate of a highway while it stands, and not at all once it is blown."""
    assert price(MAP, going, "3624", "3723") == 1
    assert price(MAP, going, "3624", "3723", bridge=False) is None
    assert price(MAP, going, "3412", "3511") is None


def test_no_one_enters_all_water() -> None:
    """From no side, by no class."""
    for beside in MAP.board.grid.neighbours("3310"):
        assert price(MAP, "foot", beside, "3310") is None


GROUND = """
    board 6 x 6
    terrain woods 0202
    terrain hill 0203
    terrain swamp 0204
    terrain rough 0205
    tag town 0303
    tag city 0304
    hexside stream 0402/0502
    hexside river 0403/0503
    hexside river 0405/0505
    network road 0202-0203 0403-0503 0103-0204 0303-0403
    network highway 0404-0504-0604
"""


@pytest.mark.parametrize(
    ("step", "foot", "mot", "mech"),
    [(("0101", "0102"), (2, 1), (2, 1), (2, 1)), (("0201", "0202"), (2, 2), (3, 3), (2, 2)),
     (("0304", "0205"), (2, 2), (3, 2), (2, 2)), (("0102", "0203"), (2, 2), (5, 3), (4, 3)),
     (("0203", "0303"), (1, 1), (1, 1), (1, 1)), (("0303", "0304"), (1, 1), (1, 1), (1, 1)),
     (("0402", "0502"), (3, 2), (5, 4), (5, 4)), (("0202", "0203"), (2, 1), (2, 0.5), (2, 1)),
     (("0404", "0504"), (1, 2 / 3), (1, 1 / 3), (1, 0.5))],
)  # fmt: skip
@pytest.mark.rule("kanev43", "TEC-2", "TEC-3", "TEC-4", "TEC-5", "TEC-7", "TEC-10", "TEC-11",
                  "TEC-12", "TEC-18", "R-18", "R-19")  # fmt: skip
def test_costs_of_steps(
    step: tuple[str, str], foot: tuple[float, ...], mot: tuple[float, ...], mech: tuple[float, ...]
) -> None:
    """Clear, woods, rough, hill, town, city, over a stream, along a road, along a highway."""
    theatre = laid(GROUND)
    wanted: dict[Class, tuple[float, ...]] = {"foot": foot, "mot": mot, "mech": mech}
    for going, (tactical, strategic) in wanted.items():
        assert price(theatre, going, *step) == tactical
        assert price(theatre, going, *step, strategic=True) == strategic


@pytest.mark.rule("kanev43", "TEC-8", "R-17", "R-18")
def test_rivers() -> None:
    """Foot pays 3 more, motors do not cross; a road is a bridge for all."""
    theatre = laid(GROUND)
    assert price(theatre, "foot", "0405", "0505") == 5
    assert price(theatre, "mot", "0405", "0505") is None
    assert price(theatre, "mech", "0405", "0505") is None
    assert price(theatre, "mech", "0403", "0503") == 2


@pytest.mark.rule("kanev43", "R-18")
def test_a_town_on_a_road_costs_the_cheaper() -> None:
    """1 tactically, half for trucks on a strategic move."""
    theatre = laid(GROUND)
    assert price(theatre, "mot", "0403", "0303") == 1
    assert price(theatre, "mot", "0403", "0303", strategic=True) == 0.5


@pytest.mark.rule("kanev43", "TEC-6", "TEC-22", "R-21")
@pytest.mark.parametrize(("points", "cost"), [(14, 8), (12, 7), (15, 9)])
def test_swamps_cost_half_and_one(points: int, cost: int) -> None:
    """H+1 of the printed allowance; foot pays 4, or 3 strategically; a road leads through."""
    from grognard.games.kanev43.theatre import swamp_cost

    theatre = laid(GROUND)
    assert price(theatre, "mot", "0304", "0204", swamp=swamp_cost(points)) == cost
    assert price(theatre, "foot", "0304", "0204") == 4
    assert price(theatre, "foot", "0304", "0204", strategic=True) == 3
    assert price(theatre, "mot", "0103", "0204", swamp=swamp_cost(points)) == 2


@pytest.mark.rule("kanev43", "R-05")
def test_villages_are_nothing() -> None:
    """Zarubentsy lies on its hills."""
    assert MAP.grounds["3412"] == "hill"
    assert MAP.grounds["3624"] == "town"


# --- the river --------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BHD-1", "R-83")
@pytest.mark.parametrize(
    ("hex_", "far", "water"),
    [("3511", "3412", 0), ("3514", "3414", 0), ("3723", "3624", 0), ("3309", "3311", 1)],
)
def test_ways_over_the_dnepr(hex_: str, far: str, water: int) -> None:
    """Next door, or with one all-water hex between, and as well back."""
    there = {way.far: len(way.water) for way in MAP.crossings(hex_)}
    back = {way.far: len(way.water) for way in MAP.crossings(far)}
    assert there[far] == back[hex_] == water


@pytest.mark.rule("kanev43", "BHD-1", "XNG-6")
def test_no_way_over_two_water_hexes() -> None:
    """One may lie between, two may not; nor does a way lead along one bank."""
    water = laid("""
        board 6 x 6
        terrain water 0303 0304
        zone west_bank 0301 0302
        zone east_bank 0305 0306
    """)
    assert [way.far for way in water.crossings("0302")] == []
    one = laid("""
        board 6 x 6
        terrain water 0303
        zone west_bank 0302 0301
        zone east_bank 0304
    """)
    assert [(way.far, way.water) for way in one.crossings("0302")] == [("0304", ("0303",))]


@pytest.mark.rule("kanev43", "XNG-6")
def test_germans_face_every_hex_behind_one_of_water() -> None:
    """Straight on and to both sides of it, where a bridgehead leads straight on only."""
    ground = "board 6 x 6\nzone west_bank 0301 0302\nzone east_bank 0204 0304 0404 0305\n"
    one = laid(f"{ground}terrain water 0303")
    assert set(one.landings("0302")) == {"0204", "0304", "0404"}
    assert [way.far for way in one.crossings("0302")] == ["0304"]
    assert one.landings("0301") == ()
    two = laid("board 6 x 6\nzone west_bank 0302\nzone east_bank 0305\nterrain water 0303 0304")
    assert two.landings("0302") == ()


def test_where_roads_leave_the_map() -> None:
    """West and south for the Axis, north and east for the Soviets."""
    assert set(MAP.sources("axis")) == {"0105", "0107", "0127", "1740", "2540"}
    assert set(MAP.sources("soviet")) == {"2001", "2501", "4701", "5420", "5426"}


@pytest.mark.rule("kanev43", "R-100")
def test_price_of_an_entry() -> None:
    """0107 is on the highway, 0105 on a road."""
    assert MAP.entry_price("mot", "0107", Terms()) == 6
    assert MAP.entry_price("mot", "0107", Terms(strategic=True)) == 2
    assert MAP.entry_price("foot", "0105", Terms()) == 12


@pytest.mark.rule("kanev43", "AIRB-2")
def test_dropzones() -> None:
    """West bank, at least ten hexes from the edge."""
    assert MAP.from_edge["0101"] == 0
    assert (MAP.from_edge["1120"], MAP.from_edge["1020"]) == (10, 9)
    assert "1120" in MAP.dropzones
    assert "1020" not in MAP.dropzones
    assert "3723" not in MAP.dropzones
    assert all(MAP.bank(hex_) == "west" for hex_ in MAP.dropzones)
