import pytest

from grognard.lab.growth import SIZES, Growth, growth_of, resized
from grognard.lab.thinking import first_movement
from grognard.registry import load


def test_armies_are_cut_down_and_raised_to_the_size_asked_for() -> None:
    """Of Storm's 607 counters 50 or 600 stand on the map; newcomers are behind their lines,
    where nobody stood before, and who is taken off is out of the game.
    """
    game = load("storm41")
    assert game.appraisal is not None
    pos = first_movement(game, game.appraisal, "campaign")
    assert pos is not None
    before = {unit.id: unit.at for unit in pos.state.units}
    for size in (50, 600):
        after = resized(pos, size)
        grid = after.board.grid
        assert sum(unit.at in grid for unit in after.state.units) == size
        for unit in after.state.units:
            if unit.at == before[unit.id]:
                continue
            if size == 50:
                assert unit.at == "out"
            else:
                assert pos.holder(unit.at) == pos.owner(unit.id)
                assert not pos.at(unit.at)


def test_growth_is_measured_from_50_units_to_600() -> None:
    """Every size has a row, with times of its own."""
    rows = growth_of("storm41", "campaign", 2)
    assert [row.units for row in rows] == [50, 100, 200, 300, 450, 600] == list(SIZES)
    assert all(row.action_us > 0 and row.node_ms > 0 for row in rows)


def test_cost_is_divided_by_units() -> None:
    """10 milliseconds with 50 units are 200 microseconds a unit."""
    assert Growth("ford", "dawn", 50, 100.0, 10.0).node_us_per_unit == 200


@pytest.mark.parametrize("slug", ["ford", "ukraine44"])
def test_titles_with_few_counters_are_left_out(slug: str) -> None:
    """The Ford has no appraisal; Ukraine '44 has 98 counters."""
    assert growth_of(slug, "", 2) == []
