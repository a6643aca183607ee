"""The charts of Ukraine '43 against what the rules print and what the rulings demand."""

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from grognard import games
from grognard.games.ukraine43.charts import HIGH, Result, load_charts
from grognard.games.ukraine43.units import Kind, Piece43, Role, Size
from grognard.mechanics.stacking import Stacked

FOLDER = Path(games.__file__).parent / "ukraine43"
CHARTS = load_charts(FOLDER / "data" / "tables.yaml")
COLUMNS = ("1-3", "1-2", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1")
DICE = range(1, 7)
#: Results from the attacker's worst to his best, as T-1 orders them.
RISING = ("AR", "C", "EX", "DR", "DRX", "DR1", "DR2X")


# --- 8  combat --------------------------------------------------------------------------


@pytest.mark.rule("ukraine43", "T-1")
def test_cells_that_examples_and_the_publisher_give() -> None:
    """8.4 and 26.1 fix five dice at 3-1; the publisher's example of play fixes four more."""
    three, four = "3-1", "4-1"
    primary = {die: CHARTS.primary[three, die] for die in (1, 2, 5)}
    assert primary == {1: "C", 2: "EX", 5: "DRX"}
    tolls = {die: CHARTS.secondary[three, die] for die in (1, 2, 3, 5, 6)}
    losses = {die: (toll.attacker, toll.defender) for die, toll in tolls.items()}
    assert losses == {1: (0, 0), 2: (1, 1), 3: (0, 0), 5: (1, 1), 6: (0, 1)}
    assert CHARTS.primary[four, 3] == "DR"
    assert CHARTS.secondary[four, 1] == CHARTS.secondary[three, 2]


@pytest.mark.rule("ukraine43", "T-1")
def test_results_never_get_worse_to_the_right_or_with_the_die() -> None:
    """Better odds, and a higher primary die, are never worse for the attacker."""
    rank = {result: i for i, result in enumerate(RISING)}
    for die in DICE:
        row = [rank[CHARTS.primary[column, die]] for column in COLUMNS]
        assert row == sorted(row)
    for column in COLUMNS:
        results = [rank[CHARTS.primary[column, die]] for die in DICE]
        assert results == sorted(results)


@pytest.mark.rule("ukraine43", "T-1")
def test_mean_losses_move_one_way() -> None:
    """From left to right the attacker never loses more on average and the defender never less,
    on the primary die and on a secondary one.
    """
    for attacker, defender in (_primary_means(), _secondary_means()):
        assert all(left >= right for left, right in pairwise(attacker))
        assert all(left <= right for left, right in pairwise(defender))


def _primary_means() -> tuple[list[Fraction], list[Fraction]]:
    results = [[CHARTS.results[CHARTS.primary[c, d]] for d in DICE] for c in COLUMNS]
    return (
        [Fraction(sum(result.attacker for result in column), 6) for column in results],
        [Fraction(sum(result.defender for result in column), 6) for column in results],
    )


def _secondary_means() -> tuple[list[Fraction], list[Fraction]]:
    tolls = [[CHARTS.secondary[c, d] for d in DICE] for c in COLUMNS]
    return (
        [Fraction(sum(toll.attacker for toll in column), 6) for column in tolls],
        [Fraction(sum(toll.defender for toll in column), 6) for column in tolls],
    )


@pytest.mark.rule("ukraine43", "T-1")
def test_how_often_the_defender_retreats() -> None:
    """In 0, 0, 1, 2, 3, 4, 5 and 5 of six rolls."""
    retreats = [
        sum(CHARTS.results[CHARTS.primary[column, die]].retreat > 0 for die in DICE)
        for column in COLUMNS
    ]
    assert retreats == [0, 0, 1, 2, 3, 4, 5, 5]


@pytest.mark.rule("ukraine43", "T-1")
@pytest.mark.parametrize(("table", "title"), [("combat", "die"), ("secondary", "Secondary dice")])
def test_the_table_for_readers_is_the_table_in_play(table: str, title: str) -> None:
    """RULINGS.md prints the same cells as the data."""
    text = (FOLDER / "RULINGS.md").read_text(encoding="utf-8").partition("What we made of it")[2]
    if table == "secondary":
        text = text.partition("Secondary dice")[2]
    assert title in text
    rows = re.findall(r"^\| ([1-6]) \| (.+) \|$", text, re.MULTILINE)[:6]
    printed = {int(die): tuple(cells.split(" | ")) for die, cells in rows}
    chart = CHARTS.tables[table]
    assert printed == {die: tuple(chart.lookup(c, die) for c in COLUMNS) for die in DICE}


@pytest.mark.parametrize(
    ("result", "attacker", "defender", "retreat", "disrupted", "advance"),
    [
        ("AR", 1, 0, 0, "attacker", "none"),
        ("C", 0, 0, 0, "", "hex"),
        ("EX", 1, 1, 0, "", "hex"),
        ("DR", 0, 0, 2, "defender", "full"),
        ("DR1", 0, 1, 2, "defender", "full"),
        ("DRX", 1, 1, 2, "defender", "full"),
        ("DR2X", 1, 2, 2, "defender", "full"),
    ],
)
def test_what_results_mean(
    result: Result, attacker: int, defender: int, retreat: int, disrupted: str, advance: str
) -> None:
    """Steps, hexes of retreat, disruption and advance of each result (8.5)."""
    found = CHARTS.results[result]
    assert found.name == result
    assert (found.attacker, found.defender, found.retreat) == (attacker, defender, retreat)
    assert (found.disrupted, found.advance) == (disrupted, advance)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (53, 18, "2-1"),
        (10, 9, "1-1"),
        (17, 10, "1.5-1"),
        (5, 16, ""),
        (6, 16, "1-3"),
        (0, 4, ""),
        (40, 5, "5-1"),
        (49, 5, "5-1"),
        (50, 5, HIGH),
        (90, 5, HIGH),
    ],
)
def test_odds_are_rounded_down_to_a_column(attack: int, defence: int, column: str) -> None:
    """Below 1-3 there is no column, between 5-1 and 9-1 the last, from 10-1 on no dice."""
    assert CHARTS.column(CHARTS.rung(attack, defence)) == column


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column"),
    [
        (1, 1, 1, "1.5-1"),
        (7, 1, 3, HIGH),
        (7, 1, 2, "5-1"),
        (10, 1, -1, "5-1"),
        (1, 3, -1, ""),
        (11, 1, -1, HIGH),
        (54, 5, -1, "5-1"),
        (55, 5, -1, HIGH),
    ],
)
def test_shifts_are_places_on_the_scale(attack: int, defence: int, shift: int, column: str) -> None:
    """1-1 shifted is 1.5-1; 7-1 with three shifts is 10-1; 1-3 in rain has no column, and 11-1
    in rain is 10-1.
    """
    assert CHARTS.column(CHARTS.rung(attack, defence) + shift) == column


