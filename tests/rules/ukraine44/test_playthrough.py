"""The playthrough that people read is what the game does."""

from tests.rules.ukraine44.playthrough import FILE, play, written


def test_the_playthrough_is_as_written() -> None:
    """Played again, the script leads to the same text. If a change of behaviour is meant,
    `python -m tests.rules.ukraine44.playthrough` writes it anew; read the difference.
    """
    assert written() == FILE.read_text(encoding="utf-8")


def test_the_playthrough_shows_what_a_game_is_made_of() -> None:
    """Two turns with set-up, decoys, both Soviet orders, arrivals, air supply, Tigers, and
    combats with losses, a retreat and an advance.
    """
    moves = list(play())
    kinds = {event.kind for _, _, after in moves for event in after.events}
    assert kinds >= {"decoy", "order", "arrival", "move", "air", "tiger", "shown", "combat", "loss"}
    assert kinds >= {"retreat", "advance"}
    assert {"choose combat", "choose movement"} <= {action for _, action, _ in moves}
    assert moves[-1][2].turn == 3
