"""Does anything that a side is given tell who lies under a '?', or where units jump?"""

import random

import pytest
from msgspec.structs import replace
from tests.leaks import differences, hidden_from, names_told, positions, probes
from tests.rules.kanev43.sketches import SLUG

from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.registry import load

GAME = load(SLUG)
EVERY = 100


def exchanged(pos: Pos, viewer: str | None, rng: random.Random) -> Pos | None:
    """The same position with two hidden paratroopers exchanged."""
    named = str(pos.state.agenda)
    hidden = [u for u in hidden_from(pos, viewer) if pos.unit(u).at in pos.board.grid]
    able = [unit for unit in hidden if unit not in named]
    if len({pos.unit(unit).at for unit in able}) < 2:
        return None
    one, other = rng.sample(able, 2)
    places = {one: pos.unit(other).at, other: pos.unit(one).at}
    units = [replace(u, at=places.get(u.id, u.at)) for u in pos.state.units]
    return GAME.position(replace(pos.state, units=tuple(units)))


@pytest.mark.rule("kanev43", "AIRB-7", "R-96")
def test_no_hidden_paratrooper_is_named() -> None:
    """In no byte of view, log, refusals and scene; and whoever he is, he looks the same."""
    twins = 0
    for before, _, after, rng in positions(GAME, range(1), every=EVERY, scenario="short_days"):
        for viewer in (AXIS, SOVIET, None):
            assert names_told(before, after, viewer, rng) == []
            twin = exchanged(before, viewer, rng)
            if twin is not None:
                twins += 1
                assert differences(before, twin, viewer, probes(before, viewer, rng)) == []
    assert twins > 10
