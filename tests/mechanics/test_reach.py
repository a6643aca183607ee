import random
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mechanics import twins
from tests.mechanics.twins import March, Marks, boards, ends, reached, side_mask, steps_of

from grognard.hexes import Grid, HexId
from grognard.mechanics import kernels
from grognard.mechanics.reach import (
    EVERYTHING,
    Going,
    Layers,
    Obstacle,
    Reach,
    Toll,
    ZoneRules,
    ranges,
    steps_out,
)
from grognard.mechanics.zones import Bars, Ground


def plain(grid: Grid, cost: int = 2, **dearer: int) -> Going:
    """All clear, but for hexes that cost something else: `plain(grid, h0304=5)`."""
    steps = {(a, b): dearer.get(f"h{b}", cost) for a, b in steps_of(grid)}
    return Going(grid, twins.entry_table(grid, steps))


def ground_of(grid: Grid, marks: Marks) -> Ground:
    """The marks as bits, with the bits that only a survey sets."""
    bits = sum(
        twins.hex_mask(grid, hexes).astype(np.uint8) * np.uint8(bit)
        for hexes, bit in (
            (marks.enemies, kernels.ENEMY),
            (marks.zones, kernels.ZONE),
            (marks.friends, kernels.FRIEND),
            (marks.bonds, kernels.BOND),
        )
    )
    ground = Ground(grid, np.asarray(bits, np.uint8))
    return ground.closed(marks.closed).passage(marks.passage).halt(marks.halts)


def asked(march: March) -> Reach:
    """The Reach that answers for a march."""
    grid = march.grid
    surcharge = np.array([march.surcharge.get(h, 0) for h in grid.hexes], np.int16)
    going = Going(grid, twins.entry_table(grid, march.steps), twins.entry_table(grid, march.lone))
    zones = ZoneRules(
        enter=march.enter, leave=march.leave, stop=march.stop, slide=march.slide,
        entry=march.entry, start=march.begin, friends=march.friendly,
    )  # fmt: skip
    return Reach(
        going, march.start, march.budget, ground_of(grid, march.marks), zones=zones,
        bars=Bars.across(grid, side_mask(grid, march.marks.barred)), surcharge=surcharge,
        least=march.least, arrival=march.arrival,
    )  # fmt: skip


def walk(grid: Grid, start: HexId, budget: int, marks: Marks | None = None, **terms: Any) -> Reach:
    """A reach over clear ground at 2 a hex."""
    steps = dict.fromkeys(steps_of(grid), 2)
    return asked(March(grid, steps, start, budget, marks or Marks(), **terms))


# --- kernel and twin --------------------------------------------------------------------


@settings(deadline=None, max_examples=300)
@given(boards(), st.integers(0, 2**32))
def test_the_kernel_agrees_with_its_plain_twin(grid: Grid, seed: int) -> None:
    """Same hexes, same costs, same hex before each, on any board and in any position."""
    march = March.drawn(random.Random(seed), grid)
    found, expected = asked(march), reached(march)
    assert found.hexes == ends(march)
    for name in grid.hexes:
        assert (name in found) == (name in found.hexes)
        if name in expected:
            cost, before = expected[name]
            assert found.cost_of(name) == cost
            assert found.path_to(name)[-2:] == ((before, name) if before != name else (name,))
        else:
            with pytest.raises(KeyError):
                found.cost_of(name)


@settings(deadline=None, max_examples=100)
@given(boards(), st.integers(0, 2**32))
def test_the_costs_of_the_whole_map_are_those_of_its_hexes(grid: Grid, seed: int) -> None:
    """Hexes that no way leads to have the number that was asked for."""
    march = March.drawn(random.Random(seed), grid)
    expected = reached(march)
    wanted = [expected[name][0] if name in expected else 999 for name in grid.hexes]
    assert asked(march).costs(999).tolist() == wanted


