"""Hexes: the five printed maps by their numbers, and geometry as properties of any grid."""

import doctest
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard import hexes
from grognard.hexes import Grid, Numbering, Sheet, split_hexside

UKRAINE44 = Grid(
    "pointy", (1, 44), (1, 38), shifted="even", rows_up=True, numbering=Numbering("RR.CC")
)
UKRAINE43 = Grid("flat", (1, 60), (1, 41))
KORSUN44 = Grid("flat", (1, 64), (0, 35))
KANEV43 = Grid("flat", (1, 54), (1, 40))
STORM41 = Grid(
    "pointy",
    (20, 44),
    (14, 74),
    rows_up=True,
    numbering=Numbering("RRCC", [Sheet("N", 10, 42, 32), Sheet("S", 14, 42, 0)]),
    missing=[(44, row) for row in range(15, 75, 2)],
)
PRINTED = {
    "ukraine44": UKRAINE44,
    "ukraine43": UKRAINE43,
    "korsun44": KORSUN44,
    "kanev43": KANEV43,
    "storm41": STORM41,
}


def test_examples_in_docstrings_are_true() -> None:
    """What a docstring shows is what happens."""
    assert doctest.testmod(hexes).failed == 0


# --- the printed maps -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "number", "first", "last"),
    [
        (UKRAINE44, 38 * 44, "38.01", "01.44"),
        (UKRAINE43, 60 * 41, "0101", "6041"),
        (KORSUN44, 64 * 36, "0100", "6435"),
        (KANEV43, 54 * 40, "0101", "5440"),
        (STORM41, 1495, "N4220", "S1444"),
    ],
    ids=list(PRINTED),
)
def test_maps_have_their_hexes_in_reading_order(
    grid: Grid, number: int, first: str, last: str
) -> None:
    """A map has as many hexes as printed, from the upper left to the lower right."""
    assert (len(grid), grid.hexes[0], grid.hexes[-1]) == (number, first, last)
    assert len(set(grid)) == number


@pytest.mark.parametrize("grid", PRINTED.values(), ids=list(PRINTED))
def test_every_printed_number_is_read_back(grid: Grid) -> None:
    """Each name means the hex that bears it."""
    assert [grid.parse(hex_) for hex_ in grid] == list(grid)


@pytest.mark.parametrize(
    ("grid", "hex_", "neighbours"),
    [
        # Even rows lie half a hex east, rows are counted from the south.
        (UKRAINE44, "08.24", "08.23 08.25 09.24 09.25 07.24 07.25"),
        (UKRAINE44, "17.29", "17.28 17.30 18.28 18.29 16.28 16.29"),
        # Odd columns lie half a hex lower.
        (UKRAINE43, "4718", "4717 4719 4618 4619 4818 4819"),
        (UKRAINE43, "3818", "3817 3819 3717 3718 3917 3918"),
        (KORSUN44, "0535", "0534 0435 0635"),
        (KORSUN44, "5406", "5405 5407 5305 5306 5505 5506"),
        (KANEV43, "3624", "3623 3625 3523 3524 3723 3724"),
        # Odd rows lie half a hex east; the seam row has the names of the northern sheet.
        (STORM41, "S2236", "S2235 S2237 S2335 S2336 S2135 S2136"),
        (STORM41, "S2343", "S2342 S2443 S2444 S2243 S2244"),
        (STORM41, "N1028", "N1027 N1029 N1127 N1128 S4127 S4128"),
        (STORM41, "S4127", "S4126 S4128 N1027 N1028 S4027 S4028"),
    ],
)
def test_printed_neighbours(grid: Grid, hex_: str, neighbours: str) -> None:
    """The neighbours of a hex are those that the map's own numbers give."""
    assert set(grid.neighbours(hex_)) == set(neighbours.split())