@pytest.mark.rule("ukraine43", "8.4-2", "8.4-3", "8.4-4")
@pytest.mark.parametrize(
    ("steps", "dice"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (9, 3)]
)
def test_magnitude(steps: int, dice: int) -> None:
    """Up to three steps one die, four and five two, six and more three."""
    assert CHARTS.dice(steps) == dice


@pytest.mark.parametrize(("die", "steps"), [(1, 1), (4, 1), (5, 0), (6, 0)])
def test_heavy_casualties(die: int, steps: int) -> None:
    """A primary die of 1 to 4 costs one step besides (8.9)."""
    assert CHARTS.heavy_casualties(die) == steps


def test_shifts() -> None:
    """Everything that shifts the odds gives one column, but for the massive barrage and rain."""
    assert {name: figure.number for name, figure in CHARTS.shifts.items()} == {
        "air": 1,
        "barrage": 1,
        "massive_barrage": 2,
        "panzer_corps": 1,
        "tiger": 1,
        "sapper": 1,
        "rain": -1,
    }


@pytest.mark.rule("ukraine43", "29-2", "T-5")
def test_variable_defence() -> None:
    """One column a side."""
    assert [CHARTS.variable_defence("axis", die) for die in DICE] == [-1, 0, 0, 1, 1, 2]
    assert [CHARTS.variable_defence("soviet", die) for die in DICE] == [-2, -1, 0, 0, 1, 1]


