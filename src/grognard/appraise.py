"""The questions that a computer player may ask of a game.

A player knows Views and this class, and no title. A title subclasses `Appraisal` and gives
an instance as `Game.appraisal`; most answers are one call into its own rules, on a Position
that was made up from a View. All worths are victory points of the side that is asked.

Fields are arrays with one number for each hex, in the order of `board.grid.index`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from msgspec import Struct

from grognard.decisions import Action, Side
from grognard.hexes import HexId
from grognard.mechanics.reach import Going
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.position import Position
    from grognard.view import View

    AnyPosition = Position[Any, Any, Any]
else:
    AnyPosition = Any

#: One number, or one yes or no, for each hex.
Field = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Where = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


class Troop(Struct, frozen=True, gc=False):
    """A unit on the map as its commander counts it.

    `price` is what one of its steps is worth, in points and in fights to come; `kind` is the
    class of mover whose `going` it has; `speed`, the movement points of a turn, is 0 for what
    never moves; `supplied` is what the rules would find where it stands now.
    """

    id: UnitId
    hex: HexId
    attack: float
    defence: float
    steps: int
    price: float
    speed: int
    kind: str
    supplied: bool = True


class Objective(Struct, frozen=True):
    """A hex that matters to a side: what it is worth, how much strength should go there, and
    by which turn. `take` it from the enemy, `hold` it against him. `reach` is a place to which
    the whole army wants to come; there `worth` is the share of a troop's points that is
    safe or won when it has come, and `need` does not matter.
    """

    hex: HexId
    kind: Literal["take", "hold", "reach"]
    worth: float
    need: float
    due: int = 0


def contested(hex_: HexId, worth: float, against: float, *, held: bool) -> Objective:
    """An objective for which the enemy has so much strength near it."""
    if held:
        return Objective(hex_, "hold", worth, min(0.6 * against, 20.0) + 2.0)
    return Objective(hex_, "take", worth, 2.0 * against + 10.0)


class Ledger(Struct, frozen=True):
    """The count of points from one side: its own less the enemy's. `banked` is what nobody
    can take back any more, `margin` what it would be if the game ended now; `answered` is
    whether the enemy still has a turn of his own before the end. `firm` is the share of the
    margin that counts however far the end is, `crisis` what it is worth beyond the margin to
    be near a victory, or a defeat, before the end.
    """

    banked: float
    margin: float
    turns_left: int
    answered: bool = True
    firm: float = 0.0
    crisis: float = 0.0


class BattleOutcome(Struct, frozen=True, gc=False):
    """One result of a combat: its probability, steps lost, and whether the hex is given up."""

    chance: float
    attacker: float
    defender: float
    vacated: bool


class Weighed(Struct, frozen=True):
    """An open action, what it is worth, and why in a few words."""

    action: Action
    worth: float
    reason: str = ""


class Duties(Struct, frozen=True):
    """Units that must attack in the combat that follows, and enemy hexes that must be attacked."""

    units: frozenset[UnitId] = frozenset()
    hexes: frozenset[HexId] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.units or self.hexes)


class Strike(Struct, frozen=True):
    """An attack out of a move: the orders up to it, what it is worth beyond staying, and why."""

    orders: tuple[Action, ...]
    worth: float
    reason: str = ""


class Web(Struct, frozen=True):
    """Where lines of supply run: the hex across each side of each hex, by number, or -1; and their
    sources. Nothing but troops in a hex closes it.
    """

    links: np.ndarray[tuple[int, ...], np.dtype[np.int16]]
    sources: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


class Temper(Struct, frozen=True):
    """How a side goes about its business: `Appraisal.caution`, `eagerness` and `thrift`."""

    caution: float
    eagerness: float
    thrift: float


class Tags(Struct, frozen=True):
    """The steps of a title in which units are chosen to move, move, and are chosen as targets
    and put together to an attack: `select`, `move`, `target`, `attack` and `commit`. In `small`
    ones (losses, retreats, advances) `veteran` judges each answer by what comes of it.
    """

    movement: frozenset[str] = frozenset({"movement"})
    moving: frozenset[str] = frozenset({"moving"})
    combat: frozenset[str] = frozenset({"combat"})
    attack: frozenset[str] = frozenset({"attack"})
    small: frozenset[str] = frozenset({"losses", "retreat", "advance"})


class Appraisal(ABC):
    """What a title answers."""

    tags: ClassVar[Tags] = Tags()
    #: Kinds of hexsides across which nobody attacks.
    closed: ClassVar[tuple[str, ...]] = ()
    #: Positions that a `veteran` looks at for one phase, so that a turn takes its seconds.
    nodes: ClassVar[int] = 900
    #: What it is worth to be free for something else instead of attacking, so that no more
    #: troops attack than are useful.
    tied: ClassVar[float] = 0.2
    #: What stands between the numbers of odds: 3-1, 3:1.
    between: ClassVar[str] = "-"
    #: How much worse than elsewhere it is to be cut off before the end.
    isolation: ClassVar[float] = 1.0
    #: How much attacks count that can only be made in the next turn, as where combat may come
    #: before movement.
    foresight: ClassVar[float] = 0.0

    #: Are attacks feared for the worth of a hex first? Else for the troops in it.
    covets: ClassVar[bool] = False
    #: Are all variants that are played on given the same time? Else the first takes what it needs.
    even_handed: ClassVar[bool] = False

    def __init__(self, game: Any) -> None:
        self.game = game
        #: The best attacks by their `stakes`, from one decision to the next. None: the stakes do
        #: not say all, and hold for one decision only.
        self.attacks: dict[Hashable, Any] | None = None

    # --- what a title must say -----------------------------------------------------------

    @abstractmethod
    def fill(self, view: View, seed: int) -> AnyPosition:
        """A position that the viewer could be in. Views that look alike give the same one."""

    @abstractmethod
    def ledger(self, pos: AnyPosition, side: Side) -> Ledger:
        """How the count stands, from one side."""

    @abstractmethod
    def troops(self, pos: AnyPosition, side: Side) -> Sequence[Troop]:
        """The units of a side on the map that fight or hold ground."""

    @abstractmethod
    def objectives(self, pos: AnyPosition, side: Side) -> Sequence[Objective]:
        """What a side is after, the most valuable first."""

    @abstractmethod
    def battle(
        self,
        pos: AnyPosition,
        attackers: tuple[UnitId, ...],
        target: HexId,
        support: tuple[UnitId, ...] = (),
    ) -> Sequence[BattleOutcome]:
        """Every result of an attack with its exact chance, as far as the attacker can know.
        The attackers stand where they would attack from; no phase of combat need be open.
        """

    @abstractmethod
    def supplied(self, pos: AnyPosition, side: Side) -> Where:
        """The hexes in which a unit of the side would have a line of supply now."""

    @abstractmethod
    def reaches(self, pos: AnyPosition, side: Side) -> Where:
        """Where the troops of a side could go by a normal move in a phase of their own, as
        things stand now: a row for each of `troops`, in their order. The row of one that cannot
        attack may be empty.
        """

    @abstractmethod
    def ground(self, pos: AnyPosition, side: Side) -> Ground:
        """The map as movers of a side see it, with enemies and their zones."""

    @abstractmethod
    def odds(self, attack: float, defence: float, cover: float) -> Sequence[BattleOutcome]:
        """The results of an attack by numbers alone: for attacks that may come one day."""

    @abstractmethod
    def going(self, kind: str) -> Going:
        """What every step costs a class of movers."""

    # --- what a title may say ------------------------------------------------------------

    def prize(self, pos: AnyPosition, side: Side, hex_: HexId) -> float:
        """What entering a hex is worth by itself."""
        return 0.0

    def gain(self, pos: AnyPosition, side: Side, hex_: HexId) -> float:
        """The same to one who looks ahead: what he wins, or keeps from losing, by it."""
        return self.prize(pos, side, hex_)

    def guarded(self, pos: AnyPosition, side: Side) -> Collection[HexId]:
        """Places into which nobody just walks, beside those in which troops of a side stand."""
        return ()

    def walkover(
        self, pos: AnyPosition, side: Side, places: Sequence[tuple[HexId, float]]
    ) -> float:
        """What it would be worth to a side to walk into all places that its enemy leaves open,
        beside the gain of each. With a place goes how many hexes short of it the side comes.
        """
        return 0.0

    def post(self, pos: AnyPosition, side: Side, hex_: HexId) -> float:
        """What is given up when the last troop of a side leaves a hex; 0 if others are there."""
        return 0.0

    def aims(self, pos: AnyPosition, side: Side) -> Sequence[Objective]:
        """The objectives for which one who looks ahead sends troops: those that he can have."""
        return self.objectives(pos, side)

    @cached_property
    def cover(self) -> Field:
        """How much the ground of each hex helps a defender, in pips of the die or columns."""
        return np.zeros(len(self.game.board.grid))

    def shelter(self, pos: AnyPosition) -> Field:
        """The same with what has been built there."""
        return self.cover

    def posture(self, pos: AnyPosition, side: Side) -> float:
        """What it is worth how a side stands, beside all else: in trenches, in command."""
        return 0.0

    def burden(self, pos: AnyPosition, side: Side) -> Field | float:
        """What it costs a side at first sight to end a move in each hex, such as a duty to attack
        from there.
        """
        return 0.0

    def leash(self, pos: AnyPosition, troop: Troop) -> Field | float:
        """What it costs a troop at first sight to end its move in each hex as the others stand
        now, such as to leave its own HQ behind.
        """
        return 0.0

    def links(self, hex_: HexId) -> Sequence[HexId]:
        """The neighbours that a unit in a hex can attack, and from which it can be attacked."""
        return self._links[hex_]

    @cached_property
    def _links(self) -> Mapping[HexId, tuple[HexId, ...]]:
        board, closed = self.game.board, self.closed
        return {
            h: tuple(n for n in board.grid.neighbours(h)
                     if not any(board.crosses(kind, h, n) for kind in closed))
            for h in board.grid
        }  # fmt: skip

    def caution(self, side: Side) -> float:
        """How much a side minds standing in danger; 1 is ordinary prudence."""
        return 1.0

    def eagerness(self, side: Side) -> float:
        """How eagerly a side closes in for an attack; 1 is ordinary zeal."""
        return 1.0

    def thrift(self, side: Side) -> float:
        """How much dearer than its price a step is that a side which looks ahead loses in an
        attack of its own.
        """
        return 1.0

    def temper(self, pos: AnyPosition, side: Side) -> Temper:
        """All three in a position: say so if a side is to be bold in one scenario and careful in
        another.
        """
        return Temper(self.caution(side), self.eagerness(side), self.thrift(side))

    def thrown_back(self, pos: AnyPosition, side: Side) -> float:
        """What it is worth to a side to throw the enemy back, besides the hex: more if it has
        no time to lose.
        """
        return 1.5

    def ratio(self, attack: float, defence: float) -> str:
        """Attack to defence as players of the title say it: 3-1, 1-2."""
        odds = attack / max(1.0, defence)
        higher, lower = (int(odds), 1) if odds >= 1 else (1, round(1 / max(odds, 0.1)))
        return f"{higher}{self.between}{lower}"

    def room(self, pos: AnyPosition, side: Side, hex_: HexId) -> int:
        """How many units of a side a hex can hold."""
        return 1

    def astray(self, pos: AnyPosition, side: Side) -> float:
        """The points of a side that stand without a line of supply."""
        return sum(t.price * t.steps for t in self.troops(pos, side) if not t.supplied)

    def cut_off(self, pos: AnyPosition, side: Side, closed: Where) -> Collection[UnitId]:
        """The troops that would have no supply if the enemy also closed these hexes to lines."""
        return ()

    def starving(self, pos: AnyPosition, side: Side) -> float:
        """The points of those of a side who will be lost for want of supply if nothing changes
        before the turn is over.
        """
        return 0.0

    def web(self, pos: AnyPosition, side: Side) -> Web | None:
        """Where lines of a side run whose troops are lost without one; None: pockets are not
        looked for.
        """
        return None

    def peril(self, pos: AnyPosition, side: Side) -> float | None:
        """The points that a side fears to lose because the enemy may cut them off in his next
        turn; None: a share of all whom he could cut off if he were everywhere at once.
        """
        return None

    def choices(self, pos: AnyPosition) -> Sequence[Weighed]:
        """The worth of open actions. None at all: the staff's own answer if it has one (losses,
        retreats, advances), else any action.

        To the questions of `tags` these are further answers beside the staff's own: other
        jobs of a phase of movement (0 is ending it), what a unit may do in its move instead
        of going on (0 is staying), support of an attack (taken while it is above 0).
        """
        return ()

    def strikes(self, pos: AnyPosition) -> Iterator[Strike]:
        """Attacks out of a move that may be made in the open phase of movement, the best first.
        They come before all other moves of the phase.
        """
        return iter(())

    def supports(
        self, pos: AnyPosition, side: Side, target: HexId, spent: Collection[UnitId]
    ) -> tuple[UnitId, ...]:
        """Who would help an attack on a target, such as aircraft and artillery, of those that
        are not spent on others.
        """
        return ()

    def barred(self, pos: AnyPosition) -> Collection[UnitId]:
        """Who of the side that moves may not attack in the combat that follows."""
        return ()

    def duties(self, pos: AnyPosition, side: Side) -> Duties:
        """Who must attack and be attacked when a side fights in this position."""
        return Duties()

    def wide_battle(
        self, pos: AnyPosition, attackers: tuple[UnitId, ...], targets: tuple[HexId, ...]
    ) -> Sequence[BattleOutcome]:
        """The results of one attack on several hexes at once, where duties call for it."""
        return self.battle(pos, attackers, targets[0])

    def preparations(self, pos: AnyPosition) -> Sequence[Action]:
        """What an open move has to begin with before it can lead anywhere."""
        return ()

    def endings(self, pos: AnyPosition) -> Sequence[Action]:
        """How an open move should end where it has come, rather than by just stopping. Asked again
        as long as the move is open.
        """
        return ()

    def stakes(self, pos: AnyPosition, units: Sequence[UnitId], target: HexId) -> Hashable:
        """All that attacks of any of these units on a target hang on: where it is the same, so
        are `battle` and `prize`. None: that is not told, and each is worked out anew.
        """
        return None

    def fights_after(self, pos: AnyPosition) -> bool:
        """Will the side that moves now fight afterwards, in the same turn?"""
        return True

    def variants(self, pos: AnyPosition) -> Iterator[Action]:
        """Answers to a rare question that shapes a whole turn, such as the order of its phases:
        each is tried out by search. None: `choices` decides.
        """
        return iter(())
