"""25 Weather, and the air segment."""

import pytest
from tests.rules.ukraine43.battle import TARGET, drawn
from tests.rules.ukraine43.moves import denied, does, offered
from tests.rules.ukraine43.turns import SLUG, events, opened, run, start, told

from grognard.games.ukraine43.air import das_parts, interdicted, why_no_support
from grognard.games.ukraine43.odds import Plan, odds_of
from grognard.games.ukraine43.sequence import Turn
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.testing import sketch

RIFLES, INFANTRY = "23/218", "88ID"
#: Three Soviet air units (range 10) and two German ones (range 15).
REDS, BLACKS = ("2VA-a", "2VA-b", "17VA"), ("8FlK-a", "4FlK")

ROAD = "-".join(f"01{row:02}" for row in range(1, 31))
#: Both sides have a source and bases in one lane.
LANE = f"""
    board 3 x 30
    tag soviet_source 0101
    tag axis_source 0130
    network primary {ROAD}
    tag village 0102 0103 0104 0105 0126 0127 0128
    control soviet 0101 0102 0103 0104 0105
    control axis 0126 0127 0128 0130
    unit {RIFLES} 0101
    unit {INFANTRY} 0130
"""
SOVIET_BASES = "".join(f"unit {u} 010{n}\n" for n, u in enumerate(REDS, 2))
GERMAN_BASES = "".join(f"unit {u} 012{n}\n" for n, u in enumerate(BLACKS, 6))


# --- 25.1  the roll ---------------------------------------------------------------------


def on_turn(turn: int, *dice: int) -> Pos:
    """A game turn of the campaign that begins, up to the first question."""
    pos = start(turn=turn, half_hexes=10)
    return opened(pos, Turn.begun(pos), dice=dice)


@pytest.mark.rule(SLUG, "3.A-1", "25.1")
def test_the_first_six_turns_are_clear() -> None:
    """No die is thrown on turn 6, and it is clear."""
    pos = on_turn(6)
    assert pos.state.weather == "clear"
    assert not events(pos, "weather")


@pytest.mark.rule(SLUG, "3.A-2", "25.1", "T-2")
@pytest.mark.parametrize(
    ("turn", "die", "weather"),
    [(7, 4, "clear"), (12, 5, "overcast"), (13, 4, "overcast"), (18, 6, "rain"), (19, 5, "rain")],
)
def test_from_turn_seven_a_die_decides(turn: int, die: int, weather: str) -> None:
    """One die on the column of the season."""
    pos = on_turn(turn, die)
    assert pos.state.weather == weather
    assert [event.dice for event in events(pos, "weather")] == [(die,)]


@pytest.mark.rule(SLUG, "3.A-2")
def test_the_weather_holds_for_both_player_turns() -> None:
    """The German turn has the weather of the Soviet turn, without another die."""
    pos = sketch(SLUG, LANE + "turn 8\nstate weather=rain\nphase movement soviet")
    while pos.side != AXIS or pos.find(PlayerTurn) is None or pos.within(PlayerTurn).side != AXIS:
        pos = pos.apply("done")
        assert not events(pos, "weather")
    assert pos.state.weather == "rain"


# --- 25.3  the air segment --------------------------------------------------------------


def air_segment(text: str, weather: str, side: str, *dice: int) -> Pos:
    """The air segment of a side."""
    text = f"{LANE}{text}turn 8\nstate weather={weather}\nphase air-segment {side}"
    return run(text, dice)


@pytest.mark.rule(SLUG, "3.C.1.c-2", "15.2-2", "25.2-1", "25.3-0")
def test_in_clear_weather_all_become_ready() -> None:
    """Flown units are Ready, and no die is thrown for anyone."""
    flown = SOVIET_BASES.replace("\n", " spent=true\n")
    pos = air_segment(flown + "unit 4FlK 0110 das=true\n", "clear", SOVIET)
    assert not any(pos.unit(unit).spent for unit in REDS)
    assert not events(pos, "overcast")
    assert not pos.unit("4FlK").spent