@pytest.mark.parametrize(
    ("grid", "chain"),
    [
        (UKRAINE44, "08.24 09.25"),
        (KANEV43, "3624 3723"),
        (KORSUN44, "5406 5407"),
        (STORM41, "S2236 S2335"),
        (STORM41, "N2044 N2043 N2042 N2041 N2040 N2039 N2138 N2137 N2237 N2236 N2235 N2234 N2333"),
        (STORM41, "N1128 N1028 S4127 S4126 S4026"),
    ],
)
def test_printed_crossings_and_roads_hold_together(grid: Grid, chain: str) -> None:
    """Hexes that the rules join are neighbours."""
    assert all(grid.adjacent(a, b) for a, b in pairwise(chain.split()))


@pytest.mark.parametrize(
    ("grid", "text", "hex_"),
    [
        (UKRAINE44, "1729", "17.29"),
        (UKRAINE44, "0824", "08.24"),
        (UKRAINE44, "8.24", "08.24"),
        (UKRAINE44, " 33.15 ", "33.15"),
        (KORSUN44, "535", "0535"),
        (KORSUN44, "130", "0130"),
        (STORM41, "S4220", "N1020"),
        (STORM41, "S4244", "N1044"),
        (STORM41, "S4143", "S4143"),
    ],
)
def test_numbers_are_read_kindly(grid: Grid, text: str, hex_: str) -> None:
    """A missing dot or zero and the second name of a shared row are understood."""
    assert grid.parse(text) == hex_


@pytest.mark.parametrize(
    ("grid", "text"),
    [
        (UKRAINE44, "39.01"),
        (UKRAINE44, "00.10"),
        (UKRAINE44, "xx.yy"),
        (UKRAINE44, ""),
        (UKRAINE44, "١٧٢٩"),
        (UKRAINE43, "47.18"),
        (UKRAINE43, "6042"),
        (UKRAINE43, "47181"),
        (KORSUN44, "0536"),
        (STORM41, "2236"),
        (STORM41, "S1044"),
        (STORM41, "S2344"),
        (STORM41, "N4320"),
        (STORM41, "X2236"),
        (STORM41, "NS2236"),
    ],
)
def test_unknown_numbers_are_refused(grid: Grid, text: str) -> None:
    """What is not on the map is named as unknown."""
    with pytest.raises(KeyError, match="unknown hex"):
        grid.parse(text)


def test_edges_of_the_joined_map() -> None:
    """The east edge is the last hex of each row, 44 in even rows and 43 in odd ones."""
    east = {h for h in STORM41 if "east" in STORM41.edge(h)}
    assert {"N4244", "N1044", "S4143", "S2343", "S1444"} <= east
    assert len(east) == 61
    assert {h for h in STORM41 if "west" in STORM41.edge(h)} == {
        h for h in STORM41 if h[3:] == "20"
    }
    assert STORM41.edge("N4220") == {"north", "west"}
    assert STORM41.edge("S1444") == {"south", "east"}
    assert STORM41.edge("N2030") == frozenset()


@pytest.mark.parametrize(
    ("grid", "hex_", "edges"),
    [
        (UKRAINE44, "01.01", {"south", "west"}),
        (UKRAINE44, "38.44", {"north", "east"}),
        (KORSUN44, "0112", {"west"}),
        (KORSUN44, "6422", {"east"}),
        (KORSUN44, "3035", {"south"}),
        (UKRAINE43, "3001", {"north"}),
    ],
)
def test_edges_of_the_sheets(grid: Grid, hex_: str, edges: set[str]) -> None:
    """North is up, whichever way rows are counted."""
    assert grid.edge(hex_) == edges


def test_a_hole_makes_no_edge() -> None:
    """Hexes beside a missing hex inside the map lie on no edge; shorter columns have ends."""
    holed = Grid("flat", (1, 5), (1, 5), missing=[(3, 3), (2, 5)])
    assert holed.edge("0203") == frozenset()
    assert holed.edge("0403") == frozenset()
    assert holed.edge("0302") == frozenset()
    assert holed.edge("0204") == {"south"}


def test_turned_sheets() -> None:
    """Columns may be counted from the right edge and rows from the bottom."""
    turned = Grid("flat", (1, 4), (1, 3), rows_up=True, columns_left=True)
    assert turned.hexes[0] == "0403"
    assert turned.edge("0101") == {"south", "east"}
    assert turned.centre("0101")[0] > turned.centre("0201")[0]
    assert turned.centre("0101")[1] > turned.centre("0102")[1]


