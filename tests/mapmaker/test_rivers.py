import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mapmaker.making import (
    board_of,
    chain,
    earth,
    feature,
    grid,
    middle,
    middles,
    rivers,
    sea,
    write_features,
)

from grognard.board import Board
from grognard.data import DataError
from grognard.hexes import split_hexside
from grognard.mapmaker.check import soundness
from grognard.mapmaker.lattice import Lattice


def corners(board: Board, name: str, layer: str = "river") -> list[int]:
    return Lattice(board.grid).walk(list(chain(board, layer, name)))


def test_a_river_across_the_map_goes_from_rim_to_rim(tmp_path: Path) -> None:
    """A course that comes from off the map and leaves it does so as a chain too."""
    course = [earth((-2, 5.2)), earth((14, 5.2))]
    board = board_of(tmp_path, hexsides=rivers({"name": "R", "line": course}))
    lattice = Lattice(board.grid)
    way = corners(board, "R")
    assert {way[0], way[-1]} <= lattice.rim()
    xs = [lattice.points[corner][0] for corner in way]
    assert xs[0] < 1
    assert xs[-1] > 9.5


def test_a_chain_stays_near_its_course(tmp_path: Path) -> None:
    """Every corner of a straight river lies within a hex of it."""
    course = [earth((-1, 2)), earth((12, 8))]
    board = board_of(tmp_path, hexsides=rivers({"name": "R", "line": course}))
    lattice = Lattice(board.grid)
    for corner in corners(board, "R")[1:-1]:
        x, y = lattice.points[corner]
        assert abs((y - 2) * 13 - (x + 1) * 6) / math.hypot(13, 6) < 0.75


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(1, 9.5), st.floats(1.5, 9.5)), min_size=1, max_size=6))
def test_no_chain_wriggles(tmp_path_factory: Any, points: list[tuple[float, float]]) -> None:
    """However wild the course, its chain never comes back to a corner."""
    course = [earth(p) for p in [(-1.0, 5.0), *points, (12.0, 5.0)]]
    folder = tmp_path_factory.mktemp("river")
    board = board_of(folder, hexsides=rivers({"name": "R", "line": course}))
    for _, sides in board.chains["river"]:
        way = Lattice(board.grid).walk(list(sides))
        assert len(set(way)) == len(way)


def test_a_tributary_meets_its_river(tmp_path: Path) -> None:
    """The last corner of a tributary lies on the chain of the river, and no other does."""
    main = {"name": "Main", "line": [earth((-1, 5)), earth((12, 5))]}
    side = {"name": "Side", "line": [middle("0601"), earth((5.2, 5))]}
    board = board_of(tmp_path, hexsides=rivers(side, main))
    way, river = corners(board, "Side"), corners(board, "Main")
    assert way[-1] in river
    assert not set(way[:-1]) & set(river)


def test_a_mouth_that_the_data_cut_short_is_joined(tmp_path: Path) -> None:
    """A tributary that ends two hexes short of its river still reaches it."""
    main = {"name": "Main", "line": [earth((-1, 6)), earth((12, 6))]}
    side = {"name": "Side", "line": [middle("0601"), earth((5.2, 4.2))]}
    board = board_of(tmp_path, hexsides=rivers(main, side))
    assert corners(board, "Side")[-1] in corners(board, "Main")
    assert soundness(board) == []


def test_rivers_that_flow_into_each_other_are_a_problem(tmp_path: Path) -> None:
    """Of two rivers that end at each other neither can be drawn first: it is told, not lost."""
    ring = rivers(
        {"name": "A", "line": middles("0202", "0205", "0505")},
        {"name": "B", "line": middles("0808", "0805", "0506")},
    )
    with pytest.raises(DataError, match="river 'A': flows into 'B', which is not drawn before it"):
        board_of(tmp_path, hexsides=ring)


def test_rivers_that_do_not_meet_do_not_touch(tmp_path: Path) -> None:
    """Two courses half a hex apart keep to different corners."""
    one = {"name": "One", "line": [earth((-1, 5.0)), earth((12, 5.0))]}
    two = {"name": "Two", "line": [earth((-1, 5.6)), earth((12, 5.6))]}
    board = board_of(tmp_path, hexsides=rivers(one, two))
    assert not set(corners(board, "One")) & set(corners(board, "Two"))


