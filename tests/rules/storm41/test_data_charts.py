"""The charts of Operation Storm against what the rules print."""

from itertools import pairwise
from pathlib import Path

import pytest

from grognard import games
from grognard.games.storm41.charts import CountName, LimitName, TerrainName, load_charts
from grognard.games.storm41.units import Going, Nation, Pace, load_units
from grognard.mechanics.stacking import Stacked

DATA = Path(games.__file__).parent / "storm41" / "data"
CHARTS = load_charts(DATA / "tables.yaml")
UNITS = load_units(DATA / "units.yaml")
DICE = range(1, 7)
COLUMNS = range(16)


# --- 12.1, 12.2  movement ---------------------------------------------------------------


@pytest.mark.rule("storm41", "12.1")
@pytest.mark.parametrize(
    ("pace", "full", "attenuated", "out"),
    [
        ("german mech", 10, 7, 4),
        ("german foot", 6, 4, 2),
        ("german static", 0, 0, 0),
        ("soviet mech", 8, None, 4),
        ("soviet foot", 5, None, 2),
        ("allied", 5, None, None),
    ],
)
def test_movement_factors(pace: Pace, full: int, attenuated: int | None, out: int | None) -> None:
    """By class and supply; the Soviets know no attenuated supply, the allies no lack of it."""
    assert CHARTS.movement[pace, "full"] == full
    assert CHARTS.movement.get((pace, "attenuated")) == attenuated
    assert CHARTS.movement.get((pace, "out")) == out


@pytest.mark.rule("storm41", "12.2")
@pytest.mark.parametrize(
    ("terrain", "foot", "mech", "cavalry", "mountain", "shift"),
    [
        ("clear", 1, 1, 1, 1, 0),
        ("forest", 1, 2, 1, 1, 0),
        ("marsh", 2, None, 1, 2, 0),
        ("rough", 2, 2, 1, 1, -1),
        ("mountain", 3, None, 2, 1, -2),
        ("sea", None, None, None, None, 0),
        ("city", 1, 1, 1, 1, -1),
        ("major_city", 1, 1, 1, 1, -2),
        ("oilfield", 1, 1, 1, 1, 0),
    ],
)
def test_terrain(
    terrain: TerrainName,
    foot: int | None,
    mech: int | None,
    cavalry: int | None,
    mountain: int | None,
    shift: int,
) -> None:
    """Costs of the four columns; None is closed but for passes and corridors."""
    costs: dict[Going, int | None] = {
        "foot": foot,
        "mech": mech,
        "cavalry": cavalry,
        "mountain": mountain,
    }
    assert CHARTS.terrain[terrain].costs == costs
    assert CHARTS.terrain[terrain].shift == shift


@pytest.mark.rule("storm41", "R-101")
def test_no_concentric_shift_against_cities() -> None:
    """Cities and major cities, and nothing else."""
    closed = {name for name, terrain in CHARTS.terrain.items() if not terrain.concentric}
    assert closed == {"city", "major_city"}


def test_other_costs() -> None:
    """A point for each; passes and corridors replace the terrain, the others come on top."""
    assert {figure.number for figure in CHARTS.costs.values()} == {1}
    table = CHARTS.tables["costs"]
    on_top = {row for row in table.rows if table.lookup("points", row).startswith("+")}
    assert set(table.rows) - on_top == {"pass", "corridor"}


# --- 12.3  combat -----------------------------------------------------------------------


@pytest.mark.rule("storm41", "10.8", "10.8-ex")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (26, 7, "+15"),
        (9, 0, "+5"),
        (54, 0, "+50"),
        (55, 0, "≥55"),
        (90, 1, "≥55"),
        (4, 7, "≤0"),
        (7, 7, "≤0"),
        (8, 7, "+1"),
        (11, 7, "+4"),
        (16, 7, "+5"),
        (17, 7, "+10"),
    ],
)
def test_a_differential_between_headings_goes_left(attack: int, defence: int, column: str) -> None:
    """26 against 7 is +19 and uses +15."""
    assert CHARTS.column(CHARTS.rung(attack, defence)) == column