@pytest.mark.rule(SLUG, "3.C.1.c-1", "25.3-0")
def test_units_land_before_they_become_ready() -> None:
    """Step 1 comes before step 2: a unit that still flies has not been turned over."""
    text = SOVIET_BASES.replace("unit 2VA-a 0102", "unit 2VA-a 0108 das=true spent=true")
    pos = air_segment(text, "clear", SOVIET)
    assert "0102" in offered(pos, "place")
    assert pos.unit("2VA-a").spent
    assert not pos.apply("place 0102").unit("2VA-a").spent


@pytest.mark.rule(SLUG, "3.C.1.c-3", "25.2-2", "25.3-0", "25.3-3", "25.2-5")
def test_clouds_drive_off_enemy_units_on_das() -> None:
    """A 3 does, a 4 does not; who is driven off gives no bonus and interdicts nothing."""
    text = SOVIET_BASES + "unit 8FlK-a 0110 das=true\nunit 4FlK 0116 das=true\n"
    pos = air_segment(text, "overcast", SOVIET, 3, 4)
    assert [event.dice for event in events(pos, "overcast")] == [(3,), (4,)]
    assert (pos.unit("8FlK-a").spent, pos.unit("4FlK").spent) == (True, False)
    assert das_parts(pos, AXIS, "0110") == []
    assert das_parts(pos, AXIS, "0116") != []
    mask = interdicted(pos, SOVIET)
    assert mask is not None
    assert not mask[pos.board.grid.index["0110"]]


@pytest.mark.rule(SLUG, "25.2-3", "25.3-3", "R-95")
def test_local_bad_weather_bars_support() -> None:
    """No Soviet support against the hex of a unit driven off, nor against the six around it; two
    hexes away it is allowed, and in the next player turn.
    """
    text = SOVIET_BASES + "unit 8FlK-a 0110 das=true\n"
    pos = air_segment(text, "overcast", SOVIET, 3).apply("done", dice=[4, 4, 4])
    closed = pos.board.grid.within("0110", 1)
    for hex_ in closed:
        refusal = why_no_support(pos, "17VA", [hex_])
        assert refusal is not None
        assert refusal.rule == "25.2-3"
    assert why_no_support(pos, "17VA", ["0112"]) is None
    assert why_no_support(pos, "17VA", ["0110", "0112"]) is None
    dry = air_segment(text, "overcast", SOVIET, 4).apply("done", dice=[4, 4, 4])
    assert why_no_support(dry, "17VA", ["0110"]) is None


@pytest.mark.rule(SLUG, "25.3-4", "R-48")
def test_units_kept_for_das_are_not_rolled_for() -> None:
    """Three own units, one kept: two dice; the kept one flies DAS and nothing else."""
    pos = air_segment(SOVIET_BASES, "overcast", SOVIET)
    assert offered(pos, "select") == set(REDS)
    pos = pos.apply("select 2VA-b")
    assert denied(pos, "select 2VA-b") == "R-48"
    pos = pos.apply("done", dice=[3, 4])
    assert [event.units for event in events(pos, "overcast")] == [("2VA-a",), ("17VA",)]
    assert [pos.unit(unit).spent for unit in REDS] == [True, False, False]
    for refusal in (why_no_support(pos, "2VA-b", ["0106"]), pos.why_not("select 2VA-b")):
        assert refusal is not None
        assert refusal.rule == "R-48"
    assert why_no_support(pos, "17VA", ["0106"]) is None


@pytest.mark.rule(SLUG, "R-48")
def test_a_kept_unit_may_fly_das_and_may_stay() -> None:
    """In the End Phase it is offered, and so is ending the turn without it."""
    pos = air_segment(SOVIET_BASES, "overcast", SOVIET).apply("select 2VA-b")
    pos = pos.apply("done", dice=[3, 3])
    while pos.prompt.startswith("Choose an air unit") is False:
        pos = pos.apply("done")
    assert offered(pos, "select") == {"2VA-b"}
    assert pos.why_not("done") is None


@pytest.mark.rule(SLUG, "R-48", "15.6-1")
def test_who_stays_ready_may_fly_das_though_it_was_not_kept() -> None:
    """The weather spares one of those that were rolled for: it is offered in the End Phase."""
    pos = air_segment(SOVIET_BASES, "overcast", SOVIET).apply("select 2VA-b")
    pos = pos.apply("done", dice=[3, 4])
    while pos.prompt.startswith("Choose an air unit") is False:
        pos = pos.apply("done")
    assert offered(pos, "select") == {"2VA-b", "17VA"}


