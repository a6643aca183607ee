"""Computer players: how one of them is asked for an action.

A player is given a View and its own memory, and nothing else. It decides in a worker
process; its memory is kept with its action, so that after a crash it goes on as if nothing
had happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Protocol

import msgspec

from grognard.decisions import Action, Side
from grognard.players import PLAYERS, Budget, Memory, Page, Player, Watch
from grognard.server.messages import PlayerCard
from grognard.server.workers import Workers, report
from grognard.view import View

#: An action, the reason for it, and the plan for the turn.
Advice = tuple[Action, str, str]

#: How many seconds of a core a hint may cost.
HINT = Budget(seconds=6.0)

#: Says how far the player is, from 0 to 1, and on what it thinks.
Report = Callable[[float, str], None]


class Opponent(Protocol):
    """A computer player as the server asks it. Its memory is JSON, empty before it has any."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """How it plays."""

    def knows(self, game: str) -> bool:
        """Can it play this game?"""

    def decide(self, view: View, memory: bytes, seed: str, report: Report) -> tuple[Action, bytes]:
        """One of the actions of the view's question, and what it remembers from now on."""

    def advise(self, view: View) -> Advice | None:
        """What it would do here, and why if that can be told; None from one that goes by chance."""

    def diary(self, memory: bytes) -> tuple[Page, ...]:
        """What it was trying to do, turn by turn."""


class Seated:
    """A player of the package."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.title = player.title
        self.about = player.about

    def knows(self, game: str) -> bool:
        return self.player.knows(game)

    def decide(self, view: View, memory: bytes, seed: str, report: Report) -> tuple[Action, bytes]:
        remembered = msgspec.json.decode(memory, type=Memory) if memory else Memory()
        watch = Watch(report)
        choice = self.player.decide(view, remembered, seed=seed, budget=Budget(), watch=watch)
        return choice.action, msgspec.json.encode(choice.memory)

    def advise(self, view: View) -> Advice | None:
        hint = self.player.hint(view, budget=HINT)
        return (hint.action, hint.note, hint.plan) if hint else None

    def diary(self, memory: bytes) -> tuple[Page, ...]:
        return msgspec.json.decode(memory, type=Memory).diary if memory else ()


#: All players by the name that a seat is given, the strongest last.
ROSTER: Mapping[str, Opponent] = {name: Seated(player) for name, player in PLAYERS.items()}


def cards_for(game: str) -> tuple[PlayerCard, ...]:
    """The players that know a game."""
    return tuple(
        PlayerCard(name, player.title, player.about)
        for name, player in ROSTER.items()
        if player.knows(game)
    )


def knows(player: str, game: str) -> bool:
    """Is there a player of this name that knows the game?"""
    return player in ROSTER and ROSTER[player].knows(game)


def seed_of(game_seed: str, side: Side) -> str:
    """A player's own seed: the same after a restart, and telling nothing of the dice."""
    return blake2b(f"{game_seed}|player|{side}".encode(), digest_size=16).hexdigest()


async def decide(
    workers: Workers, play: str, player: str, view: View, seed: str, memory: bytes
) -> tuple[Action, bytes]:
    """A player's action and memory, thought out in a worker process."""
    return await workers.run(_decide, play, player, view, seed, memory)


async def advise(workers: Workers, view: View) -> Advice | None:
    """What the strongest player that knows the game would do; None: it goes by chance."""
    strongest = [name for name, player in ROSTER.items() if player.knows(view.game)][-1]
    return await workers.run(_advise, strongest, view)


def diary(player: str, memory: bytes) -> tuple[Page, ...]:
    """What a player was trying to do, turn by turn."""
    return ROSTER[player].diary(memory) if player in ROSTER else ()


# --- in a worker --------------------------------------------------------------------------


def _decide(play: str, name: str, view: View, seed: str, memory: bytes) -> tuple[Action, bytes]:
    return ROSTER[name].decide(view, memory, seed, lambda share, text: report(play, share, text))


def _advise(name: str, view: View) -> Advice | None:
    return ROSTER[name].advise(view)