# --- what cannot be ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows"),
    [((2, 1), (1, 1)), ((1, 1), (2, 1)), ((-1, 3), (1, 3)), ((1, 100), (1, 3)), ((1, 3), (1, 100))],
)
def test_a_frame_must_fit_its_numbers(columns: tuple[int, int], rows: tuple[int, int]) -> None:
    """Columns and rows have two digits and at least one hex between them."""
    with pytest.raises(ValueError, match=r"empty grid|two digits"):
        Grid("flat", columns, rows)


def test_a_frame_may_use_all_numbers() -> None:
    """Columns and rows from 00 to 99 fit."""
    assert Grid("flat", (0, 99), (0, 99)).hexes[-1] == "9999"


def test_a_map_needs_a_hex() -> None:
    """A frame with every place missing is refused."""
    with pytest.raises(ValueError, match="without hexes"):
        Grid("flat", (1, 1), (1, 1), missing=[(1, 1)])


@pytest.mark.parametrize("pattern", ["", "CC", "CCRRR", "RR-CC", "CCCC"])
def test_a_pattern_names_column_and_row(pattern: str) -> None:
    """Only the four ways to write column and row are known."""
    with pytest.raises(ValueError, match="expected CCRR"):
        Numbering(pattern)


@pytest.mark.parametrize(
    ("sheets", "problem"),
    [
        ([Sheet("", 1, 9, 0)], "one or more letters"),
        ([Sheet("N1", 1, 9, 0)], "one or more letters"),
        ([Sheet("N", 9, 1, 0)], "wrong rows"),
        ([Sheet("N", 1, 100, 0)], "wrong rows"),
        ([Sheet("N", 1, 5, 0), Sheet("N", 6, 9, 0)], "same prefix"),
    ],
)
def test_wrong_sheets(sheets: list[Sheet], problem: str) -> None:
    """Sheets have different letters and rows of two digits."""
    with pytest.raises(ValueError, match=problem):
        Numbering("RRCC", sheets)


def test_every_row_is_on_a_sheet() -> None:
    """A joined map with a row between its sheets is refused, however many rows it has."""
    numbering = Numbering("RRCC", [Sheet("N", 1, 9, 0)])
    with pytest.raises(ValueError, match="row 10 is on no sheet"):
        Grid("pointy", (1, 2), (1, 10), numbering=numbering)
    with pytest.raises(ValueError, match="more than the sheets have"):
        Grid("pointy", (1, 2), (1, 10**9), numbering=numbering)


# --- properties of any grid -------------------------------------------------------------

