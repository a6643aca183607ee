"""The playthrough that people read is what the game does."""

from tests.rules.ukraine43.playthrough import FILE, play, written


def test_the_playthrough_is_as_written() -> None:
    """Played again, the script leads to the same text. If a change of behaviour is meant,
    `python -m tests.rules.ukraine43.playthrough` writes it anew; read the difference.
    """
    assert written() == FILE.read_text(encoding="utf-8")


def test_the_playthrough_shows_what_a_game_is_made_of() -> None:
    """Two turns of both sides with attacks, retreats, advances, Mobile Assaults, reactions, air
    units, artillery, replacements, reinforcements by rail, railheads and fortifications.
    """
    moves = list(play())
    kinds = {event.kind for _, _, after in moves for event in after.events}
    assert kinds >= {"move", "rail", "arrival", "marker", "replacement", "artillery", "reserve"}
    assert kinds >= {"attack", "combat", "loss", "eliminated", "retreat", "disrupted", "advance"}
    assert kinds >= {"air", "das", "repair", "fort", "points", "turn"}
    steps = {(before.side, before.top.tag) for before, _, _ in moves}
    for side in ("axis", "soviet"):
        assert steps >= {(side, tag) for tag in ("movement", "first combat", "reaction")}
        assert steps >= {(side, "exploitation"), (side, "mobile assault"), (side, "das")}
    assert moves[-1][2].turn == 3
