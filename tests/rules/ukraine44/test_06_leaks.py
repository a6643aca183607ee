"""6.4 Fog of war over whole games: nothing hidden is told, in no byte of what a side is given.

Some random games are walked here. More of them:

    $ LEAK_GAMES=200 pytest tests/rules/ukraine44/test_06_leaks.py
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.leaks import (
    AnyPosition,
    differences,
    hidden_from,
    names_told,
    positions,
    probes,
    swapped,
)

from grognard import load
from grognard.games.ukraine44.belief import fill, kind_of
from grognard.games.ukraine44.game import Ukraine44
from grognard.games.ukraine44.mask import has_marker
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos, Unit44

SLUG = "ukraine44"
GAME: Ukraine44 = load(SLUG)  # type: ignore[assignment]
VIEWERS = (AXIS, SOVIET, None)
SEEDS = range(int(os.environ.get("LEAK_GAMES", "2")))
EVERY = 25
OPEN_FACTS = {"group", "kind", "supply", "tiger", "marker"}

Walk = Iterator[tuple[AnyPosition, AnyPosition, random.Random]]


def walk(every: int = EVERY, **options: Any) -> Walk:
    """Positions before and after an action, here and there in random games."""
    for before, _, after, rng in positions(GAME, SEEDS, every=every, **options):
        yield before, after, rng


@pytest.mark.rule(SLUG, "2.2-4", "6.4-1", "S9")
def test_no_hidden_formation_is_named() -> None:
    """Neither view nor log, refusals, scene and overlays have the name of a formation that
    lies hidden from the viewer.
    """
    for before, after, rng in walk():
        for viewer in VIEWERS:
            assert names_told(before, after, viewer, rng) == []


@pytest.mark.rule(SLUG, "2.2-3", "6.4-5", "S9")
def test_a_hidden_counter_has_open_facts_only() -> None:
    """In every view, and on every face, of a hidden counter: no strength and no loss."""
    for pos, _, _ in walk():
        for viewer in VIEWERS:
            view = pos.view(viewer)
            faces = GAME.pages.scene(view).faces
            hidden = [c for c in view.counters if not c.known]
            assert all(set(c.facts) == OPEN_FACTS for c in hidden)
            shown = [faces[c.id] for c in hidden if c.id in faces]
            assert {(face.values, face.printed, face.id) for face in shown} <= {
                (("?", "?"), (), "")
            }
            assert {face.lost for face in shown} <= {0, None}


@pytest.mark.rule(SLUG, "S9")
def test_exchanged_formations_tell_nothing() -> None:
    """With two formations of the same look exchanged the enemy is given the same, byte for
    byte: view, prompt, actions, panel and refusals.
    """
    for pos, _, rng in walk():
        for viewer in VIEWERS:
            twin = swapped(pos, viewer, rng)
            if twin is not None:
                assert differences(pos, twin, viewer, probes(pos, viewer, rng)) == []


def shifted_losses(pos: Pos, viewer: str | None, rng: random.Random) -> Pos | None:
    """The same position with losses under hidden markers exchanged; None if there are no two."""
    alike: dict[str, list[Unit44]] = {}
    for unit in map(pos.unit, hidden_from(pos, viewer)):
        if has_marker(unit):
            alike.setdefault(kind_of(GAME, unit.id), []).append(unit)
    pairs = [units for units in alike.values() if len(units) > 1]
    if not pairs:
        return None
    one, other = rng.sample(rng.choice(pairs), 2)
    new = {a.id: replace(a, lost=b.lost, decoy=b.decoy) for a, b in ((one, other), (other, one))}
    if any(unit.lost >= GAME.piece(unit.id).defence for unit in new.values()):
        return None
    units = tuple(new.get(unit.id, unit) for unit in pos.state.units)
    return GAME.position(replace(pos.state, units=units))


@pytest.mark.rule(SLUG, "6.4-5", "6.4-6", "S8")
def test_losses_under_hidden_markers_tell_nothing() -> None:
    """With the values of two hidden markers exchanged, decoys among them, the enemy is given
    the same.
    """
    tried = 0
    for pos, _, rng in walk():
        for viewer in VIEWERS:
            twin = shifted_losses(pos, viewer, rng)
            if twin is not None:
                tried += 1
                assert differences(pos, twin, viewer, probes(pos, viewer, rng)) == []
    assert tried > len(SEEDS)


def test_moves_of_exchanged_formations_are_told_alike() -> None:
    """What an enemy formation does is told in the same words, whichever of its colour it is."""
    tried = 0
    for before, chosen, after, rng in positions(GAME, SEEDS, every=10):
        viewer = GAME.enemy(before.side)
        twin = swapped(before, viewer, rng)
        quiet = after.state.drawn == before.state.drawn and not after.outcome
        if twin is None or not quiet or twin.why_not(chosen) or chosen.arg in GAME.index:
            continue
        tried += 1
        done = twin.apply(chosen)
        assert _told(done, viewer) == _told(after, viewer)
    assert tried > len(SEEDS)


def _told(pos: AnyPosition, viewer: str) -> list[str]:
    events = (pos.game.mask.event(pos.state, event, viewer) for event in pos.events)
    return [str(event) for event in events if event is not None]


# --- the law of alike views -------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"lost_steps_score": False}, {"fog": False}])
def test_a_filled_view_looks_like_the_position(options: dict[str, Any]) -> None:
    """A position made up from what the side asked sees looks the same to it, and offers the
    same actions, refusals, prompt and panel: nothing hidden is needed to know them.
    """
    for pos, _, rng in walk(**options):
        view = pos.view(pos.side)
        for seed in (1, 2):
            made_up = fill(GAME, view, seed)
            assert differences(pos, made_up, pos.side, probes(pos, pos.side, rng)) == []


def test_fills_differ_in_what_is_hidden() -> None:
    """Other seeds make other positions, the same seed the same: the law is put to the test."""
    different = 0
    for pos, _, _ in walk():
        view = pos.view(pos.side)
        first, second = (fill(GAME, view, seed).state.units for seed in (1, 2))
        assert fill(GAME, view, 1).state.units == first
        different += first != second
        mine = GAME.formations[pos.side]
        assert first[mine] == second[mine] == pos.state.units[mine]
    assert different > len(SEEDS)


def test_a_filled_view_keeps_to_what_could_be() -> None:
    """Every formation is somewhere once, none has lost more than it has, decoys are two."""
    for pos, _, _ in walk():
        for viewer in VIEWERS:
            made_up = fill(GAME, pos.view(viewer), 3)
            assert made_up.game.complaints(made_up) == []
            for unit in made_up.state.units:
                alive = unit.at not in ("dead", "out") and unit.id not in GAME.tigers
                assert not alive or unit.lost < GAME.piece(unit.id).defence
            for side in GAME.sides:
                decoys = [u for u in made_up.state.units[GAME.formations[side]] if u.decoy]
                assert len(decoys) <= 2
