"""10.5 Terrain: what a move costs, bridges, the pontoon and the Dniester."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.rules.ukraine44.play import denied, offered

from grognard.decisions import Part, total
from grognard.games.ukraine44.movement import Movement, Moving
from grognard.games.ukraine44.state import Pos, Unit44
from grognard.testing import sketch

SLUG = "ukraine44"

#: One formation of each type: mobile and infantry, of both sides.
MOBILE = [("axis", "1ssPz"), ("soviet", "6GTC")]
INFANTRY = [("axis", "68/1PzA"), ("soviet", "8/60A")]


def ends(pos: Pos) -> set[str]:
    """The hexes in which the open move may end."""
    return offered(pos, "move")


def step(side: str, unit: str, ground: str) -> tuple[Part, ...]:
    """What the step from 03.03 to 03.04 costs on a board with this ground, after checking
    that just so much is spent. A way around would cost more: all other ground is hill.
    """
    hills = " ".join(f"{row:02}.{n:02}" for row in range(1, 6) for n in range(1, 7))
    hills = hills.replace("03.04", "")
    text = f"board 6 x 5\nterrain hill {hills}\n{ground}\nunit {unit} 03.03\nphase movement {side}"
    pos = sketch(SLUG, text).apply(f"select {unit}")
    way = pos.way("03.04")
    assert way is not None
    assert way.hexes == ("03.04",)
    pos = pos.apply("move 03.04")
    if pos.top.tag == "moving":
        assert pos.within(Moving).spent == total(way.parts)
    return way.parts


# --- natural terrain --------------------------------------------------------------------


@pytest.mark.parametrize(("side", "unit"), MOBILE)
@pytest.mark.parametrize(
    ("terrain", "cost", "rule"),
    [
        pytest.param("clear", 2, "10.5-2", marks=pytest.mark.rule(SLUG, "10.5-2")),
        pytest.param("woods", 3, "10.5-3", marks=pytest.mark.rule(SLUG, "10.5-3")),
        pytest.param("hill", 4, "10.5-4", marks=pytest.mark.rule(SLUG, "10.5-4")),
    ],
)
def test_terrain_for_mobile_formations(
    side: str, unit: str, terrain: str, cost: int, rule: str
) -> None:
    """A mobile formation pays 2 for clear, 3 for woods and 4 for hill."""
    (part,) = step(side, unit, f"terrain {terrain} 03.04")
    assert (part.amount, part.rule) == (cost, rule)


@pytest.mark.parametrize(("side", "unit"), INFANTRY)
@pytest.mark.parametrize(
    ("terrain", "cost", "rule"),
    [
        pytest.param("clear", 2, "10.5-2", marks=pytest.mark.rule(SLUG, "10.5-2")),
        pytest.param("woods", 2, "10.5-3", marks=pytest.mark.rule(SLUG, "10.5-3")),
        pytest.param("hill", 3, "10.5-4", marks=pytest.mark.rule(SLUG, "10.5-4")),
    ],
)
def test_terrain_for_infantry(side: str, unit: str, terrain: str, cost: int, rule: str) -> None:
    """An infantry formation pays 2 for clear and woods, 3 for hill."""
    (part,) = step(side, unit, f"terrain {terrain} 03.04")
    assert (part.amount, part.rule) == (cost, rule)


@pytest.mark.rule(SLUG, "M6")
def test_who_cannot_pay_cannot_enter() -> None:
    """No move is free: isolated infantry of 3 points cannot enter a hill across a river."""
    text = """
        board 2 x 1
        terrain hill 01.02
        unit 68/1PzA 01.01 supply=isolated
        phase movement axis
    """
    assert ends(sketch(SLUG, text).apply("select 68/1PzA")) == {"01.02"}
    river = sketch(SLUG, f"{text}\nhexside river 01.01/01.02").apply("select 68/1PzA")
    assert ends(river) == set()
    assert denied(river, "move 01.02") == "10.1-1"


# --- man-made terrain -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.5-5")
@pytest.mark.parametrize(("side", "unit"), MOBILE + INFANTRY)
@pytest.mark.parametrize("terrain", ["clear", "woods", "hill"])
def test_a_road_costs_one_point(side: str, unit: str, terrain: str) -> None:
    """Along a road every hex costs 1, whatever its terrain."""
    (part,) = step(side, unit, f"terrain {terrain} 03.04\nnetwork road 03.03-03.04")
    assert (part.amount, part.rule) == (1, "10.5-5")


@pytest.mark.rule(SLUG, "M3")
def test_a_road_helps_only_where_it_crosses() -> None:
    """From one road hex to another, without a road between them, the terrain is paid."""
    ground = "terrain hill 03.04\nnetwork road 02.02-03.03 03.04-03.05"
    (part,) = step("soviet", "6GTC", ground)
    assert (part.amount, part.rule) == (4, "10.5-4")


@pytest.mark.rule(SLUG, "10.5-6")
@pytest.mark.parametrize("water", ["river", "dniester"])
@pytest.mark.parametrize(("side", "unit"), MOBILE + INFANTRY)
def test_a_bridge_costs_one_point(water: str, side: str, unit: str) -> None:
    """A road over a river or over the Dniester is a bridge, and costs 1 to everyone."""
    ground = f"terrain hill 03.04\nhexside {water} 03.03/03.04\nnetwork road 03.03-03.04"
    (part,) = step(side, unit, ground)
    assert (part.amount, part.rule) == (1, "10.5-6")


@pytest.mark.rule(SLUG, "10.5-10")
@pytest.mark.parametrize("settlement", ["village", "town", "city"])
def test_settlements_do_not_change_the_cost(settlement: str) -> None:
    """With a settlement in it a hex costs what its natural terrain costs."""
    assert total(step("soviet", "6GTC", f"tag {settlement} 03.04")) == 2
    assert total(step("soviet", "6GTC", f"tag {settlement} 03.04\nterrain hill 03.04")) == 4
    assert total(step("axis", "68/1PzA", f"tag {settlement} 03.04\nterrain hill 03.04")) == 3


@pytest.mark.rule(SLUG, "10.5-11")
@pytest.mark.parametrize(("side", "unit"), INFANTRY)
def test_a_river_costs_one_point_more(side: str, unit: str) -> None:
    """A hill across a river costs infantry 3 and 1, each part by its rule."""
    parts = step(side, unit, "terrain hill 03.04\nhexside river 03.03/03.04")
    assert [(part.amount, part.rule) for part in parts] == [(3, "10.5-4"), (1, "10.5-11")]


@pytest.mark.rule(SLUG, "10.5-12")
@pytest.mark.parametrize(("side", "unit"), MOBILE + INFANTRY)
def test_clear_across_a_river_costs_three(side: str, unit: str) -> None:
    """The example of the rules: 2 for the clear hex and 1 for the river are 3."""
    parts = step(side, unit, "hexside river 03.03/03.04")
    assert [part.amount for part in parts] == [2, 1]
    assert total(parts) == 3


# --- the pontoon bridge -----------------------------------------------------------------

#: The Dniester between two rows; 03.n and 04.n are the banks. The pontoon is 03.03/04.03.
BANKS = "hexside dniester " + " ".join(f"03.{n:02}/04.{n:02}" for n in range(1, 10))
BANKS += " " + " ".join(f"03.{n + 1:02}/04.{n:02}" for n in range(1, 9))
PONTOON = f"""
    board 9 x 6
    {BANKS}
    hexside pontoon 03.03/04.03
    network road 03.03-04.03
    option fog=false
    turn 2