SIZES = st.tuples(st.integers(0, 6), st.integers(1, 9)).map(lambda p: (p[0], p[0] + p[1] - 1))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Any small map: both shapes, both staggers, counted from any corner."""
    return Grid(
        draw(st.sampled_from(["flat", "pointy"])),
        draw(SIZES),
        draw(SIZES),
        shifted=draw(st.sampled_from(["odd", "even"])),
        rows_up=draw(st.booleans()),
        columns_left=draw(st.booleans()),
        numbering=Numbering(draw(st.sampled_from(["CCRR", "RRCC", "CC.RR", "RR.CC"]))),
    )


@st.composite
def places(draw: st.DrawFn, number: int) -> tuple[Grid, list[str]]:
    """A grid and some of its hexes."""
    grid = draw(grids())
    return grid, [draw(st.sampled_from(grid.hexes)) for _ in range(number)]


def apart(grid: Grid, a: str, b: str) -> float:
    return math.dist(grid.centre(a), grid.centre(b))


@given(grids())
def test_names_and_places_belong_together(grid: Grid) -> None:
    """Every hex is read back from its name, and the frame lists its places as rows."""
    assert all(grid.parse(h) == h for h in grid)
    assert all(grid.numbering.write(*grid.place(h)) == h for h in grid)
    assert [p for line in grid.lines() for p in line] == [grid.place(h) for h in grid]
    assert len(grid.lines()) == grid.rows[1] - grid.rows[0] + 1
    assert all(len({row for _, row in line}) == 1 for line in grid.lines())
    assert all(h in grid for h in grid.hexes)
    assert "no hex" not in grid
    assert f"{len(grid)} hexes" in repr(grid)


@given(grids())
def test_lines_are_pushed_as_told(grid: Grid) -> None:
    """Shifted columns lie half a hex lower, shifted rows half a hex further right."""
    for hex_ in grid:
        column, row = grid.place(hex_)
        x, y = grid.centre(hex_)
        first = grid.centre(grid.numbering.write(grid.columns[0], grid.rows[0]))
        if grid.shape == "flat":
            parities, along = (column, grid.columns[0]), y - first[1]
            steps = (row - grid.rows[0]) * (-1 if grid.rows_up else 1)
        else:
            parities, along = (row, grid.rows[0]), x - first[0]
            steps = (column - grid.columns[0]) * (-1 if grid.columns_left else 1)
        pushed = [0.5 if n % 2 == (grid.shifted == "odd") else 0.0 for n in parities]
        assert along == pytest.approx(steps + pushed[0] - pushed[1])


@given(grids())
def test_neighbours_are_mutual_and_one_apart(grid: Grid) -> None:
    """Next to each other are exactly the hexes whose centres are one apart."""
    for a in grid:
        near = {b for b in grid if b != a and apart(grid, a, b) < 1.01}
        assert set(grid.neighbours(a)) == near
        assert all(a in grid.neighbours(b) and grid.adjacent(a, b) for b in near)


@given(grids())
def test_sides_are_clockwise_and_named(grid: Grid) -> None:
    """Side n of a hex is side n + 3 of its neighbour, and lies where its name says."""
    for a in grid:
        for number, name in enumerate(grid.side_names):
            b = grid.neighbour(a, number)
            assert b == grid.neighbour(a, name)
            if b is None:
                continue
            assert (grid.side(a, b), grid.side(b, a)) == (number, (number + 3) % 6)
            (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
            assert ("N" in name) == (by < ay - 0.1)
            assert ("S" in name) == (by > ay + 0.1)
            assert ("E" in name) == (bx > ax + 0.1)
            assert ("W" in name) == (bx < ax - 0.1)


@given(grids())
def test_the_table_of_neighbours_says_the_same(grid: Grid) -> None:
    """The array for the kernels agrees with the names, and cannot be changed."""
    table = grid.neighbour_table
    for i, name in enumerate(grid.hexes):
        row = [grid.hexes[n] if n >= 0 else None for n in table[i].tolist()]
        assert row == [grid.neighbour(name, side) for side in range(6)]
    assert table.dtype == np.int32
    assert not table.flags.writeable


@given(places(3))
def test_distance_is_a_metric(case: tuple[Grid, list[str]]) -> None:
    """Nothing but a hex itself is at distance 0, both ways are as long, detours are not shorter."""
    grid, (a, b, c) = case
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 1) == grid.adjacent(a, b)


@given(places(1))
def test_distance_counts_steps(case: tuple[Grid, list[str]]) -> None:
    """On a map without holes the distance is the number of steps that a walk needs."""
    grid, (start,) = case
    steps, queue = {start: 0}, [start]
    for here in queue:
        for near in grid.neighbours(here):
            if near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
    assert steps == {hex_: grid.distance(start, hex_) for hex_ in grid}


@given(places(1), st.integers(0, 6))
def test_rings(case: tuple[Grid, list[str]], radius: int) -> None:
    """A ring is every hex at that distance, once; `within` is all rings from the middle out."""
    grid, (middle,) = case
    ring = grid.ring(middle, radius)
    assert len(set(ring)) == len(ring)
    assert set(ring) == {h for h in grid if grid.distance(middle, h) == radius}
    within = grid.within(middle, radius)
    assert [grid.hexes[number] for number in grid.disc(middle, radius)] == [*within]
    assert within[0] == middle
    distances = [grid.distance(middle, h) for h in within]
    assert distances == sorted(distances)
    assert set(within) == {h for h in grid if grid.distance(middle, h) <= radius}


def test_a_ring_runs_clockwise() -> None:
    """The ring of neighbours is a turn of the list of neighbours."""
    ring, near = UKRAINE43.ring("3010", 1), UKRAINE43.neighbours("3010")
    turn = ring.index(near[0])
    assert ring[turn:] + ring[:turn] == near


@given(places(2))
def test_lines(case: tuple[Grid, list[str]]) -> None:
    """A line has both ends, never strays, and is the same from the other end."""
    grid, (a, b) = case
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert line == tuple(reversed(grid.line(b, a)))
    length = grid.distance(a, b)
    assert all(grid.distance(a, h) + grid.distance(h, b) == length for h in line)
    if len(line) == length + 1:
        assert all(grid.adjacent(p, q) for p, q in pairwise(line))


def test_a_straight_line_along_a_row() -> None:
    """Between hexes of one row of pointed hexes lies the rest of the row."""
    assert UKRAINE44.line("10.05", "10.08") == ("10.05", "10.06", "10.07", "10.08")
    assert UKRAINE44.line("10.05", "10.05") == ("10.05",)


def test_a_line_leaves_out_what_is_not_there() -> None:
    """Across a hole in the map a line goes on behind it."""
    holed = Grid("flat", (1, 3), (1, 5), missing=[(2, 3)])
    assert holed.line("0201", "0205") == ("0201", "0202", "0204", "0205")


@given(grids())
def test_opposite_hexes(grid: Grid) -> None:
    """The opposite of a neighbour is straight across, and its opposite is the neighbour."""
    for middle in grid:
        for hex_ in grid.neighbours(middle):
            far = grid.opposite(middle, hex_)
            if far is not None:
                assert grid.opposite(middle, far) == hex_
                assert grid.distance(hex_, far) == 2
                assert apart(grid, hex_, far) == pytest.approx(2)
                assert grid.opposed(middle, [hex_, far])


@pytest.mark.parametrize(
    ("sides", "opposed", "spread"),
    [
        ("E W", True, False),
        ("E NW SW", False, True),
        ("NE SE W", False, True),
        ("NE SE", False, False),
        ("E NE SE", False, False),
        ("E NE", False, False),
        ("E", False, False),
        ("", False, False),
        ("NE E SE SW", True, False),
        ("NE E SE SW W NW", True, True),
    ],
)
def test_attacks_from_all_around(sides: str, opposed: bool, spread: bool) -> None:
    """Opposite hexes, or three with one hex between each; any four have an opposite pair."""
    middle = "S3030"
    around = [STORM41.neighbour(middle, side) or "" for side in sides.split()]
    assert STORM41.opposed(middle, around) == opposed
    assert STORM41.spread(middle, around) == spread


@given(places(1), st.permutations(range(6)))
def test_four_hexes_around_include_an_opposite_pair(
    case: tuple[Grid, list[str]], order: list[int]
) -> None:
    """However four of six neighbours are chosen, two of them are opposite."""
    grid, (middle,) = case
    around = [h for h in (grid.neighbour(middle, side) for side in order[:4]) if h]
    if len(around) == 4:
        assert grid.opposed(middle, around)


@given(places(2))
def test_hexes_between(case: tuple[Grid, list[str]]) -> None:
    """Between hexes two apart lies one hex in a straight line, else up to two; else none."""
    grid, (a, b) = case
    between = grid.between(a, b)
    assert set(between) == (
        {h for h in grid if grid.adjacent(a, h) and grid.adjacent(h, b)}
        if grid.distance(a, b) == 2
        else set()
    )
    if grid.distance(a, b) == 2 and apart(grid, a, b) > 1.99:
        assert len(between) <= 1
    assert len(between) <= 2


@given(grids())
def test_hexsides_are_named_by_both_hexes(grid: Grid) -> None:
    """A hexside has one name, lower hex first, however it is written."""
    for a in grid:
        for b in grid.neighbours(a):
            side = grid.hexside(a, b)
            assert side == grid.hexside(b, a) == grid.parse_hexside(f"{b}/{a}")
            assert split_hexside(side) == tuple(sorted((a, b)))


@pytest.mark.parametrize(
    ("text", "error", "problem"),
    [
        ("08.24/09.26", ValueError, "hexes 08.24 and 09.26 are not adjacent"),
        ("08.24/08.24", ValueError, "not adjacent"),
        ("08.24", ValueError, "expected two hexes with a slash"),
        ("08.24/99.99", KeyError, "unknown hex 99.99"),
        ("08.24/09.25/10.25", KeyError, "unknown hex"),
    ],
)
def test_wrong_hexsides(text: str, error: type[Exception], problem: str) -> None:
    """A hexside lies between two hexes of the map that touch."""
    with pytest.raises(error, match=problem):
        UKRAINE44.parse_hexside(text)


def test_a_printed_hexside() -> None:
    """The pontoon's hexside has its lower hex first."""
    assert UKRAINE44.hexside("09.25", "08.24") == "08.24/09.25"
    assert STORM41.parse_hexside("S4227/S4127") == "N1027/S4127"


