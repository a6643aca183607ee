"""The turn track and the scenarios of Ukraine '43 against map, counters and rulings."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from grognard import games
from grognard.board import Board
from grognard.games.ukraine43.charts import load_charts
from grognard.games.ukraine43.scenario import Replacements, load_scenarios
from grognard.games.ukraine43.units import Piece43, load_units

DATA = Path(games.__file__).parent / "ukraine43" / "data"
BOARD = Board.load(DATA / "map.yaml")
UNITS = load_units(DATA / "units.yaml")
CHARTS = load_charts(DATA / "tables.yaml")
SCENARIOS = load_scenarios(DATA / "scenarios.yaml", BOARD, UNITS, CHARTS)
CAMPAIGN, RUMYANTSEV = SCENARIOS["campaign"], SCENARIOS["rumyantsev"]


def ids(pieces: tuple[Piece43, ...]) -> set[str]:
    return {piece.id for piece in pieces}


def units_of(side: str, turn: int) -> set[str]:
    return {u for arrival in CAMPAIGN.due(turn, side) for u in arrival.units}


# --- the turn track ---------------------------------------------------------------------


def days_of(turn: int) -> tuple[date, date]:
    """First and last day of a turn, read from its space."""
    text = CAMPAIGN.space(turn).days
    first, _, last = text.replace(" - ", "-").partition("-")
    month = last.split()[1]
    begin = first if " " in first else f"{first} {month}"
    months = {"August": 8, "September": 9, "October": 10, "November": 11}
    ends = [(int(d), months[m]) for d, m in (begin.split(), last.split())]
    return date(1943, ends[0][1], ends[0][0]), date(1943, ends[1][1], ends[1][0])


@pytest.mark.rule("ukraine43", "1-3", "T-3")
def test_turns_are_five_days() -> None:
    """21 turns follow each other from 3 August 1943 by five days."""
    assert CAMPAIGN.turns == len(CAMPAIGN.track) == 21
    for turn in range(1, 22):
        first = date(1943, 8, 3) + timedelta(days=5 * (turn - 1))
        assert days_of(turn) == (first, first + timedelta(days=4))


@pytest.mark.rule("ukraine43", "T-2", "T-3")
def test_seasons() -> None:
    """August needs no weather roll and lasts six turns, September and October six each."""
    seasons = Counter(space.season for space in CAMPAIGN.track)
    assert list(seasons) == ["august", "september", "october", "november"]
    assert list(seasons.values()) == [6, 6, 6, 3]
    assert set(CHARTS.tables["weather"].columns) == set(seasons) - {"august"}


@pytest.mark.rule("ukraine43", "30.1-1", "T-3")
def test_benchmarks() -> None:
    """6 on turn 7 and 30 at the end; none falls, and none rises by more than 3."""
    marks = [space.benchmark for space in CAMPAIGN.track]
    assert (marks[6], marks[-1]) == (6, 30)
    assert all(0 <= later - earlier <= 3 for earlier, later in pairwise(marks))
    assert CAMPAIGN.sudden_death == 6


@pytest.mark.rule("ukraine43", "T-3")
def test_replacements() -> None:
    """None on turn 1, then every turn; 116 for the Soviets and 58 for the Axis in all."""
    first, *rest = CAMPAIGN.track
    assert set(first.replacements.values()) == {Replacements(0, 0)}
    for side, total in (("soviet", 116), ("axis", 58)):
        rates = [space.replacements[side] for space in rest]
        assert all(rate.mech and rate.foot for rate in rates)
        assert sum(rate.mech + rate.foot for rate in rates) == total
    assert CAMPAIGN.space(2).replacements["soviet"] == Replacements(2, 3)


# --- scenarios --------------------------------------------------------------------------


def test_two_scenarios() -> None:
    """The campaign comes first and is what begins if nobody chooses."""
    assert list(SCENARIOS) == ["campaign", "rumyantsev"]
    assert (CAMPAIGN.turns, RUMYANTSEV.turns) == (21, 7)


def test_the_whole_order_of_battle_takes_part_in_the_campaign() -> None:
    """Every piece begins somewhere or comes once."""
    coming = [unit for arrival in CAMPAIGN.arrivals for unit in arrival.units]
    assert sorted([*CAMPAIGN.begins, *coming]) == sorted(UNITS.by_id)
    assert (len(CAMPAIGN.begins), len(coming)) == (177, 49)


def test_units_begin_behind_their_own_line() -> None:
    """Every unit begins on land of its side, or in the box of the airborne brigades."""
    for unit, spot in CAMPAIGN.begins.items():
        piece = UNITS.by_id[unit]
        if piece.kind == "airborne":
            assert spot == "airborne"
        else:
            assert spot in CAMPAIGN.area & BOARD.zone(f"{piece.side}_start")


def test_the_start_line() -> None:
    """49 forts on each side; each touches one of the enemy's."""
    axis, soviet = set(BOARD.tagged("axis_fort")), set(BOARD.tagged("soviet_fort"))
    assert len(axis) == len(soviet) == 49
    for mine, theirs in ((axis, soviet), (soviet, axis)):
        assert all(theirs & set(BOARD.grid.neighbours(hex_)) for hex_ in mine)


