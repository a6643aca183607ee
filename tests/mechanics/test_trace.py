import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mechanics import twins
from tests.mechanics.test_reach import ground_of
from tests.mechanics.twins import Convoy, Marks, Stage, Step, boards, side_mask, step_mask

from grognard.hexes import Grid, HexId
from grognard.mechanics.kernels import FORBIDDEN
from grognard.mechanics.trace import (
    Gap,
    Leg,
    Lines,
    Link,
    Trace,
    ZoneMode,
    along,
    linked,
    overland,
)
from grognard.mechanics.zones import Bars

MODES: tuple[ZoneMode, ...] = ("ignore", "block", "pairs")


def asked(convoy: Convoy) -> Trace:
    """The Trace that answers for a convoy; its legs are called 1, 2, ..."""
    grid = convoy.grid
    legs = [
        Leg(str(number), twins.out_table(grid, stage.steps), stage.budget, mode)
        for number, stage in enumerate(convoy.stages, 1)
        for mode in MODES
        if mode == stage.zones
    ]
    lines = Lines(grid, legs, once=[step_mask(grid, steps) for steps in convoy.once])
    bars = Bars.across(grid, side_mask(grid, convoy.marks.barred))
    return Trace(lines, ground_of(grid, convoy.marks), convoy.sources, bars=bars)


def drawn(rng: random.Random, grid: Grid) -> Convoy:
    """Up to three legs of any kind: free networks, hexes counted, supply points."""

    def stage() -> Stage:
        costs = rng.choice(((0,), (1,), (0, 2, 3)))
        share = rng.choice((0.4, 0.9))
        steps = {s: rng.choice(costs) for s in twins.steps_of(grid) if rng.random() < share}
        return Stage(steps, rng.choice((0, 2, 6)), rng.choice(MODES))

    def few() -> set[Step]:
        return {s for s in twins.steps_of(grid) if rng.random() < 0.3}

    return Convoy(
        grid,
        [stage() for _ in range(rng.randint(1, 3))],
        rng.sample(grid.hexes, rng.randint(0, 3)),
        Marks.drawn(rng, grid),
        [few() for _ in range(rng.randint(0, 2))],
    )


# --- kernel and twin --------------------------------------------------------------------


@settings(deadline=None, max_examples=400)
@given(boards(), st.integers(0, 2**32))
def test_the_kernel_agrees_with_its_plain_twin(grid: Grid, seed: int) -> None:
    """The same hexes have a line, on the same leg, at the same cost, over the same hex."""
    convoy = drawn(random.Random(seed), grid)
    trace, found = asked(convoy), twins.traced(convoy)
    for name in grid.hexes:
        label = twins.last_label(convoy, found, name)
        assert (name in trace) == (label is not None)
        if label is None:
            assert trace.line(name) == ()
            continue
        leg, cost, _, (before, _) = label
        assert trace.leg(name) == (str(leg) if leg else "")
        assert trace.cost(name) == cost
        assert trace.line(name)[: 2 if leg else 1][-1].hex == before


@settings(deadline=None, max_examples=100)
@given(boards(), st.integers(0, 2**32))
def test_the_costs_of_the_whole_map_are_those_of_its_lines(grid: Grid, seed: int) -> None:
    """Where lines come to or may pass; elsewhere the number asked for."""
    trace = asked(drawn(random.Random(seed), grid))
    reached = [name for name, there in zip(grid.hexes, trace.reached(), strict=True) if there]
    costs = {name: trace.cost(name) for name in reached}
    assert trace.costs(-1).tolist() == [costs.get(name, -1) for name in grid.hexes]


@settings(deadline=None, max_examples=200)
@given(boards(), st.integers(0, 2**32))
def test_a_line_leads_from_the_hex_to_a_source(grid: Grid, seed: int) -> None:
    """Over neighbours, each on a leg no later than the one before."""
    convoy = drawn(random.Random(seed), grid)
    trace = asked(convoy)
    for name in grid.hexes:
        line = trace.line(name)
        if not line:
            continue
        assert line[0].hex == name
        assert line[-1].hex in convoy.sources
        assert [link.leg for link in line] == sorted((k.leg for k in line), reverse=True)
        assert [link.leg for link in line].index("") == len(line) - 1
        for a, b in pairwise(line):
            assert grid.adjacent(a.hex, b.hex)


