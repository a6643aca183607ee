"""A player at the table: it keeps its memory from one question to the next."""

from __future__ import annotations

from grognard.decisions import Action
from grognard.players.player import Budget, Choice, Memory, Player, Watch
from grognard.view import View


class Seat:
    """Answers views with actions. The same seed gives the same answers again."""

    def __init__(
        self, player: Player, seed: str, budget: Budget | None = None, watch: Watch | None = None
    ) -> None:
        self.player = player
        self.seed = seed
        self.budget = budget or Budget()
        self.watch = watch
        self.memory = Memory()
        self.last: Choice | None = None

    def __call__(self, view: View) -> Action:
        """The player's action; `last` has its reason too."""
        self.last = self.player.decide(
            view, self.memory, seed=self.seed, budget=self.budget, watch=self.watch
        )
        self.memory = self.last.memory
        return self.last.action

    @property
    def explanation(self) -> str:
        """What the player was trying to do in the last turn that it thought about."""
        return self.player.explanation(self.memory)
