"""12 Strategic movement."""

import pytest
from tests.rules.korsun44.field import SLUG, blank, cost, moving, of, reached, stopped, strategic

from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.points import allowance
from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.games.korsun44.turn import HalfTurn


@pytest.mark.rule(SLUG, "2.2-P3", "12.1.4", "D17")
def test_units_are_marked_in_the_movement_phase() -> None:
    """While they have done nothing; then they do not move in it."""
    pos = moving(SOVIET, "unit 110-XVIII 0505", "unit 62GRD 0705").apply("select 110-XVIII")
    went = pos.apply("move 0504")
    assert of(went.why_not("choose mark")) == "12.1.2"
    marked = pos.apply("choose mark")
    assert of(marked.why_not("select 110-XVIII")) == "3.1.6"
    assert marked.within(HalfTurn).marked == {"110-XVIII"}


@pytest.mark.rule(SLUG, "12.1.1", "2.2-P5", "12.1.4")
def test_marked_units_move_after_combat() -> None:
    """And nobody else; in the Combat Phase nobody does."""
    pos = moving(SOVIET, "unit 110-XVIII 0505", "unit 62GRD 0705").apply("select 110-XVIII")
    pos = pos.apply("choose mark").apply("done")
    while pos.top.tag != "strategic movement":
        assert pos.why_not("select 110-XVIII") is not None
        pos = pos.apply("done")
    assert of(pos.why_not("select 62GRD")) == "12.1.4"
    assert stopped(pos.apply("select 110-XVIII").apply("move 0503")).unit("110-XVIII").at == "0503"


@pytest.mark.rule(SLUG, "2.2-P11", "2.2-P9")
def test_each_side_in_its_own_half() -> None:
    """In the German half a Soviet is neither moved nor marked."""
    units = ("unit 110-XVIII 0505", "unit 202AG 0905")
    assert of(moving(GERMAN, *units).why_not("select 110-XVIII")) == "3.1.1"
    pos = strategic(GERMAN, "202AG", *units)
    assert of(pos.why_not("select 110-XVIII")) == "3.1.1"
    assert pos.why_not("select 202AG") is None


@pytest.mark.rule(SLUG, "12.1.2", "D12", "D17")
def test_who_fought_does_not_move() -> None:
    """In his own Combat Phase: who only defended may."""
    lines = ("unit 110-XVIII 0505", "unit 62GRD 0705")
    pos = strategic(SOVIET, "110-XVIII 62GRD", *lines, fought=frozenset({"62GRD"}))
    assert of(pos.why_not("select 62GRD")) == "12.1.2"
    assert pos.why_not("select 110-XVIII") is None


@pytest.mark.rule(SLUG, "12.1.2", "D12")
@pytest.mark.parametrize(("unit", "deed"), [("62GRD", "dig"), ("1Art-4GA", "transport")])
def test_digging_and_limbering_are_activity(unit: str, deed: str) -> None:
    """Afterwards nobody is marked."""
    pos = moving(SOVIET, f"unit {unit} 0505").apply(f"select {unit}").apply(f"choose {deed}")
    if pos.top.tag == "moving":
        assert of(pos.why_not("choose mark")) == "12.1.2"
    else:
        assert of(pos.why_not(f"select {unit}")) == "3.1.6"


@pytest.mark.rule(SLUG, "6.2.4", "F19")
@pytest.mark.parametrize(("limbered", "deed"), [("false", "transport"), ("true", "combat")])
def test_guns_do_not_change_their_set_up(limbered: str, deed: str) -> None:
    """That is for the Movement Phase: who is to move now must be on trucks, and stays on them."""
    pos = strategic(SOVIET, "1Art-4GA", f"unit 1Art-4GA 0505 limbered={limbered}")
    pos = pos.apply("select 1Art-4GA")
    assert of(pos.why_not(f"choose {deed}")) == "6.2.4"
    assert bool(reached(pos)) == (limbered == "true")


@pytest.mark.rule(SLUG, "14.3.2", "F19")
def test_no_bridge_is_declared() -> None:
    """That is for the Movement Phase too; one over a stream may still be blown."""
    pos = strategic(SOVIET, "HQ-4GA", "hexside dnieper 0504/0505", "hexside stream 0505/0605",
                    "hexside bridge 0505/0605", "control soviet 0505 0605", "unit HQ-4GA 0505",
                    "state bridging=HQ-4GA:0505").apply("select HQ-4GA")  # fmt: skip
    assert of(pos.why_not("choose bridge 0504/0505")) == "14.3.2"
    assert pos.why_not("choose blow 0505/0605") is None


@pytest.mark.rule(SLUG, "12.1.3")
def test_all_rules_of_movement_hold() -> None:
    """Clear costs a truck 3, and a full hex is passed only."""
    full = [f"unit {unit} 0504" for unit in ("69GRD", "7Abn", "5Abn", "1Abn")]
    pos = strategic(SOVIET, "AT-4GA", "unit AT-4GA 0505", *full).apply("select AT-4GA")
    assert cost(pos, "0506") == 3 * SIXTHS
    assert of(pos.why_not("move 0504")) == "3.2.1"


@pytest.mark.rule(SLUG, "12.2.1", "D17")
def test_not_out_of_a_zone() -> None:
    """A marked unit next to an enemy stays; one hex back it has 5 of 7 points."""
    pos = strategic(SOVIET, "110-XVIII 170-XVIII", "unit 110-XVIII 0505", "unit 170-XVIII 0507",
                    "unit 80-34 0504")  # fmt: skip
    assert of(pos.why_not("select 110-XVIII")) == "12.2.1"
    assert "(5 points left)" in pos.apply("select 170-XVIII").prompt


@pytest.mark.rule(SLUG, "12.2.2")
def test_not_into_a_zone() -> None:
    """The way ends before it."""
    pos = strategic(SOVIET, "110-XVIII", "unit 110-XVIII 0507", "unit 80-34 0504")
    pos = pos.apply("select 110-XVIII")
    assert "0506" in reached(pos)
    assert of(pos.why_not("move 0505")) == "12.2.2"


@pytest.mark.rule(SLUG, "12.2.3")
@pytest.mark.parametrize(("unit", "points"), [("110-XVIII", 5), ("HQ-4GA", 8), ("62GRD", 2)])
def test_two_points_less(unit: str, points: int) -> None:
    """7, 10 and 4 become 5, 8 and 2."""
    assert allowance(strategic(SOVIET, unit, f"unit {unit} 0505"), unit) == points * SIXTHS


@pytest.mark.rule(SLUG, "C-opt")
def test_without_the_complementary_rules_there_is_none() -> None:
    """No marker, no phase, no bridges."""
    lines = ("unit 110-XVIII 0505", "hexside stream 0505/0504", "hexside bridge 0505/0504")
    pos = blank("movement", SOVIET, *lines, "option complementary=false").apply("select 110-XVIII")
    assert of(pos.why_not("choose mark")) == "12.1.4"
    assert not any("0504/0505" in action.arg for action in pos.actions())
    assert pos.why_not("choose blow 0504/0505") is not None