# --- terrain and movement ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mech", "others", "bonus", "attackers"),
    [
        pytest.param("clear", 1, 1, 0, "", marks=pytest.mark.rule("ukraine43", "TEC-1")),
        pytest.param("hill", 1, 1, 2, "", marks=pytest.mark.rule("ukraine43", "TEC-2")),
        pytest.param("woods", 2, 1, 2, "", marks=pytest.mark.rule("ukraine43", "TEC-3")),
        pytest.param("marsh", 4, 3, 0, "river", marks=pytest.mark.rule("ukraine43", "TEC-4")),
        pytest.param(
            "wooded_marsh", 4, 3, 2, "river", marks=pytest.mark.rule("ukraine43", "TEC-5")
        ),
        pytest.param("river", 1, 1, 0, "river", marks=pytest.mark.rule("ukraine43", "TEC-6")),
        pytest.param(
            "river_bridge", 0, 0, 0, "river", marks=pytest.mark.rule("ukraine43", "TEC-7")
        ),
        pytest.param("major_bridge", 0, 0, 0, "river"),
        pytest.param("primary", 0.5, 1, 0, "", marks=pytest.mark.rule("ukraine43", "TEC-10")),
        pytest.param("secondary", 0.5, 1, 0, ""),
        pytest.param("town", 1, 1, 3, "", marks=pytest.mark.rule("ukraine43", "TEC-14")),
        pytest.param("city", 1, 1, 5, "", marks=pytest.mark.rule("ukraine43", "TEC-15")),
    ],
)
def test_terrain(name: str, mech: float, others: float, bonus: int, attackers: str) -> None:
    """Costs, kept in halves of a point, the defence bonus, and what attackers suffer."""
    row = CHARTS.terrain[name]
    assert (row.mech, row.others) == (2 * mech, 2 * others)
    assert (row.bonus, row.attackers) == (bonus, attackers)


@pytest.mark.parametrize(("name", "bonus"), [("village", 1), ("rail", 0), ("fort", 3)])
def test_terrain_without_a_cost_of_its_own(name: str, bonus: int) -> None:
    """Villages, railways and fortifications leave the cost to the other terrain of the hex."""
    row = CHARTS.terrain[name]
    assert (row.mech, row.others, row.bonus) == (None, None, bonus)


def test_costs_that_come_on_top() -> None:
    """Only hexsides add to the cost of the hex; a major river has a rule of its own."""
    adding = {name for name, row in CHARTS.terrain.items() if row.adds}
    assert adding == {"river", "river_bridge", "major_bridge"}
    assert CHARTS.terrain["major_river"].mech is None


@pytest.mark.rule("ukraine43", "9.1-3")
def test_bonuses_of_the_defender() -> None:
    """Hills, woods and wooded marsh 2, village 1, town 3, city 5; a fortification adds 3."""
    bonuses = {name: row.bonus for name, row in CHARTS.terrain.items() if row.bonus}
    natural = {"hill": 2, "woods": 2, "wooded_marsh": 2}
    assert bonuses == {**natural, "village": 1, "town": 3, "city": 5, "fort": 3}


@pytest.mark.rule("ukraine43", "TEC-11")
@pytest.mark.parametrize(
    ("road", "clear", "rain", "interdicted"),
    [
        ("primary", (0.5, 1), (0.5, 1), (1, 1)),
        ("secondary", (0.5, 1), (1, 1), (1, 1)),
        ("river_bridge", (0, 0), (0, 0), (0, 0)),
        ("major_bridge", (0, 0), (0, 0), (2, 2)),
    ],
)
def test_roads_and_bridges(
    road: str,
    clear: tuple[float, float],
    rain: tuple[float, float],
    interdicted: tuple[float, float],
) -> None:
    """Rain slows armour on secondary roads; enemy air units slow it on all roads, and everybody
    on the bridges of major rivers. Points of mechanised units and of others.
    """
    conditions = {"": clear, " in rain": rain, " interdicted": interdicted}
    for condition, points in conditions.items():
        found = tuple(CHARTS.roads[road, f"{who}{condition}"] for who in ("mech", "others"))
        assert found == tuple(2 * point for point in points)


@pytest.mark.rule("ukraine43", "MISC-1", "MISC-2", "MISC-3")
def test_states() -> None:
    """Rain leaves 3 points, being out of supply 2 and 2, disruption one hex and no attack."""
    rain, supply = CHARTS.allowances["rain"], CHARTS.allowances["out_of_supply"]
    assert (rain.points, rain.extended, rain.attack) == (6, 6, "full")
    assert (supply.points, supply.extended, supply.attack) == (4, 4, "half")
    normal, disrupted = CHARTS.allowances["normal"], CHARTS.allowances["disrupted"]
    assert (normal.points, normal.hexes, normal.extended) == (None, None, 6)
    assert (disrupted.hexes, disrupted.extended, disrupted.attack) == (1, 0, "none")
    assert CHARTS.roads["secondary", "mech in rain"] == 2
    assert CHARTS.shifts["rain"].number == -1


