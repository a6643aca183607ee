"""7 Supply: lines and states."""

import pytest

from grognard.games.storm41.charts import Supply
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.supply import has_lost_oil, is_overland, supply_of, traced, worst
from grognard.testing import sketch

SLUG = "storm41"


def state_of(unit: str, *lines: str) -> Supply:
    """The supply state of a unit on turn 3, unless a line has another turn."""
    pos: Pos = sketch(SLUG, "\n".join(["turn 3", *lines]))
    return supply_of(pos, unit)


def ring(pos: Pos, hex_: str, units: list[str]) -> list[str]:
    """Units on all land around a hex."""
    land = pos.game.theatre(pos).land
    around = [h for h in pos.board.grid.neighbours(hex_) if h in land]
    return [f"unit {unit} {h}" for unit, h in zip(units, around, strict=False)]


EMPTY: Pos = sketch(SLUG, "turn 3")
RIFLES = ["10RD", "90RD", "48RD", "125RD", "11RD", "67RD"]
INFANTRY = ["291ID", "61ID", "217ID", "21ID", "1ID", "11ID"]


@pytest.mark.rule(SLUG, "7.3", "R-6", "R-7")
def test_sources_are_the_edges() -> None:
    """Germans trace to the west, Soviets to the east; an enemy on one edge hex closes that hex
    only, and it works again when he has left.
    """
    assert state_of("1ID", "unit 1ID N2030") == "full"
    assert state_of("10RD", "unit 10RD N2234") == "full"
    blocked = sketch(SLUG, "turn 3\nunit 10RD N2020")
    assert "N2020" not in traced(blocked, AXIS)
    assert "N2120" in traced(blocked, AXIS)
    assert "N2021" in traced(blocked, AXIS)
    assert "N2020" in traced(EMPTY, AXIS)
    assert state_of("1ID", "unit 1ID N2021", *ring(EMPTY, "N2021", RIFLES)) == "out"
    free = [line for line in ring(EMPTY, "N2021", RIFLES) if not line.endswith("N2020")]
    assert state_of("1ID", "unit 1ID N2021", *free) == "full"


@pytest.mark.rule(SLUG, "7.4", "R-10", "7.7")
def test_enemy_units_cut_lines_and_control_does_not() -> None:
    """A ring of rifle divisions cuts a German off, a ring of lone artillery too; a land under
    Soviet control without units does not.
    """
    inside = "unit 36Mot N2526"
    assert state_of("36Mot", inside, *ring(EMPTY, "N2526", RIFLES)) == "out"
    guns = ["402Art", "403Art", "110Art", "429Art", "5Art", "29Art"]
    assert state_of("36Mot", inside, *ring(EMPTY, "N2526", guns)) == "out"
    assert state_of("36Mot", inside, *ring(EMPTY, "N2526", RIFLES[:5])) == "full"
    around = " ".join(EMPTY.board.grid.neighbours("N2526"))
    assert state_of("36Mot", inside, f"control soviet {around}") == "full"


@pytest.mark.rule(SLUG, "7.4", "R-8")
def test_lines_stay_on_their_sheet() -> None:
    """A German in N1034 whose only way west leads through row S41 is out of supply; a unit in
    S4134 behind the same wall is not. The seam belongs to the North.
    """
    wall = ["unit 10RD N1033", "unit 90RD N1133", "unit 48RD N1134", "unit 125RD N1035"]
    grid = EMPTY.board.grid
    north = [h for h in grid.neighbours("N1034") if h.startswith("N")]
    assert sorted(north) == ["N1033", "N1035", "N1133", "N1134"]
    assert state_of("1ID", "unit 1ID N1034", *wall) == "out"
    assert state_of("1ID", "unit 1ID S4134", *wall) == "full"
    assert state_of("1ID", "unit 1ID N1034", *wall[1:]) == "full"


def test_lines_do_not_cross_water_hexsides() -> None:
    """N3833 across the lagoon from N3732: with the land around it closed the lagoon is no way."""
    grid, land = EMPTY.board.grid, EMPTY.game.theatre(EMPTY).land
    others = [h for h in grid.neighbours("N3833") if h in land and h != "N3732"]
    units = [f"unit {u} {h}" for u, h in zip(RIFLES, others, strict=False)]
    assert len(units) == len(others)
    assert state_of("1ID", "unit 1ID N3833", *units) == "out"


