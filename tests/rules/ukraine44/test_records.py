"""Whole recorded games, one for each way in which a game can end."""

import pytest
from tests.rules.ukraine44.recording import ENDINGS, RECORDS

from grognard import load

SLUG = "ukraine44"
GAME = load(SLUG)


def test_every_ending_has_a_record() -> None:
    """Sudden death, points for either side, and a draw; nothing else lies in the folder."""
    RECORDS.check_folder()
    assert {ending.level for ending in ENDINGS.values()} == {"sudden death", "points", "draw"}


@pytest.mark.rule(SLUG, "4.1-1")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    """Played again from set-up to the end, the game is the same and ends in the same way. If
    a change of behaviour is meant, `python -m tests.rules.ukraine44.recording` makes new ones.
    """
    RECORDS.check(name)


@pytest.mark.rule(SLUG, "4.2-1", "V7")
def test_the_sudden_death_came_with_the_third_city() -> None:
    """Before the last action the Soviets held two victory cities, after it three, and the game
    did not wait for the end of the turn.
    """
    session = RECORDS.replayed("sudden-death")
    before, after = session.at(session.revision - 1), session.pos
    assert (len(before.state.held), len(after.state.held)) == (2, 3)
    assert before.turn == after.turn < 12
    assert not [line for line in session.log(None) if line.event.kind == "points"]


@pytest.mark.rule(SLUG, "4.3-1", "5.1-6", "V5")
@pytest.mark.parametrize("name", [name for name in ENDINGS if name != "sudden-death"])
def test_points_are_counted_after_turn_12(name: str) -> None:
    """Both totals are told with their terms; the higher one wins, equal ones are a draw."""
    session = RECORDS.replayed(name)
    told = {e.side: e for e in session.entries[-1].events if e.kind == "points"}
    axis, soviet = (sum(part.amount for part in told[side].parts) for side in ("axis", "soviet"))
    assert session.pos.turn == 12
    assert {"axis-points": axis > soviet, "soviet-points": soviet > axis, "draw": axis == soviet}[
        name
    ]
    assert session.pos.outcome is not None
    assert session.pos.outcome.reason == f"Axis {axis}, Soviet {soviet} points"
