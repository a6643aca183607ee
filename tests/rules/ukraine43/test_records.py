"""Whole recorded games, one for each way in which a game can end."""

import pytest
from tests.rules.ukraine43.recording import ENDINGS, RECORDS

from grognard import load
from grognard.decisions import Event
from grognard.session import Session

SLUG = "ukraine43"
GAME = load(SLUG)


def counted(session: Session) -> list[Event]:
    """The counts of points, one a turn."""
    return [e for entry in session.entries for e in entry.events if e.kind == "points"]


def test_every_ending_has_a_record() -> None:
    """Sudden death and points for either side, and a draw; nothing else lies in the folder."""
    RECORDS.check_folder()
    ways = {(ending.level, ending.winner) for ending in ENDINGS.values()}
    sides = {(level, side) for level in ("sudden death", "points") for side in GAME.sides}
    assert ways == sides | {("draw", "")}


@pytest.mark.rule(SLUG, "30.1-2", "30.1-3", "R-66")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    """Played again from set-up to the end, the game is the same and ends in the same way. If
    a change of behaviour is meant, `python -m tests.rules.ukraine43.recording` makes new ones.
    """
    RECORDS.check(name)


@pytest.mark.rule(SLUG, "3.E", "30.1-1", "30.1-4", "R-103")
@pytest.mark.parametrize("name", ENDINGS)
def test_points_are_counted_once_a_turn_until_they_end_the_game(name: str) -> None:
    """At each count but the last the Soviets were within the limits of the turn; the last one
    ended the game, by sudden death or because it was the last turn.
    """
    session = RECORDS.replayed(name)
    counts, scene = counted(session), session.pos.game.scene(session.pos)
    assert len(counts) == session.pos.turn
    ahead = [sum(p.amount for p in e.parts) - scene.space(turn).benchmark
             for turn, e in enumerate(counts, 1)]  # fmt: skip
    assert all(abs(lead) < scene.sudden_death for lead in ahead[:-1])
    sudden = abs(ahead[-1]) >= scene.sudden_death
    assert sudden == (ENDINGS[name].level == "sudden death")
    assert sudden or session.pos.turn == scene.turns


@pytest.mark.rule(SLUG, "R-66")
def test_the_last_count_of_each_record() -> None:
    """Five points or more after turn 7 of the short scenario win for the Soviets, three
    or four are a draw, two win for the Germans.
    """

    def score(name: str) -> int:
        return sum(part.amount for part in counted(RECORDS.replayed(name))[-1].parts)

    assert score("soviet-points") >= 5
    assert score("draw") == 4
    assert score("axis-points") == 2
