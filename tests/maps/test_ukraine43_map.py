from itertools import pairwise

import pytest
from tests.maps.facts import board_of, facts_of

from grognard.hexes import split_hexside
from grognard.mapmaker.lattice import Lattice

SLUG = "ukraine43"
BOARD = board_of(SLUG)
FACTS = facts_of(SLUG)


def test_the_dnieper_is_the_only_major_river_and_parts_the_map() -> None:
    """One chain from the north edge to the sea, with land on either bank and none on both."""
    ((name, sides),) = BOARD.chains["major_river"]
    way = Lattice(BOARD.grid).walk(list(sides))
    assert name == "Dnieper"
    assert way[0] in Lattice(BOARD.grid).rim()
    assert any(map(BOARD.is_water, Lattice(BOARD.grid).hexes_at[way[-1]]))
    assert not BOARD.zones["left_bank"] & BOARD.zones["right_bank"]


def test_the_dnieper_is_bridged_where_armies_crossed_it() -> None:
    """Seven roads cross it, at the towns that held the bridges of 1943."""
    crossed = BOARD.hexsides["major_river"] & BOARD.hexsides["bridge"]
    towns = {
        place.name
        for side in crossed
        for name in split_hexside(side)
        if (place := BOARD.place_at(name)) and place.size in ("town", "city", "village")
    }
    assert len(crossed) == 7
    assert towns >= {"Kiev", "Kanev", "Cherkassy", "Kremenchug", "Dnepropetrovsk", "Zaporozhye"}


def test_below_the_dam_lies_the_lower_dnieper() -> None:
    """It begins where the hex of Zaporozhye ends, which lies above, and has marshes beside it."""
    whole = BOARD.chains["major_river"][0][1]
    below = BOARD.chains["below_dam"][0][1]
    assert whole[-len(below) :] == below
    assert "3728" in split_hexside(whole[-len(below) - 1])
    assert not any("3728" in split_hexside(side) for side in below)
    beside = {name for side in below for name in split_hexside(side)}
    marshes = {h for h in beside if BOARD.terrain_of(h) in ("marsh", "wooded_marsh")}
    assert BOARD.zones["below_dam"] == marshes
    assert len(marshes) >= 10


def test_no_town_is_flooded() -> None:
    """Cities and towns stand above the marshes below the dam."""
    flooded = [BOARD.place_at(h) for h in BOARD.zones["below_dam"]]
    assert [place for place in flooded if place and place.size in ("town", "city")] == []


LINES = {
    "railhead 1": ("3404", "1311"),
    "railhead 2": ("4308", "2225"),
    "railhead 3": ("4515", "2423"),
    "railhead 4": ("5020", "3441"),
    "railhead 5": ("5722", "3625"),
    "railhead 6": ("5831", "3935"),
    "railhead 7": ("2406", "1801"),
    "railhead 8": ("3316", "1311"),
}


def test_there_are_eight_lines_to_repair() -> None:
    """Each runs from where its marker starts to its end, and is a railway too."""
    lines = dict(BOARD.roads["repair"])
    assert {name: (way[0], way[-1]) for name, way in lines.items()} == LINES
    assert BOARD.networks["repair"] < BOARD.networks["rail"]


def test_six_markers_start_on_the_soviet_side_of_the_line() -> None:
    """The first hex of lines 1 to 6 is Soviet at start, the second is not yet repaired."""
    for number in range(1, 7):
        way = dict(BOARD.roads["repair"])[f"railhead {number}"]
        assert way[0] in BOARD.zones["soviet_start"]
        assert way[-1] in BOARD.zones["axis_start"]


@pytest.mark.parametrize("ends", [("3818", "4321"), ("5030", "5033"), ("1907", "1602")])
def test_some_lines_are_plain(ends: tuple[str, str]) -> None:
    """Krasnograd-Lozovaya, Volnovakha-Mariupol and Nezhin-Repki are railways of no marker."""
    (line,) = [way for _, way in BOARD.roads["rail"] if (way[0], way[-1]) == ends]
    steps = {BOARD.grid.hexside(a, b) for a, b in pairwise(line)}
    assert not steps & BOARD.networks["repair"]


def test_the_start_line_parts_the_forts() -> None:
    """Every fort lies on its own side of the start line and next to it."""
    beside = {h for side in BOARD.hexsides["start_line"] for h in split_hexside(side)}
    for tag, zone in (("axis_fort", "axis_start"), ("soviet_fort", "soviet_start")):
        forts = set(BOARD.tagged(tag))
        assert forts <= BOARD.zones[zone]
        assert forts <= beside


def test_victory_points_add_up() -> None:
    """The objectives of the map are worth 35 points without the dam."""
    worth = {tag: len(BOARD.tagged(tag)) for tag in ("vp1", "vp2", "vp3")}
    assert worth["vp1"] + 2 * worth["vp2"] + 3 * worth["vp3"] == 35
