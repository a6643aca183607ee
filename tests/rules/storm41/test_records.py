"""Whole recorded games, one for each way in which a game can end."""

import pytest
from tests.rules.storm41.recording import ENDINGS, RECORDS

from grognard import load

SLUG = "storm41"
GAME = load(SLUG)


def test_every_ending_has_a_record() -> None:
    """Points for either side and a draw; nothing else lies in the folder."""
    RECORDS.check_folder()
    ways = {(ending.level, ending.winner) for ending in ENDINGS.values()}
    assert ways == {("points", side) for side in GAME.sides} | {("draw", "")}


@pytest.mark.rule(SLUG, "4.1", "4.11", "R-37")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    """Played again from set-up to the end, the game is the same and ends in the same way: after
    the last turn, where the points are counted for the first time. If a change of behaviour is
    meant, `python -m tests.rules.storm41.recording` makes new ones.
    """
    session = RECORDS.check(name)
    assert session.pos.turn == 6
    counts = [e for entry in session.entries for e in entry.events if e.kind == "points"]
    assert len(counts) == 1


@pytest.mark.rule(SLUG, "4.11")
def test_the_count_of_each_record() -> None:
    """Three points win for the Soviets in the south, two are a draw, fewer win for the Axis."""

    def score(name: str) -> int:
        events = RECORDS.replayed(name).entries[-1].events
        return sum(part.amount for event in events for part in event.parts)

    assert score("soviet-points") >= 3
    assert score("draw") == 2
    assert score("axis-points") < 2