@settings(deadline=None, max_examples=150)
@given(boards(), st.integers(0, 2**32))
def test_what_has_no_line_has_a_gap(grid: Grid, seed: int) -> None:
    """From a hex with a line to the next one, unless there is no line anywhere near."""
    convoy = drawn(random.Random(seed), grid)
    trace = asked(convoy)
    for name in grid.hexes:
        gap = trace.gap(name)
        assert (gap is None) == (name in trace)
        if gap is not None and gap.reached:
            assert gap.reached in trace
            assert grid.adjacent(gap.reached, gap.hex)


# --- legs -------------------------------------------------------------------------------


def road(grid: Grid, *path: HexId) -> set[frozenset[HexId]]:
    """The hexsides that a road crosses."""
    return {frozenset(pair) for pair in pairwise(path)}


def road_then_overland(grid: Grid, path: str, budget: int = 2, zones: ZoneMode = "block") -> Lines:
    """A road of any length, then so many hexes."""
    network = side_mask(grid, road(grid, *path.split()))
    return Lines(
        grid,
        [
            Leg("road", along(grid, network), zones=zones),
            Leg("overland", overland(grid), budget, zones),
        ],
    )


def test_a_line_goes_overland_and_then_by_road() -> None:
    """The road has any length; the hex itself is not counted, the road hex is."""
    grid = twins.board(7, 7)
    road_hexes = "0101 0102 0103 0104 0105 0106"
    trace = Trace(road_then_overland(grid, road_hexes), ground_of(grid, Marks()), ["0101"])
    line = trace.line("0306")
    assert [link.leg for link in line[:3]] == ["overland", "overland", "road"]
    assert line[0].hex == "0306"
    assert line[2].hex in road_hexes
    assert line[-1] == Link("0101", "")
    assert trace.cost("0306") == 2
    for name in grid.hexes:
        nearest = min(grid.distance(name, h) for h in road_hexes.split())
        assert (name in trace) == (nearest <= 2)


def test_the_source_itself_has_a_line() -> None:
    """Of one hex and no leg."""
    grid = twins.board()
    trace = Trace(road_then_overland(grid, "0101 0102"), ground_of(grid, Marks()), ["0101"])
    assert trace.line("0101") == (Link("0101", ""),)
    assert trace.leg("0101") == ""


def test_three_legs_have_a_budget_each() -> None:
    """Rail without limit, three hexes of road, one overland."""
    grid = twins.board(1, 9)
    column = grid.hexes
    rail, way = side_mask(grid, road(grid, *column[:4])), side_mask(grid, road(grid, *column))
    legs = [
        Leg("rail", along(grid, rail)),
        Leg("road", along(grid, way, 1), 3),
        Leg("overland", overland(grid), 1),
    ]
    trace = Trace(Lines(grid, legs), ground_of(grid, Marks()), ["0101"])
    assert [trace.leg(h) for h in column[:8]] == ["", *["rail"] * 3, *["road"] * 3, "overland"]
    assert "0109" not in trace


def test_supply_points_are_spent_off_the_road_only() -> None:
    """On one leg with free road steps they are counted over the whole line."""
    grid = twins.board(1, 9)
    steps = dict.fromkeys(twins.steps_of(grid), 3)
    for a, b in (("0102", "0103"), ("0103", "0104"), ("0105", "0106"), ("0106", "0107")):
        steps[a, b] = 0
    leg = Leg("line", twins.out_table(grid, steps), 8)
    trace = Trace(Lines(grid, [leg]), ground_of(grid, Marks()), ["0101"])
    assert trace.cost("0104") == 3
    assert trace.cost("0107") == 6
    assert "0108" not in trace


def test_friends_side_by_side_hand_supply_on() -> None:
    """Free from one held hex to another, except over a great river."""
    grid = twins.board(1, 5)
    held = np.array([hex_ in ("0102", "0103", "0104") for hex_ in grid])
    steps = linked(grid, overland(grid, cost=3), held)
    trace = Trace(Lines(grid, [Leg("line", steps, 3)]), ground_of(grid, Marks()), ["0101"])
    assert trace.cost("0104") == 3
    assert "0105" not in trace
    river = side_mask(grid, [frozenset(("0103", "0104"))])
    steps = linked(grid, overland(grid, cost=3), held, apart=river)
    trace = Trace(Lines(grid, [Leg("line", steps, 3)]), ground_of(grid, Marks()), ["0101"])
    assert trace.cost("0103") == 3
    assert "0104" not in trace