@pytest.mark.rule(SLUG, "7.1")
def test_hungarians_and_romanians_are_always_in_supply() -> None:
    """Surrounded or not, and whatever has become of Ploesti."""
    lines = ["unit 7R S2634", *ring(EMPTY, "S2634", RIFLES), "state fallen=S2029"]
    assert state_of("7R", *lines) == "full"


@pytest.mark.rule(SLUG, "7.2", "7.8")
def test_attenuated_supply() -> None:
    """Once Ploesti has been Soviet a German with a line is attenuated, one without is out of
    supply, and the Soviets know no such state.
    """
    assert state_of("1ID", "unit 1ID N2030") == "full"
    assert state_of("1ID", "unit 1ID N2030", "state fallen=S2029") == "attenuated"
    assert state_of("10RD", "unit 10RD N2234", "state fallen=S2029") == "full"
    cut = ring(EMPTY, "N2526", RIFLES)
    assert state_of("36Mot", "unit 36Mot N2526", *cut, "state fallen=S2029") == "out"
    assert state_of("1ID", "unit 1ID N2030", "state fallen=N2628") == "full"  # Warsaw is no oil


@pytest.mark.rule(SLUG, "5.13-2")
def test_everybody_is_in_supply_on_turn_1() -> None:
    """A surrounded stack too; the loss of Ploesti tells from turn 2 on (R-56)."""
    lost = [has_lost_oil(sketch(SLUG, f"turn {n}\nstate fallen=S2029")) for n in (1, 2)]
    assert lost == [False, True]
    cut = ["turn 1", "unit 36Mot N2526", *ring(EMPTY, "N2526", RIFLES), "state fallen=S2029"]
    assert state_of("36Mot", *cut) == "full"
    assert state_of("1ID", "turn 2", "unit 1ID N2030", "state fallen=S2029") == "attenuated"


def test_overland_supply_is_real_on_turn_1_too() -> None:
    """R-45, R-132: a surrounded hex has no line, whatever the turn."""
    pos = sketch(SLUG, "\n".join(["turn 1", *ring(EMPTY, "N2526", RIFLES)]))
    assert not is_overland(pos, AXIS, "N2526")
    assert is_overland(pos, AXIS, "N2024")


def test_aerial_supply_is_as_good_as_a_line() -> None:
    """7.9: in the hex of the marker and nowhere else, and only for Germans."""
    cut = ["unit 36Mot N2526", *ring(EMPTY, "N2526", RIFLES)]
    assert state_of("36Mot", *cut, "state aerial=N2526") == "full"
    assert state_of("36Mot", *cut, "state aerial=N2526 fallen=S2029") == "attenuated"
    assert state_of("36Mot", *cut, "state aerial=N2527") == "out"
    soviet = ["unit 10RD N2540", *ring(EMPTY, "N2540", INFANTRY), "state aerial=N2540"]
    assert state_of("10RD", *soviet) == "out"


@pytest.mark.rule(SLUG, "7.8-note")
def test_there_is_no_supply_by_sea() -> None:
    """A German cut off in the port of Memel is out of supply."""
    lines = ["unit 291ID N4133", *ring(EMPTY, "N4133", RIFLES)]
    assert state_of("291ID", *lines) == "out"


@pytest.mark.parametrize(
    ("states", "found"),
    [
        (("full", "full"), "full"),
        (("full", "attenuated"), "attenuated"),
        (("attenuated", "out"), "out"),
        (("full", "out", "full"), "out"),
        ((), "full"),
    ],
)
def test_a_force_is_as_its_worst_unit(states: tuple[Supply, ...], found: Supply) -> None:
    """7.6, 7.8: one unit out of supply is enough."""
    assert worst(states) == found


def test_both_sides_have_lines_everywhere_at_the_start() -> None:
    """On the empty map every land hex has a line for both sides."""
    land = EMPTY.game.theatre(EMPTY).land
    for side in (AXIS, SOVIET):
        assert all(hex_ in traced(EMPTY, side) for hex_ in land)