@settings(deadline=None, max_examples=200)
@given(boards(), st.integers(0, 2**32))
def test_the_ranges_of_many_movers_are_the_ends_of_each(grid: Grid, seed: int) -> None:
    """One row for each, over the same ground and on the same terms."""
    rng = random.Random(seed)
    march = replace(March.drawn(rng, grid), surcharge={}, begin=True, arrival=None)
    marches = [
        replace(march, start=rng.choice(grid.hexes), budget=rng.choice((0, 1, 4, 9, 20)))
        for _ in range(rng.randrange(1, 5))
    ]
    rows = ranges(
        Going(grid, twins.entry_table(grid, march.steps), twins.entry_table(grid, march.lone)),
        [one.start for one in marches],
        [one.budget for one in marches],
        ground_of(grid, march.marks),
        zones=ZoneRules(
            enter=march.enter, leave=march.leave, stop=march.stop, slide=march.slide,
            entry=march.entry, friends=march.friendly,
        ),
        bars=Bars.across(grid, side_mask(grid, march.marks.barred)),
        least=march.least,
    )  # fmt: skip
    for row, one in zip(rows, marches, strict=True):
        assert [grid.hexes[i] for i in np.flatnonzero(row)] == ends(one)


@settings(deadline=None, max_examples=200)
@given(boards(), st.integers(0, 2**32))
def test_the_tolls_of_a_way_add_up_to_its_cost(grid: Grid, seed: int) -> None:
    """A way is made of neighbours, and its itemised cost is its cost."""
    march = March.drawn(random.Random(seed), grid)
    found = asked(march)
    for name in found:
        path, tolls = found.path_to(name), found.tolls_to(name)
        assert path[0] == march.start
        assert all(grid.adjacent(a, b) for a, b in pairwise(path))
        assert sum(t.charge for t in tolls) + (march.arrival or 0) == found.cost_of(name)
        for t in tolls:
            assert t.whole or t.charge == t.terrain + t.leaving + t.entering + t.surcharge


@settings(deadline=None, max_examples=200)
@given(boards(), st.integers(0, 2**32))
def test_what_is_not_reached_has_an_obstacle(grid: Grid, seed: int) -> None:
    """`why_not` names an obstacle for exactly the hexes that are no end of the move."""
    march = March.drawn(random.Random(seed), grid)
    found = asked(march)
    for name in grid.hexes:
        assert (found.why_not(name) is None) == (name in found)


# --- costs ------------------------------------------------------------------------------


def test_a_unit_reaches_what_its_points_pay_for() -> None:
    """Four points at two a hex lead two hexes far, and not back to the start."""
    grid = twins.board()
    found = walk(grid, "0404", 4)
    assert set(found) == set(grid.within("0404", 2)) - {"0404"}
    assert found.cost_of("0406") == 4
    assert len(found) == 18


def test_hexes_come_in_board_order() -> None:
    """The list of ends does not depend on the order of the search."""
    grid = twins.board()
    found = walk(grid, "0404", 4)
    assert found.hexes == [h for h in grid.hexes if h in set(found)]


def test_a_reach_is_the_sequence_of_its_ends() -> None:
    """A single hex is named without a list of all; the list is the same."""
    found = walk(twins.board(), "0404", 4)
    one_by_one = [found[place] for place in range(len(found))]
    assert one_by_one == found.hexes
    assert (found[-1], found[2:4]) == (one_by_one[-1], one_by_one[2:4])


def test_the_cheapest_way_is_taken() -> None:
    """Around a dear hex if that costs less."""
    grid = twins.board()
    found = Reach(plain(grid, h0404=9), "0403", 20, Ground(grid))
    assert found.cost_of("0405") == 6
    assert "0404" not in found.path_to("0405")
    assert found.cost_of("0404") == 9


def test_equal_ways_go_over_the_hex_that_comes_first() -> None:
    """Of two hexes before the last, the one of lower number on the board."""
    grid = twins.board()
    found = walk(grid, "0404", 4)
    target = next(h for h in grid.ring("0404", 2) if len(grid.between("0404", h)) == 2)
    between = sorted(grid.between("0404", target), key=grid.index.__getitem__)
    assert found.path_to(target) == ("0404", between[0], target)


