"""The playthrough that people read is what the game does."""

from tests.rules.korsun44.playthrough import FILE, play, written


def test_the_playthrough_is_as_written() -> None:
    """Played again, the script leads to the same text. If a change of behaviour is meant,
    `python -m tests.rules.korsun44.playthrough` writes it anew; read the difference.
    """
    assert written() == FILE.read_text(encoding="utf-8")


def test_the_playthrough_shows_what_a_game_is_made_of() -> None:
    """A turn of both sides with air missions and air combat, guns that change their set-up and
    fire, attacks, abilities, losses, retreats, pursuit, tests, want, digging in, and the strategic
    movement with a reinforcement.
    """
    moves = list(play())
    kinds = {event.kind for _, _, after in moves for event in after.events}
    assert kinds >= {"mission", "air combat", "move", "set-up", "works", "fire", "test", "turn"}
    assert kinds >= {"shown", "combat", "loss", "eliminated", "retreat", "advance", "disorganised"}
    assert kinds >= {"supply", "surrender", "recovered"}
    steps = {(before.side, before.top.tag) for before, _, _ in moves}
    for side in ("german", "soviet"):
        assert steps >= {(side, tag) for tag in ("air target", "movement", "moving")}
        assert steps >= {(side, tag) for tag in ("combat", "attack", "declaration", "losses")}
    assert steps >= {
        ("german", tag) for tag in ("salvo", "cover", "strategic movement", "entering")
    }
    assert moves[-1][2].turn == 2
