"""How fast a game is: random play, lists of actions, views, replays, sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter
from typing import Any

from msgspec import Struct

from grognard.game import Game
from grognard.lab.sim import POLICIES, Order, play
from grognard.registry import load
from grognard.saves import decode_save
from grognard.session import Session, replay

#: The milliseconds of this share of all calls are below the number given.
_PERCENTILE = 95

#: So many positions of a game are looked at for the times of single calls.
_LOOKED_AT = 2_000


class Pace(Struct, frozen=True, kw_only=True):
    """The speed of one scenario on one core. Times are milliseconds, 95 of 100 below them."""

    game: str
    scenario: str
    policy: str
    games: int
    actions: int
    actions_per_second: float
    list_ms: float
    view_ms: float
    replay_ms: float
    state_kb: float


def pace_of(slug: str, scenario: str = "", policy: str = "uniform", seconds: float = 2.0) -> Pace:
    """Play whole games at random for so long, then look closely at one more."""
    game = load(slug)
    chosen = scenario or next(iter(game.scenarios))
    order = Order(game=slug, scenario=chosen, policy=policy)
    play(order, 0)  # compiles and loads what the first game needs
    actions, busy, games = 0, 0.0, 0
    while games == 0 or busy < seconds:
        games += 1
        played = play(order, games)
        if played.failure:
            raise RuntimeError(f"{slug}, seed {games}: {played.failure}")
        actions, busy = actions + played.actions, busy + played.seconds
    close = _look_closely(game, chosen, policy)
    return Pace(
        game=slug,
        scenario=chosen,
        policy=policy,
        games=games,
        actions=actions,
        actions_per_second=actions / busy,
        **close,
    )


def _look_closely(game: Game[Any, Any], scenario: str, policy: str) -> dict[str, float]:
    """The times of single calls, each on a position that has worked out nothing yet."""
    session = Session(game.start(scenario, seed=1))
    choose = POLICIES[policy](Random(1))
    lists: list[float] = []
    views: list[float] = []
    while session.pos.outcome is None:
        if len(lists) < _LOOKED_AT:
            fresh = game.position(session.pos.state)
            lists.append(_timed(fresh.actions))
            side = fresh.side
            views.append(_timed(lambda: fresh.view(side)))  # noqa: B023 called at once
        session.do(choose(session.pos))
    save = decode_save(session.save())
    return {
        "list_ms": _high(lists),
        "view_ms": _high(views),
        "replay_ms": _timed(lambda: replay(game, save)),
        "state_kb": len(session.pos.to_json()) / 1000,
    }


def _timed(call: Callable[[], object]) -> float:
    began = perf_counter()
    call()
    return (perf_counter() - began) * 1000


def _high(times: Iterable[float]) -> float:
    ordered = sorted(times)
    return ordered[len(ordered) * _PERCENTILE // 100] if ordered else 0.0
