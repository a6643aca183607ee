import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mechanics import twins
from tests.mechanics.twins import BondMap, Stand, boards, hex_mask, side_mask

from grognard.hexes import Grid, HexId
from grognard.mechanics import kernels
from grognard.mechanics.columns import Columns, Layout
from grognard.mechanics.zones import Bars, Bonds, Ground, common_zones, near, spread, survey

SIDES = ("red", "blue")


def plain(grid: Grid) -> Layout:
    """Zones that go everywhere; a mark for units with a zone and one for those without."""
    layout = Layout(grid, SIDES, zones={"zone": spread(grid)})
    layout.mark(units=1, zone=1)
    layout.mark(units=1)
    return layout


def columns_of(grid: Grid, red: str = "", blue: str = "", weak: str = "") -> Columns:
    """Units with a zone in some hexes, and blue ones without: `columns_of(grid, "0404")`."""
    layout = plain(grid)
    zone, none = layout.mark(units=1, zone=1), layout.mark(units=1)
    placed = [
        (side, at, zone) for side, text in (("red", red), ("blue", blue)) for at in text.split()
    ]
    return Columns.of(layout, placed + [("blue", at, none) for at in weak.split()])


def zone_of(columns: Columns, side: str) -> set[HexId]:
    return {name for name in columns.layout.grid.hexes if columns.zones(side, name)}


# --- columns ----------------------------------------------------------------------------


def drawn_units(rng: random.Random, grid: Grid) -> list[Stand]:
    """Units with any amounts, some of them in boxes."""
    places = (*grid.hexes, "box")
    return [
        Stand(
            rng.choice(SIDES),
            rng.choice(places),
            {"units": rng.randint(0, 2), "foot": rng.randint(0, 2), "wheels": rng.randint(0, 3)},
        )
        for _ in range(rng.randint(0, 25))
    ]


@settings(deadline=None, max_examples=150)
@given(boards(), st.integers(0, 2**32), st.integers(1, 3))
def test_columns_agree_with_their_plain_twin(grid: Grid, seed: int, threshold: int) -> None:
    """Counts, strengths and zones of every hex, with two kinds of zone and a threshold."""
    rng = random.Random(seed)
    river, marsh = twins.some_sides(rng, grid, 0.2), twins.some(rng, grid, 0.2)
    foot = {s for s in twins.steps_of(grid) if frozenset(s) not in river}
    kinds = {"foot": foot, "wheels": {(a, b) for a, b in foot if b not in marsh}}
    across = side_mask(grid, river)
    zones = {
        "foot": spread(grid, across=across),
        "wheels": spread(grid, across=across, into=hex_mask(grid, marsh)),
    }
    layout = Layout(grid, SIDES, zones=zones, threshold=threshold)
    units = drawn_units(rng, grid)
    columns = Columns.of(layout, ((u.side, u.at, layout.mark(**u.amounts)) for u in units))
    for side in SIDES:
        for at in grid.hexes:
            for name in ("units", "foot", "wheels"):
                assert columns.count(name, side, at) == twins.total(units, name, side, at)
            expected = twins.zone_count(grid, units, kinds, threshold, side, at)
            assert columns.zones(side, at) == expected
        assert columns.zoned(side) == tuple(h for h in grid.hexes if columns.zones(side, h))