@given(grids())
def test_corners_are_shared(grid: Grid) -> None:
    """A hexside runs between the same two corners, seen from either hex."""
    for a in grid:
        for b in grid.neighbours(a):
            ends = grid.ends(grid.hexside(a, b))
            mine, number = grid.corners(a), grid.side(a, b)
            seen = [mine[number], mine[(number + 1) % 6]]
            for end in ends:
                assert min(math.dist(end, corner) for corner in seen) < 1e-9
                assert math.dist(end, grid.centre(a)) == pytest.approx(1 / math.sqrt(3))
                assert math.dist(end, grid.centre(b)) == pytest.approx(1 / math.sqrt(3))


@given(grids())
def test_hexsides_touch_at_corners(grid: Grid) -> None:
    """Touching are exactly the other hexsides that share an end."""
    sides = {grid.hexside(a, b) for a in grid for b in grid.neighbours(a)}
    ends = {
        side: frozenset((round(x, 6), round(y, 6)) for x, y in grid.ends(side)) for side in sides
    }
    for side in sorted(sides)[:20]:
        assert grid.touching(side) == {s for s in sides if s != side and ends[s] & ends[side]}


@given(places(1), st.floats(0, 0.49), st.floats(0, 2 * math.pi))
def test_a_point_lies_in_the_hex_around_it(
    case: tuple[Grid, list[str]], off: float, angle: float
) -> None:
    """Every point less than half a hex from a centre is in that hex."""
    grid, (hex_,) = case
    x, y = grid.centre(hex_)
    assert grid.at_point(x + off * math.cos(angle), y + off * math.sin(angle)) == hex_


