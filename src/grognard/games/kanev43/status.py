"""SOP-7 The Status Phase: bridgeheads, assignments (FRM-2), supply."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase, Sequence
from grognard.games.kanev43.bridgeheads import Bridging
from grognard.games.kanev43.state import Deal, Pos, Supply
from grognard.games.kanev43.supply import in_supply
from grognard.games.kanev43.turn import on_map, present
from grognard.pieces import UnitId


class Assignments(Phase, tag="assignments"):
    """A player says which of his units count as assigned to their formations."""

    title = "Status Phase"

    @rule("FRM-2", "R-69")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose units to treat as unassigned or as assigned again, or go on.",
            rule="FRM-2",
            auto=False,
            offers=(
                Offer("select", free_units(pos, self.side), may_choose, exact=True),
                Offer("done"),
            ),
        )

    @rule("FRM-2", "FRM-3", "R-69")
    def take(self, hand: Deal, action: Action) -> None:
        """The choice stays until it is changed; there is none but the unit's own formation."""
        if action == DONE:
            hand.pop()
        else:
            hand.set(action.arg, unassigned=not hand.unit(action.arg).unassigned)


def free_units(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side on the map that have the choice."""
    return present(pos, pos.game.free_numbers[side])


@rule("FRM-2")
def may_choose(pos: Pos, step: Assignments, unit: UnitId) -> Refusal | None:
    """Rifles and Soviet guns have no choice, nor who has no formation."""
    there = pos.owner(unit) == step.side and pos.unit(unit).at in pos.board.grid
    if there and pos.game.piece(unit).may_be_unassigned:
        return None
    return deny("FRM-2", "{unit} has no choice", unit=unit)


@rule("SOP-7", "SUP-11", "R-30")
def trace_supply(phase: Status, hand: Deal) -> None:
    """Units of the phasing side without a path are out of supply; a path ends every want."""
    pos = hand.now
    for unit in on_map(pos, phase.side):
        was = pos.unit(unit).supply
        now: Supply = "" if in_supply(pos, unit) else was or "out"
        if now == was:
            continue
        hand.set(unit, supply=now)
        text = "{unit} is out of supply." if now else "{unit} is in supply again."
        hand.tell("supply", text, rule="SUP-11", side=phase.side, units=(unit,),
                  unit=unit)  # fmt: skip


class Status(Sequence, tag="status"):
    """The first phase of a player-turn."""

    title = "Status Phase"
    stages = (Bridging, Assignments, trace_supply)
