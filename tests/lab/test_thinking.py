from grognard.lab.thinking import Thinking, thinking_of
from grognard.registry import load


def test_a_veteran_is_measured_over_the_nodes_that_were_asked_for() -> None:
    """All units on the map count, and no fewer positions are looked at than the budget says."""
    found = thinking_of("ukraine44", "", 3)
    assert found is not None
    start = load("ukraine44").start(seed=1)
    placed = [unit for unit in start.state.units if unit.at in start.board.grid]
    assert found.units >= len(placed) > 0
    assert found.nodes >= 3
    assert found.scenario == "campaign"


def test_rates_are_by_second_and_by_unit() -> None:
    """100 nodes with 50 units in 2 seconds are 50 a second, and 400 microseconds a unit."""
    found = Thinking("ford", "dawn", 50, 100, 2.0)
    assert found.nodes_per_second == 50
    assert found.microseconds_per_unit == 400


def test_a_title_that_nobody_has_taught_is_not_measured() -> None:
    """The Ford has no appraisal."""
    assert thinking_of("ford", "", 3) is None
