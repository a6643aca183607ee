"""3.1 The cost of every step on the map of Korsun 1944."""

from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.korsun44.charts import SIXTHS, Going, load_charts
from grognard.games.korsun44.going import Goings, Terms
from grognard.games.korsun44.theatre import Theatre
from grognard.hexes import HexId, split_hexside
from grognard.mechanics.reach import FORBIDDEN, Reach
from grognard.mechanics.zones import Ground

DATA = Path(games.__file__).parent / "korsun44" / "data"
BOARD = Board.load(DATA / "map.yaml")
THEATRE = Theatre(BOARD, load_charts(DATA / "tables.yaml"))
GOINGS = Goings(THEATRE)
BRIDGE = "5406/5407"


def cost(
    going: Going, start: HexId, end: HexId, points: int, broken: frozenset[str] = frozenset()
) -> int | None:
    """What the cheapest way to a hex costs a unit with so many movement points, in sixths."""
    reach = Reach(GOINGS.of(going, Terms(broken)), start, points * SIXTHS, Ground(BOARD.grid))
    return reach.cost_of(end) if end in reach else None


@pytest.mark.parametrize("going", ["truck", "mech", "foot"])
def test_every_step_costs_what_the_ground_says(going: Going) -> None:
    """From each neighbour of some hexes, in the table as on the ground."""
    grid, entry = BOARD.grid, GOINGS.of(going).entry
    for there in ("2027", "3215", "5113", "3604", "0535"):
        number = grid.index[there]
        for across, beyond in enumerate(grid.neighbour_table[number]):
            if beyond < 0:
                assert entry[number, across] == FORBIDDEN
            else:
                assert entry[number, across] == THEATRE.step(going, grid.hexes[beyond], there)


@pytest.mark.rule("korsun44", "C8")
def test_main_roads_are_counted_in_thirds() -> None:
    """A truck drives three hexes of main road for exactly one point."""
    way = next(way for _, way in BOARD.roads["main_road"] if len(way) > 3)
    assert cost("truck", way[0], way[3], 1) == SIXTHS


def test_a_destroyed_bridge_closes_the_dnieper() -> None:
    """With it one drives over, without it there is no way; other bridges stand."""
    a, b = split_hexside(BRIDGE)
    assert cost("foot", a, b, 4) is not None
    assert cost("foot", a, b, 50, frozenset({BRIDGE})) is None
    assert cost("foot", b, a, 50, frozenset({BRIDGE})) is None


def test_a_destroyed_bridge_over_a_river_has_to_be_paid_for() -> None:
    """Terrain and river in place of the road, in both directions."""
    side = next(s for s in sorted(THEATRE.bridges) if THEATRE.water(*split_hexside(s)) == "river")
    whole, less = GOINGS.of("truck"), GOINGS.of("truck", Terms(frozenset({side})))
    changed = [(i, j) for i, j in zip(*(whole.entry != less.entry).nonzero(), strict=True)]
    assert len(changed) == 2
    for there, across in changed:
        name = BOARD.grid.hexes[there]
        assert less.entry[there, across] == THEATRE.entering("truck", name) + 2 * SIXTHS


def test_tables_are_kept() -> None:
    """The same bridges give the same table."""
    assert GOINGS.of("mech") is GOINGS.of("mech")
    assert GOINGS.of("mech") is not GOINGS.of("mech", Terms(frozenset({BRIDGE})))
