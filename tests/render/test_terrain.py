"""Terrain art and the grid: each thing where the rules have it, and nowhere else."""

import math
from collections.abc import Iterable

from hypothesis import given
from msgspec.structs import replace
from tests.render.boards import EVERYTHING, VALLEY, grids

from grognard.hexes import Grid
from grognard.render.display import Dots, Group, Path, Shape, Text, Use
from grognard.render.grid import draw_grid, draw_numbers, hex_nodes
from grognard.render.highlands import draw_peaks
from grognard.render.layout import HEX, Layout, corner_key
from grognard.render.lines import draw_lines, teeth
from grognard.render.lowlands import draw_marsh, draw_steppe
from grognard.render.paths import Point, flatten, midpoint, signed_area
from grognard.render.places import draw_places, draw_settlement, town_points
from grognard.render.scene import Scene
from grognard.render.styles import BoardStyles, Look
from grognard.render.water import draw_water
from grognard.render.woods import draw_woods


def points_of(shapes: Iterable[Shape]) -> list[Point]:
    """All points of the paths among some shapes."""
    paths = [shape.d for shape in shapes if isinstance(shape, Path)]
    return [p for d in paths for piece in flatten(d) for p in piece.points]


def trees_of(shapes: Iterable[Shape]) -> set[Point]:
    """The places of all trees."""
    dots = [d for g in shapes if isinstance(g, Group) for d in g.shapes if isinstance(d, Dots)]
    return {point for d in dots for point in d.points}


@given(grids())
def test_every_hexside_is_drawn_once(grid: Grid) -> None:
    """The visible grid has each hexside once, so that none is darker than another."""
    layout = Layout(grid)
    drawn = []
    for path in draw_grid(layout):
        assert isinstance(path, Path)
        for piece in flatten(path.d):
            pairs = zip(piece.points, piece.points[1:], strict=False)
            drawn += [corner_key(midpoint(a, b)) for a, b in pairs]
    wanted = set()
    for name in grid.hexes:
        corners = layout.corners(name)
        wanted |= {corner_key(midpoint(corners[i], corners[i - 1])) for i in range(6)}
    assert len(drawn) == len(wanted)
    assert all(any(abs(x - a) < 3 and abs(y - b) < 3 for a, b in wanted) for x, y in drawn[:40])


@given(grids())
def test_every_hex_has_its_node_and_its_number(grid: Grid) -> None:
    """One node a hex in reading order; one number a hex, within the hex."""
    layout = Layout(grid)
    nodes = [node for node in hex_nodes(layout) if isinstance(node, Use)]
    assert [node.data["hex"] for node in nodes] == list(grid.hexes)
    groups = [g for g in draw_numbers(layout, frozenset()) if isinstance(g, Group)]
    texts = [t for g in groups for t in g.shapes if isinstance(t, Text)]
    assert sorted(t.text for t in texts) == sorted(grid.hexes)
    for text in texts:
        assert math.dist((text.x, text.y), layout.centre(text.text)) < HEX / 2


def test_numbers_can_be_left_out() -> None:
    """A number that would touch a name is not written."""
    layout = Layout(VALLEY.grid)
    groups = [g for g in draw_numbers(layout, frozenset({"04.04"})) if isinstance(g, Group)]
    texts = {t.text for g in groups for t in g.shapes if isinstance(t, Text)}
    assert texts == set(VALLEY.grid.hexes) - {"04.04"}


def test_trees_stand_in_woods_and_apart() -> None:
    """Every wood hex has trees, no other hex far from it has, and none touches another."""
    layout, woods = Layout(VALLEY.grid), {"05.05", "04.05", "04.06"}
    trees = sorted(trees_of(draw_woods(layout, woods, frozenset())))
    for name in woods:
        near = [t for t in trees if math.dist(t, layout.centre(name)) < HEX / 2]
        assert len(near) > 25
    for tree in trees:
        assert min(math.dist(tree, layout.centre(name)) for name in woods) < HEX * 0.75
    close = [(a, b) for i, a in enumerate(trees) for b in trees[i + 1 : i + 60]]
    assert min(math.dist(a, b) for a, b in close) > 7.2


def test_wooded_marsh_has_fewer_trees() -> None:
    """The same hex as wooded marsh keeps about half of its trees."""
    layout = Layout(VALLEY.grid)
    dense = trees_of(draw_woods(layout, {"04.05"}, frozenset()))
    sparse = trees_of(draw_woods(layout, {"04.05"}, {"04.05"}))
    assert sparse < dense
    assert 0.25 < len(sparse) / len(dense) < 0.75