@pytest.mark.rule("ukraine43", "ASOP-5")
def test_movement_summary() -> None:
    """Full allowance in Movement; others go one hex where armour exploits or reacts."""
    wanted = {
        "movement": (None, None, None),
        "advance": (2, 2, 1),
        "reaction": (None, 1, 1),
        "exploitation": (None, 1, 1),
    }
    for phase, hexes in wanted.items():
        found = tuple(CHARTS.paces[phase, kind] for kind in ("mech", "cavalry", "foot"))
        assert found == hexes


def test_other_costs() -> None:
    """In halves of a point: leaving a zone of control 2 points, an assault marker 3."""
    assert {name: figure.number / 2 for name, figure in CHARTS.costs.items()} == {
        "zoc_exit": 2,
        "cavalry_crossing": 1,
        "mobile_assault": 2,
        "assault_road": 1,
        "assault_marker": 3,
        "map_exit": 1,
    }


# --- 5  stacking ------------------------------------------------------------------------


def stack(text: str) -> list[Stacked]:
    """A stack such as `rifle rifle brigade`."""
    made: dict[str, tuple[Kind, Role, Size]] = {
        "rifle": ("infantry", "combat", "division"),
        "corps": ("tank", "combat", "corps"),
        "mech": ("mechanised", "combat", "corps"),
        "cavalry": ("cavalry", "combat", "corps"),
        "brigade": ("tank", "support", "brigade"),
        "guns": ("artillery", "support", "division"),
        "tank-army": ("tank army", "hq", "army"),
        "shock-army": ("shock army", "hq", "army"),
        "front": ("front", "hq", "front"),
        "leader": ("leader", "leader", ""),
    }
    pieces: list[Stacked] = []
    for i, word in enumerate(text.split()):
        kind, role, size = made[word]
        unit = f"{word}{i}"
        piece = Piece43(
            id=unit, side="soviet", kind=kind, role=role, size=size, nationality="soviet"
        )
        pieces.append(piece.stacked)
    return pieces


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("rifle rifle brigade", True),
        ("rifle brigade guns", True),
        ("brigade brigade brigade", True),
        ("rifle rifle rifle", False),
        ("rifle rifle brigade brigade", False),
        ("rifle brigade brigade brigade", False),
        ("brigade brigade brigade brigade", False),
        ("rifle rifle brigade front leader", True),
        ("corps corps mech brigade tank-army", True),
        ("corps corps mech brigade brigade tank-army", False),
        ("corps corps corps mech tank-army", False),
        ("rifle rifle rifle tank-army", False),
        ("rifle rifle rifle brigade shock-army", True),
        ("rifle cavalry cavalry shock-army", True),
        ("cavalry cavalry cavalry shock-army", False),
        ("rifle rifle corps tank-army", True),
        ("corps corps corps shock-army", False),
        ("corps corps mech brigade tank-army tank-army", True),
        ("corps corps mech mech tank-army tank-army", False),
    ],
)
def test_soviet_stacking_limits(text: str, fits: bool) -> None:
    """Two combat units and one support unit, or fewer and more; an army HQ lets a third in."""
    assert CHARTS.stacking["soviet"].fits(stack(text)) is fits


@pytest.mark.parametrize(
    ("combat", "support", "fits"),
    [
        (3, 1, True),
        (4, 0, False),
        (3, 2, False),
        (2, 2, True),
        (1, 2, True),
        (0, 2, True),
        (1, 3, False),
    ],
)
def test_german_stacking_limits(combat: int, support: int, fits: bool) -> None:
    """Three combat units and one support unit, or fewer and both."""
    words = ["rifle"] * combat + ["brigade"] * support
    assert CHARTS.stacking["axis"].fits(stack(" ".join(words))) is fits


# --- dice tables ------------------------------------------------------------------------


@pytest.mark.rule("ukraine43", "14.7T-1", "14.7T-2", "14.7T-3")
@pytest.mark.parametrize(
    ("distance", "fails_on"),
    [(1, 0), (7, 0), (8, 2), (10, 2), (11, 3), (15, 3), (16, 4), (40, 4)],
)
def test_petrol(distance: int, fails_on: int) -> None:
    """Up to 7 hexes nobody fails; beyond 7, 10 and 15 hexes on 2, 3 and 4."""
    assert [CHARTS.fails_petrol(distance, die) for die in DICE] == [die <= fails_on for die in DICE]