@pytest.mark.rule("storm41", "R-91")
@pytest.mark.parametrize(
    ("attack", "defence", "net", "column"),
    [
        (0, 12, 2, "+2"),
        (50, 0, 3, "≥55"),
        (1, 0, -4, "≤0"),
        (20, 0, -1, "+15"),
        (10, 0, 2, "+20"),
    ],
)
def test_shifts_move_the_column_once(attack: int, defence: int, net: int, column: str) -> None:
    """The net shift stops at the ends of the table."""
    assert CHARTS.column(CHARTS.shifted(CHARTS.rung(attack, defence), net)) == column


@pytest.mark.rule("storm41", "12.3", "10.21-ex")
@pytest.mark.parametrize(
    ("attack", "die", "result"),
    [
        (20, 5, "1/2"),
        (0, 1, "1/0"),
        (0, 6, "3/0"),
        (1, 1, "1/1"),
        (4, 1, "1/2"),
        (5, 1, "1/3"),
        (10, 1, "0/4"),
        (25, 1, "0/7"),
        (30, 1, "DE"),
        (30, 2, "0/7"),
        (50, 6, "0/7"),
        (50, 5, "DE"),
        (55, 6, "DE"),
        (5, 5, "1/1"),
        (4, 5, "1/0"),
    ],
)
def test_cells_of_the_combat_results_table(attack: int, die: int, result: str) -> None:
    """A 5 on +20 is 1/2; the corners and edges of the table are as printed."""
    assert CHARTS.result(CHARTS.rung(attack, 0), die).text == result


@pytest.mark.rule("storm41", "12.3")
def test_the_table_follows_its_diagonals() -> None:
    """One column further right and one pip higher is the same result, from +5 on to the right;
    this is how the table was drawn, and holds a slip of the pen in any cell against it.
    """
    for rung in range(5, 15):
        for die in range(1, 6):
            here, beyond = CHARTS.result(rung, die), CHARTS.result(rung + 1, die + 1)
            assert (rung, die, here.text) == (rung, die, beyond.text)


@pytest.mark.rule("storm41", "12.3")
@pytest.mark.parametrize(
    ("die", "row"),
    [
        (1, "1/0 1/1 1/1 1/1 1/2 1/3"),
        (2, "2/0 1/0 1/1 1/1 1/1 1/2"),
        (3, "3/0 2/0 1/0 1/1 1/1 1/1"),
        (4, "3/0 3/0 2/0 1/0 1/1 1/1"),
        (5, "3/0 3/0 3/0 2/0 1/0 1/1"),
        (6, "3/0 3/0 3/0 3/0 2/0 2/0"),
    ],
)
def test_the_left_of_the_table(die: int, row: str) -> None:
    """The columns from <=0 to +5, cell by cell."""
    assert " ".join(CHARTS.result(rung, die).text for rung in range(6)) == row


def test_results_never_get_worse_to_the_right() -> None:
    """With the same die a better column costs the attacker no more and the defender no less."""
    for die in DICE:
        for left, right in pairwise(CHARTS.result(rung, die) for rung in COLUMNS):
            assert right.attacker <= left.attacker
            assert right.all_defenders or right.defender >= left.defender
            assert right.all_defenders >= left.all_defenders


@pytest.mark.rule("storm41", "R-100")
def test_the_other_reading_of_a_six() -> None:
    """2/0 as printed, 1/0 with the option; no other cell differs."""
    rung = CHARTS.rung(5, 0)
    assert (CHARTS.result(rung, 6).text, CHARTS.result(rung, 6, even=True).text) == ("2/0", "1/0")
    differ = {key for key in CHARTS.combat if CHARTS.combat[key] != CHARTS.even_combat[key]}
    assert differ == {(rung, 6)}


def test_results_are_read() -> None:
    """1/2 costs one attacker and two defenders, DE all defenders and nobody else."""
    some, all_ = CHARTS.result(8, 5), CHARTS.result(15, 6)
    assert (some.attacker, some.defender, some.all_defenders) == (1, 2, False)
    assert (all_.attacker, all_.all_defenders) == (0, True)


