"""What changes during a game of Ukraine '43, and the names that its modules share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec import Struct

from grognard.decisions import Side
from grognard.engine import Hand, Position
from grognard.hexes import HexId, Hexside
from grognard.mechanics.columns import Columns
from grognard.state import Options, State, Unit

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43

AXIS = "axis"
SOVIET = "soviet"

#: Places off the map.
ARRIVALS = "arrivals"  # reinforcements of the schedule, and the Tiger and StuG on their way back
DEAD = "dead"
EXITED = "exited"  # Soviet units that left over the west edge (30.2C, R-101)
HOLDING = "central_front"  # the Central Front Holding Box (27.3)
STAVKA = "stavka"  # Guards artillery (22.5)
AIRBORNE = "airborne"  # brigades not yet dropped (20.1)
NO_BASE = "no_base"  # air units without a base to go to
OUT = "out"  # pieces that a scenario does not use

T = TypeVar("T")

Weather = Literal["clear", "overcast", "rain"]
Dam = Literal["intact", "captured", "destroyed"]


class Options43(Options, frozen=True, kw_only=True):
    """Readings that the rules leave open to choice; each default is the ruling."""

    #: 29, R-109: the defender's strength varies by a die.
    variable_defence: bool = False


class Unit43(Unit, frozen=True, gc=False, kw_only=True):
    """A counter. What ends by rule has one function that ends it; extended movement, assault
    markers, attacks made and suffered are memory of the phase or player turn.
    """

    reduced: bool = False
    disrupted: bool = False
    #: Carries an Out of Supply marker (14.4, 14.7).
    oos: bool = False
    #: An air unit on its Flown side, or a regular artillery division that has fired (15.2, 22.4).
    spent: bool = False
    #: An air unit on Defensive Air Support over the hex where it is (15.6).
    das: bool = False
    #: A security division bound to its city until Soviets come near (21).
    bound: bool = False
    #: The turn on which a Tiger or StuG comes back (16.4C); 0 is never.
    returns: int = 0
    #: The turn on which an airborne brigade was dropped (20.4); 0 is never.
    landed: int = 0


class BridgeTrain(Struct, frozen=True):
    """A Bridge Train: where it lies and the Major River hexside that its arrow points at."""

    hex: HexId
    side: Hexside


class Flood(Struct, frozen=True):
    """28.2: the flood lasts until the German End Phase of this turn."""

    until: int


class State43(State, frozen=True, gc=False, kw_only=True):
    """A game in progress. `control` has a letter for every hex (R-6)."""

    options: Options43
    units: tuple[Unit43, ...]
    weather: Weather = "clear"
    #: How many Entry Half Hexes the Soviets have gained, A first (27.1).
    half_hexes: int = 0
    forts: frozenset[HexId] = frozenset()
    building: frozenset[HexId] = frozenset()
    #: Railhead marker to the hex of its line that it has reached; absent before it appears.
    railheads: tuple[tuple[int, HexId], ...] = ()
    #: Rail hexes that count as repaired this turn (17.3-3: a repair counts from the next one).
    repaired: frozenset[HexId] = frozenset()
    trains: tuple[BridgeTrain, ...] = ()
    pontoons: frozenset[Hexside] = frozenset()
    dam: Dam = "intact"
    #: The side that blew the dam, or empty.
    dam_blown_by: Side = ""
    flood: Flood | None = None
    #: Points for exited steps that the German did not pay for (30.2C); they are permanent.
    exit_points: int = 0
    #: German steps owed: mechanised ones, and any.
    owed_mechanised: int = 0
    owed_any: int = 0
    #: The turn on which each leader last changed hex (26.1A, R-59).
    zhukov_moved: int = 0
    dropped: int = 0


if TYPE_CHECKING:
    Pos = Position[Ukraine43, State43, Unit43]
    Deal = Hand[Ukraine43, State43, Unit43]
else:
    Pos = Position
    Deal = Hand


def kept(pos: Pos, name: Hashable, work_out: Callable[[], T], *facts: object) -> T:
    """What follows from where the ground units are and from these facts: positions in which all
    of this is the same share it.
    """
    columns: Columns = pos.columns
    return columns.keep(name, facts, work_out)


def by_side(question: Callable[[Any, Side], T]) -> Mapping[Side, Callable[[Any], T]]:
    """A question about a side as one for each side, so that a position can keep the answers:
    `pos.keep(LINES[side])`.
    """

    def about(side: Side) -> Callable[[Any], T]:
        return lambda pos: question(pos, side)

    return {side: about(side) for side in (AXIS, SOVIET)}