@pytest.mark.rule("ukraine43", "14.6-4", "14.6-5", "14.6-6")
def test_attrition() -> None:
    """A modified die of 3 costs a step, 4 none; dump and morale add 1 each."""
    assert [CHARTS.attrition(die) for die in range(1, 9)] == [1, 1, 1, 0, 0, 0, 0, 0]
    assert CHARTS.modifiers["dump"].number == CHARTS.modifiers["morale"].number == 1


@pytest.mark.rule("ukraine43", "T-2")
@pytest.mark.parametrize(
    ("season", "weather"),
    [
        ("september", ["clear"] * 4 + ["overcast"] + ["rain"]),
        ("october", ["clear"] * 3 + ["overcast"] * 2 + ["rain"]),
        ("november", ["clear"] * 2 + ["overcast"] * 2 + ["rain"] * 2),
    ],
)
def test_weather(season: str, weather: list[str]) -> None:
    """The weather gets worse from month to month."""
    assert [CHARTS.weather(season, die) for die in DICE] == weather


@pytest.mark.rule("ukraine43", "20.3-1", "20.3-2", "20.3-3", "20.3-4")
def test_air_drops() -> None:
    """1-2 intact, 3-4 disrupted, 5 and more eliminated; an Axis zone of control adds 2."""
    found = [CHARTS.landing(die) for die in range(1, 9)]
    assert found == ["intact"] * 2 + ["disrupted"] * 2 + ["eliminated"] * 4
    assert CHARTS.modifiers["zoc"].number == 2


@pytest.mark.rule("ukraine43", "25.2-2", "26.2-5", "27.1-1")
def test_other_dice() -> None:
    """Overcast grounds on 1-3, Manstein succeeds on 1-4, bridges are early on 1-3, the Central
    Front gains nothing on 1-2, one half hex on 3-5 and two on 6.
    """
    assert [CHARTS.grounded(die) for die in DICE] == [True] * 3 + [False] * 3
    assert [CHARTS.recovers(die) for die in DICE] == [True] * 4 + [False] * 2
    assert [CHARTS.bridges_early(die) for die in DICE] == [True] * 3 + [False] * 3
    assert [CHARTS.half_hexes(die) for die in DICE] == [0, 0, 1, 1, 1, 2]


# --- points and limits ------------------------------------------------------------------


def test_points() -> None:
    """The dam is worth 2 destroyed and 4 intact; a lost source costs 2."""
    assert {name: figure.number for name, figure in CHARTS.points.items()} == {
        "dam_destroyed": 2,
        "dam_intact": 4,
        "lost_source": -2,
        "unpaid_step": 1,
    }


LIMITS = """
4.4A-3 cavalry_crossing 2, 4.6-2 rail_units 1, 4.7C-1 extended_markers 10, 4.8C artillery_hexes 1,
4.9D-1 assault_markers 10, 4.10-1 reaction_stacks 3, 9.1-2 bonus_cap 2, 10.1A-0 retreat 2,
10.1A-3 further_retreat 2, 14.3A-2 overland 4, 14.3A-3 overland_hq 7, 14.3B-2 unbridged_rivers 1,
14.3B-3 off_road_marshes 1, 14.7A-1 petrol_distance 7, 15.4-2 support_air 1, 15.6-3 das_radius 1,
16.3D brigades_for_one 2, 16.4C-2 tiger_return 4, 17.3-1 repair 10, 17.3-2 repair_marker 2,
18.5D pontoons 4, 19.1-1 forts_a_turn 1, R-63 forts 10, 20.2-3 drop_range 5, 20.2-6 drop_air 1,
20.2-7 early_drops 1, 20.2-7 early_turns 7, 21-1 security_range 3, 22.1-1 barrage_range 2,
22.2 barrages 2, 22.5D-1 artillery_actions 2, 23.2-1 command_units 4, 23.2-1 command_range 7,
26.1A zhukov_range 4, 26.1B magnitude 3, 26.2-2 manstein_range 4, 26.2-2 manstein_attempts 3,
3.B-1 central_front_turn 6, 30.2C-2 exit_steps 2, 29-5 variable_least 3
"""


def test_limits() -> None:
    """Numbers that the rules print, each with its clause."""
    entries = (entry.split() for entry in LIMITS.split(","))
    wanted = {name: (int(number), rule) for rule, name, number in entries}
    assert {name: (f.number, f.rule) for name, f in CHARTS.limits.items()} == wanted


def test_charts_tell_what_is_ours() -> None:
    """Only the tables that the text has not are marked as reconstructed."""
    ours = {name for name, table in CHARTS.tables.items() if table.source == "reconstructed"}
    assert ours == {"combat", "secondary", "variable", "weather"}
