"""The charts of Korsun 1944 against what the rules print."""

from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard import games
from grognard.games.korsun44.charts import (
    SIXTHS,
    CostName,
    Effect,
    FireTable,
    Layer,
    LimitName,
    ModifierName,
    MoraleName,
    NationName,
    half,
    load_charts,
)
from grognard.games.korsun44.units import Star

DATA = Path(games.__file__).parent / "korsun44" / "data"
CHARTS = load_charts(DATA / "tables.yaml")

# --- terrain ------------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "T-terrain", "C8")
@pytest.mark.parametrize(
    ("layer", "truck", "mech", "foot", "modifiers"),
    [
        ("clear", "3", "2", "3/2", 0),
        ("hills", "3", "5/2", "2", 1),
        ("forest", "1", "1", "1", 1),
        ("city", "2", "2", "2", 1),
        ("town", "2", "2", "1", 1),
        ("main_road", "1/3", "1/2", "1/2", 0),
        ("side_road", "1", "1", "1", 0),
        ("river", "2", "2", "3/2", 2),
        ("stream", "1", "1", "1", 1),
        ("swamp", "3", "2", "3/2", 0),
        ("railroad", "1", "1", "1", 0),
    ],
)
def test_terrain(layer: Layer, truck: str, mech: str, foot: str, modifiers: int) -> None:
    """Costs for trucks, tracks and feet in exact parts of a point, and modifiers."""
    row = CHARTS.terrain[layer]
    wanted = {"truck": truck, "mech": mech, "foot": foot}
    assert row.costs == {going: Fraction(points) * SIXTHS for going, points in wanted.items()}
    assert row.modifiers == modifiers
    assert row.adds == (layer in ("forest", "river", "stream"))


@pytest.mark.rule("korsun44", "T-terrain")
def test_the_dnieper_is_closed() -> None:
    """Only a bridge leads over it, and nobody attacks across."""
    dnieper = CHARTS.terrain["dnieper"]
    assert set(dnieper.costs.values()) == {None}
    assert dnieper.modifiers is None


def test_three_hexes_of_main_road_cost_a_truck_one_point() -> None:
    """Thirds are exact (C8)."""
    assert 3 * (CHARTS.terrain["main_road"].costs["truck"] or 0) == SIXTHS


# --- combat ---------------------------------------------------------------------------------

#: The combat table by columns, from a roll of 2 down to 12: attacker and defender in turn.
COLUMNS = {
    "1:4": "-1/-1D -1/- A1•/- A1-1/- A1-1/- A2-1/- A2-2/-1 A2-2/- A2-2/- A2-2/- A2D-2/-1",
    "1:3": "-1/D1D -1/D1 •/-1 -1/- A1•/- A1/- A1-1/- A2-1/-1 A2-2/- A2-2/- A2D-2/-1",
    "1:2": "-1/D1D •/D1 •/D1 -1/-1 -1/-1 A1/- A1/- A1-1/- A2-1/-1 A2-2/- A2D-2/-1",
    "1:1": "-1/D2D •/D2 •/D1 •/D1 -/D1 -1/-1 -1/-1 -1/- A1/- A1-1/- A2D-1/-1",
    "2:1": "-1/D3D •/D2-1 •/D2 •/D2 -/D2 -/D1 -/D1 -1/D1 -1/D1-1 -1/-1 D-1/-1",
    "3:1": "-1/D3D •/D3-1 •/D3 •/D2 -/D2 -/D2 -/D2 -/D1 -1/D1-1 -1/-1 D-1/-1",
    "4:1": "-1/D3D •/D3-1 •/D3 -/D3 -/D2 -/D2 -/D2 •/D2-1 -1/D2 -1/D1 D-1/-1",
    "5:1": "-1/D4D •/D3-1 •/D3 -/D3 -/D3 -/D2 -/D2 •/D2-1 -/D2 -1/D2 D-1/D1",
    "6:1": "-1/D4D •/D4-1 •/D3 -/D3 -/D3 -/D3 -/D2-1 •/D2 -/D2 -1/D2 D-1/D2",
    "7:1": "-1/D4D •/D4-1 •/D4-1 -/D3 -/D3 -/D3 -/D3-1 -/D2 •/D2 -1/D2 D-1/D2",
    "8:1": "-1/D4D •/D4-1 •/D4-1 -/D4 -/D3 -/D3-1 -/D3 -/D3 •/D2 -1/D2 D-1/D2",
    "9:1": "-1/D5D •/D4-1 •/D4-1 -/D4 -/D4 -/D3-1 -/D3-1 -/D3 •/D3 -1/D2 D-1/D2",
    "10:1": "-1/D5D-1 •/D5-1 •/D4-1 -/D4-1 -/D4-1 -/D4 -/D3 -/D3 -/D3 •/D3 D-1/D2",
}