def test_entry_costs_belong_to_the_side_that_is_crossed() -> None:
    """A river is paid by those who cross it, in the direction for which it was written."""
    grid = twins.board(1, 5)
    steps = dict.fromkeys(steps_of(grid), 2) | {("0104", "0105"): 5}
    going = Going(grid, twins.entry_table(grid, steps))
    assert Reach(going, "0104", 5, Ground(grid)).cost_of("0105") == 5
    assert Reach(going, "0105", 5, Ground(grid)).cost_of("0104") == 2


def test_a_stack_pays_for_its_dearest_member() -> None:
    """Step by step the higher cost; what is forbidden to one is forbidden to all."""
    grid = twins.board()
    steps = dict.fromkeys(steps_of(grid), 1)
    del steps["0404", "0403"]
    tank = Going(grid, twins.entry_table(grid, steps))
    stack = plain(grid, 2, h0405=1).together(tank)
    found = Reach(stack, "0404", 2, Ground(grid))
    assert found.cost_of("0405") == 1
    assert found.cost_of("0503") == 2
    assert "0403" not in found


def test_costs_below_one_are_refused() -> None:
    """A free step would make the choice among equal ways a matter of luck."""
    grid = twins.board()
    with pytest.raises(ValueError, match="at least 1"):
        Going(grid, np.zeros((len(grid), 6), np.int16))
    with pytest.raises(ValueError, match="each hex and side"):
        Going(grid, np.ones((len(grid), 5), np.int16))


@pytest.mark.parametrize("budget", [-1, EVERYTHING])
def test_a_budget_must_be_a_number_of_points(budget: int) -> None:
    """Negative or endless budgets are a mistake of the caller."""
    grid = twins.board()
    with pytest.raises(ValueError, match="budget"):
        Reach(plain(grid), "0404", budget, Ground(grid))


def test_steps_out_mirror_entry_costs() -> None:
    """Leaving across a side costs what entering the neighbour across it does."""
    grid = twins.board()
    entry = twins.entry_table(grid, {("0404", "0405"): 5})
    steps = steps_out(grid, entry)
    assert steps[grid.index["0404"], grid.side("0404", "0405")] == 5
    assert (steps == 5).sum() == 1


def test_a_surcharge_is_paid_by_whoever_enters() -> None:
    """And shown beside the terrain."""
    grid = twins.board()
    found = walk(grid, "0404", 6, surcharge={"0405": 3})
    assert found.tolls_to("0405") == (Toll("0405", 5, 2, 0, 0, 3, False),)


# --- closed hexes -----------------------------------------------------------------------


def test_enemies_close_their_hex() -> None:
    """They are neither entered nor passed."""
    grid = twins.board(1, 5)
    found = walk(grid, "0101", 20, Marks(enemies={"0103"}))
    assert found.hexes == ["0102"]


def test_a_passage_may_be_passed_but_not_ended_in() -> None:
    """A full hex of friends lets others through; costs and way are known for it."""
    grid = twins.board(1, 5)
    found = walk(grid, "0101", 6, Marks(passage={"0102"}))
    assert found.hexes == ["0103", "0104"]
    assert "0102" not in found
    assert found.cost_of("0102") == 2
    assert found.path_to("0103") == ("0101", "0102", "0103")


def test_friends_may_close_their_hexes_too() -> None:
    """Where a game lets no one pass, unlike most."""
    grid = twins.board(1, 5)
    marks = Marks(friends={"0103"})
    assert walk(grid, "0101", 20, marks).hexes == ["0102", "0103", "0104", "0105"]
    assert walk(grid, "0101", 20, marks, friendly=False).hexes == ["0102"]


def test_a_halt_is_entered_but_not_passed() -> None:
    """Where entering asks or rolls, the long move ends."""
    grid = twins.board(1, 5)
    assert walk(grid, "0101", 20, Marks(halts={"0103"})).hexes == ["0102", "0103"]


