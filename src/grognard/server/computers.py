"""Computer players: who there is, and how one of them is asked for an action.

A player is given a View and its own memory, and nothing else. It decides in a worker
process; its memory is kept with its action, so that after a crash it goes on as if nothing
had happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, ClassVar, Protocol

import msgspec

from grognard.decisions import Action, Side
from grognard.players import PLAYERS, Budget
from grognard.players import Memory as Remembered
from grognard.server.messages import PlayerCard
from grognard.server.workers import Workers, report
from grognard.view import View

#: Whatever a player wants to remember, as JSON can hold it.
Memory = Any

#: An action, and the reason for it.
Advice = tuple[Action, str]

#: Says how far the player is, from 0 to 1, and on what it thinks.
Report = Callable[[float, str], None]


class Player(Protocol):
    """A computer player."""

    title: ClassVar[str]
    about: ClassVar[str]

    def knows(self, game: str) -> bool:
        """Can it play this game?"""

    def begin(self, seed: str) -> Memory:
        """What it remembers before its first decision. All its dice come from the seed."""

    def decide(self, view: View, memory: Memory, report: Report) -> tuple[Action, Memory]:
        """One of the actions of the view's question, and what it remembers from now on."""

    def advise(self, view: View) -> Advice | None:
        """What it would do here, and why; None from one whose advice is worth nothing."""


class Seated:
    """A player of the package as the server asks it: its memory is JSON, with its seed."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]

    def knows(self, game: str) -> bool:
        return PLAYERS[self.name].knows(game)

    def begin(self, seed: str) -> Memory:
        return {"seed": seed, **msgspec.to_builtins(Remembered())}

    def decide(self, view: View, memory: Memory, report: Report) -> tuple[Action, Memory]:
        seed, remembered = memory["seed"], msgspec.convert(memory, Remembered)
        choice = PLAYERS[self.name].decide(view, remembered, seed=seed, budget=Budget())
        return choice.action, {"seed": seed, **msgspec.to_builtins(choice.memory)}

    def advise(self, view: View) -> Advice | None:
        choice = PLAYERS[self.name].decide(view, Remembered(), seed="hint", budget=Budget())
        return (choice.action, choice.note) if choice.note else None


class RandomPlayer(Seated):
    """Takes any action that is open, each as likely as the others."""

    name: ClassVar[str] = "random"
    title: ClassVar[str] = PLAYERS["random"].title
    about: ClassVar[str] = PLAYERS["random"].about


class RecruitPlayer(Seated):
    """Sensible and fast."""

    name: ClassVar[str] = "recruit"
    title: ClassVar[str] = PLAYERS["recruit"].title
    about: ClassVar[str] = PLAYERS["recruit"].about


#: All players by the name that a seat is given, the strongest last.
ROSTER: Mapping[str, Player] = {"random": RandomPlayer(), "recruit": RecruitPlayer()}


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
    """What the strongest player that knows the game would do; None: it has no advice."""
    strongest = [name for name, player in ROSTER.items() if player.knows(view.game)][-1]
    return await workers.run(_advise, strongest, view)


# --- in a worker --------------------------------------------------------------------------


def _decide(play: str, name: str, view: View, seed: str, memory: bytes) -> tuple[Action, bytes]:
    player = ROSTER[name]
    remembered = msgspec.json.decode(memory) if memory else player.begin(seed)
    action, kept = player.decide(view, remembered, lambda share, text: report(play, share, text))
    return action, msgspec.json.encode(kept)


def _advise(name: str, view: View) -> Advice | None:
    return ROSTER[name].advise(view)