@pytest.mark.rule("korsun44", "T-combat", "1.6-a", "A1", "A3")
@pytest.mark.parametrize(("column", "cells"), COLUMNS.items())
def test_combat_results(column: str, cells: str) -> None:
    """All 143 cells are as printed in the tables section."""
    rung = CHARTS.scale.labels.index(column)
    found = [CHARTS.result(rung, dice) for dice in range(2, 13)]
    printed = [f"{r.attacker.text}/{r.defender.text}".replace(" ", "") for r in found]
    assert printed == cells.split()
    assert CHARTS.scale.labels == tuple(COLUMNS)


@pytest.mark.rule("korsun44", "A1")
def test_the_cell_of_the_first_printing() -> None:
    """A 6 at 4:1 is D2, with the option D3; no other cell changes."""
    rung = CHARTS.scale.labels.index("4:1")
    assert CHARTS.result(rung, 6).defender.retreat == 2
    assert CHARTS.result(rung, 6, first=True).defender.retreat == 3
    changed = [key for key in CHARTS.combat if CHARTS.combat[key] != CHARTS.first_combat[key]]
    assert changed == [(rung, 6)]


@pytest.mark.rule("korsun44", "T-combat-notes", "E9", "A4")
@pytest.mark.parametrize(
    ("column", "dice", "attacker", "defender"),
    [
        ("1:1", 7, Effect("-1", loss=1), Effect("-1", loss=1)),
        ("2:1", 3, Effect("•", test=True), Effect("D2 -1", retreat=2, loss=1)),
        ("2:1", 10, Effect("-1", loss=1), Effect("D1 -1", retreat=1, loss=1)),
        ("5:1", 2, Effect("-1", loss=1), Effect("D4D", retreat=4, disorganised=True)),
        ("1:4", 4, Effect("A1•", retreat=1, test=True), Effect("-")),
        ("1:4", 2, Effect("-1", loss=1), Effect("-1D", loss=1, disorganised=True)),
        ("1:4", 12, Effect("A2D -2", loss=2, retreat=2, disorganised=True), Effect("-1", loss=1)),
        ("9:1", 12, Effect("D -1", loss=1, disorganised=True), Effect("D2", retreat=2)),
        ("10:1", 2, Effect("-1", loss=1), Effect("D5D -1", 1, 5, disorganised=True)),
    ],
)
def test_how_results_read(column: str, dice: int, attacker: Effect, defender: Effect) -> None:
    """Losses are levels, letters with a number hexes back, D alone or behind disorganises."""
    result = CHARTS.result(CHARTS.scale.labels.index(column), dice)
    assert (result.attacker, result.defender) == (attacker, defender)


def ratio(attack: int, defence: int, attacker: int = 0, defender: int = 0) -> str:
    """The column of a combat with the modifiers of both sides."""
    rung = CHARTS.rung(attack, defence)
    return CHARTS.column(CHARTS.modified(rung, attacker, defender))