@settings(deadline=None, max_examples=150)
@given(boards(), st.integers(0, 2**32), st.integers(1, 3))
def test_patched_columns_equal_rebuilt_ones(grid: Grid, seed: int, threshold: int) -> None:
    """After any moves, deaths and changes of strength, unit by unit."""
    rng = random.Random(seed)
    zones = {"foot": spread(grid), "wheels": spread(grid, into=hex_mask(grid, grid.hexes[:3]))}
    layout = Layout(grid, SIDES, zones=zones, threshold=threshold)
    units = drawn_units(rng, grid)
    columns = Columns.of(layout, ((u.side, u.at, layout.mark(**u.amounts)) for u in units))
    for unit in rng.sample(units, len(units) // 2):
        columns.remove(unit.side, unit.at, layout.mark(**unit.amounts))
        unit.at = rng.choice((*grid.hexes, "box"))
        unit.amounts["foot"] = rng.randint(0, 2)
        columns.add(unit.side, unit.at, layout.mark(**unit.amounts))
    rebuilt = Columns.of(layout, ((u.side, u.at, layout.mark(**u.amounts)) for u in units))
    assert np.array_equal(columns.block, rebuilt.block)


@settings(deadline=None, max_examples=150)
@given(boards(), st.integers(0, 2**32), st.integers(1, 3))
def test_a_unit_that_moves_is_removed_and_added(grid: Grid, seed: int, threshold: int) -> None:
    """From hex to hex, into a box or out of one, with the same mark or another."""
    rng = random.Random(seed)
    layout = Layout(grid, SIDES, zones={"foot": spread(grid)}, threshold=threshold)
    units = drawn_units(rng, grid)
    marks = [layout.mark(units=n, foot=m) for n in range(3) for m in range(3)]
    stand = [(u.side, u.at, rng.choice(marks)) for u in units]
    moved, patched = Columns.of(layout, stand), Columns.of(layout, stand)
    for side, at, mark in stand:
        goal = rng.choice((*grid.hexes, "box")), rng.choice(marks)
        moved.move(side, (at, mark), goal)
        patched.remove(side, at, mark)
        patched.add(side, *goal)
    assert np.array_equal(moved.block, patched.block)


def test_a_unit_has_a_zone_on_its_six_neighbours() -> None:
    """And not on its own hex; two units in one hex make one zone."""
    grid = twins.board()
    columns = columns_of(grid, red="0404 0404")
    assert zone_of(columns, "red") == set(grid.neighbours("0404"))
    assert columns.zones("red", "0405") == 1
    assert zone_of(columns, "blue") == set()


def test_zones_are_counted_so_that_one_can_go() -> None:
    """A hex between two enemies stays in a zone when one of them leaves."""
    grid = twins.board()
    columns = columns_of(grid, red="0403 0405")
    assert columns.zones("red", "0404") == 2
    columns.remove("red", "0403", 0)
    assert columns.zones("red", "0404") == 1
    columns.remove("red", "0405", 0)
    assert not columns.block.any()


def test_a_copy_is_independent() -> None:
    """The position that it came from stays as it was."""
    columns = columns_of(twins.board(), red="0404")
    child = columns.copy()
    child.remove("red", "0404", 0)
    assert columns.count("units", "red", "0404") == 1
    assert child.count("units", "red", "0404") == 0


def test_what_is_kept_is_worked_out_again_when_a_unit_has_moved() -> None:
    """A copy shares what is known until one of the two changes; then only the other has it."""
    columns = columns_of(twins.board(), red="0404")
    worked_out: list[str] = []

    def zones(of: Columns, facts: str = "dry") -> int:
        def count() -> int:
            worked_out.append(facts)
            return len(zone_of(of, "red"))

        return of.keep("zones", facts, count)

    child = columns.copy()
    assert [zones(columns), zones(child)] == [6, 6]
    assert worked_out == ["dry"]
    child.remove("red", "0404", 0)
    assert [zones(child), zones(columns)] == [0, 6]
    assert worked_out == ["dry", "dry"]
    assert zones(columns, "wet") == 6
    assert worked_out == ["dry", "dry", "wet"]


def test_what_is_kept_of_a_side_is_worked_out_again_when_one_of_its_units_has_moved() -> None:
    """Moves of the enemy do not matter; a copy that has changed leaves the others alone."""
    columns = columns_of(twins.board(), red="0404", blue="0406")
    unit, asked = columns.layout.mark(units=1, zone=1), list[Columns]()

    def ask(of: Columns) -> int:
        of.keep_of("red", "zones", lambda: asked.append(of))
        return len(asked)

    assert (ask(columns), ask(columns)) == (1, 1)
    child = columns.copy()
    child.move("blue", ("0406", unit), ("0407", unit))
    assert ask(child) == 1
    child.move("red", ("0404", unit), ("0403", unit))
    assert (ask(child), ask(columns)) == (2, 2)


def test_bonds_are_found_anew_after_every_move() -> None:
    """Whoever moves: who forms them, who fills their middle, who negates them."""
    grid = twins.board()
    bonds, nothing = Bonds(grid), hex_mask(grid, ())
    columns = columns_of(grid, red="0403 0405", blue="0606")
    unit = columns.layout.mark(units=1, zone=1)

    def closed() -> bool:
        return bonds.survey(columns, "blue", nothing)[0].bonded("0404")

    assert closed()
    columns.move("blue", ("0606", unit), ("0404", unit))
    assert not closed()
    columns.move("blue", ("0404", unit), ("0606", unit))
    assert closed()
    columns.move("red", ("0405", unit), ("0601", unit))
    assert not closed()


def test_what_is_kept_survives_units_that_count_for_nothing() -> None:
    """A leader comes and goes, and nothing that follows from the counts has changed."""
    columns = columns_of(twins.board(), red="0404")
    leader = columns.layout.mark()
    columns.keep("zones", None, lambda: "known")
    columns.add("red", "0405", leader)
    columns.remove("red", "0405", leader)
    assert columns.keep("zones", None, lambda: "asked again") == "known"


def test_zones_stop_at_a_great_river() -> None:
    """The neighbour across it is free."""
    grid = twins.board()
    river = side_mask(grid, {frozenset(("0404", "0405"))})
    layout = Layout(grid, SIDES, zones={"zone": spread(grid, across=river)})
    columns = Columns.of(layout, [("red", "0404", layout.mark(units=1, zone=1))])
    assert zone_of(columns, "red") == set(grid.neighbours("0404")) - {"0405"}


def test_a_stack_has_a_zone_when_its_strengths_add_up() -> None:
    """Two and one make three in one hex, but not in two."""
    grid = twins.board()
    layout = Layout(grid, SIDES, zones={"zone": spread(grid)}, threshold=3)
    two, one = layout.mark(units=1, zone=2), layout.mark(units=1, zone=1)
    together = Columns.of(layout, [("red", "0404", two), ("red", "0404", one)])
    apart = Columns.of(layout, [("red", "0404", two), ("red", "0405", one)])
    assert together.zones("red", "0403") == 1
    assert zone_of(apart, "red") == set()


def test_a_game_without_zones_still_counts_units() -> None:
    """Its layout simply has none."""
    grid = twins.board()
    layout = Layout(grid, SIDES, layers=("units", "load"))
    columns = Columns.of(layout, [("red", "0404", layout.mark(units=1, load=3))])
    assert columns.count("load", "red", "0404") == 3
    assert survey(columns, "blue").enemy("0404")
    assert not columns.zones("red", "0405")


def test_unknown_layers_are_refused() -> None:
    """A misspelt name would count for nothing."""
    with pytest.raises(ValueError, match="no layer or zone is called lod"):
        plain(twins.board()).mark(units=1, lod=2)


def test_a_layout_is_for_two_sides() -> None:
    """As all the games are."""
    with pytest.raises(ValueError, match="two sides"):
        Layout(twins.board(), ("red", "blue", "green"))


# --- the ground -------------------------------------------------------------------------


def test_a_side_sees_enemies_and_their_zones() -> None:
    """Not its own."""
    grid = twins.board()
    columns = columns_of(grid, red="0404", blue="0406")
    ground = survey(columns, "blue")
    assert ground.enemy("0404")
    assert not ground.enemy("0406")
    assert ground.in_zone("0405")
    assert not ground.in_zone("0407")
    assert survey(columns, "red").enemy("0406")


def test_friends_cancel_zones_where_the_rules_say_so() -> None:
    """For supply lines mostly; for moves they do not."""
    grid = twins.board()
    columns = columns_of(grid, red="0404", blue="0405")
    assert survey(columns, "blue").in_zone("0405")
    assert not survey(columns, "blue", cancelled=True).in_zone("0405")
    assert survey(columns, "blue", cancelled=True).in_zone("0403")


def test_zones_can_be_laid_on_hexes_that_the_columns_do_not_count() -> None:
    """On these hexes and no others; the ground before is as it was."""
    grid = twins.board()
    ground = Ground(grid)
    zoned = ground.zoned(["0405"])
    assert [h for h in grid if zoned.in_zone(h)] == ["0405"]
    assert not ground.in_zone("0405")


def test_only_some_friends_may_cancel() -> None:
    """A layer of its own counts those that do."""
    grid = twins.board()
    layout = Layout(grid, SIDES, layers=("units", "regular"), zones={"zone": spread(grid)})
    guns, foot = layout.mark(units=1), layout.mark(units=1, regular=1)
    enemy = ("red", "0404", layout.mark(units=1, regular=1, zone=1))
    columns = Columns.of(layout, [enemy, ("blue", "0405", guns), ("blue", "0403", foot)])
    ground = survey(columns, "blue", friends="regular", cancelled=True)
    assert ground.in_zone("0405")
    assert not ground.in_zone("0403")


def test_a_survey_shows_what_is_closed_anyway() -> None:
    """The hexes of a mask are closed, and no others."""
    grid = twins.board()
    ground = survey(columns_of(grid, red="0404"), "blue", closed=hex_mask(grid, ["0102", "0404"]))
    closed = np.flatnonzero(ground.bits & kernels.CLOSED)
    assert set(closed) == {grid.index["0102"], grid.index["0404"]}
    assert ground.enemy("0404")


def test_many_hexes_are_asked_about_at_once() -> None:
    """Which of them enemies hold, and which may only be passed, until they are opened again."""
    grid = twins.board()
    ground = survey(columns_of(grid, red="0404 0406"), "blue").passage(["0404", "0101"])
    asked = ["0101", "0404", "0405", "0406"]
    assert ground.held(asked) == ["0404", "0406"]
    assert ground.passages(asked) == ["0101", "0404"]
    again = ground.reopened(["0404"])
    assert again.passages(asked) == ["0101"]
    assert again.held(asked) == ground.held(asked)


def test_marks_are_added_to_a_new_ground() -> None:
    """By names or by mask; the old one stays."""
    grid = twins.board()
    ground = Ground(grid)
    closed = ground.closed(["0404"]).closed(hex_mask(grid, ["0405"]))
    assert not ground.bits.any()
    assert set(np.flatnonzero(closed.bits & kernels.CLOSED)) == {
        grid.index["0404"],
        grid.index["0405"],
    }


@settings(deadline=None, max_examples=60)
@given(boards(), st.integers(0, 2**32), st.integers(0, 3))
def test_near_counts_hexes_as_the_crow_flies(grid: Grid, seed: int, distance: int) -> None:
    """On a board without holes: the hexes at most so far from a unit."""
    whole = Grid(grid.shape, grid.columns, grid.rows, shifted=grid.shifted)
    layout = plain(whole)
    places = twins.some(random.Random(seed), whole, 0.1)
    columns = Columns.of(layout, [("red", at, 1) for at in places])
    expected = [any(whole.distance(h, at) <= distance for at in places) for h in whole.hexes]
    assert near(columns, "red", distance).tolist() == expected
    assert not near(columns, "blue", distance).any()


# --- one zone over two hexes ------------------------------------------------------------


@settings(deadline=None, max_examples=100)
@given(boards(), st.integers(0, 2**32))
def test_common_zones_agree_with_their_definition(grid: Grid, seed: int) -> None:
    """Two neighbours are apart if one hex has a zone of one kind on both."""
    rng = random.Random(seed)
    marsh, places = twins.some(rng, grid, 0.3), twins.some(rng, grid, 0.3)
    zones = {"foot": spread(grid), "wheels": spread(grid, into=hex_mask(grid, marsh))}
    layout = Layout(grid, SIDES, zones=zones)
    kind = {at: rng.choice(("foot", "wheels")) for at in sorted(places)}
    columns = Columns.of(
        layout, [("red", at, layout.mark(units=1, **{kind[at]: 1})) for at in kind]
    )
    bars = common_zones(columns, "red")
    for a, b in twins.steps_of(grid):
        shared = set(grid.neighbours(a)) & set(grid.neighbours(b)) & places
        dry = {h for h in shared if kind[h] == "foot" or not {a, b} & marsh}
        assert bars.bar(a, b) == bool(dry)
    assert bars.hexes == ()


# --- bonds ------------------------------------------------------------------------------


@settings(deadline=None, max_examples=300)
@given(boards(), st.integers(0, 2**32))
def test_bonds_agree_with_their_plain_twin(grid: Grid, seed: int) -> None:
    """Hexes and hexsides that either side closes, on any board and in any position."""
    rng = random.Random(seed)
    land = BondMap(
        grid,
        stops=twins.some_sides(rng, grid, 0.1),
        rivers=twins.some_sides(rng, grid, 0.3),
        towns=twins.some(rng, grid, 0.1),
        sea=twins.some(rng, grid, rng.choice((0.0, 0.3))),
    )
    bonds = Bonds(
        grid,
        stops=side_mask(grid, land.stops),
        rivers=side_mask(grid, land.rivers),
        towns=hex_mask(grid, land.towns),
        sea=hex_mask(grid, land.sea),
    )
    layout = plain(grid)
    units = {side: twins.some(rng, grid, 0.3) for side in SIDES}
    strong = {side: {h for h in sorted(units[side]) if rng.random() < 0.8} for side in SIDES}
    placed = [
        (side, at, 0 if at in strong[side] else 1) for side in SIDES for at in sorted(units[side])
    ]
    columns = Columns.of(layout, placed)
    found, closed = bonds.of(columns), hex_mask(grid, land.sea)
    for side, other in (SIDES, SIDES[::-1]):
        hexes, sides = twins.bond_bars(land, strong[side], units[side], units[other])
        assert set(found[side].hexes) == hexes
        assert {frozenset(name.split("/")) for name in found[side].hexsides} == sides
        ground, bars = bonds.survey(columns, other, closed)
        seen = survey(columns, other, bars=found[side], closed=closed)
        assert np.array_equal(bars.bits, found[side].bits)
        assert np.array_equal(ground.bits, seen.bits)
        assert {h for h in grid.hexes if ground.bonded(h)} == hexes


def red_bars(columns: Columns, **terrain: object) -> Bars:
    grid = columns.layout.grid
    return Bonds(grid, **terrain).of(columns)["red"]  # type: ignore[arg-type]


def test_two_units_in_line_close_the_hex_between() -> None:
    """A hex bond, and nothing else."""
    grid = twins.board()
    bars = red_bars(columns_of(grid, red="0403 0405"))
    assert bars.hexes == ("0404",)
    assert bars.hexsides == ()


def test_two_units_off_the_line_close_the_hexside_between() -> None:
    """The one that their two common neighbours share."""
    grid = twins.board()
    a, b = "0404", next(h for h in grid.ring("0404", 2) if len(grid.between("0404", h)) == 2)
    bars = red_bars(columns_of(grid, red=f"{a} {b}"))
    assert bars.hexes == ()
    assert bars.hexsides == (grid.hexside(*grid.between(a, b)),)
    x, y = grid.between(a, b)
    assert bars.bar(x, y)
    assert bars.bar(y, x)
    assert not bars.bar(a, x)


def test_every_unit_has_six_partners_of_each_kind() -> None:
    """The twelve hexes at distance two."""
    grid = twins.board(9, 9)
    kinds = []
    for partner in grid.ring("0505", 2):
        bars = red_bars(columns_of(grid, red=f"0505 {partner}"))
        kinds.append((len(bars.hexes), len(bars.hexsides)))
    assert sorted(kinds) == [(0, 1)] * 6 + [(1, 0)] * 6


def test_units_without_a_zone_form_no_bond() -> None:
    """Nor do units side by side, or three hexes apart."""
    grid = twins.board()
    bonds = Bonds(grid)
    assert not bonds.of(columns_of(grid, weak="0403 0405"))["blue"].bits.any()
    assert not red_bars(columns_of(grid, red="0403 0404")).bits.any()
    assert not red_bars(columns_of(grid, red="0403 0406")).bits.any()


def test_any_unit_in_the_middle_hex_undoes_a_hex_bond() -> None:
    """Friend or enemy, with or without a zone; it comes back when the unit goes."""
    grid = twins.board()
    assert red_bars(columns_of(grid, red="0403 0405", weak="0404")).hexes == ()
    assert red_bars(columns_of(grid, red="0403 0405", blue="0404")).hexes == ()
    assert "0404" not in red_bars(columns_of(grid, red="0403 0404 0405")).hexes


def test_only_enemies_on_both_sides_undo_a_hexside_bond() -> None:
    """One is not enough, and friends do not matter."""
    grid = twins.board()
    b = next(h for h in grid.ring("0404", 2) if len(grid.between("0404", h)) == 2)
    x, y = grid.between("0404", b)
    side = grid.hexside(x, y)
    assert side in red_bars(columns_of(grid, red=f"0404 {b}", weak=x)).hexsides
    assert side not in red_bars(columns_of(grid, red=f"0404 {b}", weak=f"{x} {y}")).hexsides
    assert side in red_bars(columns_of(grid, red=f"0404 {b} {x}")).hexsides


def test_towns_and_great_rivers_prevent_a_hex_bond() -> None:
    """One river hexside does not, two do."""
    grid = twins.board()
    columns = columns_of(grid, red="0403 0405")
    near_side, far_side = frozenset(("0403", "0404")), frozenset(("0404", "0405"))
    assert red_bars(columns, towns=hex_mask(grid, ["0404"])).hexes == ()
    assert red_bars(columns, stops=side_mask(grid, [near_side])).hexes == ()
    assert red_bars(columns, sea=hex_mask(grid, ["0404"])).hexes == ()
    assert red_bars(columns, rivers=side_mask(grid, [near_side])).hexes == ("0404",)
    assert red_bars(columns, rivers=side_mask(grid, [near_side, far_side])).hexes == ()


def test_one_good_way_is_enough_for_a_hexside_bond() -> None:
    """It runs on either side of the hexside, and towns do not matter."""
    grid = twins.board()
    b = next(h for h in grid.ring("0404", 2) if len(grid.between("0404", h)) == 2)
    x, y = grid.between("0404", b)
    columns = columns_of(grid, red=f"0404 {b}")
    one, both = [frozenset(("0404", x))], [frozenset(("0404", x)), frozenset((y, b))]
    assert red_bars(columns, towns=hex_mask(grid, [x, y])).hexsides
    assert red_bars(columns, stops=side_mask(grid, one)).hexsides
    assert not red_bars(columns, stops=side_mask(grid, both)).hexsides


def test_the_edge_of_the_map_forms_no_bond() -> None:
    """A vacant hex between a unit and the edge stays open."""
    grid = twins.board()
    assert not red_bars(columns_of(grid, red="0402")).bits.any()


def test_a_unit_inland_of_a_straight_coast_has_two_coast_bonds() -> None:
    """Both are hexside bonds along the beach; no hex is closed."""
    grid = twins.board()
    sea = [h for h in grid.hexes if grid.centre(h)[1] > grid.centre("0405")[1]]
    bars = red_bars(columns_of(grid, red="0404"), sea=hex_mask(grid, sea))
    assert bars.hexes == ()
    assert bars.hexsides == ("0304/0405", "0405/0504")


def test_opposing_bonds_may_cross() -> None:
    """Through one vacant hex: it is closed to both."""
    grid = twins.board()
    ring = grid.neighbours("0404")
    columns = columns_of(grid, red=f"{ring[0]} {ring[3]}", blue=f"{ring[1]} {ring[4]}")
    found = Bonds(grid).of(columns)
    assert "0404" in found["red"].hexes
    assert "0404" in found["blue"].hexes


def test_a_survey_shows_the_hexes_that_bonds_close() -> None:
    """So that neither moves nor supply lines enter them."""
    grid = twins.board()
    columns = columns_of(grid, red="0403 0405")
    ground = survey(columns, "blue", bars=Bonds(grid).of(columns)["red"])
    assert set(np.flatnonzero(ground.bits & kernels.BOND)) == {grid.index["0404"]}


def test_bars_can_be_joined() -> None:
    """Bonds, and whatever else closes hexsides for the moment."""
    grid = twins.board()
    one = Bars.across(grid, side_mask(grid, [frozenset(("0404", "0405"))]))
    two = Bars.across(grid, side_mask(grid, [frozenset(("0404", "0403"))]))
    assert set((one | two).hexsides) == {"0404/0405", "0403/0404"}
    assert Bars(grid).hexsides == ()