@pytest.mark.rule(SLUG, "25.2-4", "25.3-5S", "R-95", "25.2-5")
def test_rain_in_the_soviet_turn() -> None:
    """Every Soviet unit is Flown; German units on DAS go to a base in range at once, stay Flown
    and give no bonus.
    """
    text = SOVIET_BASES + "unit 8FlK-a 0114 das=true\nunit 4FlK 0126\n"
    pos = air_segment(text, "rain", SOVIET)
    assert pos.side == AXIS
    assert offered(pos, "place") == {"0127", "0128"}
    pos = pos.apply("place 0127")
    german = pos.unit("8FlK-a")
    assert (german.at, german.das, german.spent) == ("0127", False, True)
    assert all(pos.unit(unit).spent for unit in REDS)
    assert das_parts(pos, AXIS, "0114") == []
    assert interdicted(pos, SOVIET) is None


@pytest.mark.rule(SLUG, "25.2-5")
def test_all_german_units_come_down_in_rain() -> None:
    """Two units on DAS: both land, one after the other."""
    text = "unit 8FlK-a 0114 das=true\nunit 4FlK 0116 das=true\n"
    pos = does(air_segment(text, "rain", SOVIET), "place 0127", "place 0126")
    assert [pos.unit(unit).at for unit in BLACKS] == ["0127", "0126"]
    assert pos.side == SOVIET


@pytest.mark.rule(SLUG, "25.3-5G", "R-95")
def test_rain_in_the_german_turn() -> None:
    """German units are Ready, but neither support nor base change is allowed; DAS is."""
    pos = air_segment(GERMAN_BASES.replace("\n", " spent=true\n"), "rain", AXIS)
    assert not any(pos.unit(unit).spent for unit in BLACKS)
    assert denied(pos, "select 4FlK") == "R-95"
    refusal = why_no_support(pos, "4FlK", ["0120"])
    assert refusal is not None
    assert refusal.rule == "R-95"
    das = sketch(SLUG, LANE + GERMAN_BASES + "turn 8\nstate weather=rain\nphase das axis")
    assert offered(das, "select") == set(BLACKS)


@pytest.mark.rule(SLUG, "25.3-5G")
def test_the_weather_of_the_next_turn_decides_about_das_flown_in_rain() -> None:
    """Flown in a German rain turn: in a clear Soviet turn it gives its bonus."""
    text = SOVIET_BASES + "unit 4FlK 0110 das=true\n"
    pos = air_segment(text, "clear", SOVIET)
    assert sum(part.amount for part in das_parts(pos, AXIS, "0110")) == 5


@pytest.mark.rule(SLUG, "R-95")
def test_soviets_fly_no_das_in_rain() -> None:
    """Not even a Ready unit is offered in the Soviet End Phase."""
    pos = sketch(SLUG, LANE + SOVIET_BASES + "turn 8\nstate weather=rain\nphase das soviet")
    assert offered(pos, "select") == set()
    assert denied(pos, "select 2VA-a") == "R-95"


def test_the_log_tells_what_the_clouds_did() -> None:
    """Each die has its sentence."""
    pos = air_segment("unit 8FlK-a 0110 das=true\n", "overcast", SOVIET, 2)
    assert told(pos, "overcast") == ["8FlK-a is grounded by the weather."]


# --- 25.2  rain in combat ---------------------------------------------------------------


@pytest.mark.rule(SLUG, "25.2-6", "MISC-1")
@pytest.mark.parametrize(
    ("strength", "column"), [(14, "1.5-1"), (21, "2-1"), (3, ""), (70, "5-1"), (77, "high")]
)
def test_rain_shifts_every_attack_to_the_left(strength: int, column: str) -> None:
    """2-1 is resolved as 1.5-1, 3-1 as 2-1; 1-3 is a repulse; 10-1 becomes 9-1 and is rolled for,
    11-1 would still be 10-1.
    """
    text = "unit 67/71G W\nunit 88ID T\nstate weather=rain\nphase first-combat soviet"
    pos = drawn(text, **{"u67/71G": (strength, 6), "u88ID": (4, 7)})
    plan = Plan(side=SOVIET, targets=(TARGET,), units=("67/71G",))
    assert odds_of(pos, plan).column == column
