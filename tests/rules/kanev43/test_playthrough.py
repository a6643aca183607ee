"""The playthrough that people read is what the game does."""

from tests.rules.kanev43.playthrough import FILE, play, written


def test_the_playthrough_is_as_written() -> None:
    """Played again, the script leads to the same text. If a change of behaviour is meant,
    `python -m tests.rules.kanev43.playthrough` writes it anew; read the difference.
    """
    assert written() == FILE.read_text(encoding="utf-8")


def test_the_playthrough_shows_what_a_game_is_made_of() -> None:
    """A turn of both sides with work, reinforcements, moves, a crossing, guns that change their
    state, bombardment, attacks with support and leaders, losses, retreats, advances, and a
    breakthrough.
    """
    moves = list(play())
    kinds = {event.kind for _, _, after in moves for event in after.events}
    assert kinds >= {"dropzone", "turn", "supply", "works", "move", "guns", "crossing", "dismount"}
    assert kinds >= {"bombardment", "declared", "support", "leader", "surprise", "morale", "odds"}
    assert kinds >= {"combat", "loss", "order", "retreat", "advance", "breakthrough", "ammunition"}
    steps = {(before.side, before.top.tag) for before, _, _ in moves}
    for side in ("axis", "soviet"):
        assert steps >= {(side, tag) for tag in ("assignments", "works", "moving", "declaring")}
        assert steps >= {(side, tag) for tag in ("attack", "losses", "stand fast", "retreat")}
    assert ("axis", "defensive support") in steps
    assert moves[-1][2].turn == 2
