"""4.10 Reaction movement."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Step
from grognard.games.ukraine43.airborne import landed
from grognard.games.ukraine43.allowance import is_restricted
from grognard.games.ukraine43.losses import eliminate
from grognard.games.ukraine43.movement import may_end, surplus_offers, why_not_again
from grognard.games.ukraine43.moves import Move, Moves, on_map
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.security import bound
from grognard.games.ukraine43.stacking import overstacked
from grognard.games.ukraine43.state import Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Reaction(Moves, tag="reaction"):
    """3.C.4: the other side moves up to three stacks."""

    title = "Reaction Phase"
    pace = "reaction"
    #: The hexes whose stacks were activated, and Manstein if he has moved by himself (R-14).
    activated: frozenset[str] = frozenset()

    @classmethod
    @rule("3.C.4", "3.D-1")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, PlayerTurn)
        return cls(side=parent.enemy)

    @rule("4.10-1", "4.10-5")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit of a stack that reacts, or end the phase.",
            rule="4.10-1",
            calm=True,
            offers=(
                Offer("select", self.movers(pos), may_react, exact=True),
                *surplus_offers(pos, self),
                Offer("done", guard=may_end),
            ),
        )

    def movers(self, pos: Pos) -> list[UnitId]:
        """The units that may be chosen."""
        units, index, full = pos.state.units, pos.game.index, self.is_full(pos)
        staying = self.moved.union(bound(pos), landed(pos))
        if full:
            staying = staying.union(pos.game.of_role.get((self.side, "leader"), ()))
        there = [units[index[u]] for u in on_map(pos, pos.game.reacting[self.side], staying)]
        return [
            unit.id
            for unit in there
            if not (unit.disrupted or unit.oos) and (not full or unit.at in self.activated)
        ]

    def is_full(self, pos: Pos) -> bool:
        """Have all stacks been activated?"""
        return len(self.activated) >= pos.game.charts.limits["reaction_stacks"].number

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        elif action.verb == "lose":
            eliminate(hand, action.arg, "5.4-2")
        else:
            start = hand.unit(action.arg).at
            hand.push(Moving(side=self.side, units=(action.arg,), start=start))

    @rule("4.8A-2", "4.8A-3", "4.10-1", "4.10-7", "11.3-3", "R-14")
    def why_not(self, pos: Pos, unit: UnitId) -> Refusal | None:
        """Not Restricted (but for Manstein), Disrupted or Out of Supply units; three stacks."""
        now = pos.unit(unit)
        if is_restricted(pos, unit, manstein=True):
            return deny("4.10-7", "{unit} has Restricted Movement", unit=unit)
        if now.disrupted or now.oos:
            state = "disrupted" if now.disrupted else "out of supply"
            return deny("4.10-7", "{unit} is {state}", unit=unit, state=state)
        if self.is_full(pos) and now.at not in self.activated:
            return deny("4.10-1", "three stacks have been activated")
        return why_not_again(pos, self, unit)

    @rule("4.10-1", "4.10-2", "R-14")
    def begun(self, hand: Deal, move: Move) -> None:
        """With its first step a stack is activated."""
        hand.note(Reaction, activated=activation_of(hand.now, move))

    @rule("R-78")
    def crowded(self, pos: Pos) -> tuple[HexId, ...]:
        """Only stacks that have reacted must be within limits: for the others the Movement Phase
        of their side comes first.
        """
        return tuple(h for h in overstacked(pos, self.side) if h in self.activated)


def activation_of(pos: Pos, move: Move) -> str:
    """A stack counts by its hex, a leader by himself as one of his own (R-14)."""
    (first, *others) = move.units
    alone = not others and pos.game.piece(first).role == "leader"
    return first if alone else move.start


@rule("4.10-1", "R-14")
def may_react(pos: Pos, phase: Reaction, unit: UnitId) -> Refusal | None:
    """A unit that may move; a leader begins a stack of his own."""
    if phase.is_full(pos) and pos.game.piece(unit).role == "leader":
        return deny("R-14", "three stacks have been activated")
    return phase.why_not(pos, unit)
