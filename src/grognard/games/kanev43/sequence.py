"""R-98 The course of play."""

from __future__ import annotations

from typing import Any

from grognard.decisions import rule
from grognard.engine import Sequence, Step
from grognard.games.kanev43.aftermath import FOLLOWING
from grognard.games.kanev43.airborne import Concentration, Drifting, Excess
from grognard.games.kanev43.bombardment import Aim, Bombardment, Salvo, Shelled
from grognard.games.kanev43.breakthrough import BREAKING, Breakthrough
from grognard.games.kanev43.bridgeheads import Bridging, Landing, Shifting
from grognard.games.kanev43.combat import FIGHTING, Combat
from grognard.games.kanev43.crossing import Crossing
from grognard.games.kanev43.drops import Aiming, Drops, Jump, Planning
from grognard.games.kanev43.engineering import Engineering, Works
from grognard.games.kanev43.infiltration import Infiltrating, Infiltration
from grognard.games.kanev43.initial import AxisResupply, InitialSegment, SovietResupply
from grognard.games.kanev43.leaders import Danger
from grognard.games.kanev43.movement import Dismounting, Movement, StrategicMoves, TacticalMoves
from grognard.games.kanev43.moving import Moving
from grognard.games.kanev43.recovery import rally, recover_out_of_contact, rolling, shaken_units
from grognard.games.kanev43.replacements import BuildUp, Draft, Rebuilding
from grognard.games.kanev43.setup import AxisBatteries, Dropzones, SovietBatteries
from grognard.games.kanev43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.kanev43.status import Assignments, Status
from grognard.games.kanev43.turn import PlayerTurn
from grognard.games.kanev43.victory import judge
from grognard.pieces import UnitId

# --- player-turns -------------------------------------------------------------------------------


@rule("REC-3", "R-98")
def roll_for_recovery(turn: Phases, hand: Deal) -> None:
    """One unit after the other, after the last combat."""
    left = [unit for unit in rolling(hand.now, turn) if unit not in turn.rolled]
    if left:
        hand.become(turn.but(rolled=turn.rolled | {left[0]}, rallying=left[0]))
        hand.roll("recovery", side=turn.side, place=hand.unit(left[0]).at)


def recover(turn: Phases, hand: Deal) -> None:
    """The end of the player-turn."""
    recover_out_of_contact(hand, turn, turn.rolled)


class Phases(PlayerTurn, tag="phases"):
    """The phases of a player, and who has rolled for recovery."""

    rolled: frozenset[UnitId] = frozenset()
    rallying: UnitId = ""
    stages = (
        Status,
        Engineering,
        Movement,
        Bombardment,
        Combat,
        roll_for_recovery,
        Breakthrough,
        recover,
    )

    @rule("REC-4")
    def hear_roll_for_recovery(self, hand: Deal, dice: tuple[int, ...]) -> None:
        rally(hand, self.rallying, dice[0])


class AxisTurn(Phases, tag="axis turn"):
    """SOP-6 The Axis player moves first."""

    title = "Axis Player-Turn"

    @classmethod
    @rule("SOP-6", "R-35")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=AXIS, shaken=shaken_units(pos, AXIS))


class SovietTurn(Phases, tag="soviet turn"):
    """SOP-19 The Soviet player has the same phases."""

    title = "Soviet Player-Turn"

    @classmethod
    @rule("SOP-6", "SOP-19", "R-35", "R-79")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=SOVIET, shaken=shaken_units(pos, SOVIET))


# --- game-turns ---------------------------------------------------------------------------------


class Turn(Sequence, tag="turn"):
    """A game-turn: the Initial Segment in the morning, then both players."""

    stages = (InitialSegment, AxisTurn, SovietTurn)

    @rule("SOP-21")
    def finish(self, hand: Deal) -> None:
        """The marker moves on; after the last turn victory is judged."""
        turn = hand.now.turn
        if turn == hand.game.scene(hand.now).turns:
            judge(hand)
        begin(hand, turn + 1)


class SetUp(Sequence, tag="set-up"):
    """Everything before the first turn, in the order of R-98."""

    title = "Set-up"
    stages = (AxisBatteries, SovietBatteries, Dropzones)

    @rule("R-98")
    def finish(self, hand: Deal) -> None:
        """The game begins."""
        begin(hand, 1)


def begin(hand: Deal, turn: int) -> None:
    """A game-turn begins."""
    hand.change(turn=turn)
    date = hand.game.scene(hand.now).label(turn)
    hand.tell("turn", "Turn {turn} begins, {date}.", rule="SOP-21", turn=turn, date=date)
    hand.become(Turn())


STEPS: tuple[type[Any], ...] = (
    SetUp, AxisBatteries, SovietBatteries, Dropzones, Turn, InitialSegment, Draft, BuildUp,
    Rebuilding, AxisResupply, SovietResupply, AxisTurn, SovietTurn, Status, Bridging, Landing,
    Shifting, Assignments, Engineering, Works, Movement, Crossing, Dismounting,
    StrategicMoves, TacticalMoves, Moving, Infiltration, Infiltrating, Danger,
    Drifting, Concentration, Excess, Drops, Planning, Aiming, Jump, Bombardment, Aim, Salvo,
    Shelled, *FIGHTING, *FOLLOWING, *BREAKING,
)  # fmt: skip
