"""Who is thought to lie under the masks of Korsun 1944."""

import pytest
from tests.players.korsun import GAME, begun, drawn

from grognard.games.korsun44.belief import fill
from grognard.games.korsun44.state import GERMAN, SOVIET


@pytest.mark.parametrize(("scenario", "side"), [("deblockade", GERMAN), ("korsun", SOVIET)])
def test_at_the_beginning_nearly_everybody_is_where_the_set_up_list_has_him(
    scenario: str, side: str
) -> None:
    """The lists are no secret: of the enemy's fighting troops two in three are guessed to be within
    two hexes of where they are.
    """
    pos = begun(scenario, side)
    believed = fill(pos.game, pos.view(side), 1)
    grid = pos.board.grid
    enemies = [
        u for u in pos.state.units
        if u.at in grid and pos.owner(u.id) != side and GAME.printed[u.id].is_regular
    ]  # fmt: skip
    near = [u for u in enemies if grid.distance(u.at, believed.unit(u.id).at) <= 2]
    assert len(near) >= 2 * len(enemies) / 3


@pytest.mark.parametrize("seed", range(6))
def test_somebody_who_fights_is_expected_before_the_front(seed: int) -> None:
    """Two stacks are two hexes away, two far off: the headquarters are thought to be far off."""
    masked = ("80-34 0505", "107-34 0705", "HQ-VII 1101", "HQ-XI 1103")
    pos = drawn(*(f"unit {one}" for one in masked), "unit 62GRD 0507", "unit 69GRD 0707")
    believed = fill(pos.game, pos.view(SOVIET), seed)
    assert {believed.unit(unit).at for unit in ("80-34", "107-34")} == {"0505", "0705"}