@pytest.mark.rule("ukraine43", "T-4", "30.2A-1")
def test_objectives() -> None:
    """26 hexes are worth 35 points: Kiev and Kharkov 3, five hexes 2, the others 1."""
    points = CAMPAIGN.objectives
    assert Counter(points.values()) == {1: 19, 2: 5, 3: 2}
    names = {place.hex: place.name for place in BOARD.places}
    assert {names[h] for h, value in points.items() if value == 3} == {"Kiev", "Kharkov"}


@pytest.mark.rule("ukraine43", "14.2A-1", "T-7")
def test_supply_sources() -> None:
    """Seven German and nine Soviet sources on the edges of the map, none of both sides."""
    axis, soviet = CAMPAIGN.sources["axis"], CAMPAIGN.sources["soviet"]
    assert (len(axis), len(soviet)) == (7, 9)
    assert not set(axis) & set(soviet)
    assert all(BOARD.grid.edge(hex_) for hex_ in (*axis, *soviet))


@pytest.mark.rule("ukraine43", "T-7")
def test_railheads() -> None:
    """Six markers begin on the Soviet front, two wait at Bakhmach and Poltava."""
    assert len(CAMPAIGN.railheads) + len(CAMPAIGN.later_railheads) == 8
    assert set(CAMPAIGN.railheads.values()) == {"3404", "4308", "4515", "5020", "5722", "5831"}
    assert set(CAMPAIGN.railheads.values()) <= set(BOARD.tagged("soviet_fort"))
    names = [BOARD.called(hex_) for hex_ in CAMPAIGN.later_railheads.values()]
    assert names == ["Bakhmach (2406)", "Poltava (3316)"]


def test_single_railways() -> None:
    """4.6: a train that leaves at 6021 comes back at three other exits, and the reverse. 27.4: two
    lines ending in 2701 and 3001 are repaired with Bakhmach-Gorodnya, one line never is.
    """
    railways = CAMPAIGN.railways
    exits = ("6024", "6026", "6031")
    assert railways.links == {"6021": exits} | dict.fromkeys(exits, ("6021",))
    ways = dict(BOARD.roads["rail"])
    ((first, others),) = railways.together.items()
    assert (ways[first][0], ways[first][-1]) == ("2406", "1801")
    assert {ways[line][-1] for line in others} == {"2701", "3001"}
    assert [ways[line][0] for line in railways.never] == ["1907"]
    assert not RUMYANTSEV.railways.links


@pytest.mark.rule("ukraine43", "T-10")
@pytest.mark.parametrize(
    ("turn", "axis", "soviet"),
    [
        (1, 0, 0),
        (2, 2, 4),
        (3, 2, 5),
        (4, 2, 4),
        (5, 0, 1),
        (6, 0, 1),
        (7, 2, 0),
        (8, 2, 2),
        (9, 0, 5),
        (10, 0, 3),
        (11, 0, 2),
        (12, 0, 1),
        (13, 2, 0),
        (14, 1, 1),
        (15, 0, 0),
        (16, 2, 0),
        (17, 2, 0),
        (20, 2, 0),
        (21, 1, 0),
    ],
)
def test_reinforcements_by_turn(turn: int, axis: int, soviet: int) -> None:
    """How many units come on each side."""
    assert (len(units_of("axis", turn)), len(units_of("soviet", turn))) == (axis, soviet)


