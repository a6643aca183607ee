"""6.1.7, 6.2, 9.1 Guns and headquarters that move, and that are run over."""

import pytest
from tests.rules.korsun44.field import SLUG, cost, moving, of, reached, stopped

from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.state import DEAD, GERMAN, SOVIET

GUNS = ("Art-VII", "57Mor", "Art-XI")


# --- 6.2  set-up ------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.2.2", "6.2.3", "6.2.4")
def test_guns_move_on_their_trucks_only() -> None:
    """In combat set-up a gun does not move; for a point it goes onto its trucks, and then does."""
    pos = moving(SOVIET, "unit 1Art-4GA 0505").apply("select 1Art-4GA")
    assert reached(pos) == set()
    assert of(pos.why_not("move 0504")) == "6.2.3"
    assert of(pos.why_not("choose combat")) == "6.2.2"
    pos = pos.apply("choose transport")
    assert pos.unit("1Art-4GA").limbered
    assert "(6 points left)" in pos.prompt
    assert cost(pos, "0503") == 6 * SIXTHS


@pytest.mark.rule(SLUG, "6.2.4", "F3")
def test_there_and_back_costs_two_points() -> None:
    """A gun limbers, drives a hex, and unlimbers: 1, 3 and 1 of 7; and both at once for 2."""
    pos = moving(SOVIET, "unit 1Art-4GA 0505").apply("select 1Art-4GA")
    pos = pos.apply("choose transport").apply("move 0504").apply("choose combat")
    assert "(2 points left)" in pos.prompt
    assert not pos.unit("1Art-4GA").limbered
    still = moving(SOVIET, "unit 1Art-4GA 0505 limbered=true").apply("select 1Art-4GA")
    still = still.apply("choose combat").apply("choose transport")
    assert "(5 points left)" in still.prompt


@pytest.mark.rule(SLUG, "6.2.4")
def test_the_change_needs_a_point() -> None:
    """After two hexes with six points nothing is left for it."""
    pos = moving(SOVIET, "unit 1Art-4GA 0505").apply("select 1Art-4GA").apply("choose transport")
    pos = pos.apply("move 0503")
    assert pos.top.tag == "movement"
    assert pos.unit("1Art-4GA").limbered


@pytest.mark.rule(SLUG, "4.2.1", "6.2.4")
def test_no_change_after_entering_a_zone() -> None:
    """Who has entered an enemy zone spends no more points: the gun stays on its trucks. One that
    began there may change.
    """
    gun = "unit 1Art-4GA 0505 limbered=true"
    pos = moving(SOVIET, gun, "unit 80-34 0503").apply("select 1Art-4GA").apply("move 0504")
    assert pos.top.tag == "movement"
    assert pos.unit("1Art-4GA").limbered
    there = moving(SOVIET, gun, "unit 80-34 0504").apply("select 1Art-4GA")
    assert there.why_not("choose combat") is None


# --- 6.1.7, 9.1.5  running over ---------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.1.7", "6.1.7-ex", "D10")
@pytest.mark.parametrize(("works", "extra"), [("", 3), ("state field_works=0504:german", 4)])
def test_three_guns_cost_three_points(works: str, extra: int) -> None:
    """Terrain and one point a gun, one more if they are fortified; tanks with 7 points have 2 or 1
    left, and the guns and their works are gone.
    """
    guns = [f"unit {gun} 0504" for gun in GUNS]
    pos = moving(SOVIET, "unit 110-XVIII 0505", *guns, works).apply("select 110-XVIII")
    assert "0504" not in reached(pos)
    pos = pos.apply("assault 0504")
    left = 7 - 2 - extra
    shown = f"({left} points left)" in pos.prompt if left > 1 else pos.top.tag == "movement"
    assert shown
    assert all(pos.unit(gun).at == DEAD for gun in GUNS)
    assert pos.unit("110-XVIII").at == "0504"
    assert "0504" not in pos.state.field_works


@pytest.mark.rule(SLUG, "D10")
def test_guns_are_paid_in_full() -> None:
    """Two guns in field works in clear cost infantry 1.5 and 3: too much for 4 points."""
    units = ("unit 62GRD 0505", "unit Art-VII 0504", "unit Art-XI 0504")
    pos = moving(SOVIET, *units, "state field_works=0504:german").apply("select 62GRD")
    assert of(pos.why_not("assault 0504")) == "6.1.7"
    assert moving(SOVIET, *units).apply("select 62GRD").why_not("assault 0504") is None


@pytest.mark.rule(SLUG, "9.1.5", "D10")
def test_a_lone_headquarters_falls() -> None:
    """For nothing but the terrain; and the unit goes on."""
    pos = moving(SOVIET, "unit 110-XVIII 0505", "unit HQ-VII 0504").apply("select 110-XVIII")
    pos = pos.apply("assault 0504")
    assert pos.unit("HQ-VII").at == DEAD
    assert "(5 points left)" in pos.prompt
    assert "0503" in reached(pos)


@pytest.mark.rule(SLUG, "D10")
def test_a_zone_stops_who_has_run_over_guns() -> None:
    """Behind the guns stands infantry."""
    units = ("unit 110-XVIII 0505", "unit Art-VII 0504", "unit 80-34 0503")
    pos = moving(SOVIET, *units).apply("select 110-XVIII").apply("assault 0504")
    assert pos.top.tag == "movement"


@pytest.mark.rule(SLUG, "9.1.5", "D10", "D11")
@pytest.mark.parametrize(
    ("unit", "other", "refused"),
    [("62GRD", "80-34", "3.1.8"), ("62GRD", "471AT", "3.1.8"), ("62GRD", "RG-Korsun", "3.1.8"),
     ("HQ-4GA", "Art-XI", "D10")],
)  # fmt: skip
def test_who_is_not_run_over(unit: str, other: str, refused: str) -> None:
    """Nobody in company of a regular unit or an RG; and only regular units do it."""
    units = (f"unit {unit} 0505", "unit HQ-VII 0504", f"unit {other} 0504")
    pos = moving(SOVIET, *units).apply(f"select {unit}")
    assert of(pos.why_not("assault 0504")) == refused


@pytest.mark.rule(SLUG, "6.1.7")
def test_guns_far_away_are_out_of_reach() -> None:
    """One has to be next to them: a move never leads through."""
    pos = moving(GERMAN, "unit 202AG 0506", "unit 1Art-4GA 0504").apply("select 202AG")
    assert of(pos.why_not("assault 0504")) == "6.1.7"
    assert of(pos.why_not("move 0504")) == "3.1.8"
    pos = stopped(pos.apply("move 0505").apply("assault 0504"))
    assert pos.unit("1Art-4GA").at == DEAD