def test_a_river_ends_at_the_sea(tmp_path: Path) -> None:
    """A chain stops at the first corner of a sea hex and never runs along the shore."""
    course = middles("0302", "0310")
    board = board_of(
        tmp_path, hexsides=rivers({"name": "R", "line": course}), terrain=sea("0108..0610")
    )
    sides = chain(board, "river", "R")
    assert not any(board.is_water(h) for side in sides for h in split_hexside(side))
    last = Lattice(board.grid).hexes_at[corners(board, "R")[-1]]
    assert any(map(board.is_water, last))


def test_a_mouth_near_the_sea_reaches_it(tmp_path: Path) -> None:
    """A course that ends a hex before the shore flows into the sea."""
    course = middles("0302", "0306")
    board = board_of(
        tmp_path, hexsides=rivers({"name": "R", "line": course}), terrain=sea("0108..0610")
    )
    assert soundness(board) == []


@pytest.mark.parametrize(("bank", "north"), [("right", False), ("left", True)])
def test_a_hex_lies_on_its_bank(tmp_path: Path, bank: str, north: bool) -> None:
    """A river that flows east through the middle of a hex passes it on the side asked for."""
    course = [earth((-1, 5.5)), earth((12, 5.5))]
    river = {"name": "R", "line": course, "banks": {bank: "0505"}}
    zones = {"north": {"source": "public", "flood": {"start": "0501", "crossing": ["river"]}}}
    board = board_of(tmp_path, hexsides=rivers(river), zones=zones)
    assert ("0505" in board.zones["north"]) is north


FRONT = {
    "left": "0204 0304 0305 0405 0504 0604 0605 0705 0704 0804 0905 1004 1103",
    "right": "0205 0306 0406 0505 0506 0606 0706 0805 0906 1005 1104",
}


def test_a_river_follows_a_front_from_hex_to_hex(tmp_path: Path) -> None:
    """With every hex of a ragged front on its bank, the river is the front."""
    course = [earth((-1, 4.8)), earth((12, 4.8))]
    zones = {"north": {"source": "public", "flood": {"start": "0501", "crossing": ["river"]}}}
    river = {"name": "R", "line": course, "banks": FRONT}
    board = board_of(tmp_path, hexsides=rivers(river), zones=zones)
    assert board.zones["north"] >= set(FRONT["left"].split())
    assert not board.zones["north"] & set(FRONT["right"].split())


def test_a_river_out_of_a_lake_leaves_its_shore_at_once(tmp_path: Path) -> None:
    """A course that winds round a lake before it leaves is a chain that keeps off the shore."""
    x, y = grid().centre("0505")
    turns = [math.radians(angle) for angle in range(-180, 10, 10)]
    beach = [(x + 0.62 * math.cos(turn), y + 0.62 * math.sin(turn)) for turn in turns]
    course = [earth(point) for point in [(x, y), *beach, (12.0, y)]]
    board = board_of(tmp_path, hexsides=rivers({"name": "R", "line": course}), terrain=sea("0505"))
    sides = chain(board, "river", "R")
    assert not any(board.is_water(h) for side in sides for h in split_hexside(side))


def test_a_river_runs_between_two_hexes_on_its_banks(tmp_path: Path) -> None:
    """With both ends of a bridge on their banks, the river is the hexside between them."""
    course = [earth((-1, 4.2)), earth((12, 4.2))]
    river = {"name": "R", "line": course, "banks": {"left": "0505", "right": "0506"}}
    board = board_of(tmp_path, hexsides=rivers(river))
    assert "0505/0506" in chain(board, "river", "R")


