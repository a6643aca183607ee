"""5 Sequence of play."""

from __future__ import annotations

from typing import Any

from grognard.decisions import rule
from grognard.engine import Sequence
from grognard.games.storm41.setup import GermanDeployment, Placing, SovietDeployment
from grognard.games.storm41.state import Deal
from grognard.games.storm41.victory import judge


@rule("5.2-VII", "5.12", "7.9", "11.6")
def tidy_up(turn: Turn, hand: Deal) -> None:
    """Phase VII: airpower markers are picked up and never lost, aerial supply ends."""
    hand.change(superior="", airpower=frozenset(), aerial="")


class Turn(Sequence, tag="turn"):
    """5.2 A game turn."""

    stages = (tidy_up,)

    @rule("2.14-2", "4.1", "5.2-VII", "R-37")
    def finish(self, hand: Deal) -> None:
        """The marker moves on; after the last turn victory is judged, and never before."""
        pos = hand.now
        if pos.turn == hand.game.scene(pos).turns:
            judge(hand)
        begin(hand, pos.turn + 1)


class SetUp(Sequence, tag="set-up"):
    """3 Everything before turn 1: the Soviets, then Germans without a code (R-143)."""

    title = "Set-up"
    stages = (SovietDeployment, GermanDeployment)

    @rule("3.6", "5.2")
    def finish(self, hand: Deal) -> None:
        """All markers are where they belong: the game begins with turn 1."""
        begin(hand, 1)


def begin(hand: Deal, turn: int) -> None:
    """A game turn begins."""
    hand.change(turn=turn)
    hand.tell("turn", "Turn {turn} begins.", rule="5.2", turn=turn)
    hand.become(Turn())


STEPS: tuple[type[Any], ...] = (SetUp, SovietDeployment, GermanDeployment, Placing, Turn)
