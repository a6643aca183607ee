"""Roads and railways: unbroken from hex to hex, joined where they meet."""

import math

import pytest
from hypothesis import given
from msgspec.structs import replace
from tests.render.boards import EVERYTHING, VALLEY, boards

from grognard.board import Board
from grognard.hexes import split_hexside
from grognard.render.bridges import draw_bridges
from grognard.render.display import Group, Path
from grognard.render.layout import HEX, Layout
from grognard.render.paths import flatten
from grognard.render.places import town_points
from grognard.render.rivers import knot, trace_rivers
from grognard.render.roads import ROADS, Networks, Stretch, draw_passes, draw_rails, draw_roads
from grognard.render.styles import BoardStyles, Look


def networks_of(board: Board) -> Networks:
    layout, styles = Layout(board.grid), BoardStyles(board, Look())
    rivers = trace_rivers(layout, styles)
    wet = frozenset(side for river in rivers for side in river.sides)
    return Networks(layout, styles, town_points(layout, styles), wet)


def sides_of(stretches: list[Stretch], layout: Layout) -> list[str]:
    return [
        layout.grid.hexside(a, b)
        for stretch in stretches
        for a, b in zip(stretch.hexes, stretch.hexes[1:], strict=False)
    ]


@given(boards())
def test_every_step_of_a_network_is_drawn_once(board: Board) -> None:
    """Where two roads share a hexside the better one is drawn; none is left out."""
    networks = networks_of(board)
    drawn = sides_of(networks.roads, networks.layout)
    assert sorted(drawn) == sorted(board.networks["road"] | board.networks["side road"])
    assert sorted(sides_of(networks.rails, networks.layout)) == sorted(board.networks["rail"])
    better = [r for r in networks.roads if r.style == "road"]
    assert sorted(sides_of(better, networks.layout)) == sorted(board.networks["road"])


@given(boards())
def test_roads_that_meet_in_a_hex_meet_in_a_point(board: Board) -> None:
    """All roads that end in a hex end in the same point, in the town if there is one."""
    networks = networks_of(board)
    ends: dict[str, set[tuple[float, float]]] = {}
    for road in networks.roads:
        for name, point in ((road.hexes[0], road.points[0]), (road.hexes[-1], road.points[-1])):
            ends.setdefault(name, set()).add(point)
    steps = [h for side in sides_of(networks.roads, networks.layout) for h in split_hexside(side)]
    for name, points in ends.items():
        if steps.count(name) > 1 or name in networks.towns:
            assert len(points) == 1
        if name in networks.towns:
            assert points == {networks.towns[name]}


@given(boards())
def test_a_road_crosses_the_hexsides_on_its_way(board: Board) -> None:
    """Each crossing lies on the hexside, near its middle; at a river, on the river."""
    networks = networks_of(board)
    layout = networks.layout
    for road in networks.roads:
        for i, (a, b) in enumerate(zip(road.hexes, road.hexes[1:], strict=False)):
            side = layout.grid.hexside(a, b)
            crossing = road.points[2 * i + 1]
            if side in networks.wet:
                assert crossing == knot(layout, side)
            else:
                assert math.dist(crossing, layout.middle(side)) <= 0.101 * HEX / math.sqrt(3)


def test_a_railway_keeps_beside_a_road() -> None:
    """Rail and road over the same hexside do not lie on each other."""
    networks = networks_of(VALLEY)
    road = networks.crossing("05.02", "04.02", "road")
    rail = networks.crossing("05.02", "04.02", "rail")
    assert math.dist(road, rail) > 4


def test_a_road_that_ends_at_the_edge_runs_off_the_sheet() -> None:
    """An entry road reaches the edge of the map, one that ends in a town stays there."""
    networks = networks_of(VALLEY)
    ends = {road.hexes[-1]: road.points[-1] for road in networks.roads}
    ends |= {road.hexes[0]: road.points[0] for road in networks.roads}
    assert ends["06.05"][1] < 0
    assert ends["05.02"] == networks.towns["05.02"]


