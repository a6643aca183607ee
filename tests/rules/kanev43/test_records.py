"""Whole recorded games, one for each level of victory."""

from typing import cast

import pytest
from tests.rules.kanev43.recording import ENDINGS, RECORDS

from grognard.games.kanev43.game import Kanev43
from grognard.games.kanev43.victory import level_of


def test_every_level_has_a_record() -> None:
    """All five."""
    RECORDS.check_folder()
    levels = cast(Kanev43, RECORDS.game).charts.victories
    assert {(e.level, e.winner) for e in ENDINGS.values()} == {(v.title, v.winner) for v in levels}


@pytest.mark.rule("kanev43", "R-94", "SOP-21")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    """Played again from set-up to the end, the game is the same and ends in the same way, after
    the last turn and by its points. If a change of behaviour is meant,
    `python -m tests.rules.kanev43.recording` makes new ones.
    """
    pos = RECORDS.check(name).pos
    assert pos.turn == pos.game.scene(pos).turns
    level = level_of(pos)
    assert (level.title, level.winner) == (ENDINGS[name].level, ENDINGS[name].winner)
