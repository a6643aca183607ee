"""The charts of Red Parachutes against the player aid, cell by cell where it prints them."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from grognard import games
from grognard.games.kanev43.chartfile import load_charts
from grognard.games.kanev43.charts import (
    SIXTHS,
    Class,
    Condition,
    CrossingColumn,
    Layer,
    OddsRow,
    Passage,
    Shell,
    Split,
    StateName,
    half,
)
from grognard.mechanics.tables import distribution

CHARTS = load_charts(Path(games.__file__).parent / "kanev43" / "data" / "tables.yaml")

#: The combat table as the player aid has it: dice 2 to 12, columns 1 to 11.
COMBAT = """
2d/1 1d/2 1/2 1/2 3Z/- 1d/2 3Z/- 2d/1 2d/1 1d/2 1/2
6Z/- 2d/1 4Z/- 2d/- 2d/- 1d/1 1/2 2d/1 1/4d -/2 1/2
4Z/- 4Z/- 3Z/- 1d/2 2d/1 1/2 2d/- 2d/1 1/2 -/4d -/4d
3Z/- 2d/- 3Z/- 3Z/- 1d/2 -/1 2d/1 1/2 -/3d 1/2 -/5Z
3Z/- 3Z/- 2d/- 2d/1 2d/1 2d/1 1d/2 -/2 -/3d -/3 -/4d
2d/- 3Z/- 2d/1 2d/- 2d/1 2d/1 -/2 -/4d -/2 -/4d -/3
3Z/- 3Z/- 2d/- 3Z/- 3Z/- 2d/- 1/2 -/3d -/3 -/3d -/5Z
3Z/- 2d/- 3Z/- 2d/1 2d/- 1d/2 -/3d -/3 -/5Z -/5Z -/2
2d/1 2d/1 2d/1 2d/1 1/2 3Z/- 2d/1 1d/2 1/2 -/5Z -/4d
5Z/- 2d/1 1d/2 2d/1 -/2 -/3d -/4d 1/2 1d/2 -/2 -/2
3Z/- 5Z/- 5Z/- -/2 -/3 2d/1 1/2 1/5Z 2d/1 2d/1 -/3d
"""
BOMBARDMENT = """
x d d d d Z Z1 Z1 Z1 Z2 Z2
x x d d d d d Z1 Z1 Z1 Z1
x x x x d d d d d Z Z
x x x x x d d d d d d
x x x x x x x x x d d
x x x x x x x x x x x
x x x x x x x x x x d
x x x x x x x d d d d
x x x x x x d d d d Z1
x x x d d d d d Z1 Z1 Z1
d d d d Z Z1 Z1 Z1 Z2 Z2 Z2
"""


# --- combat -----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "CRT-2", "R-09")
def test_all_cells_of_the_combat_table() -> None:
    """121 cells; dice 7 in column 8 is -/4d, dice 12 there 1/5Z."""
    table = CHARTS.tables["combat"]
    rows = [[table.lookup(str(c), d) for c in range(1, 12)] for d in range(2, 13)]
    assert rows == [line.split() for line in COMBAT.split("\n") if line]
    assert (table.lookup("8", 7), table.lookup("8", 12)) == ("-/4d", "1/5Z")


@pytest.mark.rule("kanev43", "CRT-13", "CRT-14", "CRT-15", "R-02")
def test_what_a_result_says() -> None:
    """-/4d: nothing for the attacker; the defender has 4 and is disrupted. Z demoralises."""
    result = CHARTS.result(7, 7)
    assert (result.attacker.casualties, result.attacker.disrupted) == (0, False)
    assert (result.defender.casualties, result.defender.disrupted) == (4, True)
    last = CHARTS.result(10, 5).defender
    assert (last.casualties, last.disrupted, last.demoralised) == (5, False, True)


@pytest.mark.rule("kanev43", "CRT-1")
@pytest.mark.parametrize(("row", "column"), [("hill", 4), ("swamp", 5), ("rough", 6), ("clear", 7)])
def test_three_to_one_by_terrain(row: OddsRow, column: int) -> None:
    """The same odds are another column in each row."""
    assert CHARTS.column(row, 12, 4) + 1 == column


@pytest.mark.rule("kanev43", "CRT-1")
@pytest.mark.parametrize(
    ("row", "lowest", "highest"),
    [("hill", "1:2", "14:1"), ("swamp", "1:3", "12:1"), ("rough", "1:4", "12:1"),
     ("clear", "1:5", "10:1")],
)  # fmt: skip
def test_ends_of_the_rows(row: OddsRow, lowest: str, highest: str) -> None:
    """Eleven columns each; only hill and swamp have 5:1."""
    labels = CHARTS.odds[row].labels
    assert (labels[0], labels[-1], len(labels)) == (lowest, highest, 11)
    assert ("5:1" in labels) == (row in ("hill", "swamp"))


@pytest.mark.rule("kanev43", "CBT-13")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(10, 25, "1:3"), (11, 6, "1:1"), (60, 8, "6:1"), (26, 2, "10:1")],
)
def test_odds_are_rounded_down(attack: int, defence: int, label: str) -> None:
    """To the nearest column of the row."""
    assert CHARTS.odds["clear"].labels[CHARTS.column("clear", attack, defence)] == label


@pytest.mark.rule("kanev43", "CRT-3", "CBT-14", "R-06")
@pytest.mark.parametrize(
    ("row", "odds", "levels", "label"),
    [("clear", (6, 1), 1, "6:1"), ("clear", (6, 1), 2, "8:1"), ("clear", (15, 2), 1, "6:1"),
     ("clear", (13, 1), -1, "8:1"), ("clear", (4, 1), 1, "4:1"), ("hill", (4, 1), 1, "5:1"),
     ("clear", (1, 4), -3, "1:5"), ("clear", (10, 1), 3, "10:1"), ("hill", (1, 2), 1, "1:1")],
)  # fmt: skip
def test_modifiers_move_the_odds(
    row: OddsRow, odds: tuple[int, int], levels: int, label: str
) -> None:
    """6:1 and one more is 7:1, which has no column; two more are 8:1."""
    column = CHARTS.modified(row, CHARTS.column(row, *odds), levels)
    assert CHARTS.odds[row].labels[column] == label


def test_below_the_lowest_odds_there_is_no_column() -> None:
    """1:3 against a hill, 1:6 in the clear."""
    assert CHARTS.column("hill", 1, 3) == -1
    assert CHARTS.column("clear", 1, 6) == -1


@pytest.mark.rule("kanev43", "CRT-16")
@pytest.mark.parametrize(
    ("casualties", "attacker", "defender"),
    [(0, (0, 0), (0, 0)), (1, (1, 0), (0, 1)), (2, (1, 1), (1, 1)), (3, (2, 1), (1, 2)),
     (4, (2, 2), (2, 2)), (5, (3, 2), (2, 3)), (6, (3, 3), (3, 3))],
)  # fmt: skip
def test_half_steps_half_retreat(
    casualties: int, attacker: tuple[int, int], defender: tuple[int, int]
) -> None:
    """The attacker rounds the steps up, the defender down."""
    assert CHARTS.split("attacker", casualties) == Split(*attacker)
    assert CHARTS.split("defender", casualties) == Split(*defender)


@pytest.mark.rule("kanev43", "CBT-20")
@pytest.mark.parametrize(("below", "highest"), [(0, 0), (1, 2), (2, 3), (3, 4), (4, 4), (6, 4)])
def test_lower_morale_fails(below: int, highest: int) -> None:
    """1 below on 1-2, 2 below on 1-3, more on 1-4; at the level nobody fails."""
    assert [die for die in range(1, 7) if CHARTS.fails(below, die)] == list(range(1, highest + 1))


def test_advances() -> None:
    """Soviets and foot 2 hexes, trucks 3, towed guns none, tracks 4."""
    found = {name: figure.number for name, figure in CHARTS.advances.items()}
    assert found == {"soviet": 2, "foot": 2, "motor": 3, "towed": 0, "tracked": 4}


def test_caps_of_the_modifiers() -> None:
    """As the list beside the combat table has them."""
    found = {str(name): figure.number for name, figure in CHARTS.modifiers.items()}
    assert (found["integrity_attack"], found["integrity_defence"]) == (2, -1)
    assert (found["armour_attack"], found["armour_defence"]) == (3, -1)
    assert (found["morale_attack"], found["morale_defence"]) == (3, -2)
    ones = {"surprise", "envelopment", "engineers", "leader", "massed_armour"}
    assert {found[name] for name in ones} == {1}
    assert found["mixed"] == -1


# --- bombardment ------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BMB-2")
def test_all_cells_of_the_bombardment_table() -> None:
    """121 cells; dice 7 is x everywhere, dice 12 in column 9 is Z2."""
    table = CHARTS.tables["bombardment"]
    rows = [[table.lookup(str(c), d) for c in range(1, 12)] for d in range(2, 13)]
    assert rows == [line.split() for line in BOMBARDMENT.split("\n") if line]
    assert {CHARTS.shell(column, 7) for column in range(11)} == {Shell()}
    assert CHARTS.shell(8, 12) == Shell(demoralised=True, steps=2)


@pytest.mark.rule("kanev43", "BMB-1")
@pytest.mark.parametrize(
    ("battalions", "column"), [(6, 9), (5, 9), (4, 8), (3, 7), (2, 6), (1, 5), (0, 5)]
)
def test_twenty_points_of_fire(battalions: int, column: int) -> None:
    """The denser the target, the further right."""
    assert CHARTS.fire_column(battalions, 20) + 1 == column


@pytest.mark.rule("kanev43", "R-12")
def test_ends_of_the_bombardment_table() -> None:
    """5 against a battalion cannot fire; below column 1 nothing, beyond 11 as in 11."""
    assert CHARTS.fire_column(1, 5) == -1
    assert CHARTS.fire_column(5, 30) == 10
    assert CHARTS.shell(-1, 12) == Shell()
    assert CHARTS.shell(12, 2) == CHARTS.shell(10, 2) == Shell(demoralised=True, steps=2)


@pytest.mark.rule("kanev43", "BMB-8")
def test_what_fire_does() -> None:
    """An x is nothing, d disrupts, Z demoralises, Z1 takes a step besides."""
    assert CHARTS.shell(0, 2) == Shell()
    assert CHARTS.shell(1, 2) == Shell(disrupted=True)
    assert CHARTS.shell(5, 2) == Shell(demoralised=True)
    assert CHARTS.shell(6, 2) == Shell(demoralised=True, steps=1)


def test_shifts_of_a_bombardment() -> None:
    """One down far off, in a position or for a tank, two in a town; one up for artillery."""
    found = {name: figure.number for name, figure in CHARTS.shifts.items()}
    assert found == {"far": -1, "position": -1, "tank": -1, "town": -2, "artillery": 1}


# --- terrain ----------------------------------------------------------------------------------

#: Tactical and strategic costs, as the player aid prints them.
COSTS: dict[Layer, tuple[str, str, str]] = {
    "clear": ("2 1", "2 1", "2 1"),
    "woods": ("2 2", "3 3", "2 2"),
    "rough": ("2 2", "3 2", "2 2"),
    "hill": ("2 2", "5 3", "4 3"),
    "town": ("1 1", "1 1", "1 1"),
    "stream": ("1 1", "3 3", "3 3"),
    "road": ("2 1", "2 1/2", "2 1"),
    "highway": ("1 2/3", "1 1/3", "1 1/2"),
}
CLASSES: tuple[Class, ...] = ("foot", "mot", "mech")


@pytest.mark.rule("kanev43", "TEC-1", "TEC-18", "R-19")
@pytest.mark.parametrize("layer", COSTS)
def test_movement_costs(layer: Layer) -> None:
    """Three classes, tactical and strategic."""
    for going, printed in zip(CLASSES, COSTS[layer], strict=True):
        tactical, strategic = (int(Fraction(text) * SIXTHS) for text in printed.split())
        cost = CHARTS.terrain[layer].costs[going]
        assert (cost.tactical, cost.strategic) == (tactical, strategic)


@pytest.mark.rule("kanev43", "TEC-19", "TEC-21", "TEC-22")
def test_costs_that_are_no_numbers() -> None:
    """Swamps cost motors H+1; rivers let trucks try the table and stop tracks; the Dnepr all."""
    swamp, river = CHARTS.terrain["swamp"].costs, CHARTS.terrain["river"].costs
    assert (swamp["foot"].tactical, swamp["foot"].strategic) == (4 * SIXTHS, 3 * SIXTHS)
    assert swamp["mot"].half
    assert swamp["mech"].half
    assert river["foot"].tactical == 3 * SIXTHS
    assert (river["mot"].tactical, river["mot"].crossing) == (None, True)
    assert (river["mech"].tactical, river["mech"].crossing) == (None, False)
    assert all(CHARTS.terrain["dnepr"].costs[going].crossing for going in CLASSES)


def test_what_terrain_does_in_combat() -> None:
    """Towns and forts double, positions give half more; rivers halve and the Dnepr quarters."""
    terrain = CHARTS.terrain
    assert terrain["town"].defence == terrain["fort"].defence == 2
    assert terrain["position"].defence == Fraction(3, 2)
    assert (terrain["river"].across, terrain["dnepr"].across) == (Fraction(1, 2), Fraction(1, 4))
    rows = {layer: t.row for layer, t in terrain.items() if t.row}
    assert rows == {"clear": "clear", "woods": "rough", "rough": "rough", "hill": "hill",
                    "swamp": "swamp", "town": "rough"}  # fmt: skip


def test_zone_costs() -> None:
    """+2, +3, +2 to enter; +2, +3, +1 to leave."""
    enter, leave = CHARTS.zone_costs["enter"], CHARTS.zone_costs["leave"]
    assert [enter[going] // SIXTHS for going in CLASSES] == [2, 3, 2]
    assert [leave[going] // SIXTHS for going in CLASSES] == [2, 3, 1]


def test_limbering_costs() -> None:
    """4 and all, 2 and 6, 2 and 2, 2 and all."""
    found = {
        name: (limber // SIXTHS, unlimber and unlimber // SIXTHS)
        for name, (limber, unlimber) in CHARTS.limbering.items()
    }
    assert found == {"motorised": (4, None), "mechanised": (2, 6), "light": (2, 2),
                     "others": (2, None)}  # fmt: skip


@pytest.mark.parametrize(
    ("state", "foot", "motor", "morale", "armour", "anti_tank"),
    [("out", 0, -2, 0, 0, 0), ("isolated", -1, -4, -1, -2, -1), ("disrupted", 0, 0, 0, 0, 0),
     ("demoralised", -2, -4, -1, -2, -1)],
)  # fmt: skip
def test_states(
    state: StateName, foot: int, motor: int, morale: int, armour: int, anti_tank: int
) -> None:
    """What each takes off; isolated and demoralised units fight at half."""
    found: Condition = CHARTS.states[state]
    assert (found.foot, found.motor, found.morale) == (foot, motor, morale)
    assert (found.armour, found.anti_tank) == (armour, anti_tank)
    assert found.halves_attack == found.halves_defence == (state in ("isolated", "demoralised"))


def test_disrupted_and_unsupplied_attacks() -> None:
    """One less: not below 1 out of supply, not below 2 disrupted."""
    out, disrupted = CHARTS.states["out"], CHARTS.states["disrupted"]
    assert (out.attack, out.least, out.support) == (-1, 1, 0)
    assert (disrupted.attack, disrupted.least, disrupted.support) == (-1, 2, -1)


@pytest.mark.rule("kanev43", "TEC-20", "R-97")
def test_half_is_rounded_up() -> None:
    """Half of 5 is 3, of 4 is 2."""
    assert (half(5), half(4)) == (3, 2)


# --- ours -------------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-87")
def test_chances_to_cross() -> None:
    """30, 21, 10 and 3 in 36; and a step is lost on 12."""
    chances: dict[CrossingColumn, int] = {"A": 30, "B": 21, "C": 10, "D": 3}
    for column, chance in chances.items():
        cells = distribution(2, lambda faces: sum(faces))
        crossing = [n for dice, n in cells.items() if CHARTS.passage(column, dice).crosses]
        assert sum(crossing) == chance
        assert CHARTS.passage(column, 12).loses
    assert CHARTS.passage("A", 9) == Passage(True, disrupted=True)
    assert CHARTS.passage("D", 0).crosses
    assert CHARTS.passage("A", 14).loses


@pytest.mark.rule("kanev43", "R-87")
@pytest.mark.parametrize(
    ("who", "column"),
    [("infantry foot", "A"), ("hq", "A"), ("engineer", "A"), ("infantry mot", "B"),
     ("anti-tank", "B"), ("mortar", "B"), ("guns foot", "B"), ("guns mot", "C"), ("rocket", "C"),
     ("recon mot", "C"), ("tank", "D"), ("infantry mech", "D"), ("guns mech", "D")],
)  # fmt: skip
def test_who_crosses_in_which_column(who: str, column: str) -> None:
    """Men and staffs best, tanks worst."""
    assert CHARTS.crossers[who] == column


@pytest.mark.rule("kanev43", "R-89")
def test_drop_table() -> None:
    """4, 31, 73, 73 and 35 of 216: eliminated, three scatters, on target."""
    found = distribution(3, lambda faces: CHARTS.drop(sum(faces)))
    assert found == {"eliminated": 4, "3": 31, "2": 73, "1": 73, "lands": 35}
    assert [CHARTS.scatter[die] for die in range(1, 7)] == ["N", "NE", "SE", "S", "SW", "NW"]


@pytest.mark.rule("kanev43", "R-37")
@pytest.mark.parametrize(
    ("die", "steps"),
    [
        (1, (1, 0, 0)),
        (2, (1, 0, 0)),
        (3, (2, 0, 0)),
        (4, (2, 0, 0)),
        (5, (2, 1, 0)),
        (6, (2, 0, 1)),
    ],
)
def test_replacement_die(die: int, steps: tuple[int, int, int]) -> None:
    """Infantry, engineers, and tanks or the like."""
    draft = CHARTS.drafts[die]
    assert (draft.infantry, draft.engineer, draft.armour) == steps


def test_ammunition_is_short() -> None:
    """Axis 8, 3 and 1, Soviets 8, 2, 5 and 2 a day: fewer than all guns could fire."""
    axis, soviet = CHARTS.stocks["axis"], CHARTS.stocks["soviet"]
    assert (axis["light"], axis["heavy"], axis["mortar"], axis["rocket"]) == (8, 3, 0, 1)
    assert (soviet["light"], soviet["heavy"], soviet["mortar"], soviet["rocket"]) == (8, 2, 5, 2)
    assert CHARTS.own["salvoes"].number == 2


@pytest.mark.rule("kanev43", "R-94")
@pytest.mark.parametrize(
    ("difference", "winner", "level"),
    [(30, "soviet", "decisive"), (15, "soviet", "decisive"), (14, "soviet", "marginal"),
     (5, "soviet", "marginal"), (4, "", "Draw"), (-4, "", "Draw"), (-5, "axis", "marginal"),
     (-14, "axis", "marginal"), (-15, "axis", "decisive"), (-50, "axis", "decisive")],
)  # fmt: skip
def test_levels_of_victory(difference: int, winner: str, level: str) -> None:
    """By Soviet points less Axis points and par."""
    found = CHARTS.victory(difference)
    assert found.winner == winner
    assert level in found.title


def test_every_odds_of_a_row_is_a_level() -> None:
    """Otherwise modifiers could not start from it."""
    for row, column in product(CHARTS.odds, range(11)):
        assert CHARTS.odds[row].labels[column] in CHARTS.levels.labels
    assert len(CHARTS.levels) == 18