@pytest.mark.rule("ukraine43", "T-10")
def test_who_comes_when() -> None:
    """Grossdeutschland on turn 2, the 3rd Guards Tank Army on 9, the 13th Army by the Central
    Front on 11, the Leibstandarte on 20.
    """
    turns = {unit: arrival.turn for unit, arrival in CAMPAIGN.arrival_of.items()}
    assert (turns["GD"], turns["3GTA"], turns["SS-LAH"]) == (2, 9, 20)
    assert CAMPAIGN.arrival_of["6/75G"].box == "central_front"
    assert CAMPAIGN.arrival_of["6/75G"].turn == 11


@pytest.mark.rule("ukraine43", "T-10")
def test_nineteen_mobile_divisions_before_november() -> None:
    """The publisher speaks of nineteen panzer and panzergrenadier divisions; three more come
    in November.
    """
    mobile = ids(UNITS.of(kind="panzer") + UNITS.of(kind="panzergrenadier"))
    late = {u for turn in (19, 20, 21) for u in units_of("axis", turn)}
    assert len(mobile - late) == 19
    assert late & mobile == {"25Pz", "SS-LAH", "1Pz"}


def test_airborne_brigades_wait_in_their_box() -> None:
    """Three brigades, in the reserve box at the start of the campaign; no arrival has them."""
    brigades = ids(UNITS.of(kind="airborne"))
    assert len(brigades) == 3
    assert {CAMPAIGN.begins[unit] for unit in brigades} == {"airborne"}
    assert not brigades & CAMPAIGN.arrival_of.keys()


def test_no_scenario_has_the_dnieper_bridgeheads() -> None:
    """The three hexes are fortifications in a scenario that is not here."""
    assert not CAMPAIGN.bridgeheads
    assert not RUMYANTSEV.bridgeheads


def test_who_fights_in_rumyantsev() -> None:
    """Who begins in the area takes part: 23 Axis and 56 Soviet units, ten HQs, Zhukov, seven
    air units; the SS corps and Manstein come from outside on turn 2.
    """
    roles = Counter((UNITS.by_id[u].side, UNITS.by_id[u].role) for u in RUMYANTSEV.begins)
    assert roles["axis", "combat"] + roles["axis", "support"] == 23
    assert roles["soviet", "combat"] + roles["soviet", "support"] == 56
    assert roles["axis", "hq"] + roles["soviet", "hq"] == 10
    assert (roles["axis", "leader"], roles["soviet", "leader"]) == (0, 1)
    assert roles["axis", "air"] + roles["soviet", "air"] == 7
    second = {u for a in RUMYANTSEV.due(2, "axis") for u in a.units}
    assert second == {"GD", "10PG", "SS-DR", "SS-T", "3Pz", "2SSPzK", "Manstein"}
    coming = Counter((a.turn, a.side) for a in RUMYANTSEV.arrivals for _ in a.units)
    assert coming == {
        (2, "axis"): 7,
        (2, "soviet"): 4,
        (3, "axis"): 3,
        (4, "axis"): 2,
        (4, "soviet"): 4,
    }


def test_rumyantsev_is_a_part_of_the_campaign() -> None:
    """Its area is the north-east; its points are 7, its benchmarks and replacements its own."""
    assert {BOARD.grid.place(hex_)[0] for hex_ in RUMYANTSEV.area} == set(range(27, 50))
    assert {BOARD.grid.place(hex_)[1] for hex_ in RUMYANTSEV.area} == set(range(1, 18))
    assert RUMYANTSEV.area < CAMPAIGN.area
    names = {BOARD.called(h).split(" (")[0]: p for h, p in RUMYANTSEV.objectives.items()}
    assert names == {"Belgorod": 1, "Kharkov": 3, "Sumy": 1, "Akhtyrka": 1, "Bogodukhov": 1}
    assert [space.benchmark for space in RUMYANTSEV.track] == [1, 1, 2, 2, 2, 3, 5]
    assert RUMYANTSEV.space(4).replacements["soviet"] == Replacements(1, 2)
    assert RUMYANTSEV.space(2).replacements["axis"] == Replacements(0, 0)
    assert (RUMYANTSEV.sudden_death, set(RUMYANTSEV.draws)) == (4, {3, 4})
    assert set(RUMYANTSEV.railheads) == {1, 2, 3}
    assert not set(RUMYANTSEV.begins) & ids(UNITS.of(kind="airborne"))
