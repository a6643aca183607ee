"""2 Sequence of play."""

from __future__ import annotations

from typing import Any

from grognard.decisions import rule
from grognard.engine import Sequence, Step
from grognard.games.korsun44.air import AirPhase
from grognard.games.korsun44.artillery import Barrage
from grognard.games.korsun44.bridges import build_planned
from grognard.games.korsun44.combat import Combat
from grognard.games.korsun44.entry import Entering
from grognard.games.korsun44.fighting import FIGHTING
from grognard.games.korsun44.interdiction import Strafing
from grognard.games.korsun44.movement import Movement, StrategicMovement
from grognard.games.korsun44.moving import Moving
from grognard.games.korsun44.setup import (
    GermanDeployment,
    ImprovedWorks,
    Placing,
    SovietDeployment,
    Spreading,
    german_losses,
    soviet_losses,
)
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.supplying import SupplyPhase
from grognard.games.korsun44.turn import HalfTurn
from grognard.games.korsun44.victory import judge
from grognard.games.korsun44.works import leave_works
from grognard.pieces import UnitId


@rule("14.3.2", "14.3.4")
def finish_bridges(half: HalfTurn, hand: Deal) -> None:
    """Bridges over a big river that were begun a turn ago can be used from now on."""
    built = build_planned(hand, half.side)
    if built:
        hand.become(half.but(builders=built))


@rule("5.3.10")
def forget_retreats(half: HalfTurn, hand: Deal) -> None:
    """Who retreated before this Movement Phase may dig in the next."""
    for unit in hand.now.state.units:
        if unit.retreated and hand.game.owners[unit.id] == half.side:
            hand.set(unit.id, retreated=False)


class PlayerHalf(HalfTurn, tag="player half"):
    """2.2 The phases of one player, in an order that nobody changes."""

    stages = (AirPhase, Barrage, finish_bridges, Movement, forget_retreats, Combat,
              StrategicMovement, SupplyPhase)  # fmt: skip

    @rule("7.1.5")
    def act(self, hand: Deal) -> None:
        """Between two phases empty field fortifications are taken away."""
        leave_works(hand)
        super().act(hand)

    def hear_combat(self, hand: Deal, fought: frozenset[UnitId] | None) -> None:
        """12.1.2, D12: who fought in his own Combat Phase makes no strategic move."""
        hand.become(self.but(fought=fought or frozenset()))


class FirstHalf(PlayerHalf, tag="first half"):
    """Phases 1 to 6: player A, who has the initiative."""

    title = "First Player"

    @classmethod
    @rule("2.2", "K44-2", "RET-2", "DEB-2")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=pos.game.scene(pos).first)


class SecondHalf(PlayerHalf, tag="second half"):
    """Phases 7 to 12: player B."""

    title = "Second Player"

    @classmethod
    @rule("2.2")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=pos.game.enemy(pos.game.scene(pos).first))


class Turn(Sequence, tag="turn"):
    """2.1 A turn: both halves."""

    stages = (FirstHalf, SecondHalf)

    @rule("2.1.3", "2.1.5", "H18")
    def finish(self, hand: Deal) -> None:
        """The marker moves on; after the last turn victory is judged."""
        pos = hand.now
        if pos.turn == hand.game.scene(pos).turns:
            judge(hand)
        begin(hand, pos.turn + 1)


class SetUp(Sequence, tag="set-up"):
    """Everything before turn 1, in the order of H12."""

    title = "Set-up"
    stages = (german_losses, GermanDeployment, ImprovedWorks, soviet_losses, SovietDeployment)

    @rule("2.1.1", "H12")
    def finish(self, hand: Deal) -> None:
        """All are where they belong: the game begins with turn 1."""
        begin(hand, 1)


def begin(hand: Deal, turn: int) -> None:
    """A turn begins."""
    hand.change(turn=turn)
    date = hand.game.scene(hand.now).label(turn)
    hand.tell("turn", "Turn {turn} begins, {date}.", rule="2.1.5", turn=turn, date=date)
    hand.become(Turn())


STEPS: tuple[type[Any], ...] = (
    SetUp, GermanDeployment, SovietDeployment, Placing, ImprovedWorks, Spreading, Turn, FirstHalf,
    SecondHalf, Movement, StrategicMovement, Moving, Entering, Strafing, SupplyPhase, *FIGHTING,
)  # fmt: skip
