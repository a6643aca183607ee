"""What every computer player is: `decide(view, memory, seed=..., budget=...) -> Choice`.

A player is a function of what it is given. Its random numbers come from its seed and the
number of the decision, never from the game's dice, so the same view and memory always give
the same action. Only a budget in seconds, or a watch that stops it, makes it depend on the
machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from time import process_time
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import Action, Side
from grognard.view import View


class Page(Struct, frozen=True):
    """What a player thought in one turn of its own: a few sentences of each sort."""

    turn: int
    aims: tuple[str, ...] = ()
    attacks: tuple[str, ...] = ()
    fears: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((*self.aims, *self.attacks, *self.fears))


class Memory(Struct, frozen=True):
    """What a player remembers from one decision to the next; it is saved with the game.

    `opened` are the moves and attacks it has begun to think about in the phase `phase`,
    `planned` is whether it has planned the movement of that phase, `orders` are the actions
    that it has made up its mind to take, and `diary` its thoughts of every turn.
    """

    decisions: int = 0
    phase: tuple[str, ...] = ()
    opened: tuple[Action, ...] = ()
    planned: bool = False
    orders: tuple[Action, ...] = ()
    diary: tuple[Page, ...] = ()

    def after(self, **changes: object) -> Memory:
        """One decision later."""
        return replace(self, decisions=self.decisions + 1, **changes)

    def noted(self, page: Page) -> Memory:
        """With a page for a turn, in place of an earlier one for the same turn."""
        kept = tuple(one for one in self.diary if one.turn != page.turn)
        return replace(self, diary=(*kept, page))

    def page(self, turn: int) -> Page:
        """The thoughts of a turn."""
        return next((one for one in self.diary if one.turn == turn), Page(turn))


class Budget(Struct, frozen=True):
    """How much work a decision may cost: positions looked at, which is the same everywhere,
    or seconds of one core. Without either a player takes what it needs for its level.
    """

    nodes: int | None = None
    seconds: float | None = None


class Watch:
    """Who waits for a player: it is told how far the player is, and may call it off. A player
    that is called off answers with the best it has found so far.
    """

    def __init__(
        self,
        tell: Callable[[float, str], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._tell = tell
        self._stop = stop

    def tell(self, share: float, text: str) -> None:
        """The player is so far, from 0 to 1, and thinks about this."""
        if self._tell is not None:
            self._tell(share, text)

    @property
    def stopped(self) -> bool:
        """Has the player been called off?"""
        return self._stop is not None and self._stop()


class Clock:
    """Counts the work of one decision against its budget."""

    def __init__(self, budget: Budget, nodes: int, watch: Watch | None = None) -> None:
        self.spent = 0
        self._nodes = nodes if budget.nodes is None else budget.nodes
        if budget.seconds is not None and budget.nodes is None:
            self._nodes = 1 << 60
        self._seconds = budget.seconds
        self._began = 0.0 if budget.seconds is None else process_time()
        self._watch = watch or Watch()

    def tick(self, nodes: int = 1) -> None:
        """So many positions have been looked at."""
        self.spent += nodes

    @property
    def share(self) -> float:
        """How much of the budget is spent, from 0 to 1."""
        share = self.spent / max(1, self._nodes)
        if self._seconds is not None:
            share = max(share, (process_time() - self._began) / max(1e-9, self._seconds))
        return min(1.0, share)

    @property
    def left(self) -> int:
        """The positions that may still be looked at."""
        return max(0, self._nodes - self.spent)

    def split(self, parts: int) -> list[Clock]:
        """So many clocks, each with an equal part of the positions that are left; seconds are not
        shared out.
        """
        if self._seconds is not None:
            return [self] * parts
        nodes = self.left // max(1, parts)
        return [Clock(Budget(nodes=nodes), nodes, self._watch) for _ in range(parts)]

    @property
    def over(self) -> bool:
        """Is the budget spent, or the player called off?"""
        return self.share >= 1.0 or self._watch.stopped

    def tell(self, text: str) -> None:
        """Report to whoever waits."""
        self._watch.tell(self.share, text)


class Choice(Struct, frozen=True):
    """An action, what is remembered from now on, the reason in a few words, and the plan behind
    it as advice: not what was done, but what is to be done.
    """

    action: Action
    memory: Memory
    note: str = ""
    plan: str = ""


class Hint(Struct, frozen=True):
    """Advice for a human: what the player would do next, why, and its plan for the turn."""

    action: Action
    note: str
    plan: str


class Player(ABC):
    """A computer player."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    #: Does it choose for reasons, so that its choice is advice?
    reasons: ClassVar[bool] = True

    @abstractmethod
    def knows(self, game: str) -> bool:
        """Can it play this title?"""

    @abstractmethod
    def decide(
        self, view: View, memory: Memory, *, seed: str, budget: Budget, watch: Watch | None = None
    ) -> Choice:
        """One of the actions of the view's question."""

    def explanation(self, memory: Memory, turn: int | None = None) -> str:
        """What it was trying to do in a turn, the last one it thought about unless told: its
        objectives, its main attacks with odds, what it feared. Empty: it had no reasons.
        """
        if turn is not None:
            return str(memory.page(turn))
        return str(memory.diary[-1]) if memory.diary else ""

    def hint(
        self,
        view: View,
        *,
        seed: str = "hint",
        budget: Budget | None = None,
        watch: Watch | None = None,
    ) -> Hint | None:
        """What it would do in the place of the viewer, and why if there is a reason that can be
        told; None from one that goes by chance.
        """
        choice = self.decide(view, Memory(), seed=seed, budget=budget or Budget(), watch=watch)
        return Hint(choice.action, choice.note, choice.plan) if self.reasons else None


def luck_of(seed: str, side: Side | None, memory: Memory) -> Random:
    """The random numbers of one decision."""
    return Random(f"{seed}|{side}|{memory.decisions}")


def open_actions(view: View) -> tuple[Action, ...]:
    """What the viewer may do; it must be asked something."""
    if view.question is None:
        raise ValueError(f"{view.viewer or 'a spectator'} is not asked anything")
    return view.question.actions
