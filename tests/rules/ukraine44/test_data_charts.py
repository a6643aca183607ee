"""The map and the charts of Ukraine '44 against what the rules print."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.ukraine44.charts import load_charts
from grognard.games.ukraine44.scenario import load_scenarios
from grognard.games.ukraine44.units import FormationKind, load_units

FOLDER = Path(games.__file__).parent / "ukraine44"
DATA = FOLDER / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml", BOARD)
CAMPAIGN = load_scenarios(DATA / "scenarios.yaml", BOARD, UNITS)["campaign"]
CHARTS = load_charts(DATA / "tables.yaml")
FORMATIONS = [piece for piece in UNITS.pieces if piece.is_formation]

# --- 4, 10, 11  the map and the charts --------------------------------------------------


@pytest.mark.rule("ukraine44", "G1")
def test_even_rows_lie_half_a_hex_further_east() -> None:
    """The pontoon joins 08.24 and 09.25, so the even row is pushed east; rows count northward."""
    grid = BOARD.grid
    assert grid.shape == "pointy"
    assert grid.adjacent("08.24", "09.25")
    assert not grid.adjacent("08.24", "09.23")
    (_, south), (_, north) = grid.centre("04.18"), grid.centre("33.15")
    assert south > north
    assert grid.centre("18.03")[0] < grid.centre("18.04")[0]


@pytest.mark.rule("ukraine44", "G2")
def test_the_map_has_38_rows_of_44_hexes() -> None:
    """01.01 is the south-west corner and 38.44 the north-east one."""
    assert len(BOARD.grid) == 38 * 44
    assert BOARD.grid.edge("01.01") == {"south", "west"}
    assert BOARD.grid.edge("38.44") == {"north", "east"}


@pytest.mark.rule("ukraine44", "4.2-2", "4.2-3", "G3")
def test_four_victory_cities() -> None:
    """Ternopol, Stanislavov, Chernovtsy, and Berezhany at 31.06 instead of the printed 31.16."""
    wanted = {
        "Ternopol": "33.15",
        "Stanislavov": "18.03",
        "Chernovtsy": "04.18",
        "Berezhany": "31.06",
    }
    assert {p.name: p.hex for p in BOARD.places if BOARD.has(p.hex, "victory")} == wanted
    assert set(CAMPAIGN.victory_cities) == set(wanted.values())
    assert all(BOARD.has(hex_, "city") for hex_ in wanted.values())
    assert BOARD.place_at("31.16") is None
    assert len(BOARD.tagged("city")) > 4


@pytest.mark.rule("ukraine44", "10.5-1", "M1")
def test_one_natural_terrain_a_hex() -> None:
    """Hexes are clear, woods or hill; hexsides bear rivers or the Dniester, never both."""
    assert set(BOARD.terrain) == {"clear", "woods", "hill"}
    assert not BOARD.hexsides["river"] & BOARD.hexsides["dniester"]


@pytest.mark.rule("ukraine44", "10.5-7")
def test_the_pontoon_is_one_hexside_of_the_road_net() -> None:
    """Only 08.24/09.25 has the pontoon; it crosses the Dniester, and a road runs over it."""
    assert BOARD.hexsides["pontoon"] == {"08.24/09.25"}
    assert BOARD.crosses("dniester", "08.24", "09.25")
    assert BOARD.joined("road", "08.24", "09.25")


def test_the_north_bank_is_what_ternopol_reaches() -> None:
    """Every hex that can be walked to from Ternopol without crossing the Dniester, no other."""
    found, edge = {"33.15"}, ["33.15"]
    while edge:
        here = edge.pop()
        dry = (h for h in BOARD.grid.neighbours(here) if not BOARD.crosses("dniester", here, h))
        near = set(dry) - found
        found |= near
        edge += near
    assert BOARD.zones["north_bank"] == found
    assert "17.29" in found
    assert "04.18" not in found


@pytest.mark.rule("ukraine44", "10.1-2", "S5")
def test_five_allowances() -> None:
    """Axis 8, 6 and 0 for mobile, infantry and garrison; Soviet 7 and 5; there is no sixth."""
    used = {(piece.side, piece.kind) for piece in FORMATIONS}
    assert {key: CHARTS.allowances[key] for key in used} == {
        ("axis", "mobile"): 8,
        ("axis", "infantry"): 6,
        ("axis", "garrison"): 0,
        ("soviet", "mobile"): 7,
        ("soviet", "infantry"): 5,
    }


@pytest.mark.parametrize(
    ("terrain", "mobile", "infantry"),
    [
        pytest.param("clear", 2, 2, marks=pytest.mark.rule("ukraine44", "10.5-2")),
        pytest.param("woods", 3, 2, marks=pytest.mark.rule("ukraine44", "10.5-3")),
        pytest.param("hill", 4, 3, marks=pytest.mark.rule("ukraine44", "10.5-4")),
        ("road", 1, 1),
        ("bridge", 1, 1),
        ("river", 1, 1),
        ("city", 0, 0),
    ],
)
def test_costs_of_terrain(terrain: str, mobile: int, infantry: int) -> None:
    """Points to enter a hex, or more to cross a hexside, by type."""
    kinds: tuple[FormationKind, FormationKind] = ("mobile", "infantry")
    assert [CHARTS.terrain[terrain].cost(kind) for kind in kinds] == [mobile, infantry]


@pytest.mark.parametrize(
    ("terrain", "modifier", "clause"),
    [
        pytest.param("woods", -1, "11.11-1", marks=pytest.mark.rule("ukraine44", "11.11-1")),
        pytest.param("hill", -2, "11.11-2", marks=pytest.mark.rule("ukraine44", "11.11-2")),
        pytest.param("village", -1, "11.11-3", marks=pytest.mark.rule("ukraine44", "11.11-3")),
        pytest.param("town", -2, "11.11-4", marks=pytest.mark.rule("ukraine44", "11.11-4")),
        pytest.param("city", -3, "11.11-5", marks=pytest.mark.rule("ukraine44", "11.11-5")),
        pytest.param("clear", 0, "11.11-9", marks=pytest.mark.rule("ukraine44", "11.11-9")),
        ("river", -1, "11.11-6"),
        ("dniester", -2, "11.11-7"),
    ],
)
def test_combat_modifiers_of_terrain(terrain: str, modifier: int, clause: str) -> None:
    """Modifiers of the attacker's die, each with the clause that has it."""
    assert (CHARTS.terrain[terrain].combat, CHARTS.terrain[terrain].combat_rule) == (
        modifier,
        clause,
    )


