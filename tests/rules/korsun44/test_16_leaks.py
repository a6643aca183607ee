"""16 Does anything that a side is given tell what lies under the masks? In whole random games."""

import random

import pytest
from msgspec.structs import replace
from tests.leaks import differences, hidden_from, names_told, positions, probes
from tests.rules.korsun44.field import GAME, SLUG

from grognard.games.korsun44.belief import fill
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos

EVERY = 200
SCENARIOS = ("korsun_short", "deblockade")


def exchanged(pos: Pos, viewer: str | None, rng: random.Random) -> Pos | None:
    """The same position with two hidden units of one type exchanged: zones lie as they did, which
    every mover is told of, and nothing else of them may be known.
    """
    named = str(pos.state.agenda)
    alike: dict[object, list[str]] = {}
    for unit in hidden_from(pos, viewer):
        now, piece = pos.unit(unit), GAME.piece(unit)
        if now.at in pos.board.grid and unit not in named:
            look = (piece.side, piece.kind, piece.moves, piece.levels, now.lost, now.limbered)
            alike.setdefault(look, []).append(unit)
    pairs = [units for units in alike.values() if len({pos.unit(u).at for u in units}) > 1]
    if not pairs:
        return None
    one, other = rng.sample(rng.choice(pairs), 2)
    places = {one: pos.unit(other).at, other: pos.unit(one).at}
    units = [replace(u, at=places.get(u.id, u.at)) for u in pos.state.units]
    return GAME.position(replace(pos.state, units=tuple(units)))


@pytest.mark.rule(SLUG, "16.1.1", "16.1.2", "16.1.4", "H16")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_hidden_unit_is_named_and_exchanged_ones_tell_nothing(scenario: str) -> None:
    """In no byte of view, log, refusals, scene and overlays."""
    for before, _, after, rng in positions(GAME, range(1), every=EVERY, scenario=scenario):
        for viewer in (GERMAN, SOVIET, None):
            assert names_told(before, after, viewer, rng) == []
            twin = exchanged(before, viewer, rng)
            if twin is not None:
                assert differences(before, twin, viewer, probes(before, viewer, rng)) == []


@pytest.mark.rule(SLUG, "H16")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_believed_position_looks_the_same(scenario: str) -> None:
    """What is filled in at random is seen as before, whoever looks, and nobody is missing."""
    rng = random.Random(1)
    for pos, _, _, _ in positions(GAME, range(1), every=EVERY, scenario=scenario):
        for viewer in (GERMAN, SOVIET):
            view = pos.view(viewer)
            seen = fill(GAME, view, rng.randrange(99)).view(viewer)
            assert seen.tracks == view.tracks
            if view.asked == viewer:
                assert seen.counters == view.counters
