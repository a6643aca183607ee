"""How fast a game is: random play, lists of actions, views, forecasts, supply, replays, sizes.

All times are of the processor, so that other programs on the machine disturb little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from grognard.game import Game
from grognard.lab.sim import POLICIES, Order, play, settle
from grognard.position import Position
from grognard.registry import load
from grognard.saves import decode_save
from grognard.session import Session, replay

AnyPosition = Position[Any, Any, Any]

#: The milliseconds of this share of all calls are below the number given.
_PERCENTILE = 95

#: About so many positions, all over a game, are looked at for the times of single calls.
_LOOKED_AT = 2_000


class Pace(Struct, frozen=True, kw_only=True):
    """The speed of one scenario on one core. Times are milliseconds, 95 of 100 below them;
    a `forecast` is what a panel shows of an attack, `supply` is that of all units of both
    sides. None: the game has nothing of the kind. The state is the largest one.
    """

    game: str
    scenario: str
    policy: str
    games: int
    actions: int
    actions_per_second: float
    games_per_second: float
    list_ms: float
    view_ms: float
    forecast_ms: float | None
    supply_ms: float | None
    replay_ms: float
    state_kb: float


def pace_of(slug: str, scenario: str = "", policy: str = "uniform", seconds: float = 2.0) -> Pace:
    """Play whole games at random for so long, then look closely at one more."""
    game = load(slug)
    chosen = game.scenario(scenario or next(iter(game.scenarios))).id
    order = Order(game=slug, scenario=chosen, policy=policy)
    play(order, 0)  # compiles and loads what the first game needs
    settle()
    actions, busy, games = 0, 0.0, 0
    while games == 0 or busy < seconds:
        games += 1
        played = play(order, games)
        if played.failure:
            raise RuntimeError(f"{slug}, seed {games}: {played.failure}")
        actions, busy = actions + played.actions, busy + played.seconds
    close = _CloseLook(game)
    session = close.play(chosen, policy, every=max(1, actions // games // _LOOKED_AT))
    save = decode_save(session.save())
    return Pace(
        game=slug,
        scenario=chosen,
        policy=policy,
        games=games,
        actions=actions,
        actions_per_second=actions / busy,
        games_per_second=games / busy,
        list_ms=_high(close.lists) or 0.0,
        view_ms=_high(close.views) or 0.0,
        forecast_ms=_high(close.forecasts),
        supply_ms=_high(close.supplies),
        replay_ms=_timed(lambda: replay(game, save)),
        state_kb=close.size / 1000,
    )


class _CloseLook:
    """The times of single calls, each on a position that has worked out nothing yet."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.lists: list[float] = []
        self.views: list[float] = []
        self.forecasts: list[float] = []
        self.supplies: list[float] = []
        self.size = 0

    def play(self, scenario: str, policy: str, every: int) -> Session:
        """One game, looked at after one action in `every`."""
        session = Session(self.game.start(scenario, seed=1))
        choose = POLICIES[policy](Random(1))
        while session.pos.outcome is None:
            if session.revision % every == 0:
                self._look(session.pos)
            session.do(choose(session.pos))
        return session

    def _look(self, pos: AnyPosition) -> None:
        self.lists.append(self._asked(pos, lambda fresh: fresh.actions()))
        self.views.append(self._asked(pos, lambda fresh: fresh.view(fresh.side)))
        if pos.panel is not None and pos.panel.chances:
            self.forecasts.append(self._asked(pos, lambda fresh: fresh.panel))
        appraisal = self.game.appraisal
        if appraisal is not None:
            question = appraisal.supplied
            self.supplies.append(
                self._asked(pos, lambda fresh: [question(fresh, s) for s in self.game.sides])
            )
        self.size = max(self.size, len(pos.to_json()))

    def _asked(self, pos: AnyPosition, question: Callable[[AnyPosition], object]) -> float:
        fresh = self.game.position(pos.state)
        return _timed(lambda: question(fresh))


def _timed(call: Callable[[], object]) -> float:
    began = process_time()
    call()
    return (process_time() - began) * 1000


def _high(times: Iterable[float]) -> float | None:
    ordered = sorted(times)
    return ordered[len(ordered) * _PERCENTILE // 100] if ordered else None
