"""Positions to begin a test from: the engine decides as little as possible until a phase opens."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from grognard.decisions import Action
from grognard.position import Position
from grognard.registry import load
from grognard.session import Session

#: Verbs that end something, or give up what was begun.
ENDS = ("done", "stop", "pass", "cancel", "choose")

#: More decisions than the first turn of any game takes in this way.
MOST = 400

#: Where the fronts are apart at first: what brings them together, in the first movement of a side.
APPROACH = {
    "kanev43": """done; select 6GTC-Mtr; done; choose ready; done; done; done
        select 10PG-I/41; join 10PG-II/41; join 10PG-StuG239; move 4217; stop
        select 10PG-I/20; join 10PG-II/20; join 10PG-III/20; move 4117""",
}

#: More decisions than come before the first attack, where the fronts meet.
SOON = 20


def least(actions: Iterable[Action]) -> Action:
    """The action that decides least: a ready set-up, the end of a step, a refusal."""
    found = list(actions)
    ready = Action("choose", "ready")
    if ready in found:
        return ready
    ends = [action for verb in ENDS for action in found if action.verb == verb]
    return ends[0] if ends else found[0]


def session_at(
    slug: str, phase: str, *, turn: int = 1, seed: str = "7", fog: bool = False
) -> Session:
    """A game in which a phase has just been opened; it is named as in the bar of the page."""
    return Session.load(_save_at(slug, phase, turn, seed, fog), load(slug))


def session_with(slug: str, *verbs: str, side: str = "", turn: int = 1) -> Session:
    """A game in which a side can do these things one after the other, without fog: to choose a
    unit and move it, to begin an attack. Hexes that must be declared before are.
    """
    return Session.load(_save_with(slug, verbs, side, turn), load(slug))


@cache
def _save_with(slug: str, verbs: tuple[str, ...], side: str, turn: int) -> bytes:
    session = approached(slug)
    declared: set[tuple[int, str, str]] = set()
    for _ in range(MOST):
        pos = session.pos
        if pos.turn >= turn and side in ("", pos.side) and _can_do(pos, verbs):
            return session.save()
        phase = (pos.turn, pos.side, pos.top.tag)
        if verbs[0] == "target" and phase not in declared and _can_do(pos, verbs[:1]):
            declared.add(phase)
            session.do(next(action for action in pos.actions() if action.verb == "target"))
        else:
            session.do(least(pos.actions()))
    raise AssertionError(f"{' and '.join(verbs)} was never open")


def approached(slug: str) -> Session:
    """A game without fog in which somebody can be attacked, or will be as soon as all who move
    have moved.
    """
    if slug not in APPROACH:
        return _begin(slug, "7", fog=False, scenario=fronts_meet(slug))
    session = _begin(slug, "7", fog=False)
    for line in APPROACH[slug].replace("\n", ";").split(";"):
        session.do(Action(*line.strip().split(" ", 1)))
    return session


@cache
def fronts_meet(slug: str) -> str:
    """The first scenario of a game in which somebody can be attacked before anybody has moved."""
    for scenario in load(slug).scenarios:
        pos = _begin(slug, "7", fog=False, scenario=scenario).pos
        for _ in range(SOON):
            if any(action.verb == "target" for action in pos.actions()):
                return scenario
            pos = pos.apply(least(pos.actions()))
    raise AssertionError(f"the fronts of {slug} are apart")


def _can_do(pos: Position[Any, Any, Any], verbs: tuple[str, ...]) -> bool:
    """Is the first verb open, and after it the others?"""
    found = next((action for action in pos.actions() if action.verb == verbs[0]), None)
    return found is not None and (len(verbs) == 1 or _can_do(pos.apply(found), verbs[1:]))


def _begin(slug: str, seed: str, *, fog: bool, scenario: str = "") -> Session:
    game = load(slug)
    options: dict[str, Any] = {"fog": fog} if hasattr(game.make_options({}), "fog") else {}
    return Session(game.start(scenario, seed=seed, **options))


@cache
def _save_at(slug: str, phase: str, turn: int, seed: str, fog: bool) -> bytes:
    game = load(slug)
    assert game.pages is not None
    session = _begin(slug, seed, fog=fog)
    for _ in range(MOST):
        pos = session.pos
        if pos.turn >= turn and game.pages.scene(pos.view(pos.side)).phase == phase:
            return session.save()
        session.do(least(pos.actions()))
    raise AssertionError(f"{phase} of turn {turn} never came")
