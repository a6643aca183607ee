"""9.10 - 9.20, 11.2 What a step costs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import load
from grognard.decisions import total
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.going import air_range, charges
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.mechanics.reach import FORBIDDEN
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
GRID = GAME.board.grid
#: A blank country of five columns: S1421 is the middle of everything below.
BLANK = "board 5 x 4\nturn 3\n"
HERE, THERE = "S1421", "S1422"


def cost(unit: str, *lines: str, before: str = HERE, after: str = THERE) -> int:
    """What a step costs a unit; 0 where it may not be made."""
    return total(charges(sketch(SLUG, BLANK + "\n".join(lines)), unit, before, after))


def costs(*lines: str) -> dict[str, int]:
    """The same for infantry, tanks, cavalry and mountain troops."""
    movers = {"foot": "10RD", "mech": "1TD", "cavalry": "2CC", "mountain": "72MtR"}
    return {name: cost(unit, *lines) for name, unit in movers.items()}


@pytest.mark.rule(SLUG, "9.10", "9.17")
@pytest.mark.parametrize("tag", ["village", "city", "major_city", "oilfield"])
def test_clear_hexes_cities_and_the_oilfield_cost_one(tag: str) -> None:
    """One point for everybody."""
    assert set(costs(f"tag {tag} {THERE}").values()) == {1}
    assert cost("1Pz", f"tag {tag} {THERE}") == 1


@pytest.mark.rule(SLUG, "9.11", "9.12", "9.13", "9.14")
@pytest.mark.parametrize(
    ("terrain", "foot", "mech", "cavalry", "mountain"),
    [
        ("forest", 1, 2, 1, 1),
        ("marsh", 2, 0, 1, 2),
        ("rough", 2, 2, 1, 1),
        ("mountain", 3, 0, 2, 1),
        ("sea", 0, 0, 0, 0),
    ],
)
def test_terrain(terrain: str, foot: int, mech: int, cavalry: int, mountain: int) -> None:
    """Forest slows tanks, marsh and mountain are closed to them; cavalry and mountain troops
    have their own costs.
    """
    found = costs(f"terrain {terrain} {THERE}")
    assert found == {"foot": foot, "mech": mech, "cavalry": cavalry, "mountain": mountain}


@pytest.mark.rule(SLUG, "9.15", "9.20", "9.20-ex")
def test_rivers_come_on_top() -> None:
    """A clear hex over a river costs 2, and a tank pays 3 for rough over one."""
    river = f"hexside river {HERE}/{THERE}"
    assert set(costs(river).values()) == {2}
    assert cost("1TD", river, f"terrain rough {THERE}") == 3


@pytest.mark.rule(SLUG, "9.16")
@pytest.mark.parametrize("side", ["sea_side", "lake_side"])
def test_water_hexsides_are_closed(side: str) -> None:
    """Nobody crosses them."""
    assert set(costs(f"hexside {side} {HERE}/{THERE}").values()) == {0}


@pytest.mark.rule(SLUG, "9.14")
def test_passes() -> None:
    """Along the pass one point a hex for tanks and infantry; off it tanks are refused and
    infantry pays 3. A river on it costs its point.
    """
    hills = f"terrain mountain {HERE} {THERE} S1522"
    way = f"network pass {HERE}-{THERE}"
    assert costs(hills, way) == {"foot": 1, "mech": 1, "cavalry": 1, "mountain": 1}
    assert cost("1TD", hills, way, f"hexside river {HERE}/{THERE}") == 2
    off = {u: cost(u, hills, way, before=THERE, after="S1522") for u in ("1TD", "10RD", "72MtR")}
    assert off == {"1TD": 0, "10RD": 3, "72MtR": 1}


DANUBE = f"network danube_corridor {HERE}-{THERE}"
PRIPYAT = f"network pripyat_notec_corridor {HERE}-{THERE}"
WET = (f"terrain marsh {THERE}", f"hexside river {HERE}/{THERE}")


@pytest.mark.rule(SLUG, "9.18", "9.18-1", "9.18-2", "9.18-3")
@pytest.mark.parametrize(
    ("unit", "side"),
    [("1TD", SOVIET), ("10RD", SOVIET), ("1Pz", AXIS), ("Slov", AXIS), ("7R", AXIS)],
)
def test_the_danube_corridor(unit: str, side: str) -> None:
    """One point along the path for Soviets, Germans and Romanians, through marsh and over
    rivers, where their own side controls it.
    """
    home = f"zone romania {HERE} {THERE}"
    assert cost(unit, DANUBE, *WET, home, f"control {side} {HERE} {THERE}") == 1


@pytest.mark.rule(SLUG, "9.18-5", "R-78")
def test_a_corridor_helps_as_far_as_it_is_ones_own() -> None:
    """Into an enemy-controlled hex infantry pays its terrain and river, and tanks cannot go."""
    enemy = f"control axis {THERE}"
    assert cost("10RD", DANUBE, *WET, enemy) == 3
    assert cost("1TD", DANUBE, *WET, enemy) == 0
    assert cost("1TD", DANUBE, *WET, f"control soviet {THERE}") == 1
    assert cost("1Pz", DANUBE, f"control soviet {THERE}", f"terrain forest {THERE}") == 2


def test_off_the_path_a_corridor_hex_is_as_any_other() -> None:
    """A step from beside the corridor pays the terrain."""
    lines = (DANUBE, *WET, f"control soviet {THERE}")
    assert cost("10RD", *lines, before="S1522") == 2
    assert cost("1TD", *lines, before="S1522") == 0


@pytest.mark.rule(SLUG, "9.19")
def test_the_pripyat_corridor_serves_the_soviets_alone() -> None:
    """A Soviet tank crosses its marsh for 1, a German one does not."""
    assert cost("1TD", PRIPYAT, *WET, f"control soviet {THERE}") == 1
    assert cost("1Pz", PRIPYAT, *WET, f"control axis {THERE}") == 0
    assert cost("1ID", PRIPYAT, *WET, f"control axis {THERE}") == 3


@pytest.mark.rule(SLUG, "R-89")
def test_mobile_assaults_are_reckoned_without_corridors() -> None:
    """The river and the forest are paid."""
    pos = sketch(SLUG, BLANK + "\n".join([DANUBE, f"terrain forest {THERE}",
                 f"hexside river {HERE}/{THERE}", f"control axis {THERE}"]))  # fmt: skip
    assert total(charges(pos, "1Pz", HERE, THERE)) == 1
    assert total(charges(pos, "1Pz", HERE, THERE, corridors=False)) == 3


AIR = f"state superior=axis airpower={THERE}"


@pytest.mark.rule(SLUG, "11.2", "R-81")
def test_enemy_air_power() -> None:
    """Two for a clear hex in range, four over a river, three along a corridor over one; own
    markers change nothing.
    """
    river = f"hexside river {HERE}/{THERE}"
    assert cost("10RD", AIR) == 2
    assert cost("10RD", AIR, river) == 4
    assert cost("10RD", AIR, river, DANUBE, f"control soviet {THERE}") == 3
    assert cost("1ID", AIR, river) == 2


@pytest.mark.rule(SLUG, "11.1")
def test_range_of_a_marker() -> None:
    """Its hex and the six around; two that overlap add nothing."""
    one = sketch(SLUG, "turn 3\nstate superior=axis airpower=N2526")
    two = sketch(SLUG, "turn 3\nstate superior=axis airpower=N2526,N2527")
    assert air_range(one, AXIS) == {"N2526", *GRID.neighbours("N2526")}
    assert air_range(one, SOVIET) == frozenset()
    assert len(air_range(two, AXIS)) == 10
    assert total(charges(two, "10RD", "N2525", "N2526")) == 2


@pytest.mark.rule(SLUG, "5.13-6", "R-60")
def test_the_hungarian_border_on_turn_1() -> None:
    """A Soviet division pays 2 for a clear Hungarian hex on turn 1 and 1 on turn 2, whichever way
    it crosses; Germans pay nothing for it.
    """
    hungary = f"zone hungary {THERE}"

    def crossing(unit: str, turn: int, before: str, after: str) -> int:
        pos = sketch(SLUG, f"board 5 x 4\n{hungary}\nturn {turn}")
        return total(charges(pos, unit, before, after))

    assert crossing("10RD", 1, HERE, THERE) == 2
    assert crossing("10RD", 1, THERE, HERE) == 2
    assert crossing("10RD", 2, HERE, THERE) == 1
    assert crossing("1ID", 1, HERE, THERE) == 1


@pytest.mark.rule(SLUG, "R-11", "R-69")
def test_hungarians_and_romanians_stay_at_home() -> None:
    """A Romanian division enters hexes of Romania only; Germans and Soviets go everywhere."""
    assert cost("7R", f"zone romania {THERE}") == 1
    assert cost("7R", f"zone hungary {THERE}") == 0
    assert cost("8H", f"zone romania {THERE}") == 0
    for unit in ("1ID", "10RD"):
        assert cost(unit, f"zone bulgaria {THERE}") == 1


@pytest.mark.rule(SLUG, "R-142")
def test_costs_of_the_allies_go_by_their_symbol() -> None:
    """Romanian armour pays 2 for forest, Romanian cavalry 1."""
    woods = (f"terrain forest {THERE}", f"zone romania {THERE}")
    assert (cost("1RArm", *woods), cost("RCC", *woods)) == (2, 1)


def test_every_part_names_its_rule() -> None:
    """River, air power and terrain are told apart."""
    lines = [AIR, f"hexside river {HERE}/{THERE}", f"terrain rough {THERE}"]
    parts = charges(sketch(SLUG, BLANK + "\n".join(lines)), "10RD", HERE, THERE)
    assert [(part.amount, part.rule) for part in parts] == [
        (2, "9.13"),
        (1, "9.15"),
        (1, "11.2"),
        (1, "R-81"),
    ]


# --- the tables of the kernels --------------------------------------------------------------

MOVERS = ("1Pz", "1ID", "1Cav", "1Mt", "HMC", "1HMt", "7R", "RCC", "1TD", "10RD", "2CC", "72MtR")
POSITIONS: list[Pos] = [
    sketch(SLUG, text)
    for text in (
        "turn 1\ncontrol axis S2036 S1935",
        "turn 3\ncontrol soviet N2633 N2533 S2037 S2036\ncontrol axis S1935 S1835",
        "turn 4\nstate superior=axis airpower=N2633,S2037,S4028",
        "turn 5\nstate superior=soviet airpower=N2632,S2036,N3734",
    )
]


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(POSITIONS),
    st.sampled_from(MOVERS),
    st.sampled_from(GRID.hexes),
    st.integers(0, 5),
)
def test_the_tables_say_what_single_steps_say(pos: Pos, unit: str, hex_: str, side: int) -> None:
    """For any unit and any hexside the kernels reckon with the same cost."""
    after = GRID.neighbour(hex_, side)
    if after is None:
        return
    going = GAME.goings[pos.state.scenario].of(pos, [unit])
    step = int(going.steps[GRID.index[hex_], side])
    parts = charges(pos, unit, hex_, after)
    assert step == (total(parts) if parts else FORBIDDEN)


def test_the_tables_along_corridors_passes_and_borders() -> None:
    """The same for every hexside of a corridor, a pass, the Hungarian border or a coast, where
    chance comes too seldom.
    """
    board = GAME.board
    networks = [board.networks[name] for name in board.networks]
    sides = frozenset[str]().union(
        *networks, *(board.hexsides[n] for n in ("sea_side", "lake_side"))
    )
    pairs = [tuple(side.split("/")) for side in sorted(sides)]
    for pos in POSITIONS:
        for unit in MOVERS:
            steps = GAME.goings["campaign"].of(pos, [unit]).steps
            for a, b in [*pairs, *((b, a) for a, b in pairs)]:
                parts = charges(pos, unit, a, b)
                found = steps[GRID.index[a], GRID.side(a, b)]
                assert found == (total(parts) if parts else FORBIDDEN), (unit, a, b)


@pytest.mark.rule(SLUG, "9.7")
def test_a_stack_pays_for_its_dearest_member() -> None:
    """A panzer division and infantry in forest pay 2; where one may not go neither may."""
    pos = POSITIONS[1]
    goings = GAME.goings["campaign"]
    both, tank, foot = (goings.of(pos, units).steps for units in (["1Pz", "1ID"], ["1Pz"], ["1ID"]))
    assert np.array_equal(both, np.maximum(tank, foot))
    assert not np.array_equal(both, foot)