def test_a_unit_leaves_the_halt_that_it_starts_in() -> None:
    """The halt concerns those who enter."""
    grid = twins.board(1, 3)
    assert walk(grid, "0101", 20, Marks(halts={"0101"})).hexes == ["0102", "0103"]


def test_barred_hexsides_are_not_crossed() -> None:
    """Neither way, though both hexes are open."""
    grid = twins.board(1, 5)
    marks = Marks(barred={frozenset(("0102", "0103"))})
    assert walk(grid, "0101", 20, marks).hexes == ["0102"]
    assert walk(grid, "0105", 20, marks).hexes == ["0103", "0104"]


# --- zones ------------------------------------------------------------------------------


def test_zones_do_nothing_unless_a_rule_says_so() -> None:
    """A game without rules for zones ignores them."""
    grid = twins.board()
    assert walk(grid, "0404", 6, Marks(zones=set(grid.hexes))).hexes == walk(grid, "0404", 6).hexes


def test_entering_and_leaving_a_zone_cost_extra() -> None:
    """Each is charged for the hex of the zone, and both for two hexes in a row."""
    grid = twins.board(1, 4)
    found = walk(grid, "0101", 20, Marks(zones={"0102", "0103"}), enter=4, leave=3)
    assert found.tolls_to("0104") == (
        Toll("0102", 6, 2, 0, 4, 0, False),
        Toll("0103", 9, 2, 3, 4, 0, False),
        Toll("0104", 5, 2, 3, 0, 0, False),
    )


def test_who_must_stop_in_a_zone_goes_no_further() -> None:
    """But one that begins in a zone may leave it."""
    grid = twins.board(1, 5)
    marks = Marks(zones={"0101", "0103"})
    assert walk(grid, "0101", 20, marks, stop=True).hexes == ["0102", "0103"]


def test_no_step_from_zone_to_zone() -> None:
    """A hex without zone between them makes it legal."""
    grid = twins.board(1, 4)
    marks = Marks(zones={"0101", "0102", "0104"})
    assert walk(grid, "0101", 20, marks, slide=False).hexes == []
    marks = Marks(zones={"0101", "0103"})
    assert walk(grid, "0101", 20, marks, slide=False).hexes == ["0102", "0103", "0104"]


def test_zones_may_be_closed_altogether() -> None:
    """Rail movement may begin in a zone and enter none; strategic movement not even begin."""
    grid = twins.board(1, 5)
    marks = Marks(zones={"0101", "0104"})
    assert walk(grid, "0101", 20, marks, entry=False).hexes == ["0102", "0103"]
    assert walk(grid, "0101", 20, marks, entry=False, begin=False).hexes == []
    assert walk(grid, "0102", 20, marks, entry=False, begin=False).hexes == ["0103"]


# --- whole moves ------------------------------------------------------------------------


def test_one_hex_is_guaranteed() -> None:
    """By spending everything, and only from a standstill."""
    grid = twins.board(1, 4)
    going = plain(grid, h0102=9, h0103=1)
    assert Reach(going, "0101", 3, Ground(grid)).hexes == []
    found = Reach(going, "0101", 3, Ground(grid), least=True)
    assert found.hexes == ["0102"]
    assert found.tolls_to("0102") == (Toll("0102", 3, 0, 0, 0, 0, True),)


def test_the_guaranteed_hex_respects_every_ban() -> None:
    """Enemies, forbidden terrain, barred hexsides and the rules for zones."""
    grid = twins.board(1, 2)
    steps = {("0101", "0102"): 9}
    assert not walk(grid, "0101", 1, Marks(enemies={"0102"}), least=True)
    assert not walk(grid, "0101", 1, Marks(barred={frozenset(("0101", "0102"))}), least=True)
    zones = Marks(zones={"0101", "0102"})
    assert not walk(grid, "0101", 1, zones, least=True, slide=False)
    assert walk(grid, "0101", 1, zones, least=True)
    assert not asked(March(grid, {}, "0101", 1, least=True))
    assert asked(March(grid, steps, "0101", 1, least=True))