def test_no_woods_no_trees() -> None:
    """A board without woods has no floor either."""
    assert draw_woods(Layout(VALLEY.grid), frozenset(), frozenset()) == []


def test_dashes_and_tufts_stay_in_their_hex() -> None:
    """Marsh and steppe are drawn within the hexes that have them."""
    for board, hex_ in ((VALLEY, "02.01"), (EVERYTHING, "0401")):
        layout = Layout(board.grid)
        for draw in (draw_marsh, draw_steppe):
            points = points_of(draw(layout, {hex_}))
            assert len(points) > 50
            assert all(layout.grid.at_point(*_on_grid(layout, p)) == hex_ for p in points)


def _on_grid(layout: Layout, point: Point) -> Point:
    """A point of the sheet in the measures of the grid."""
    origin = layout.place((0.0, 0.0))
    return (point[0] - origin[0]) / HEX, (point[1] - origin[1]) / HEX


def test_peaks_stand_in_mountains() -> None:
    """Mountains have peaks, within their hex."""
    layout = Layout(EVERYTHING.grid)
    points = points_of(draw_peaks(layout, {"0102"}))
    assert points
    assert all(math.dist(p, layout.centre("0102")) < HEX * 0.55 for p in points)


def test_water_covers_its_hexes() -> None:
    """The area of a lake is about that of its hexes; its shore follows the hexsides."""
    layout, styles = Layout(VALLEY.grid), BoardStyles(VALLEY, Look())
    (sea,) = [g for g in draw_water(layout, styles) if isinstance(g, Group)]
    shore = sea.shapes[0]
    assert isinstance(shore, Path)
    area = sum(signed_area(piece.points) for piece in flatten(shore.d))
    hexes = len(styles.hexes("sea"))
    assert area > 0.9 * hexes * math.sqrt(3) / 2 * HEX**2


def test_only_water_between_land_is_drawn_on_a_hexside() -> None:
    """A coast needs no water of its own; an all-sea hexside between two lands does."""
    layout, styles = Layout(EVERYTHING.grid), BoardStyles(EVERYTHING, Look())
    sides = [g for g in draw_water(layout, styles) if isinstance(g, Group)]
    assert [g.classes for g in sides].count("water-side") == 1
    coast = replace(EVERYTHING, hexsides={"coast": frozenset({"0102/0103"})})
    shapes = draw_water(layout, BoardStyles(coast, Look()))
    assert not any(isinstance(g, Group) and g.classes == "water-side" for g in shapes)


def test_lines_are_drawn_by_their_class() -> None:
    """Borders, forts, cliffs and unknown lines each have a group; rivers are none of them."""
    layout, styles = Layout(EVERYTHING.grid), BoardStyles(EVERYTHING, Look())
    groups = [g for g in draw_lines(layout, styles) if isinstance(g, Group)]
    drawn = {g.data["hexsides"]: g.classes for g in groups}
    assert drawn == {
        "border": "border",
        "fort_wall": "fort",
        "escarpment": "cliff",
        "what_is_this": "line",
    }


def test_teeth_point_to_the_left_of_a_line() -> None:
    """The teeth of a fort line stand on one side of it."""
    points = [p for piece in flatten(teeth([(0, 0), (70, 0)])) for p in piece.points]
    assert max(y for _, y in points) <= 0.01
    assert min(y for _, y in points) < -3


def test_larger_places_have_more_houses() -> None:
    """City, town and village differ by their plan."""
    houses = [
        draw_settlement(size, (0, 0), "x").d.count("M") for size in ("city", "town", "village")
    ]
    assert houses == sorted(houses, reverse=True)
    assert houses[0] > 2 * houses[1] > 3 * houses[2] > 0


def test_signs_stand_where_tags_say() -> None:
    """Ports, forts, oilfields and airfields have a sign in their hex, one under the other."""
    layout, styles = Layout(EVERYTHING.grid), BoardStyles(EVERYTHING, Look())
    shapes = draw_places(layout, styles, town_points(layout, styles))
    signs = [g for g in shapes if isinstance(g, Group) and g.classes.startswith("sign")]
    assert sorted(g.classes for g in signs) == [
        "sign airfield",
        "sign fort",
        "sign oilfield",
        "sign port",
    ]
    assert len({g.at for g in signs}) == 4


def test_a_scene_of_one_hex_can_be_drawn() -> None:
    """The smallest board there is."""
    grid = Grid("flat", (1, 1), (1, 1))
    board = replace(
        EVERYTHING,
        grid=grid,
        terrain=("woods",),
        tags={},
        hexsides={},
        networks={},
        places=(),
        zones={},
        chains={},
        roads={},
    )
    assert Scene(board).map_layers()
