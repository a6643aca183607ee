"""5 Sequence of play."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.decisions import Action, Decision, Offer, Side, rule
from grognard.engine import Phase, Sequence, Step
from grognard.games.storm41.advance import Advance
from grognard.games.storm41.air import (
    Airlift,
    AirPhase,
    FirstAirlift,
    Markers,
    SecondAirlift,
    needy,
)
from grognard.games.storm41.battle import Battle
from grognard.games.storm41.combat import Attack, Combat, Momentum
from grognard.games.storm41.effects import eliminate
from grognard.games.storm41.entry import Entering, GermanArrivals, SovietArrivals
from grognard.games.storm41.losses import GivingUp
from grognard.games.storm41.mobile_assault import MobileAssault
from grognard.games.storm41.movement import Movement
from grognard.games.storm41.moving import Moving
from grognard.games.storm41.reserve import ReserveCreation, ReserveRelease
from grognard.games.storm41.setup import GermanDeployment, Placing, SovietDeployment
from grognard.games.storm41.stacking import Penalty
from grognard.games.storm41.state import AXIS, SOVIET, Deal, Pos
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.top import TopUnit, has_stacks
from grognard.games.storm41.turn import (
    FIGHT_MOVE,
    MOVE_FIGHT,
    Order,
    PlayerTurn,
    Stages,
    is_surprise,
)
from grognard.games.storm41.victory import judge
from grognard.steps import tag_of

# --- 5.4, 5.7  the order of a player turn -----------------------------------------------------


class Declaration(Phase, tag="declaration"):
    """What comes first in a player turn, movement or combat? `turn` is whose turn it is."""

    title = "Order of Phases"
    turn: Side

    def ask(self, pos: Pos) -> Decision:
        whose = "" if self.turn == self.side else f" {pos.game.side_title(self.turn)}"
        return Decision(
            self.side,
            f"Which of the{whose} phases comes first?",
            rule=_DECLARED[self.turn] if self.turn == self.side else "5.13-3",
            auto=False,
            offers=(Offer("choose", (MOVE_FIGHT, FIGHT_MOVE)),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop(action.arg)


_DECLARED = {SOVIET: "5.4-a", AXIS: "5.7-a"}


@rule("5.4-a", "5.7-a", "5.13-3", "5.13-7", "R-50", "R-57", "R-140")
def declare(turn: PlayerTurn, hand: Deal) -> None:
    """Each side declares its own order, once for all its units; on turn 1 the Soviets fight first
    and choose for the Germans.
    """
    surprise = is_surprise(hand.now)
    if turn.order:
        return
    if surprise and turn.side == SOVIET:
        hand.become(ordered(hand, turn, FIGHT_MOVE, "5.13-7"))
    else:
        hand.push(Declaration(side=SOVIET if surprise else turn.side, turn=turn.side))


def ordered(hand: Deal, turn: PlayerTurn, order: Order, by: str) -> PlayerTurn:
    """The turn in its order, which is told to both sides."""
    first = "fight, then move" if order == FIGHT_MOVE else "move, then fight"
    hand.tell("order", "{who} units {first}.", rule=by, side=turn.side, order=order, first=first,
              who=hand.game.side_title(turn.side))  # fmt: skip
    return turn.but(order=order)


class Half(Phase, tag="half"):
    """One of the two phases of a player turn: movement or combat, as its order has it."""

    #: The order in which this half is the movement phase.
    moves: ClassVar[Order]

    @classmethod
    @rule("5.2-II.A", "5.2-II.B", "5.2-III.C", "5.2-III.D", "5.4-b", "5.7-b")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Both phases are taken, never one of them twice."""
        assert isinstance(parent, PlayerTurn)
        if parent.order == cls.moves:
            return Movement(side=parent.side)
        return Combat(side=parent.side)


class FirstHalf(Half, tag="first half"):
    """5.2-II.A, 5.2-III.C"""

    moves = MOVE_FIGHT


class SecondHalf(Half, tag="second half"):
    """5.2-II.B, 5.2-III.D"""

    moves = FIGHT_MOVE


class OrderedTurn(PlayerTurn, tag="ordered turn"):
    """A player turn that begins with its declaration."""

    owner: ClassVar[Side]

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=cls.owner)

    def hear_declare(self, hand: Deal, order: Order) -> None:
        by = "5.13-3" if is_surprise(hand.now) else _DECLARED[self.side]
        hand.become(ordered(hand, self, order, by))