def test_all_casings_lie_under_all_cores() -> None:
    """Junctions join: no casing covers the core of another road."""
    networks = networks_of(EVERYTHING)
    layers = draw_roads(networks.roads)
    assert {road.style for road in networks.roads} == set(ROADS)
    widths = [
        [p.stroke.width for p in layer.shapes if isinstance(p, Path) and p.stroke]
        for layer in layers
        if isinstance(layer, Group)
    ]
    assert min(widths[0]) > max(widths[2])
    assert len(widths[0]) == len(widths[1]) == len(networks.roads)


def test_ties_are_drawn_across_the_rails() -> None:
    """A railway is a thin line with broad, short ticks on it."""
    paths = [shape for shape in draw_rails(networks_of(VALLEY).rails) if isinstance(shape, Path)]
    casing, line, ties = (path.stroke for path in paths[:3])
    assert casing is not None
    assert line is not None
    assert ties is not None
    assert casing.width > ties.width > line.width
    assert ties.dash[0] < ties.dash[1]


def test_bridges_stand_where_roads_cross_rivers() -> None:
    """A board that lists no bridges has one wherever a road crosses a river."""
    networks = networks_of(VALLEY)
    crossed = {c.side for c in networks.crossings()}
    assert crossed == {"03.05/04.04", "04.03/04.04"}
    rivers = trace_rivers(networks.layout, networks.styles)
    shapes = draw_bridges(networks.layout, networks.styles, rivers, networks.crossings())
    assert len(shapes) == 4 * len(crossed)


def test_a_board_that_lists_its_bridges_has_no_others() -> None:
    """Listed bridges are drawn, with or without a road; unlisted crossings have none."""
    sides = {**VALLEY.hexsides, "bridge": frozenset({"03.01/04.01"})}
    networks = networks_of(replace(VALLEY, hexsides=sides))
    rivers = trace_rivers(networks.layout, networks.styles)
    shapes = draw_bridges(networks.layout, networks.styles, rivers, networks.crossings())
    assert len(shapes) == 4


def test_repair_lines_lie_under_their_railway() -> None:
    """A marked stretch of railway follows the railway exactly."""
    marked = {**VALLEY.networks, "repair": frozenset({"04.02/05.02"})}
    networks = networks_of(replace(VALLEY, networks=marked))
    rails = [point for rail in networks.rails for point in rail.points]
    (band,) = networks.repair_lines
    assert set(band) <= set(rails)
    assert len(band) == 3


def test_a_pass_is_signed_in_the_hexes_that_it_leads_through() -> None:
    """Two facing arcs in the mountain hex, none at the ends of the pass."""
    networks = networks_of(EVERYTHING)
    signs = [s for s in draw_passes(networks.passes) if isinstance(s, Group)]
    (pass_,) = networks.passes
    assert [sign.at for sign in signs] == [pass_.points[2]]
    assert math.dist(signs[0].at, networks.layout.centre("0102")) < HEX / 2


@pytest.mark.parametrize("kind", ["bridge", "pontoon", "ferry", "dam"])
def test_every_kind_of_crossing_reaches_both_banks(kind: str) -> None:
    """A crossing lies about the middle of its hexside and spans the water there."""
    sides = {**VALLEY.hexsides, kind: frozenset({"03.02/04.02"})}
    networks = networks_of(replace(VALLEY, hexsides=sides, networks={}))
    rivers = trace_rivers(networks.layout, networks.styles)
    shapes = draw_bridges(networks.layout, networks.styles, rivers, networks.crossings())
    points = [p for s in shapes if isinstance(s, Path) for q in flatten(s.d) for p in q.points]
    middle = knot(networks.layout, "03.02/04.02")
    assert max(math.dist(p, middle) for p in points) > 9
    assert max(math.dist(p, middle) for p in points) < 16