@pytest.mark.rule("korsun44", "1.5", "1.5-ex", "1.7", "1.7-ex", "C1")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(8, 5, "2:1"), (3, 2, "2:1"), (649, 100, "6:1"), (8, 3, "3:1"), (17, 8, "2:1"),
     (18, 4, "5:1"), (4, 6, "1:2"), (5, 7, "1:1"), (1, 9, "1:4"), (99, 1, "10:1"), (5, 5, "1:1")],
)  # fmt: skip
def test_ratios(attack: int, defence: int, column: str) -> None:
    """The nearest column, a half taken up; below even the defender is divided."""
    assert ratio(attack, defence) == column


@pytest.mark.rule("korsun44", "1.6", "1.6-b", "1.6-ex1", "1.6-ex2", "C2", "A2")
@pytest.mark.parametrize(
    ("attack", "defence", "attacker", "defender", "column"),
    [(8, 3, 3, 1, "5:1"), (18, 4, 7, 2, "8:1"), (3, 1, 0, 1, "2:1"), (17, 8, 2, 1, "3:1"),
     (1, 4, 0, 5, "1:4"), (1, 4, 2, 0, "1:2")],
)  # fmt: skip
def test_modifiers_move_the_column(
    attack: int, defence: int, attacker: int, defender: int, column: str
) -> None:
    """First those of the attacker, then those of the defender, never off the table."""
    assert ratio(attack, defence, attacker, defender) == column


@pytest.mark.rule("korsun44", "C5")
def test_dice_beyond_the_table() -> None:
    """1 is read as 2, 13 as 12."""
    assert CHARTS.result(3, 1) == CHARTS.result(3, 2)
    assert CHARTS.result(3, 13) == CHARTS.result(3, 12)


@given(st.integers(1, 60), st.integers(1, 60))
def test_a_ratio_is_the_nearest_whole_one(attack: int, defence: int) -> None:
    """No other column of the table is nearer to the quotient of the stronger side."""
    large, small = max(attack, defence), min(attack, defence)
    over, under = map(int, ratio(attack, defence).split(":"))
    most = 10 if attack >= defence else 4
    exact = min(Fraction(large, small), Fraction(most))
    assert abs(Fraction(max(over, under)) - exact) <= Fraction(1, 2)


@pytest.mark.rule("korsun44", "1.7")
@pytest.mark.parametrize(("whole", "part"), [(1, 1), (5, 3), (4, 2), (13, 7), (0, 0)])
def test_halves_are_rounded_up(whole: int, part: int) -> None:
    """Half of 5 is 3, half of 1 is 1."""
    assert half(whole) == part


# --- fire -------------------------------------------------------------------------------------

AIR = {
    1: "- - - - - - - - - - -1",
    3: "-1 - - - - - - - - -1 -1",
    6: "-1D -1 - - - - - - -1 -1 -1D",
    9: "-1D -1D -1 -1 - - - -1 -1 -1D -1D",
    13: "- -1D -1D -1 -1 -1 -1 -1 -1 -1D -",
    17: "-2D - -1D -1 -1 -1 -1 -1 -1D - -2D",
}
GUNS = {
    1: "-1 - - - - - - - - - •",
    3: "-1 D • - - - - - - • D",
    6: "-1D -1D • • - - - - • -1 -1D",
    9: "-1D -1D D • - - - • D -1D -1D",
    13: "- -1D D • • - • D -1D -1D -",
    17: "- -1D -1D -1• -1 -1 -1 -1• -1D -1D -",
}
LAST = {1: 2, 3: 5, 6: 8, 9: 12, 13: 16, 17: 40}


@pytest.mark.rule("korsun44", "T-air", "T-art")
@pytest.mark.parametrize("least", AIR)
@pytest.mark.parametrize(("table", "rows"), [("air_attack", AIR), ("artillery_fire", GUNS)])
def test_fire(table: FireTable, rows: dict[int, str], least: int) -> None:
    """All cells are as printed, from the least to the last strength of a row."""
    for strength in (least, LAST[least]):
        found = [CHARTS.fire_at(table, strength, dice).text for dice in range(2, 13)]
        assert found == rows[least].split()