def test_tables_of_steps() -> None:
    """A network is followed, open country crossed but for the closed hexsides."""
    grid = twins.board(1, 3)
    wall = side_mask(grid, [frozenset(("0101", "0102"))])
    assert sorted(set(along(grid, wall, 2)[0].tolist())) == [2, FORBIDDEN]
    assert overland(grid, wall)[0].tolist() == [FORBIDDEN] * 6
    assert overland(grid, wall)[2].tolist().count(1) == 1


# --- what cuts a line -------------------------------------------------------------------


def column(marks: Marks, zones: ZoneMode = "block", budget: int = 9) -> Trace:
    """Seven hexes in a row, overland from the first."""
    grid = twins.board(1, 7)
    lines = Lines(grid, [Leg("overland", overland(grid), budget, zones)])
    bars = Bars.across(grid, side_mask(grid, marks.barred))
    return Trace(lines, ground_of(grid, marks), ["0101"], bars=bars)


@pytest.mark.parametrize(
    ("marks", "gap"),
    [
        (Marks(enemies={"0103"}), Gap("enemy", "0103", "0102")),
        (Marks(bonds={"0103"}), Gap("bond", "0103", "0102")),
        (Marks(closed={"0103"}), Gap("closed", "0103", "0102")),
        (Marks(zones={"0103"}), Gap("zone", "0103", "0102")),
        (Marks(barred={frozenset(("0102", "0103"))}), Gap("barred", "0103", "0102")),
    ],
)
def test_a_line_is_cut(marks: Marks, gap: Gap) -> None:
    """By enemy units, bonds, closed hexes, zones and barred hexsides."""
    trace = column(marks)
    assert "0102" in trace
    assert "0105" not in trace
    assert trace.gap("0105") == gap


def test_a_line_that_is_too_long_ends_where_its_budget_does() -> None:
    """The next hex is named."""
    assert column(Marks(), budget=3).gap("0107") == Gap("far", "0105", "0104")


def test_a_line_needs_terrain_that_some_leg_crosses() -> None:
    """A great river off the road; without any way in, no hex is named as reached."""
    grid = twins.board(1, 4)
    river = side_mask(grid, [frozenset(("0102", "0103"))])
    lines = Lines(grid, [Leg("overland", overland(grid, river), 9)])
    trace = Trace(lines, ground_of(grid, Marks()), ["0101"])
    assert "0103" not in trace
    assert trace.gap("0104") == Gap("terrain", "0104", "")


def test_zones_may_be_ignored() -> None:
    """For distances that count through the enemy."""
    assert "0107" in column(Marks(zones={"0103", "0104"}), "ignore")


def test_one_zone_may_be_passed_where_two_may_not() -> None:
    """A single one, or two with a free hex between, do not cut the line; a pair does."""
    assert "0107" in column(Marks(zones={"0103"}), "pairs")
    assert "0107" in column(Marks(zones={"0103", "0105"}), "pairs")
    trace = column(Marks(zones={"0103", "0104"}), "pairs")
    assert "0103" in trace
    assert trace.gap("0106") == Gap("zone", "0104", "0103")


def test_a_pair_of_zones_cuts_the_line_across_a_join_of_legs() -> None:
    """One hex of it on the road, the other off it."""
    grid = twins.board(1, 5)
    lines = road_then_overland(grid, "0101 0102 0103", 9, "pairs")
    cut = Trace(lines, ground_of(grid, Marks(zones={"0103", "0104"})), ["0101"])
    assert "0105" not in cut
    assert "0105" in Trace(lines, ground_of(grid, Marks(zones={"0103"})), ["0101"])


def test_the_hex_that_asks_is_not_entered() -> None:
    """It may lie in a zone or a bond, but lines do not pass it."""
    for marks in (Marks(zones={"0103"}), Marks(bonds={"0103"})):
        trace = column(marks)
        assert trace.line("0103") == (
            Link("0103", "overland"),
            Link("0102", "overland"),
            Link("0101", ""),
        )
        assert "0104" not in trace
    assert "0103" not in column(Marks(enemies={"0103"}))
    assert "0104" in column(Marks(zones={"0103", "0104"}), "pairs")


