"""What is remembered of paths, troops and beliefs is what would be found anew."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.conformance import RandomPlayer
from grognard.games.kanev43.appraisal_troops import troops_of
from grognard.games.kanev43.belief import Beliefs
from grognard.games.kanev43.game import load
from grognard.games.kanev43.paths import PathBook
from grognard.games.kanev43.state import AXIS, SIDES, SOVIET
from grognard.games.kanev43.supply import edge_paths, network

GAME: Any = load()
#: Another copy of the game, which is made to forget.
FRESH: Any = load()


def sampled(every: int, actions: int) -> Iterator[Any]:
    """Positions of a random game, one in so many, each with all that came before in mind."""
    pos, player = GAME.start("short_days", seed=5), RandomPlayer(Random(5))
    for number in range(actions):
        if pos.outcome is not None:
            return
        if number % every == 0:
            yield pos
        pos = pos.apply(player.choose(pos))


def anew(pos: Any) -> Any:
    """The same position of a game that remembers nothing."""
    FRESH.paths = PathBook()
    FRESH.troops.clear()
    return FRESH.position(pos.state)


def test_paths_that_are_remembered_are_those_that_there_are() -> None:
    """In a random game every path runs where it would if it were traced for the first time."""
    for pos in sampled(60, 6000):
        fresh = anew(pos)
        for side in SIDES:
            known, found = network(pos, side), network(fresh, side)
            assert known.linked == found.linked
            for staffs, paths in found.staffs.items():
                mine = known.staffs[staffs]
                assert all((h in mine) == (h in paths) for h in pos.board.grid)
                assert (mine.reached() == paths.reached()).all()
            assert (edge_paths(pos, side).reached() == edge_paths(fresh, side).reached()).all()


def test_troops_that_are_remembered_are_those_that_there_are() -> None:
    """In a random game every troop is what it would be if it were looked at for the first time."""
    for pos in sampled(60, 6000):
        fresh = anew(pos)
        for side in SIDES:
            assert troops_of(pos, side) == troops_of(fresh, side)


def test_a_move_far_from_all_paths_changes_none() -> None:
    """A battalion goes a hex further behind its own front: no path is traced again."""
    pos = GAME.start("short_days", seed=1)
    enemies = [
        u.at for u in pos.state.units if u.at in pos.board.grid and GAME.owners[u.id] == AXIS
    ]
    grid = pos.board.grid
    away = max(grid, key=lambda hex_: min(grid.distance(hex_, enemy) for enemy in enemies))

    def sent(unit: str) -> Any:
        units = [replace(u, at=away) if u.id == unit else u for u in pos.state.units]
        return GAME.position(replace(pos.state, units=tuple(units), stacks={}))

    before = network(pos, SOVIET)
    assert network(sent("6GTC-I/22"), SOVIET) is before
    assert network(sent("6GTC-HQ"), SOVIET) is not before


@pytest.mark.parametrize("side", SIDES)
def test_a_view_that_has_not_changed_is_believed_as_before(side: str) -> None:
    """The next question finds the same units, and what was worked out about where they are."""
    pos = GAME.start("short_days", seed=1)
    view = pos.view(side)
    GAME.beliefs = Beliefs()
    first, again = (GAME.appraisal.fill(view, 7) for _ in range(2))
    assert all(a is b for a, b in zip(first.state.units, again.state.units, strict=True))
    assert first.columns is again.columns
    units = list(pos.state.units)
    number = next(i for i, u in enumerate(units) if u.at in pos.board.grid)
    units[number] = replace(units[number], lost=1)
    hurt = GAME.position(replace(pos.state, units=tuple(units))).view(side)
    later = GAME.appraisal.fill(hurt, 7)
    assert later.state.units[number].lost == 1
    assert later.columns is not first.columns
