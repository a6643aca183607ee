"""What every computer player is: `decide(view, memory, seed=..., budget=...) -> Choice`.

A player is a function of what it is given. Its random numbers come from its seed and the
number of the decision, never from the game's dice, so the same view and memory always give
the same action.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar, Protocol

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Action, Side
from grognard.view import View


class Memory(Struct, frozen=True):
    """What a player remembers from one decision to the next; it is saved with the game.

    `opened` are the moves and attacks it has begun to think about in the phase `phase`.
    """

    decisions: int = 0
    phase: tuple[str, ...] = ()
    opened: tuple[Action, ...] = ()

    def after(self, **changes: object) -> Memory:
        """One decision later."""
        return replace(self, decisions=self.decisions + 1, **changes)


class Budget(Struct, frozen=True):
    """How much work a decision may cost: positions looked at, which is the same everywhere."""

    nodes: int = 6


class Choice(Struct, frozen=True):
    """An action, what is remembered from now on, and the reason in a few words."""

    action: Action
    memory: Memory
    note: str = ""


class Player(Protocol):
    """A computer player."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]

    def knows(self, game: str) -> bool:
        """Can it play this title?"""

    def decide(self, view: View, memory: Memory, *, seed: str, budget: Budget) -> Choice:
        """One of the actions of the view's question."""


def luck_of(seed: str, side: Side | None, memory: Memory) -> Random:
    """The random numbers of one decision."""
    return Random(f"{seed}|{side}|{memory.decisions}")


def open_actions(view: View) -> tuple[Action, ...]:
    """What the viewer may do; it must be asked something."""
    if view.question is None:
        raise ValueError(f"{view.viewer or 'a spectator'} is not asked anything")
    return view.question.actions