def test_a_source_in_a_zone_serves_only_itself() -> None:
    """No line can enter it on a leg that zones block."""
    trace = column(Marks(zones={"0101"}))
    assert "0101" in trace
    assert "0102" not in trace
    assert "0103" in column(Marks(zones={"0101"}), "pairs")


def test_a_source_held_by_the_enemy_serves_no_one() -> None:
    """It works again when he leaves."""
    trace = column(Marks(enemies={"0101"}))
    assert "0101" not in trace
    assert trace.gap("0102") == Gap("terrain", "0102", "")


def test_legs_take_zones_each_in_its_own_way() -> None:
    """Rail is blocked by a zone that the road after it may pass."""
    grid = twins.board(1, 6)
    way = side_mask(grid, road(grid, *grid.hexes))
    rail = Leg("rail", along(grid, way), zones="block")
    track = Leg("road", along(grid, way), zones="pairs")
    ground = ground_of(grid, Marks(zones={"0103"}))
    trace = Trace(Lines(grid, [rail, track]), ground, ["0101"])
    assert [trace.leg(h) for h in grid.hexes] == ["", "rail", "road", "road", "road", "road"]


# --- things done once -------------------------------------------------------------------


def rivers(*crossings: tuple[str, str]) -> Trace:
    """Seven hexes in a row with great rivers, of which a line crosses one."""
    grid = twins.board(1, 7)
    banks = side_mask(grid, map(frozenset, crossings))
    lines = Lines(grid, [Leg("overland", overland(grid), 9)], once=[banks])
    return Trace(lines, ground_of(grid, Marks()), ["0101"])


def test_a_line_crosses_one_great_river() -> None:
    """The second one cuts it."""
    assert "0107" in rivers(("0102", "0103"))
    trace = rivers(("0102", "0103"), ("0104", "0105"))
    assert "0104" in trace
    assert trace.gap("0106") == Gap("once", "0105", "0104")


def test_a_longer_way_that_saves_a_crossing_is_kept() -> None:
    """The short way uses up what the last step needs; the long one does not."""
    grid = twins.board(2, 5)
    steps = dict.fromkeys(twins.steps_of(grid), 1)
    short = {("0101", "0102"), ("0102", "0103")}
    last = {("0103", "0104")}
    only = {s: c for s, c in steps.items() if s in short | last or "02" in (s[0][:2], s[1][:2])}
    only = {s: c for s, c in only.items() if s[1] != "0104" or s[0] == "0103"}
    lines = Lines(
        grid,
        [Leg("overland", twins.out_table(grid, only), 9)],
        once=[step_mask(grid, {("0101", "0102")} | last)],
    )
    trace = Trace(lines, ground_of(grid, Marks()), ["0101"])
    assert trace.cost("0103") == 2
    line = [link.hex for link in trace.line("0104")]
    assert line[:2] == ["0104", "0103"]
    assert ("0102", "0101") not in list(pairwise(line))


# --- one trace after another ------------------------------------------------------------


def test_a_line_to_a_headquarters_goes_on_with_its_own() -> None:
    """Seven hexes to an HQ that has a line by road."""
    grid = twins.board(1, 9)
    lines = road_then_overland(grid, "0101 0102 0103", 1)
    ground = ground_of(grid, Marks())
    first = Trace(lines, ground, ["0101"])
    longer = Lines(grid, [Leg("overland", overland(grid), 5)])
    second = Trace(longer, ground, [h for h in ["0103"] if h in first], after=first)
    assert "0105" not in first
    assert "0108" in second
    line = second.line("0105")
    assert [link.hex for link in line] == ["0105", "0104", "0103", "0102", "0101"]
    assert [link.leg for link in line] == ["overland", "overland", "road", "road", ""]


# --- odds and ends ----------------------------------------------------------------------


def test_a_hex_without_line_has_neither_leg_nor_cost() -> None:
    """Asking for them is a mistake."""
    trace = column(Marks(enemies={"0103"}))
    with pytest.raises(KeyError):
        trace.leg("0105")
    with pytest.raises(KeyError):
        trace.cost("0105")
    assert trace.line("0105") == ()
    assert trace.gap("0102") is None
    assert 3 not in trace


def test_a_trace_tells_what_it_is() -> None:
    """For those who work at a prompt."""
    assert repr(column(Marks(enemies={"0103"}))) == "<Trace of overland: 2 hexes>"
    assert column(Marks(enemies={"0103"})).reached().sum() == 2
