"""`random`: any open action."""

from __future__ import annotations

from typing import ClassVar

from grognard.players.player import (
    Budget,
    Choice,
    Memory,
    Player,
    Watch,
    luck_of,
    open_actions,
)
from grognard.view import View


class Chance(Player):
    """Takes any action that is open, each as likely as the others."""

    name: ClassVar[str] = "random"
    title: ClassVar[str] = "Chance"
    about: ClassVar[str] = "Takes any legal action at random: to try a game out."
    reasons: ClassVar[bool] = False

    def knows(self, game: str) -> bool:
        """It needs to know nothing."""
        return True

    def decide(
        self, view: View, memory: Memory, *, seed: str, budget: Budget, watch: Watch | None = None
    ) -> Choice:
        """Draw an action."""
        luck = luck_of(seed, view.viewer, memory)
        return Choice(luck.choice(open_actions(view)), memory.after())