def test_the_chart_has_every_terrain_of_the_map() -> None:
    """Natural terrain, settlements and hexsides of the map all stand in the chart."""
    settlements = {place.size for place in BOARD.places}
    named = {*BOARD.terrain, *settlements, *BOARD.hexsides, *BOARD.networks}
    assert named == set(CHARTS.terrain)


# --- 11.6  the Combat Results Table -----------------------------------------------------


def steps_lost(column: str, die: int) -> tuple[int, int]:
    attacker, _, defender = CHARTS.combat.lookup(column, die).removesuffix("R").partition("/")
    return int(attacker), int(defender)


@pytest.mark.rule("ukraine44", "11.6-5")
def test_the_table_has_the_columns_of_the_rules() -> None:
    """Six columns from 1-3 to 4-1 in whole odds, and a row for each face of the die."""
    assert CHARTS.combat.columns == ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1")
    assert CHARTS.combat.rows == tuple("123456")


@pytest.mark.rule("ukraine44", "11.6-5")
def test_one_column_is_one_pip() -> None:
    """As one odds step beyond the table is one pip (11.13), so is one within it."""
    columns = CHARTS.combat.columns
    for left, right in pairwise(columns):
        assert [CHARTS.combat.lookup(left, die) for die in range(2, 7)] == [
            CHARTS.combat.lookup(right, die) for die in range(1, 6)
        ]


@pytest.mark.rule("ukraine44", "11.6-5")
def test_the_table_is_that_of_the_rulings() -> None:
    """All 36 results are those that the page of rulings prints, with its mean losses."""
    text = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    printed = re.findall(r"^\| ([1-6]) \|((?: \d/\dR? \|){6})$", text, re.MULTILINE)
    assert {(row, tuple(cells.split(" | "))) for row, cells in _stripped(printed)} == {
        (row, tuple(CHARTS.combat.lookup(c, row) for c in CHARTS.combat.columns))
        for row in CHARTS.combat.rows
    }
    means = [_mean(column) for column in CHARTS.combat.columns]
    assert ", ".join(means) in text


def _stripped(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(row, cells.removesuffix("|").strip()) for row, cells in rows]


def _mean(column: str) -> str:
    losses = [steps_lost(column, die) for die in range(1, 7)]
    return "/".join(f"{sum(side) / 6:.1f}" for side in zip(*losses, strict=True))


def test_the_better_die_is_never_worse() -> None:
    """One pip more never costs the attacker more or the defender less, and R only comes on."""
    for column in CHARTS.combat.columns:
        losses = [steps_lost(column, die) for die in range(1, 7)]
        assert [a for a, _ in losses] == sorted((a for a, _ in losses), reverse=True)
        assert [d for _, d in losses] == sorted(d for _, d in losses)
        retreats = [CHARTS.combat.lookup(column, die).endswith("R") for die in range(1, 7)]
        assert retreats == sorted(retreats)


def test_tactical_superiority_can_happen_to_either_side() -> None:
    """Losses exceed a full rifle division that defends and a weakened one that attacks, while
    the other side loses steps too (11.7.1 would be idle otherwise).
    """
    columns = CHARTS.combat.columns
    both = [pair for c in columns for die in range(1, 7) if min(pair := steps_lost(c, die))]
    steps = min(piece.steps for piece in FORMATIONS if piece.side == "soviet")
    assert max(defender for _, defender in both) > steps
    assert max(attacker for attacker, _ in both) > steps - 1