def test_shifts() -> None:
    """Every shift of the text, right for the attacker."""
    assert {name: figure.number for name, figure in CHARTS.shifts.items()} == {
        "surprise": 2,
        "surprised": -1,
        "soviet_move_fight": -1,
        "german_fight_move": 1,
        "mobile_assault": -1,
        "german_concentric": 2,
        "soviet_concentric": 1,
        "attacker_air": 1,
        "defender_air": -1,
        "attacker_out": -2,
        "defender_out": 2,
        "attacker_attenuated": -1,
        "defender_attenuated": 1,
        "only_t34": 1,
    }


# --- 6  stacking ------------------------------------------------------------------------


def some(number: int, nation: Nation, kind: str = "infantry") -> list[Stacked]:
    return [Stacked(f"{nation} {kind} {n}", frozenset({nation, kind})) for n in range(number)]


@pytest.mark.parametrize(("nation", "most"), [("german", 8), ("hungarian", 3), ("romanian", 3)])
def test_stacking_limits_of_the_axis(nation: Nation, most: int) -> None:
    """Eight Germans, three Hungarians, three Romanians (6.3, 6.4)."""
    axis = CHARTS.stacking["axis"]
    assert axis.fits(some(most, nation))
    (refusal,) = axis.over(some(most + 1, nation))
    assert refusal.rule == ("6.4" if nation == "german" else "6.3")


def test_nations_of_the_axis_are_not_stacked() -> None:
    """Not even one of each (6.2); the Slovaks are German."""
    for first, second in (("1ID", "7R"), ("1ID", "8H"), ("7R", "8H")):
        pair = [UNITS.by_id[unit].stacked for unit in (first, second)]
        assert [refusal.rule for refusal in CHARTS.stacking["axis"].over(pair)] == ["6.2"]
    assert CHARTS.stacking["axis"].fits([UNITS.by_id[u].stacked for u in ("1ID", "Slov")])


@pytest.mark.parametrize(
    ("others", "guns", "fits"), [(6, 6, True), (7, 0, False), (5, 7, False), (0, 6, True)]
)
def test_soviet_artillery_is_counted_apart(others: int, guns: int, fits: bool) -> None:
    """Six units and six of artillery (6.5)."""
    stack = [*some(others, "soviet", "rifle"), *some(guns, "soviet", "artillery")]
    assert CHARTS.stacking["soviet"].fits(stack) is fits


# --- points and limits --------------------------------------------------------------------


def test_victory_points() -> None:
    """Ploesti is worth two; casualties of one's own and German edges cost one each (4)."""
    assert {name: figure.number for name, figure in CHARTS.points.items()} == {
        "advantage": 1,
        "ploesti": 2,
        "pripyat_notec": 1,
        "danube": 1,
        "hungary": 1,
        "german_losses": 1,
        "soviet_losses": -1,
        "north_edge": -1,
        "south_edge": -1,
    }


@pytest.mark.parametrize(
    ("name", "number"), [("city", 1), ("major_city", 2), ("loss", 1), ("loss_out", 2)]
)
def test_counts(name: CountName, number: int) -> None:
    """A major city counts two, and so does a unit lost out of supply (4.2, 4.7, 4.8)."""
    assert CHARTS.counts[name].number == number


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("surprise_turn", 1),
        ("air_dice", 2),
        ("air_dice_without_oil", 1),
        ("airpower", 10),
        ("air_range", 1),
        ("aerial_supply", 1),
        ("reserve_hexes", 1),
        ("replacement_turn", 2),
        ("mech_replacements", 2),
        ("replacements", 5),
        ("drop_brigades", 6),
        ("drops", 2),
        ("supply_check_turn", 2),
    ],
)
def test_limits(name: LimitName, number: int) -> None:
    """The numbers that the text sets."""
    assert CHARTS.limits[name].number == number


def test_everything_printed_is_the_rulebooks() -> None:
    """Only the other reading of R-100 is ours."""
    ours = {name for name, table in CHARTS.tables.items() if table.source != "rulebook"}
    assert ours == {"even_combat"}
