"""5.2-II, 5.2-III, 9 The movement phase of a side."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, rule
from grognard.games.storm41.moving import Moving, movers, why_not_move
from grognard.games.storm41.state import Deal, Pos
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.turn import MovementPhase
from grognard.pieces import UnitId


class Movement(MovementPhase, tag="movement"):
    """Each unit may move once; moving never keeps a unit from fighting (5.4-b, 5.7-b)."""

    title = "Movement Phase"

    @rule("5.4-b", "5.7-b", "9.1", "9.2")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit to move, or end the phase.",
            rule="9.1",
            calm=True,
            offers=(
                Offer("select", movers(pos, self), may_select, exact=True),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        unit = action.arg
        at = hand.unit(unit).at
        move = Moving(side=self.side, units=(unit,))
        if not is_under_way(self, unit, at):
            move = move.but(start=at, supply=supply_of(hand.now, unit))
        hand.push(move)


def may_select(pos: Pos, phase: Movement, unit: UnitId) -> Refusal | None:
    """A unit that may move."""
    return why_not_move(pos, phase, unit)


@rule("7.5", "9.6", "R-63")
def is_under_way(phase: MovementPhase, unit: UnitId, at: str) -> bool:
    """Does a unit belong to the parent stack whose move is open? Supply was checked when that
    began.
    """
    return unit in phase.spent or bool(phase.spent and at == phase.start)