@given(grids(), st.floats(-1, 9), st.floats(-1, 9))
def test_a_point_lies_in_the_nearest_hex(grid: Grid, right: float, down: float) -> None:
    """The hex of a point, near its corners too, is the one whose centre is nearest."""
    left = min(grid.centre(h)[0] for h in grid)
    top = min(grid.centre(h)[1] for h in grid)
    point = (left + right, top + down)
    far = {h: math.dist(point, grid.centre(h)) for h in grid}
    found = grid.at_point(*point)
    if found is None:
        assert min(far.values()) > 0.499
    else:
        assert far[found] == pytest.approx(min(far.values()))


@given(grids())
def test_points_off_the_map(grid: Grid) -> None:
    """A point far away is in no hex."""
    assert grid.at_point(1000, 1000) is None
    assert grid.hex_at((1000, 1000)) is None


@given(grids(), st.data())
def test_a_part_of_a_grid_keeps_its_geometry(grid: Grid, data: st.DataObject) -> None:
    """Cut out of a map, hexes keep names, centres and the neighbours that are left."""
    kept = data.draw(st.sets(st.sampled_from(grid.hexes), min_size=1))
    part = grid.cut(kept)
    assert set(part) == kept
    assert all(part.centre(h) == grid.centre(h) for h in kept)
    assert all(set(part.neighbours(h)) == set(grid.neighbours(h)) & kept for h in kept)


def test_only_hexes_of_the_map_are_cut_out() -> None:
    """A hex that is not there cannot be cut out."""
    with pytest.raises(ValueError, match=r"unknown hexes 99\.99"):
        UKRAINE44.cut(["10.10", "99.99"])
