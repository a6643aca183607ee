"""6 Artillery: support, ranged attacks, barrage.

`Barrage` (tag `barrage`) is the phase of phases 2 and 8: a stage of a half-turn, opened for its
side, and left out where the scenario gives it no ammunition.
"""

from __future__ import annotations

from grognard.decisions import Action, Decision, Offer, Side, rule
from grognard.engine import Phase, Step
from grognard.games.korsun44.state import Deal, Pos


@rule("6.5.1", "6.5.7")
def ammunition_of(pos: Pos, side: Side) -> int:
    """The ammunition units that a side has left for barrages."""
    return pos.state.ammunition.get(side, 0)


class Barrage(Phase, tag="barrage"):
    """Guns fire at twice their strength, two or more at a hex, as long as there is ammunition."""

    title = "Artillery Barrage"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        side: Side = getattr(parent, "side", "")
        return cls(side=side) if ammunition_of(pos, side) else None

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose artillery for a barrage, or end the phase.",
            rule="6.5.2",
            calm=True,
            offers=(Offer("done"),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
