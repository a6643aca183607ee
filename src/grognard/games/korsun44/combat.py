"""5.1, 5.2.1 The Combat Phase, and attacks being put together.

`Combat` (tag `combat`) is the phase of phases 4 and 10: a stage of a half-turn, opened for its
side.
"""

from __future__ import annotations

from grognard.decisions import Action, Decision, Offer
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.state import Deal, Pos


class Combat(Engagement, tag="combat"):
    """Attacks one after another, in any order, until all duties are met."""

    title = "Combat Phase"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose an enemy hex to attack, or end the phase.",
            rule="5.1.6",
            calm=True,
            offers=(Offer("done"),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
