from pathlib import Path
from typing import Any

import pytest
from tests.mapmaker.making import (
    board_of,
    chain,
    earth,
    feature,
    grid,
    painted,
    rivers,
    sea,
    square,
    write_features,
)

from grognard.board import Board
from grognard.data import DataError
from grognard.hexes import split_hexside

#: A river from west to east, and land on both of its banks.
RIVER = rivers({"name": "R", "line": [earth((-1, 5.0)), earth((12, 5.0))]})
BANKS = {
    "north": {"source": "public", "flood": {"start": "0501", "crossing": ["river"]}},
    "south": {"source": "public", "flood": {"start": "0510", "crossing": ["river"]}},
}


def made(folder: Path, rule: dict[str, Any], **blocks: Any) -> Board:
    """A board with one more class of hexsides, named x."""
    hexsides = blocks.pop("hexsides", {}) | {"x": {"source": "public", **rule}}
    return board_of(folder, hexsides=hexsides, **blocks)


def test_a_coast_lies_between_land_and_water(tmp_path: Path) -> None:
    """Every side of the sea towards land is coast, and no other side."""
    board = made(tmp_path, {"coast": ["sea"]}, terrain=sea("0505 0506"))
    assert len(board.hexsides["x"]) == 10
    for side in board.hexsides["x"]:
        assert sum(map(board.is_water, split_hexside(side))) == 1


def test_a_strait_is_a_side_in_the_water_between_two_land_hexes(tmp_path: Path) -> None:
    """A narrow water along a hexside makes it a strait, though both hexes are land."""
    (x1, y1), (x2, y2) = grid().ends("0505/0506")
    box = square(min(x1, x2) - 0.1, y1 - 0.15, max(x1, x2) + 0.1, y2 + 0.15)
    write_features(tmp_path / "s.geojson", [feature("Polygon", box)])
    board = made(tmp_path, {"covered": {"file": "s.geojson", "share": 0.8}})
    assert board.hexsides["x"] == {"0505/0506"}


def test_a_border_lies_between_two_zones(tmp_path: Path) -> None:
    """Between the two banks of a river the border is the river."""
    board = made(tmp_path, {"border": ["north", "south"]}, hexsides=RIVER, zones=BANKS)
    assert board.hexsides["x"] == board.hexsides["river"]


def test_a_border_lies_between_any_two_of_several_zones(tmp_path: Path) -> None:
    """Three lands that meet in a corner have a border between each pair, and none within."""
    lands = {"a": "0404", "b": "0405", "c": "0504 0505"}
    zones = {name: {"source": "public", "hexes": hexes} for name, hexes in lands.items()}
    board = made(tmp_path, {"border": list(lands)}, zones=zones)
    assert board.hexsides["x"] == {"0404/0405", "0404/0504", "0405/0504", "0405/0505"}


def test_a_part_of_a_river_lies_below_a_hexside(tmp_path: Path) -> None:
    """Downstream of a dam is what follows its hexside."""
    whole = chain(board_of(tmp_path, hexsides=RIVER), "river", "R")
    below = {"part": {"of": "river", "line": "R", "after": whole[5]}}
    above = {"part": {"of": "river", "line": "R", "before": whole[5]}}
    assert chain(made(tmp_path, below, hexsides=RIVER), "x", "R") == whole[6:]
    assert chain(made(tmp_path, above, hexsides=RIVER), "x", "R") == whole[:5]


def test_hexsides_may_be_written_out(tmp_path: Path) -> None:
    """A pontoon is where the rules say, in whichever order its hexes are written."""
    board = made(tmp_path, {"hexsides": "0506/0505"})
    assert board.hexsides["x"] == {"0505/0506"}
    assert board.sources["hexsides x"] == "public"


def test_a_flood_stops_at_hexsides_tags_and_water(tmp_path: Path) -> None:
    """The two banks of a river share no hex and together are all the land."""
    tags = {"wall": {"source": "public", "hexes": "0301..0304"}}
    walled = {"flood": {"start": "0101", "crossing": ["river"], "entering": ["wall"]}}
    zones = BANKS | {"corner": {"source": "public", **walled}}
    board = board_of(tmp_path, hexsides=RIVER, zones=zones, tags=tags, terrain=sea("1101 1201"))
    north, south, corner = (board.zones[name] for name in ("north", "south", "corner"))
    assert not north & south
    assert len(north | south) == 118
    assert "0202" in corner
    assert "0302" not in corner