class SovietTurn(OrderedTurn, tag="soviet turn"):
    """5.2-II The Soviet player turn comes first."""

    title = "Soviet Player Turn"
    owner = SOVIET
    stages = (declare, FirstAirlift, FirstHalf, SecondAirlift, SecondHalf)


class GermanTurn(OrderedTurn, tag="german turn"):
    """5.2-III The German player turn, with the two phases of the reserve."""

    title = "German Player Turn"
    owner = AXIS
    stages = (declare, ReserveRelease, ReserveCreation, FirstHalf, SecondHalf)


# --- 5.9, 5.12  the end of a turn -------------------------------------------------------------


@rule("5.2-IV", "5.9", "7.6-c", "7.10", "R-32", "R-54", "R-121")
def check_supply(turn: Turn, hand: Deal) -> None:
    """Phase IV: every Soviet unit out of supply is eliminated for good, at once; not on turn 1,
    and Germans never.
    """
    pos = hand.now
    if pos.turn < hand.game.charts.limits["supply_check_turn"].number:
        return
    owners, grid = hand.game.owners, pos.board.grid
    soviets = [u.id for u in pos.state.units if u.at in grid and owners[u.id] == SOVIET]
    for unit in [u for u in soviets if supply_of(pos, u) == "out"]:
        eliminate(hand, unit, "out", rule="5.9")


@rule("5.2-VII", "5.12", "7.9", "11.6")
def tidy_up(turn: Turn, hand: Deal) -> None:
    """Phase VII: airpower markers are picked up and never lost, aerial supply ends."""
    hand.change(superior="", airpower=frozenset(), aerial="")


class Turn(Stages, tag="turn"):
    """5.2 A game turn."""

    stages = (AirPhase, SovietTurn, GermanTurn, check_supply, SovietArrivals, GermanArrivals,
              tidy_up)  # fmt: skip

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

    @rule("3.6", "5.2", "R-127")
    def finish(self, hand: Deal) -> None:
        """All markers are where they belong: the game begins with turn 1. From now on the order
        of every stack is its owner's (R-127).
        """
        pos = hand.now
        for spot, units in pos.where.items():
            if len(units) > 1 and spot in pos.board.grid:
                hand.order(spot, units)
        begin(hand, 1)


def begin(hand: Deal, turn: int) -> None:
    """A game turn begins."""
    hand.change(turn=turn)
    hand.tell("turn", "Turn {turn} begins.", rule="5.2", turn=turn)
    hand.become(Turn())


# --- what may be done at any quiet moment -----------------------------------------------------

AERIAL_SUPPLY, TOP_UNIT = "aerial supply", "top unit"
STANDING: dict[str, type[Phase]] = {AERIAL_SUPPLY: Airlift, TOP_UNIT: TopUnit}


@rule("7.9", "10.7", "R-68", "R-127")
def standing_choices(pos: Pos, side: Side) -> list[str]:
    """Aerial supply between any two actions of the German player turn; top units in one's own
    phases, where there is fog.
    """
    found = [AERIAL_SUPPLY] if side == AXIS and pos.find(GermanTurn) and needy(pos) else []
    return [*found, TOP_UNIT] if pos.state.options.fog and has_stacks(pos, side) else found


# --- sketches ---------------------------------------------------------------------------------

#: The two halves of a player turn by their names.
HALVES: dict[str, type[Phase]] = {"movement": Movement, "combat": Combat}


def agenda_of(phase: str, side: Side) -> tuple[Step, ...]:
    """The agenda in which a half of a player turn is open, for sketches. Nothing has been
    declared before combat; movement comes first.
    """
    turn = SovietTurn if side == SOVIET else GermanTurn
    order = MOVE_FIGHT if phase == "movement" else ""
    player_turn = turn(side=side, stage=tag_of(FirstHalf), order=order)
    return Turn(stage=tag_of(turn)), player_turn, HALVES[phase](side=side)


STEPS: tuple[type[Any], ...] = (
    SetUp, SovietDeployment, GermanDeployment, Placing, Turn, AirPhase, Markers, Airlift,
    FirstAirlift, SecondAirlift, SovietTurn, GermanTurn, Declaration, FirstHalf, SecondHalf,
    ReserveRelease, ReserveCreation, Entering, Movement, Moving, Penalty, SovietArrivals,
    GermanArrivals, TopUnit, Combat, Attack, Momentum, Battle, GivingUp, Advance, MobileAssault,
)  # fmt: skip
