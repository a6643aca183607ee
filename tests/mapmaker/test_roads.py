from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.mapmaker.making import (
    board_of,
    earth,
    feature,
    grid,
    middle,
    middles,
    painted,
    rivers,
    road,
    sea,
    way,
    write_features,
)

from grognard.data import DataError

RIVER = rivers({"name": "R", "line": [earth((-1, 5.0)), earth((12, 5.0))]})


def test_a_road_runs_from_hex_to_hex_through_its_stops(tmp_path: Path) -> None:
    """A line has no gap, and passes its places in their order."""
    places = [{"name": "Town", "hex": "0603", "size": "town"}]
    line = {"name": "A", "via": ["0101", "Town", "1208"]}
    found = way(board_of(tmp_path, places=places, networks=road(line)), "road", "A")
    assert all(grid().adjacent(a, b) for a, b in pairwise(found))
    assert (found[0], found[-1]) == ("0101", "1208")
    assert "0603" in found


def test_over_open_ground_a_road_is_straight(tmp_path: Path) -> None:
    """Nothing in the way: a road is as long as the crow flies."""
    board = board_of(tmp_path, networks=road({"name": "A", "via": ["0202", "1107"]}))
    assert len(way(board, "road", "A")) - 1 == grid().distance("0202", "1107")


def test_a_road_goes_round_the_water(tmp_path: Path) -> None:
    """A lake between two stops is passed on land."""
    line = {"name": "A", "via": ["0305", "0905"]}
    board = board_of(tmp_path, terrain=sea("0604..0607"), networks=road(line))
    found = way(board, "road", "A")
    assert not any(map(board.is_water, found))
    assert len(found) - 1 > grid().distance("0305", "0905")


def test_a_road_goes_round_dear_ground(tmp_path: Path) -> None:
    """A marsh that costs more than the detour is avoided, one that costs less is not."""
    line = {"name": "A", "via": ["0305", "0905"]}
    terrain = painted({"paint": "marsh", "hexes": "0605 0606"})
    for price, enters in ((0.1, True), (5.0, False)):
        networks = road(line, terrain={"marsh": price})
        board = board_of(tmp_path, terrain=terrain, networks=networks)
        found = way(board, "road", "A")
        assert any(board.terrain_of(h) == "marsh" for h in found) is enters


def test_a_road_keeps_to_one_bank(tmp_path: Path) -> None:
    """Along a river whose crossing is dear a road does not weave."""
    line = {"name": "A", "via": ["0105", "1105"]}
    networks = road(line, crossing={"river": 3})
    board = board_of(tmp_path, hexsides=RIVER, networks=networks)
    found = way(board, "road", "A")
    crossings = sum(board.crosses("river", a, b) for a, b in pairwise(found))
    assert crossings <= 1


def test_roads_meet_instead_of_running_side_by_side(tmp_path: Path) -> None:
    """A second road to the same place takes the first one's last hexes."""
    lines = [{"name": "A", "via": ["0105", "1205"]}, {"name": "B", "via": ["0107", "1205"]}]
    board = board_of(tmp_path, networks=road(*lines))
    shared = set(way(board, "road", "A")) & set(way(board, "road", "B"))
    assert len(shared) >= 5


def test_a_point_off_the_map_is_where_a_road_leaves(tmp_path: Path) -> None:
    """The last stop off the map becomes the edge hex on the way to it."""
    line = {"name": "A", "via": ["0505", earth((30, 5.5))]}
    found = way(board_of(tmp_path, networks=road(line)), "road", "A")
    assert "east" in grid().edge(found[-1])


def test_bridges_follow_from_roads_over_rivers(tmp_path: Path) -> None:
    """Exactly the hexsides where a road crosses a river are bridges."""
    bridge = {"source": "public", "crossings": {"networks": ["road"], "over": ["river"]}}
    line = {"name": "A", "via": ["0602", "0608"]}
    board = board_of(tmp_path, hexsides=RIVER | {"bridge": bridge}, networks=road(line))
    assert board.hexsides["bridge"] == board.hexsides["river"] & board.networks["road"]
    assert len(board.hexsides["bridge"]) == 1


def two(**more: Any) -> dict[str, Any]:
    """A main road, and a second network with one line that begins along it."""
    main = road({"name": "A", "via": ["0105", "1205"]})
    side = {"source": "public", "lines": [{"name": "B", "via": ["0105", "0505", "0509"]}], **more}
    return main | {"side": side}