def test_a_zone_may_touch_hexsides(tmp_path: Path) -> None:
    """The marshes beside a river are found, those elsewhere are not."""
    terrain = painted({"paint": "marsh", "inside": {"polygon": square(0, 4.4, 4, 12)}})
    rule = {"touching": {"hexsides": "river", "terrain": ["marsh"]}}
    zones = {"wet": {"source": "public", **rule}}
    board = board_of(tmp_path, hexsides=RIVER, terrain=terrain, zones=zones)
    beside = {h for side in board.hexsides["river"] for h in split_hexside(side)}
    marsh = {h for h in board.grid.hexes if board.terrain_of(h) == "marsh"}
    assert board.zones["wet"] == beside & marsh
    assert marsh - beside


def test_land_beyond_the_water_is_cut_off(tmp_path: Path) -> None:
    """An island is found by rule; a board with an island that is not named is refused."""
    ring = sea(" ".join(grid().neighbours("0605")))
    zones = {"apart": {"source": "public", "cut_off": True}}
    board = board_of(tmp_path, terrain=ring, zones=zones)
    assert board.zones["apart"] == {"0605"}
    with pytest.raises(DataError, match="no way by land leads to 0605"):
        board_of(tmp_path, terrain=ring)


def test_a_front_lies_midway_between_two_set_ups(tmp_path: Path) -> None:
    """Land belongs to the side that stands nearer; a tie belongs to the one that says so."""
    west = {"nearer": {"to": "0205 0305", "than": "0905"}, "source": "public"}
    east = {"nearer": {"to": "0905", "than": "0205 0305", "ties": True}, "source": "public"}
    board = board_of(tmp_path, zones={"west": west, "east": east}, terrain=sea("1201"))
    assert board.zones["west"] >= {"0101", "0205", "0505"}
    assert board.zones["east"] >= {"0605", "0705", "1210"}
    assert not board.zones["west"] & board.zones["east"]
    assert len(board.zones["west"] | board.zones["east"]) == 119


def test_a_zone_may_be_the_land_outside_others(tmp_path: Path) -> None:
    """What is neither north of the river nor on the hill nor water is the rest."""
    hill = {"source": "public", "hexes": "0510 0610"}
    rest = {"source": "public", "outside": ["north", "hill"]}
    zones = {"north": BANKS["north"], "hill": hill, "rest": rest, "south": BANKS["south"]}
    board = board_of(tmp_path, hexsides=RIVER, zones=zones, terrain=sea("1210"))
    assert board.zones["rest"] == board.zones["south"] - {"0510", "0610"}


def test_a_zone_may_be_an_area(tmp_path: Path) -> None:
    """A polygon makes a zone as it makes terrain."""
    zones = {"box": {"source": "public", "inside": {"polygon": square(2, 2, 5, 5)}}}
    board = board_of(tmp_path, zones=zones)
    assert "0403" in board.zones["box"]
    assert "0808" not in board.zones["box"]


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ({"border": ["north", "nowhere"]}, "hexsides 'x': unknown zone nowhere"),
        ({"border": ["north"]}, "hexsides 'x': a border needs two zones at least"),
        ({"hexsides": "0505/0909"}, "hexsides 'x': hexes 0505 and 0909 are not adjacent"),
        ({"part": {"of": "river", "line": "Q"}}, "hexsides 'x': there is no line 'Q' in 'river'"),
        (
            {"part": {"of": "river", "line": "R", "after": "0101/0102"}},
            "hexsides 'x': 0101/0102 is not on 'R'",
        ),
        (
            {"crossings": {"networks": ["road"], "over": ["river"]}},
            "hexsides 'x': there is no layer 'road'",
        ),
    ],
)
def test_a_layer_that_names_what_is_not_there_is_a_problem(
    tmp_path: Path, rule: dict[str, Any], problem: str
) -> None:
    """Unknown zones, lines, layers and hexsides are told with the layer that names them."""
    with pytest.raises(DataError, match=problem):
        made(tmp_path, rule, hexsides=RIVER, zones=BANKS)


@pytest.mark.parametrize(
    ("zone", "problem"),
    [
        ({"flood": {"start": "0101", "crossing": ["lava"]}}, "zone 'z': there is no layer 'lava'"),
        ({"flood": {"start": "0101", "entering": ["wall"]}}, "zone 'z': there is no layer 'wall'"),
        ({"touching": {"hexsides": "lava"}}, "zone 'z': there is no layer 'lava'"),
        ({"hexes": "0101 9999"}, "zone 'z': unknown hex 9999"),
        ({"nearer": {"to": "0101", "than": ""}}, "zone 'z': nearer needs hexes to compare"),
        ({"outside": ["y"]}, "zone 'z': there is no layer 'y'"),
    ],
)
def test_a_zone_that_names_what_is_not_there_is_a_problem(
    tmp_path: Path, zone: dict[str, Any], problem: str
) -> None:
    """Unknown layers and hexes are told with the zone that names them."""
    with pytest.raises(DataError, match=problem):
        board_of(tmp_path, zones={"z": {"source": "public", **zone}})