@pytest.mark.rule("korsun44", "E9")
def test_a_loss_with_a_test() -> None:
    """-1 and a dot in artillery fire is a level lost and a test."""
    assert CHARTS.fire_at("artillery_fire", 20, 5) == Effect("-1•", loss=1, test=True)
    assert CHARTS.fire_at("air_attack", 17, 2) == Effect("-2D", loss=2, disorganised=True)


@pytest.mark.rule("korsun44", "A9")
@pytest.mark.parametrize(
    ("table", "strength", "dice"),
    [("air_attack", 13, 2), ("air_attack", 16, 12), ("air_attack", 17, 3), ("air_attack", 30, 11),
     ("artillery_fire", 14, 2), ("artillery_fire", 14, 12), ("artillery_fire", 17, 2),
     ("artillery_fire", 17, 12)],
)  # fmt: skip
def test_gaps_of_the_fire_tables(table: FireTable, strength: int, dice: int) -> None:
    """Nothing as printed, -2 with the option; eight cells and no others."""
    assert CHARTS.fire_at(table, strength, dice).text == "-"
    assert CHARTS.fire_at(table, strength, dice, full=True).loss == 2
    assert sum(CHARTS.fire[key] != CHARTS.full_fire[key] for key in CHARTS.fire) == 8


@pytest.mark.rule("korsun44", "E17")
@pytest.mark.parametrize("table", get_args(FireTable))
def test_no_strength_left(table: FireTable) -> None:
    """Fire with 0 SPs or less does nothing."""
    assert {CHARTS.fire_at(table, s, 2) for s in (0, -3)} == {Effect("-")}


@pytest.mark.rule("korsun44", "T-objects")
@pytest.mark.parametrize(
    ("strength", "rolls"),
    [(1, {2}), (3, {2, 3, 11, 12}), (6, {2, 3, 4, 10, 11, 12}), (9, {3, 4, 5, 9, 10, 11}),
     (13, {4, 5, 6, 8, 9, 10}), (17, {4, 5, 6, 7, 8, 9, 10, 11})],
)  # fmt: skip
def test_attack_on_objects(strength: int, rolls: set[int]) -> None:
    """The rolls with which a bridge is destroyed."""
    for amount in (strength, LAST[strength]):
        assert {dice for dice in range(2, 13) if CHARTS.destroys(amount, dice)} == rolls
    assert not any(CHARTS.destroys(0, dice) for dice in range(2, 13))


# --- figures ------------------------------------------------------------------------------------


@pytest.mark.rule("korsun44", "5.6.2-t")
def test_morale_limits() -> None:
    """Every nation of the table."""
    limits = {name: figure.number for name, figure in CHARTS.morale.items()}
    assert set(limits) == set(get_args(MoraleName))
    eleven = {"wehrmacht", "americans", "british", "allied poles", "guards", "soviet poles"}
    nine = {"axis italians", "volkssturm", "french", "romanians", "hungarians"}
    wanted = dict.fromkeys(eleven, 11) | dict.fromkeys(nine, 9)
    wanted |= {"ss": 12, "belgians": 8, "dutch": 8, "allied italians": 7, "red army": 10}
    assert limits == wanted


@pytest.mark.rule("korsun44", "9.2.2", "10.1.7")
@pytest.mark.parametrize(
    ("nation", "hexes", "points"),
    [("american", 4, 12), ("british", 4, 12), ("german", 4, 10), ("soviet", 3, 8),
     ("german allies", 3, 7)],
)  # fmt: skip
def test_hq_range_and_supply(nation: NationName, hexes: int, points: int) -> None:
    """Range of an HQ, and points that a line may spend off the road."""
    found = CHARTS.nations[nation]
    assert (found.hq_range, found.supply) == (hexes, points * SIXTHS)
    assert CHARTS.hq_range("german") == 4


