"""3 Sequence of play."""

from __future__ import annotations

from typing import Any

from grognard.decisions import rule
from grognard.engine import Sequence, Step
from grognard.games.ukraine43.central_front import CentralFront
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.turn import GameTurn, PlayerTurn
from grognard.games.ukraine43.weather import WeatherPhase


class InitialSupply(Sequence, tag="initial supply"):
    """3.C.1: petrol, artillery, air, in this order."""

    title = "Initial Supply Phase"
    stages = ()


class EndPhase(Sequence, tag="end phase"):
    """3.C.7: its jobs in the printed order."""

    title = "End Phase"
    stages = ()


class SovietTurn(PlayerTurn, tag="soviet turn"):
    """3.C The Soviet player turn comes first."""

    title = "Soviet Player Turn"
    stages = (InitialSupply, EndPhase)

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step:
        return cls(side=SOVIET)


class AxisTurn(PlayerTurn, tag="axis turn"):
    """3.D The German player turn has the same phases."""

    title = "German Player Turn"
    stages = (InitialSupply, EndPhase)

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step:
        return cls(side=AXIS)


class Turn(GameTurn, tag="turn"):
    """3 A game turn."""

    stages = (WeatherPhase, CentralFront, SovietTurn, AxisTurn)

    @classmethod
    @rule("R-51")
    def begun(cls, pos: Pos) -> Turn:
        """A turn that begins now: what is Soviet now was so when it began."""
        places = {*pos.game.objectives(pos), *pos.game.sources(pos, SOVIET)}
        return cls(soviet_held=frozenset(h for h in places if pos.holder(h) == SOVIET))

    @rule("3-1", "3.E")
    def finish(self, hand: Deal) -> None:
        """Nobody has won: the marker moves on."""
        turn = hand.now.turn + 1
        hand.change(turn=turn)
        hand.tell("turn", "Turn {turn} begins.", rule="3.E", turn=turn)
        hand.become(Turn.begun(hand.now))


STEPS: tuple[type[Any], ...] = (
    Turn, WeatherPhase, CentralFront, SovietTurn, AxisTurn, InitialSupply, EndPhase,
)  # fmt: skip