def test_an_included_network_belongs_to_another_too(tmp_path: Path) -> None:
    """The lines of an included network come first, and keep their names."""
    board = board_of(tmp_path, networks=two(includes=["road"]))
    assert [name for name, _ in board.roads["side"]] == ["A", "B"]
    assert board.networks["road"] < board.networks["side"]


def test_a_followed_network_is_not_drawn_twice(tmp_path: Path) -> None:
    """Where a line runs along a followed network it belongs to that one alone."""
    board = board_of(tmp_path, networks=two(follows=["road"]))
    assert not board.networks["side"] & board.networks["road"]
    assert way(board, "side", "B")[0] == "0505"


def test_only_earlier_networks_can_be_included(tmp_path: Path) -> None:
    """A network that comes later is told by name."""
    networks = two(includes=["rail"])
    with pytest.raises(DataError, match="network 'side': 'rail' does not come before it"):
        board_of(tmp_path, networks=networks)


def test_a_line_may_be_written_out(tmp_path: Path) -> None:
    """A way of hexes is taken as it stands."""
    board = board_of(tmp_path, networks=road({"name": "A", "way": "0101-0102-0202-0302"}))
    assert way(board, "road", "A") == ("0101", "0102", "0202", "0302")


def test_a_correction_replaces_a_stretch(tmp_path: Path) -> None:
    """The hexes written out take the place of those between their ends."""
    fixed = {"network": "road", "line": "A", "way": "0504-0503-0603-0703-0704", "reason": "a ridge"}
    line = {"name": "A", "way": "0304-0404-0504-0604-0704-0804"}
    board = board_of(tmp_path, networks=road(line), corrections=[fixed])
    found = way(board, "road", "A")
    assert found == ("0304", "0404", "0504", "0503", "0603", "0703", "0704", "0804")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"name": "A", "via": ["0101", "Nowhere"]}, r"line 'A' stop 'Nowhere': unknown hex"),
        ({"name": "A", "via": ["0101"]}, r"line 'A': has no way from stop to stop"),
        ({"name": "A", "via": [[50, 50], [51, 51]]}, r"two stops off the map"),
    ],
)
def test_a_line_without_a_way_is_a_problem(
    tmp_path: Path, line: dict[str, Any], problem: str
) -> None:
    """What keeps a line from being laid is told with its name."""
    with pytest.raises(DataError, match=problem):
        board_of(tmp_path, networks=road(line))


def test_an_island_cannot_be_reached(tmp_path: Path) -> None:
    """Two stops with water all round one of them have no way between them."""
    ring = " ".join(grid().neighbours("0605"))
    zones = {"apart": {"source": "public", "cut_off": True}}
    line = {"name": "A", "via": ["0201", "0605"]}
    with pytest.raises(DataError, match="has no way from stop to stop"):
        board_of(tmp_path, terrain=sea(ring), zones=zones, networks=road(line))


def test_lines_of_a_file_stop_at_the_places_near_them(tmp_path: Path) -> None:
    """A point of a line within sight of a town is that town; what lies off the map is cut."""
    town = {"name": "Town", "hex": "0604", "lat": middle("0604")[0], "lon": middle("0604")[1]}
    lat, lon = middle("0605")
    points = [middle("0205"), [lat + 0.4, lon], earth((30, 5))]
    write_features(tmp_path / "l.geojson", [feature("LineString", points, name="A", rank="road")])
    networks = {
        "road": {"source": "public", "files": [{"file": "l.geojson", "match": {"rank": "road"}}]}
    }
    found = way(
        board_of(tmp_path, places=[town | {"size": "town"}], networks=networks), "road", "A"
    )
    assert "0604" in found
    assert "0605" not in found
    assert "east" in grid().edge(found[-1])


def test_a_line_of_a_file_that_adds_nothing_is_left_out(tmp_path: Path) -> None:
    """The same way twice is one line."""
    lines = [feature("LineString", middles("0205", "0905"), name=name) for name in "AB"]
    write_features(tmp_path / "l.geojson", lines)
    networks = {"road": {"source": "public", "files": [{"file": "l.geojson"}]}}
    assert [n for n, _ in board_of(tmp_path, networks=networks).roads["road"]] == ["A"]