@pytest.mark.rule("korsun44", "15.1.2")
@pytest.mark.parametrize(
    ("star", "attack", "defence", "disabled_by", "disables"),
    [
        ("black", "unfortified", "any", {"white"}, {"yellow"}),
        ("white", "mechanised", "mechanised", set(), {"black", "yellow"}),
        ("yellow", "any", "never", {"black", "white"}, set()),
        ("blue", "any", "any", set(), set()),
    ],
)
def test_stars(
    star: Star, attack: str, defence: str, disabled_by: set[str], disables: set[str]
) -> None:
    """When each is used, and which takes which away."""
    found = CHARTS.stars[star]
    assert (found.attack, found.defence) == (attack, defence)
    assert set(found.disabled_by) == disabled_by
    assert set(found.disables) == disables


def test_stars_take_each_other_away_both_ways() -> None:
    """Who disables is in the list of whom it disables."""
    for star, found in CHARTS.stars.items():
        assert all(star in CHARTS.stars[other].disabled_by for other in found.disables)
        assert all(star in CHARTS.stars[other].disables for other in found.disabled_by)


@pytest.mark.parametrize(
    ("name", "number", "rule"),
    [("leave_zone", 1, "4.2.6"), ("overrun", 1, "6.1.7"), ("overrun_works", 1, "6.1.7"),
     ("set_up", 1, "6.2.4"), ("hq_closed", 5, "9.1.3"), ("interdiction", 1, "8.2.13"),
     ("strategic", 2, "12.2.3"), ("blow_bridge", 1, "14.2.1"), ("mend_bridge", 3, "14.2.2"),
     ("blow_big_bridge", 3, "14.3.1")],
)  # fmt: skip
def test_other_costs(name: CostName, number: int, rule: str) -> None:
    """Points that the text names, each with its rule."""
    assert (CHARTS.costs[name].number, CHARTS.costs[name].rule) == (number, rule)


@pytest.mark.parametrize(
    ("name", "columns", "rule"),
    [("field_works", 1, "7.1.10"), ("field_works_city", 2, "7.1.10"),
     ("improved_works", 2, "7.2.1"), ("fixed_works", 3, "7.3.2"), ("star", 1, "15.1.3"),
     ("concentration", 1, "13.1.2"), ("resilience", 1, "15.2.3"), ("volkssturm", 2, "15.3.1"),
     ("volkssturm_stiffened", -1, "15.3.2"), ("fortification", 2, "15.4.1"),
     ("hq_lost", 5, "9.1.6")],
)  # fmt: skip
def test_modifiers(name: ModifierName, columns: int, rule: str) -> None:
    """Columns that the text names, each with its rule."""
    assert (CHARTS.modifiers[name].number, CHARTS.modifiers[name].rule) == (columns, rule)


@pytest.mark.parametrize(
    ("name", "number"),
    [("stacking", 8), ("artillery_range", 3), ("lone_guns", 1), ("terrain_fire", 2),
     ("barrage_strength", 2), ("barrage_units", 2), ("barrage_silence", 2),
     ("barrage_ammunition", 1), ("air_counter", 5), ("air_counter_soviet", 4), ("object_air", 4),
     ("interdiction_most", 2), ("interdiction_loss", 4), ("crossing_attacks", 2),
     ("crossing_loss", 6), ("supply_flight", 7), ("supply_flight_fails", 6),
     ("supply_flight_brings", 1), ("hq_lost_phases", 2), ("hq_lost_range", 8), ("hq_die", 1),
     ("want_first", 1), ("want_push", 1), ("want_hit", 1), ("want_relief", 4), ("entry_shift", 3),
     ("concentration_units", 3)],
)  # fmt: skip
def test_limits(name: LimitName, number: int) -> None:
    """The other numbers of the text."""
    assert CHARTS.limits[name].number == number