def test_a_correction_replaces_a_stretch(tmp_path: Path) -> None:
    """A bend that is written out takes the place of the river between its ends."""
    blocks = rivers({"name": "R", "line": [earth((-1, 5.0)), earth((12, 5.0))]})
    plain = set(chain(board_of(tmp_path, hexsides=blocks), "river", "R"))
    near = next(h for h in grid().hexes if "0502" < h < "06" and len(_around(h, plain)) < 6)
    bend = _around(near, plain)
    fixed = {"hexsides": "river", "line": "R", "way": " ".join(bend), "reason": "a bend"}
    found = set(chain(board_of(tmp_path, hexsides=blocks, corrections=[fixed]), "river", "R"))
    assert found - plain == set(bend)
    assert len(plain - found) == 6 - len(bend)


def test_a_correction_that_fits_nothing_is_a_problem(tmp_path: Path) -> None:
    """A bend whose ends do not lie on the river is told, not dropped."""
    blocks = rivers({"name": "R", "line": [earth((-1, 5.0)), earth((12, 5.0))]})
    fixed = {"hexsides": "river", "line": "R", "way": "0101/0102 0102/0201", "reason": "a bend"}
    with pytest.raises(DataError, match="correction 'a bend': its ends do not lie on a river 'R'"):
        board_of(tmp_path, hexsides=blocks, corrections=[fixed])


def _around(name: str, river: set[str]) -> list[str]:
    """The sides of a hex that a river does not run along, clockwise from where it leaves."""
    sides = [grid().hexside(name, other) for other in grid().neighbours(name)]
    wet = [i for i, side in enumerate(sides) if side in river]
    start = next((i + 1 for i in wet if (i + 1) % 6 not in wet), 0)
    return [sides[(start + n) % len(sides)] for n in range(len(sides) - len(wet))]


def catchment(**rule: Any) -> dict[str, Any]:
    return {"river": {"source": "public", "catchment": {"file": "r.geojson", **rule}}}


@pytest.fixture
def net(tmp_path: Path) -> Path:
    """A large river, a small one that joins it, and a brook."""
    write_features(
        tmp_path / "r.geojson",
        [
            feature("LineString", [earth((-1, 5)), earth((4, 5))], name="Big", area_km2=3000),
            feature("LineString", [earth((4, 5)), earth((12, 5))], name="Big", area_km2=9000),
            feature("LineString", [earth((4, 0.6)), earth((4, 5))], name="Small", area_km2=2000),
            feature("LineString", [earth((8, 9)), earth((8, 5.8))], name="Brook", area_km2=200),
        ],
    )
    return tmp_path


def names(board: Board) -> list[str]:
    return [name for name, _ in board.chains["river"]]


def test_rivers_come_by_the_land_that_they_drain(net: Path) -> None:
    """Only rivers that drain enough are drawn, the largest first."""
    assert names(board_of(net, hexsides=catchment(at_least=1000))) == ["Big", "Small"]
    assert names(board_of(net, hexsides=catchment(at_least=2500))) == ["Big"]
    assert names(board_of(net, hexsides=catchment(at_least=100, mouth=5000))) == ["Big"]


def test_rivers_are_called_skipped_and_chosen_by_name(net: Path) -> None:
    """The map spells a river its own way, leaves some out, or draws only some."""
    called = catchment(at_least=1000, called={"Big": "Great"}, skip=["Small"])
    assert names(board_of(net, hexsides=called)) == ["Great"]
    assert names(board_of(net, hexsides=catchment(at_least=100, only=["Small"]))) == ["Small"]


def test_head_and_tail_complete_a_course(net: Path) -> None:
    """What is drawn before and behind the data makes one longer chain."""
    river = {"name": "Brook", "file": "r.geojson", "match": {"name": "Brook"}}
    short = board_of(net, hexsides=rivers(river))
    whole = river | {"head": [earth((8, 12))], "tail": [earth((8, 3)), earth((8, -1))]}
    long = board_of(net, hexsides=rivers(whole))
    assert len(chain(long, "river", "Brook")) > 2 * len(chain(short, "river", "Brook"))
    assert soundness(long) == []


def test_a_river_that_is_not_in_the_data_is_a_problem(net: Path) -> None:
    """A name that the file does not have is told with file and layer."""
    river = {"name": "Volga", "file": "r.geojson", "match": {"name": "Volga"}}
    with pytest.raises(DataError, match=r"hexsides 'river' river 'Volga': nothing in r.geojson"):
        board_of(net, hexsides=rivers(river))