"""
#: Four mobile formations, two on each bank.
WAITING = "unit 1ssPz 03.03\nunit 1Pz 02.02\nunit 6Pz 05.03\nunit 7Pz 05.04\n"


def over(pos: Pos, unit: str, to: str) -> Pos:
    """Move a formation to a hex of the other bank and beyond, so that the bridge is free."""
    pos = pos.apply(f"select {unit}").apply(f"move {to}")
    return pos.apply("stop") if pos.top.tag == "moving" else pos


@pytest.mark.rule(SLUG, "10.5-8", "10.5-9")
@pytest.mark.parametrize("second", [("1Pz", "04.04"), ("6Pz", "03.04")])
def test_two_formations_use_the_pontoon(second: tuple[str, str]) -> None:
    """Two formations cross in a phase, both north or one each way; a third is refused."""
    pos = sketch(SLUG, f"{PONTOON}\n{WAITING}\nphase movement axis")
    pos = over(pos, "1ssPz", "04.02")
    assert pos.unit("1ssPz").at == "04.02"
    pos = over(pos, *second)
    assert pos.unit(second[0]).at == second[1]
    third = pos.apply("select 7Pz")
    assert not {h for h in ends(third) if h < "04"}
    assert denied(third, "move 03.03") == "10.5-8"


@pytest.mark.rule(SLUG, "10.5-8")
def test_the_mobile_phase_counts_anew() -> None:
    """Two more may cross in the Axis Mobile Movement Phase, and not a third."""
    pos = sketch(SLUG, f"{PONTOON}\n{WAITING}\nphase movement axis")
    pos = over(over(pos, "1ssPz", "04.02"), "1Pz", "04.04")
    while pos.top.tag != "mobile movement":
        pos = pos.apply("done")
    pos = over(over(pos, "6Pz", "03.04"), "7Pz", "03.03")
    assert pos.unit("7Pz").at == "03.03"
    assert denied(pos.apply("select 1ssPz"), "move 02.03") == "10.5-8"


@pytest.mark.rule(SLUG, "10.5-8")
def test_the_limit_binds_the_soviets_too() -> None:
    """Two Soviet formations cross in a Soviet Movement Phase."""
    units = "unit 6GTC 03.03\nunit 7GTC 02.02\nunit 9MC 02.03"
    pos = sketch(SLUG, f"{PONTOON}\n{units}\nphase movement soviet")
    pos = over(over(pos, "6GTC", "05.02"), "7GTC", "05.04")
    assert denied(pos.apply("select 9MC"), "move 04.03") == "10.5-8"


@pytest.mark.rule(SLUG, "10.5-9", "Z4")
def test_there_and_back_is_one_use() -> None:
    """The limit counts formations: one that crosses and returns is one of the two."""
    pos = sketch(SLUG, f"{PONTOON}\n{WAITING}\nphase movement axis").apply("select 1ssPz")
    pos = pos.apply("move 04.03").apply("move 03.03").apply("move 03.02").apply("stop")
    assert pos.within(Movement).pontoon == {"1ssPz"}
    pos = pos.apply("select 6Pz").apply("move 03.03")
    assert pos.within(Movement).pontoon == {"1ssPz", "6Pz"}
    pos = pos.apply("move 04.03").apply("move 04.02").apply("stop")  # the second may return too
    assert denied(pos.apply("select 7Pz"), "move 03.03") == "10.5-8"


@pytest.mark.rule(SLUG, "Z4")
def test_the_pontoon_costs_one_point() -> None:
    """The pontoon bridge is a road: 1 point."""
    pos = sketch(SLUG, f"{PONTOON}\n{WAITING}\nphase movement axis")
    way = pos.apply("select 1ssPz").way("04.03")
    assert way is not None
    assert [(part.amount, part.rule) for part in way.parts] == [(1, "Z4")]


@pytest.mark.rule(SLUG, "M8")
def test_infantry_beside_the_pontoon_crosses_without_it() -> None:
    """Straight across the river infantry spends everything and leaves the pontoon to others;
    by way of the bridge it pays for its hexes and counts.
    """
    pos = sketch(SLUG, f"{PONTOON}\nunit 68/1PzA 04.04\nphase movement axis")
    pos = pos.apply("select 68/1PzA")
    way = pos.way("03.04")
    assert way is not None
    assert [(part.amount, part.rule) for part in way.parts] == [(6, "10.5-14")]
    straight = pos.apply("move 03.04")
    assert straight.unit("68/1PzA").at == "03.04"
    assert straight.find(Movement) is None or not straight.within(Movement).pontoon
    bridge = pos.apply("move 04.03").apply("move 03.03")
    assert bridge.within(Moving).spent == 2 + 1
    assert bridge.within(Movement).pontoon == {"68/1PzA"}


@pytest.mark.rule(SLUG, "M8")
def test_the_way_beyond_leads_over_the_pontoon() -> None:
    """Hexes behind the far bank are reached over the bridge, as they cannot be by crossing."""
    pos = sketch(SLUG, f"{PONTOON}\nunit 68/1PzA 04.04 supply=out\nphase movement axis")
    way = pos.apply("select 68/1PzA").way("02.02")
    assert way is not None
    assert way.hexes == ("04.03", "03.03", "02.02")
    assert total(way.parts) == 2 + 1 + 2


# --- the Dniester -----------------------------------------------------------------------

RIVER = f"board 9 x 6\n{BANKS}\noption fog=false\nturn 2"


@pytest.mark.rule(SLUG, "10.5-13")
@pytest.mark.parametrize(("side", "unit"), MOBILE)
def test_mobile_formations_do_not_cross_the_dniester(side: str, unit: str) -> None:
    """Without a road no mobile formation crosses, even if it stands on the bank."""
    pos = sketch(SLUG, f"{RIVER}\nunit {unit} 03.05\nphase movement {side}").apply(f"select {unit}")
    assert ends(pos)
    assert not {h for h in ends(pos) if h > "04"}
    assert denied(pos, "move 04.05") == "10.5-13"
    assert denied(pos, "move 05.05") == "10.5-13"


@pytest.mark.rule(SLUG, "10.5-13", "10.5-14")
@pytest.mark.parametrize(
    ("side", "unit", "points"), [("axis", "19/Hun", 6), ("soviet", "8/60A", 5)]
)
def test_infantry_crosses_from_its_bank(side: str, unit: str, points: int) -> None:
    """Infantry on the bank crosses one hexside for all its points, and its move is over."""
    text = f"{RIVER}\nunit {unit} 03.05\nunit 1/1PzA 01.01\nunit 68G/1GA 01.09"
    pos = sketch(SLUG, f"{text}\nphase movement {side}").apply(f"select {unit}")
    assert {h for h in ends(pos) if h > "04"} == {"04.04", "04.05"}
    way = pos.way("04.05")
    assert way is not None
    assert [(part.amount, part.rule) for part in way.parts] == [(points, "10.5-14")]
    assert way.left == "0 points left"
    pos = pos.apply("move 04.05")
    assert pos.unit(unit).at == "04.05"
    assert pos.top.tag == "movement"
    assert denied(pos, f"select {unit}") == "10.2-4"


@pytest.mark.rule(SLUG, "10.5-14", "M2")
def test_the_dniester_is_crossed_first_thing() -> None:
    """After one step along the bank no crossing is possible any more, nor for one that began
    behind the bank.
    """
    pos = sketch(SLUG, f"{RIVER}\nunit 8/60A 03.05\nphase movement soviet").apply("select 8/60A")
    pos = pos.apply("move 03.06")
    assert not {h for h in ends(pos) if h > "04"}
    assert denied(pos, "move 04.06") == "10.5-14"
    behind = sketch(SLUG, f"{RIVER}\nunit 8/60A 02.05\nphase movement soviet")
    assert not {h for h in ends(behind.apply("select 8/60A")) if h > "04"}


@pytest.mark.rule(SLUG, "M2")
@pytest.mark.parametrize("terrain", ["clear", "hill"])
@pytest.mark.parametrize(("supply", "points"), [("in", 6), ("isolated", 3)])
def test_a_crossing_costs_everything_and_no_more(terrain: str, supply: str, points: int) -> None:
    """The terrain beyond costs nothing more, and a halved allowance is enough."""
    text = f"{RIVER}\nterrain {terrain} 04.05\nunit 68/1PzA 03.05 supply={supply}"
    pos = sketch(SLUG, f"{text}\nphase movement axis").apply("select 68/1PzA")
    way = pos.way("04.05")
    assert way is not None
    assert total(way.parts) == points
    assert way.left == "0 points left"


@pytest.mark.rule(SLUG, "M2", "M7")
@pytest.mark.parametrize("unit", ["6GTC", "1ssPz", "Gar-Kamenets"])
def test_a_crossing_needs_an_empty_hex(unit: str) -> None:
    """Enemies, friends and garrisons all close the far bank."""
    text = f"{RIVER}\nunit 68/1PzA 03.05\nunit {unit} 04.05\nphase movement axis"
    pos = sketch(SLUG, text).apply("select 68/1PzA")
    assert "04.05" not in ends(pos)
    assert denied(pos, "move 04.05") == "M2"
    assert "04.04" in ends(pos)


@pytest.mark.rule(SLUG, "M2")
def test_a_reinforcement_does_not_cross() -> None:
    """Who enters in this phase did not stand on the bank when it began."""
    text = f"{RIVER}\nzone D 03.05\nunit 8/60A arrivals\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 8/60A").apply("place 03.05")
    assert denied(pos, "move 04.05") == "10.5-14"


@pytest.mark.rule(SLUG, "10.5-15")
def test_no_crossing_from_zone_to_zone() -> None:
    """Enemy zones at one end of the crossing do not matter; at both ends they forbid it."""
    near, far = "unit 6GTC 02.05", "unit 7GTC 05.05"
    for there in (near, far):
        text = f"{RIVER}\nunit 68/1PzA 03.05\n{there}\nphase movement axis"
        assert "04.05" in ends(sketch(SLUG, text).apply("select 68/1PzA"))
    both = f"{RIVER}\nunit 68/1PzA 03.05\n{near}\n{far}\nphase movement axis"
    pos = sketch(SLUG, both).apply("select 68/1PzA")
    assert "04.05" not in ends(pos)
    assert denied(pos, "move 04.05") == "10.5-15"


@pytest.mark.rule(SLUG, "10.5-16")
def test_the_enemy_on_the_far_bank_has_no_zone_here() -> None:
    """Enemies across the Dniester do not put the near bank into a zone: with a zone beyond it
    infantry still crosses. A road over the river changes that.
    """
    text = f"{RIVER}\nunit 68/1PzA 03.05\nunit 6GTC 04.04\nphase movement axis"
    pos = sketch(SLUG, text).apply("select 68/1PzA")
    assert "04.05" in ends(pos)  # in the zone of 04.04, while 03.05 is not
    bridged = sketch(SLUG, f"{text}\nnetwork road 04.04-03.05").apply("select 68/1PzA")
    assert denied(bridged, "move 04.05") == "10.5-15"


@pytest.mark.rule(SLUG, "M5")
def test_a_crossing_is_no_strategic_movement() -> None:
    """The double allowance does not help to cross: it is all or nothing, from the start hex."""
    pos = sketch(SLUG, f"{RIVER}\nunit 8/60A 03.05\nphase movement soviet").apply("select 8/60A")
    way = pos.way("04.05")
    assert way is not None
    assert total(way.parts) == 5
    assert not {h for h in ends(pos) if h > "05"}


@pytest.mark.rule(SLUG, "M7")
def test_a_garrison_hex_is_paid_for() -> None:
    """The way through a friendly garrison pays for its hex, and may not end there."""
    text = """
        board 6 x 1
        terrain hill 01.03
        unit 1ssPz 01.02
        unit Gar-Kamenets 01.03
        phase movement axis
    """
    pos = sketch(SLUG, text).apply("select 1ssPz")
    way = pos.way("01.04")
    assert way is not None
    assert [part.amount for part in way.parts] == [4, 2]
    assert denied(pos, "move 01.03") == "6.2-2"


# --- at once or hex by hex --------------------------------------------------------------

#: The lower Zbruch with Chernovtsy, Khotin and the pontoon: roads, rivers, both banks.
PIECE_OF_MAP = "board 01.12..14.32\noption fog=false\nturn 2\nphase movement {side}"
BASE = {side: sketch(SLUG, PIECE_OF_MAP.format(side=side)) for side in ("axis", "soviet")}
HEXES = BASE["axis"].board.grid.hexes
BESIDE_PONTOON = [h for h in HEXES if BASE["axis"].board.grid.distance(h, "08.24") <= 2]


def placed(base: Pos, where: dict[str, str]) -> Pos:
    """The position with units on these hexes."""

    def put(unit: Unit44) -> Unit44:
        return replace(unit, at=where[unit.id]) if unit.id in where else unit

    units = tuple(put(unit) for unit in base.state.units)
    return base.game.position(replace(base.state, units=units))


OTHERS = ["7GTC", "1Pz", "9MC", "1/1PzA", "68G/1GA", "6Pz", "30/1GA"]


@st.composite
def moves(draw: st.DrawFn) -> tuple[Pos, str, str]:
    """A formation among enemies and friends on the real map, and a hex that it can reach."""
    side, unit = draw(st.sampled_from(MOBILE + INFANTRY))
    start = draw(st.sampled_from(BESIDE_PONTOON) | st.sampled_from(HEXES))
    free = st.sampled_from([h for h in HEXES if h != start])
    others = dict(zip(OTHERS, draw(st.lists(free, max_size=7, unique=True)), strict=False))
    pos = placed(BASE[side], {unit: start, **others}).apply(f"select {unit}")
    reached = sorted(ends(pos))
    return pos, unit, draw(st.sampled_from(reached)) if reached else ""


def summary(pos: Pos, unit: str) -> dict[str, object]:
    """What a move leaves behind."""
    phase = pos.find(Movement)
    return {
        "at": pos.unit(unit).at,
        "step": pos.top.tag,
        "spent": getattr(pos.top, "spent", None),
        "moved": phase.moved if phase else None,
        "pontoon": phase.pontoon if phase else None,
        "held": pos.state.held,
    }


@pytest.mark.rule(SLUG, "10.2-4", "10.5-8", "10.5-14", "M5")
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(moves())
def test_a_move_at_once_ends_like_one_hex_by_hex(case: tuple[Pos, str, str]) -> None:
    """The same way, walked in one go or hex by hex, costs the same, stops at the same zones,
    counts the same on the pontoon and takes the same cities.
    """
    pos, unit, to = case
    if not to:
        return
    way = pos.way(to)
    assert way is not None
    at_once, walked = pos.apply(f"move {to}"), pos
    for hex_ in way.hexes:
        walked = walked.apply(f"move {hex_}")
    assert summary(walked, unit) == summary(at_once, unit)


@pytest.mark.rule(SLUG, "10.1-1")
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(moves())
def test_the_parts_of_a_way_add_up(case: tuple[Pos, str, str]) -> None:
    """What the parts of a way come to is what is spent, and every part names a rule."""
    pos, unit, to = case
    if not to:
        return
    way = pos.way(to)
    assert way is not None
    assert way.hexes[-1] == to
    start = pos.unit(unit).at
    assert all(b in pos.board.grid.neighbours(a) for a, b in pairwise((start, *way.hexes)))
    assert all(part.rule in pos.game.clauses for part in way.parts)
    after = pos.apply(f"move {to}")
    if after.top.tag == "moving":
        assert after.within(Moving).spent == total(way.parts)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(moves(), st.sampled_from(HEXES))
def test_every_refused_hex_has_a_reason(case: tuple[Pos, str, str], hex_: str) -> None:
    """A hex is offered, or its refusal names a clause: never both, never neither."""
    pos, _, _ = case
    refusal = pos.why_not(f"move {hex_}")
    assert (refusal is None) == (hex_ in ends(pos))
    assert refusal is None or (refusal.rule in pos.game.clauses and refusal.text)
