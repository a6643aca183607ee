"""The playthrough that people read is what the game does."""

from tests.rules.storm41.playthrough import FILE, UNTIL, play, written


def test_the_playthrough_is_as_written() -> None:
    """Played again, the record leads to the same text. If a change of behaviour is meant,
    `python -m tests.rules.storm41.playthrough` writes it anew; read the difference.
    """
    assert written() == FILE.read_text(encoding="utf-8")


def test_the_playthrough_shows_what_a_game_is_made_of() -> None:
    """Two turns of both sides with the order of phases, moves, attacks, losses, advances, air
    superiority, arrivals and the reserve.
    """
    moves = list(play())
    kinds = {event.kind for _, _, after in moves for event in after.events}
    assert kinds >= {"order", "move", "shown", "combat", "eliminated", "advance", "air", "arrival"}
    steps = {(before.side, before.top.tag) for before, _, _ in moves}
    for side in ("axis", "soviet"):
        assert steps >= {(side, tag) for tag in ("movement", "moving", "combat", "attack")}
    assert moves[-1][2].turn == UNTIL
