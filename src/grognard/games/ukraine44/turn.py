"""5 Sequence of play."""

from __future__ import annotations

from typing import Any

from grognard.decisions import Action, Decision, Offer, rule
from grognard.engine import Phase, Sequence, Step
from grognard.games.ukraine44.combat import Combat
from grognard.games.ukraine44.movement import MobileMovement, Movement
from grognard.games.ukraine44.state import AXIS, SOVIET, Deal, Offensive, Pos
from grognard.games.ukraine44.supply import AirSupply, axis_check, soviet_check
from grognard.games.ukraine44.tigers import TigerStep
from grognard.games.ukraine44.victory import final_count
from grognard.pieces import UnitId


class _NotOnTurnOne(Sequence, tag="later"):
    """5.2: turn 1 has neither supply check nor Axis player turn."""

    @classmethod
    @rule("5.2-1", "S6")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return None if pos.turn == 1 else cls()


@rule("5.1-2", "S12", "S13")
class SupplyCheck(_NotOnTurnOne, tag="supply check"):
    """5.1 step 1, in its four parts."""

    title = "Supply Check"
    checked: bool = False
    stages = (soviet_check, AirSupply, axis_check, TigerStep)


@rule("5.1-3")
class AxisTurn(_NotOnTurnOne, tag="axis turn"):
    """5.1 step 2."""

    title = "Axis Player Turn"
    side: str = AXIS
    stages = (Movement, Combat, MobileMovement)


class SovietTurn(Phase, tag="soviet turn"):
    """5.1 step 3: the Soviet chooses the order of his two phases, anew each turn."""

    title = "Soviet Player Turn"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=SOVIET)

    @rule("5.1-4", "5.2-2", "5.3-1", "5.3-2", "S11")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            SOVIET,
            "Choose what comes first this turn: movement, or combat with artillery support.",
            rule="5.3-1",
            calm=True,
            offers=(Offer("choose", ("movement", "combat")),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.tell(
            "order", "The Soviets begin with {first}.", rule="5.3-1", side=SOVIET, first=action.arg
        )
        order = MovementFirst if action.arg == "movement" else CombatFirst
        hand.become(order(side=SOVIET))


class MovementFirst(Sequence, tag="movement first"):
    """A Soviet turn that begins with movement."""

    title = "Soviet Player Turn"
    stages = (Movement, Combat)


class CombatFirst(Offensive, tag="combat first"):
    """A Soviet turn that begins with combat; who fought there may not move afterwards."""

    title = "Soviet Player Turn"
    stages = (Combat, Movement)

    @rule("5.3-3", "10.6-1", "S2")
    def hear_combat(self, hand: Deal, fought: frozenset[UnitId]) -> None:
        hand.become(self.but(fought=fought))


class Turn(Sequence, tag="turn"):
    """5.1 A game turn."""

    stages = (SupplyCheck, AxisTurn, SovietTurn)

    @rule("5.1-1", "5.1-5", "5.1-6")
    def finish(self, hand: Deal) -> None:
        """The marker moves on; after the last turn the points are counted."""
        turn = hand.now.turn
        if turn == hand.game.turns(hand.now):
            final_count(hand)
        hand.change(turn=turn + 1)
        hand.tell("turn", "Turn {turn} begins.", rule="5.1-5", turn=turn + 1)
        hand.become(Turn())


STEPS: tuple[type[Any], ...] = (
    Turn, SupplyCheck, AirSupply, TigerStep, AxisTurn, Movement, Combat, MobileMovement,
    SovietTurn, MovementFirst, CombatFirst,
)  # fmt: skip