def test_a_surcharge_is_not_covered_by_the_guarantee() -> None:
    """It must be paid in full."""
    grid = twins.board(1, 2)
    assert not walk(grid, "0101", 3, least=True, surcharge={"0102": 2})
    assert walk(grid, "0101", 4, least=True, surcharge={"0102": 2})


def test_one_hex_whatever_its_cost() -> None:
    """A budget of nothing with the guarantee is a move of one hex."""
    grid = twins.board()
    found = walk(grid, "0404", 0, least=True)
    assert set(found) == set(grid.neighbours("0404"))
    assert found.cost_of("0405") == 0


def test_a_great_river_is_crossed_as_a_whole_move() -> None:
    """Only as the first step from the bank, for everything; the move ends there."""
    grid = twins.board(1, 5)
    steps = dict.fromkeys(steps_of(grid), 2)
    del steps["0102", "0103"]
    crossing = {("0102", "0103"): EVERYTHING}
    found = asked(March(grid, steps, "0102", 8, lone=crossing))
    assert found.hexes == ["0101", "0103"]
    assert found.cost_of("0103") == 8
    assert asked(March(grid, steps, "0101", 8, lone=crossing)).hexes == ["0102"]


def test_a_crossing_with_a_price_must_be_paid() -> None:
    """Cavalry pays the far bank and one point more, and may have points left."""
    grid = twins.board(1, 3)
    found = asked(March(grid, {}, "0101", 4, lone={("0101", "0102"): 3}))
    assert found.tolls_to("0102") == (Toll("0102", 3, 3, 0, 0, 0, False),)
    assert not asked(March(grid, {}, "0101", 2, lone={("0101", "0102"): 3}))


# --- from off the map -------------------------------------------------------------------


def test_an_arrival_pays_for_its_first_hex_and_may_stay_there() -> None:
    """The entry hex is an end of the move like any other."""
    grid = twins.board(1, 4)
    found = walk(grid, "0101", 5, arrival=1)
    assert found.hexes == ["0101", "0102", "0103"]
    assert found.cost_of("0101") == 1
    assert found.cost_of("0103") == 5
    assert found.path_to("0103") == ("0101", "0102", "0103")


def test_an_arrival_that_is_halted_stays_in_its_first_hex() -> None:
    """Unlike a unit that stands there."""
    grid = twins.board(1, 4)
    assert walk(grid, "0101", 5, Marks(halts={"0101"}), arrival=1).hexes == ["0101"]


def test_an_arrival_needs_the_points_for_its_first_hex() -> None:
    """There is no guaranteed hex from off the map."""
    grid = twins.board(1, 4)
    assert walk(grid, "0101", 5, arrival=6, least=True).hexes == []


# --- layers -----------------------------------------------------------------------------


def test_a_hex_belongs_to_the_first_layer_that_reaches_it() -> None:
    """Plain movement before strategic, which shuns zones and goes twice as far."""
    grid = twins.board(1, 7)
    marks = Marks(zones={"0103"})
    layers = Layers(
        plain=walk(grid, "0105", 4, marks, stop=True),
        strategic=walk(grid, "0105", 8, marks, entry=False, begin=False),
    )
    assert layers.hexes == ["0103", "0104", "0106", "0107"]
    assert layers.mode_of("0103") == "plain"
    assert layers.mode_of("0107") == "plain"
    assert layers.cost_of("0107") == 4
    assert len(layers) == 4
    assert "0102" not in layers


