"""4.2 What zones of control do to movement."""

import pytest
from tests.rules.korsun44.field import SLUG, cost, moving, of, reached

from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.state import SOVIET
from grognard.games.korsun44.zones import in_enemy_zone


@pytest.mark.rule(SLUG, "4.0", "4.2.1", "4.2.2")
def test_who_enters_a_zone_stops() -> None:
    """Tanks with points left go no further; the hex costs its terrain."""
    pos = moving(SOVIET, "unit 110-XVIII 0508", "unit 80-34 0505").apply("select 110-XVIII")
    assert cost(pos, "0506") == 4 * SIXTHS
    assert "0605" not in reached(pos)
    assert of(pos.why_not("move 0605")) == "4.2.1"
    assert pos.apply("move 0506").top.tag == "movement"


@pytest.mark.rule(SLUG, "6.1.5", "9.1.1", "15.2.2", "D11")
@pytest.mark.parametrize("unit", ["Art-VII", "HQ-VII", "RG-Korsun"])
def test_guns_staffs_and_garrisons_stop_nobody(unit: str) -> None:
    """Tanks pass two hexes next to one and go on."""
    pos = moving(SOVIET, "unit 110-XVIII 0507", f"unit {unit} 0605").apply("select 110-XVIII")
    assert {"0506", "0505", "0504"} <= reached(pos)


@pytest.mark.rule(SLUG, "4.2.3", "D2")
def test_nobody_slides_inside_one_zone() -> None:
    """0504, 0503 and 0605 are in the zone of 0604 and next to each other: no step leads along."""
    pos = moving(SOVIET, "unit 62GRD 0504 want=1", "unit 80-34 0604").apply("select 62GRD")
    assert all(in_enemy_zone(pos, SOVIET, h) for h in ("0504", "0503", "0605"))
    assert of(pos.why_not("move 0503")) == "4.2.3"
    assert of(pos.why_not("move 0605")) == "4.2.3"


@pytest.mark.rule(SLUG, "4.2.4", "4.2.6")
def test_a_zone_may_be_left_and_entered_again() -> None:
    """Out of the zone for one point more, and back into it, in one way or in two."""
    pos = moving(SOVIET, "unit 110-XVIII 0504", "unit 80-34 0604").apply("select 110-XVIII")
    assert cost(pos, "0404") == 3 * SIXTHS
    way = pos.way("0503")
    assert way is not None
    assert (way.hexes, cost(pos, "0503")) == (("0404", "0503"), 5 * SIXTHS)
    assert cost(pos.apply("move 0404"), "0503") == 2 * SIXTHS


@pytest.mark.rule(SLUG, "4.2.5", "D2")
def test_from_one_zone_straight_into_another() -> None:
    """0404 is in the zone of 0405 alone, 0403 in that of 0302 alone: allowed, and then stop."""
    pos = moving(SOVIET, "unit 110-XVIII 0404", "unit 80-34 0405", "unit 107-34 0302")
    pos = pos.apply("select 110-XVIII")
    assert in_enemy_zone(pos, SOVIET, "0404")
    assert in_enemy_zone(pos, SOVIET, "0403")
    assert cost(pos, "0403") == 3 * SIXTHS
    assert pos.apply("move 0403").top.tag == "movement"


@pytest.mark.rule(SLUG, "4.2.6")
def test_leaving_a_zone_costs_a_point() -> None:
    """Infantry out of a zone into clear ground: 1 and 1.5; several zones cost no more."""
    pos = moving(SOVIET, "unit 62GRD 0504", "unit 80-34 0604").apply("select 62GRD")
    assert cost(pos, "0404") == 15
    two = moving(SOVIET, "unit 62GRD 0504", "unit 80-34 0604", "unit 107-34 0605")
    assert cost(two.apply("select 62GRD"), "0404") == 15
