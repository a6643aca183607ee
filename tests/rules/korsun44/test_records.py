"""Whole recorded games, one for each way in which a scenario can end."""

import pytest
from tests.rules.korsun44.field import GAME, SLUG
from tests.rules.korsun44.recording import ENDINGS, KORSUN, RECORDS

from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.games.korsun44.victory import city_hexes, destroyed, is_connected, is_linked

#: What ends a game at once, whatever the turn.
SUDDEN = ("korsun-soviet", "deblockade-soviet-strategic")


def test_every_ending_has_a_record() -> None:
    """Each side wins each scenario, Deblockade in two ways; but for the short game, which has
    always a winner, each can be a draw.
    """
    RECORDS.check_folder()
    kinds = {"korsun": "cities", "korsun_short": "link", "retreat": "losses"}
    ways = {(scene, level, side) for scene, level in kinds.items() for side in GAME.sides}
    ways |= {("deblockade", way, side) for way in ("strategic", "tactical") for side in GAME.sides}
    ways |= {(scene, "draw", "") for scene in GAME.scenes if scene != "korsun_short"}
    assert {(e.scenario, e.level, e.winner) for e in ENDINGS.values()} == ways


@pytest.mark.rule(SLUG, "2.1.5", "H18")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    """Played again from set-up to the end, the game is the same and ends in the same way: after
    the last turn, or before it if it ends at once. If a change of behaviour is meant,
    `python -m tests.rules.korsun44.recording` makes new ones.
    """
    session = RECORDS.check(name)
    scene = GAME.scenes[ENDINGS[name].scenario]
    assert (session.pos.turn < scene.turns) == (name in SUDDEN)


@pytest.mark.rule(SLUG, "K44-vc1", "H1", "H2")
def test_the_cities_of_each_record() -> None:
    """Thirteen hexes win for the Soviets as soon as they have them, fifteen for the Germans in the
    end; with fewer on both sides it is a draw.
    """

    def cities(name: str) -> tuple[int, int]:
        pos = RECORDS.replayed(name).pos
        return city_hexes(pos, SOVIET), city_hexes(pos, GERMAN)

    assert cities("korsun-soviet")[0] >= 13
    assert cities("korsun-german")[1] >= 15
    soviet, german = cities("korsun-draw")
    assert soviet < 13
    assert german < 15


@pytest.mark.rule(SLUG, "K44-vc2", "DEB-vc1", "DEB-vc2", "H3", "H4", "H5")
def test_the_lines_of_each_record() -> None:
    """Korsun has a line to the south, or none; it has fallen, or a road leads there."""
    assert is_connected(RECORDS.replayed("short-german").pos)
    assert not is_connected(RECORDS.replayed("short-soviet").pos)
    fallen = RECORDS.replayed("deblockade-soviet-strategic").pos
    assert {fallen.holder(hex_) for hex_ in KORSUN} == {SOVIET}
    assert is_linked(RECORDS.replayed("deblockade-german-strategic").pos)


@pytest.mark.rule(SLUG, "RET-vc", "DEB-vc3", "DEB-vc4", "H17")
@pytest.mark.parametrize("name", [n for n, e in ENDINGS.items() if e.level in ("losses", "tactical")
                                  or (e.level == "draw" and e.scenario != "korsun")])  # fmt: skip
def test_the_losses_of_each_record(name: str) -> None:
    """Whoever has destroyed more levels wins; as many on both sides are a draw."""
    pos = RECORDS.replayed(name).pos
    lost = {side: destroyed(pos, side) for side in GAME.sides}
    most = max(lost.values())
    losers = {side for side, levels in lost.items() if levels == most}
    assert (
        losers == {GAME.enemy(ENDINGS[name].winner)} if ENDINGS[name].winner else len(losers) == 2
    )