def test_a_later_layer_goes_further_with_its_own_ends() -> None:
    """Extended movement has three points more and may not end beside the enemy."""
    grid = twins.board(1, 7)
    beside = Marks(passage={"0103", "0105"})
    layers = Layers(plain=walk(grid, "0101", 4), extended=walk(grid, "0101", 10, beside))
    assert layers.hexes == ["0102", "0103", "0104", "0106"]
    assert layers.mode_of("0103") == "plain"
    assert layers.mode_of("0104") == "extended"
    assert layers.path_to("0104") == ("0101", "0102", "0103", "0104")
    assert layers.tolls_to("0104")[-1].hex == "0104"
    assert list(layers) == layers.hexes
    with pytest.raises(KeyError):
        layers.mode_of("0105")


@given(st.data())
def test_layers_end_wherever_one_of_them_does(data: st.DataObject) -> None:
    """In board order, each hex once, however the layers lie over each other."""
    grid = twins.board(4, 5)
    barred = st.sets(st.sampled_from(grid.hexes))
    reaches = {
        name: walk(grid, "0203", data.draw(st.integers(0, 8)), Marks(passage=data.draw(barred)))
        for name in ("plain", "extended", "by road")[: data.draw(st.integers(1, 3))]
    }
    ends = {name for reach in reaches.values() for name in reach}
    assert Layers(**reaches).hexes == [name for name in grid.hexes if name in ends]


def test_layers_explain_a_refusal_as_their_first_does() -> None:
    """The plain move is what a player asks about."""
    grid = twins.board(1, 7)
    layers = Layers(plain=walk(grid, "0101", 4), extended=walk(grid, "0101", 8))
    assert layers.why_not("0104") is None
    assert layers.why_not("0106") == Obstacle("far", "0104", "0103")


# --- refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "terms", "obstacle"),
    [
        (Marks(enemies={"0103"}), {}, Obstacle("enemy", "0103", "0102")),
        (Marks(friends={"0103"}), {"friendly": False}, Obstacle("friend", "0103", "0102")),
        (Marks(bonds={"0103"}), {}, Obstacle("bond", "0103", "0102")),
        (Marks(closed={"0103"}), {}, Obstacle("closed", "0103", "0102")),
        (Marks(zones={"0103"}), {"entry": False}, Obstacle("zone", "0103", "0102")),
        (Marks(zones={"0102", "0103"}), {"slide": False}, Obstacle("zone", "0103", "0102")),
        (Marks(zones={"0102"}), {"stop": True}, Obstacle("stop", "0103", "0102")),
        (Marks(halts={"0102"}), {}, Obstacle("stop", "0103", "0102")),
        (Marks(passage={"0104"}), {}, Obstacle("end", "0104", "0104")),
        (Marks(zones={"0101"}), {"begin": False}, Obstacle("start", "0101", "0101")),
        (Marks(zones={"0101"}), {"leave": 99}, Obstacle("far", "0102", "0101")),
        (
            Marks(barred={frozenset(("0102", "0103"))}),
            {},
            Obstacle("barred", "0103", "0102"),
        ),
        (Marks(halts={"0101"}), {"arrival": 0}, Obstacle("stop", "0104", "0101")),
    ],
)
def test_a_refusal_names_the_first_step_that_fails(
    marks: Marks, terms: dict[str, Any], obstacle: Obstacle
) -> None:
    """On the way that would be cheapest if only the terrain counted."""
    grid = twins.board(1, 5)
    assert walk(grid, "0101", 10, marks, **terms).why_not("0104") == obstacle


def test_a_hex_without_any_way_is_refused_for_its_terrain() -> None:
    """Nothing but the map forbids it."""
    grid = twins.board(1, 3)
    found = asked(March(grid, {("0101", "0102"): 1}, "0101", 9))
    assert found.why_not("0103") == Obstacle("terrain", "0103", "0103")


def test_a_reach_tells_what_it_is() -> None:
    """For those who work at a prompt."""
    assert repr(walk(twins.board(1, 3), "0101", 2)) == "<Reach from 0101 with 2: 1 hexes>"


def test_what_is_no_hex_is_not_reached() -> None:
    """Unknown names and other things are simply not in it."""
    found, number = walk(twins.board(1, 3), "0101", 2), cast("object", 3)
    assert "9999" not in found
    assert number not in found
