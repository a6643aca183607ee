"""Positions of Red Parachutes made from what a side sees, and the overlays drawn from them."""

import random
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.kanev43.sketches import SLUG, drawn

from grognard.conformance import RandomPlayer
from grognard.faces import HexFill, HexLine
from grognard.games.kanev43.belief import fill
from grognard.games.kanev43.game import Kanev43
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.supply import in_supply
from grognard.registry import load
from grognard.view import View, look

GAME = cast(Kanev43, load(SLUG))


def played(seed: int, actions: int) -> Pos:
    """A position after so many random actions."""
    player, pos = RandomPlayer(random.Random(seed)), GAME.start(seed=str(seed))
    for _ in range(actions):
        if pos.outcome is None:
            pos = pos.apply(player.choose(pos))
    return pos


def seen(view: View) -> tuple[object, ...]:
    """What a view shows, hidden counters by their places."""
    counters = sorted((c.known, c.id if c.known else "", c.at, str(c.facts)) for c in view.counters)
    return counters, view.control, view.tracks, view.asked, view.turn, set(view.secrets)


@pytest.mark.rule("kanev43", "R-96")
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 50), st.integers(0, 1200), st.sampled_from([AXIS, SOVIET]))
def test_what_is_believed_looks_like_what_is_seen(seed: int, actions: int, side: str) -> None:
    """Whatever is drawn at random, the viewer could not tell it from the truth."""
    view = look(played(seed, actions), side)
    for number in (0, 1):
        assert seen(look(fill(GAME, view, number), side)) == seen(view)


@pytest.mark.rule("kanev43", "R-96")
def test_nobody_knows_which_paratroopers_are_where() -> None:
    """Of many beliefs some put one company into a hex and some another."""
    text = "unit 3GAB-1 2619 dispersed=true\nunit 5GAB-4 2210 dispersed=true"
    view = look(drawn(text, run=False), AXIS)
    hidden = [c for c in view.counters if not c.known]
    assert {c.at for c in hidden} == {"2619", "2210"}
    guesses = {fill(GAME, view, seed).at("2619") for seed in range(20)}
    assert guesses == {("3GAB-1",), ("5GAB-4",)}


def test_overlays_show_supply() -> None:
    """The area of the viewer's headquarters, and the path of a unit to the edge of the map."""
    pos = GAME.start(seed="1")
    pages = GAME.pages
    assert pages is not None
    (area,) = pages.overlay(pos.view(AXIS), "supply")
    assert isinstance(area, HexFill)
    units = [u for u in pos.state.units if u.at in pos.board.grid and GAME.owners[u.id] == AXIS]
    fed = [u for u in units if GAME.piece(u.id).attack and in_supply(pos, u.id)]
    assert {u.at for u in fed} <= set(area.hexes)
    (path,) = pages.overlay(pos.view(AXIS), "line", fed[0].id)
    assert isinstance(path, HexLine)
    assert path.hexes[0] == fed[0].at
    assert path.hexes[-1] in GAME.theatre.sources(AXIS)
    assert all(pos.board.grid.adjacent(a, b) for a, b in pairwise(path.hexes))
    hungry = next(u for u in units if not in_supply(pos, u.id))
    (broken,) = pages.overlay(pos.view(AXIS), "line", hungry.id)
    assert isinstance(broken, HexLine)
    assert broken.hexes == (hungry.at,)
