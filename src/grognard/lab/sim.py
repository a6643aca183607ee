"""Games played to their end, at random or by computer players, on any number of processes.

Every game is named by its seed: seed and policy give the same game on every machine. A
game that fails leaves its record in a file, from which it can be looked at and replayed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from grognard.conformance import RandomPlayer
from grognard.decisions import Action, Side
from grognard.lab.entrants import entrant_of
from grognard.lab.pool import Executor
from grognard.position import Position
from grognard.registry import load
from grognard.session import Session

AnyPosition = Position[Any, Any, Any]

#: Chooses one of the open actions.
Policy = Callable[[AnyPosition], Action]

#: Is shown every action of a game, with the positions before and after it.
Watch = Callable[[AnyPosition, Action, AnyPosition], None]

#: No game of ours takes this many random actions: past it one is taken to be endless.
MOST_ACTIONS = 500_000


def _uniform_player(luck: Random) -> Policy:
    return lambda pos: pos.nth(int(luck.random() * pos.count()))


def _patient_player(luck: Random) -> Policy:
    return RandomPlayer(luck).choose


#: How random players choose. Uniform: every action is equally likely. Patient: a verb, then
#: an argument; seldom takes back or ends a phase at once.
POLICIES: Mapping[str, Callable[[Random], Policy]] = {
    "uniform": _uniform_player,
    "patient": _patient_player,
}


class Order(Struct, frozen=True, kw_only=True):
    """What is to be played, and where failures are written."""

    game: str
    scenario: str = ""
    options: Mapping[str, Any] = {}
    policy: str = "uniform"
    #: Computer players, one for each side in the game's order; none: both play by the policy.
    players: tuple[str, ...] = ()
    #: Dice are named by what they decide, so that games of one seed share their luck.
    paired: bool = False
    records: str = "failed-games"
    most: int = MOST_ACTIONS

    @property
    def style(self) -> str:
        """How the games are played, in a word."""
        return " against ".join(self.players) or self.policy


class Failure(Struct, frozen=True):
    """What went wrong in a game: after how many actions, in which one, and why. Without an
    action the question itself could not be put.
    """

    after: int
    action: str
    reason: str
    record: str

    def __str__(self) -> str:
        place = f"action {self.after + 1}, {self.action!r}" if self.action else "the question"
        return f"after {self.after} actions, {place}: {self.reason}"


class Played(Struct, frozen=True, kw_only=True):
    """One game, as the lab writes it down. `seconds` are those of one core."""

    game: str
    scenario: str
    seed: int
    policy: str
    turns: int
    actions: int
    seconds: float
    winner: str = ""
    level: str = ""
    reason: str = ""
    failure: Failure | None = None


class DeadEnd(RuntimeError):
    """Nothing may be done, and the game is not over."""


class Endless(RuntimeError):
    """A game that did not end."""


def simulate(order: Order, seeds: Sequence[int], executor: Executor) -> Iterator[Played]:
    """Play one game a seed, in the order of the seeds."""
    early: dict[int, Played] = {}
    with closing(executor.run(partial(play, order), seeds)) as results:
        for seed in seeds:
            while seed not in early:
                one = next(results)
                early[one.seed] = one
            yield early.pop(seed)


def settle() -> None:
    """What all games share has been loaded. Positions make no rings of references, so the
    collector finds nothing among them, and need not look through the rest again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def play(order: Order, seed: int, watch: Watch | None = None) -> Played:
    """Play one game to its end, or to its failure."""
    game = load(order.game)
    start = game.start(order.scenario, seed=seed, paired=order.paired, **order.options)
    seats = _seats(order, start.game.sides, seed)
    taken: list[Action] = []
    began = process_time()
    try:
        end, failure = _play_out(start, order, seats, taken, watch), None
    except Exception as error:  # noqa: BLE001 whatever a game does wrong is a finding
        record = _record(start, taken)
        end, failure = record.pos, _write(order, seed, record, taken, error)
    seconds = process_time() - began
    outcome = end.outcome
    return Played(
        game=order.game,
        scenario=end.state.scenario,
        seed=seed,
        policy=order.style,
        turns=end.turn,
        actions=len(taken),
        seconds=seconds,
        winner=outcome.winner if outcome else "",
        level=outcome.level if outcome else "",
        reason=outcome.reason if outcome else "",
        failure=failure,
    )


def _seats(order: Order, sides: Sequence[Side], seed: int) -> Mapping[Side, Policy]:
    """Who chooses for each side."""
    if order.players:
        names = zip(sides, order.players, strict=True)
        return {side: _seated(name, f"{seed}|{side}") for side, name in names}
    return dict.fromkeys(sides, POLICIES[order.policy](Random(f"{order.policy}|{seed}")))


def _seated(name: str, seed: str) -> Policy:
    """A computer player, which is shown the view of its side and no more."""
    seat = entrant_of(name).seat(seed)
    return lambda pos: seat(pos.view(pos.side))


def _play_out(
    pos: AnyPosition,
    order: Order,
    seats: Mapping[Side, Policy],
    taken: list[Action],
    watch: Watch | None,
) -> AnyPosition:
    """Play to the end. `taken` is filled as the game goes, so that a failure can be told."""
    while pos.state.outcome is None:
        if not pos.choices():
            raise DeadEnd(f"nothing may be done, and the game is not over: {pos.prompt}")
        if len(taken) >= order.most:
            raise Endless(f"not over after {order.most} actions")
        before = pos
        taken.append(seats[pos.side](pos))
        pos = pos.apply(taken[-1])
        if watch is not None:
            watch(before, taken[-1], pos)
    return pos


def _record(start: AnyPosition, taken: Sequence[Action]) -> Session:
    """The game again, up to the action that fails, if one does."""
    session = Session(start)
    for action in taken:
        try:
            session.do(action)
        except Exception:  # noqa: BLE001 this is the failure that is being recorded
            break
    return session


def _write(
    order: Order, seed: int, record: Session, taken: Sequence[Action], error: Exception
) -> Failure:
    name = "-".join((order.game, *order.players, str(seed)))
    path = Path(order.records) / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(record.save())
    done = record.revision
    last = str(taken[done]) if len(taken) > done else ""
    return Failure(done, last, f"{type(error).__name__}: {error}", str(path))
