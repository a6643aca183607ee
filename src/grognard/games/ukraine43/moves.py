"""4.1 What is remembered of a phase in which units move, and of a single move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from grognard.decisions import Refusal, deny
from grognard.engine import Phase
from grognard.games.ukraine43.stacking import overstacked
from grognard.games.ukraine43.state import Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import listed

#: Kinds of moves that are announced.
RAIL, EXTENDED, ASSAULT = "rail", "extended", "assault"


class Moves(Phase, tag="moves"):
    """A phase in which a side moves units; each unit or stack once."""

    #: The row of the chart of paces.
    pace: ClassVar[str] = ""
    #: Kinds of moves that may be announced.
    modes: ClassVar[tuple[str, ...]] = ()
    #: What else may be done in the phase (3.C.2).
    jobs: ClassVar[tuple[str, ...]] = ()
    moved: frozenset[UnitId] = frozenset()
    #: Units that Manstein has tried to bring back into order (26.2).
    tried: frozenset[UnitId] = frozenset()

    def why_not(self, pos: Pos, unit: UnitId) -> Refusal | None:
        """Why a unit on the map may not move in this phase."""
        raise NotImplementedError

    def why_no_mode(self, pos: Pos, move: Move, mode: str) -> Refusal | None:
        """Why a kind of move may not be announced."""
        return deny("4.1-1", "there is no such move in this phase")

    def begun(self, hand: Deal, move: Move) -> None:
        """A stack takes its first step."""

    def crowded(self, pos: Pos) -> tuple[HexId, ...]:
        """The overstacked hexes with which the phase may not end (5.4)."""
        return overstacked(pos, self.side)


def on_map(pos: Pos, units: Iterable[UnitId], *but: Iterable[UnitId]) -> list[UnitId]:
    """Those of many units that are on the map, in the same order, but for some of them."""
    # The boxes are few, and sets are put together much faster than units are looked at.
    where = pos.where
    gone = set[UnitId]().union(*but, *[where[box] for box in pos.board.boxes if box in where])
    return [unit for unit in units if unit not in gone]


class Move(Phase, tag="move"):
    """A unit or stack on the move, and what it has done so far."""

    units: tuple[UnitId, ...]
    start: HexId
    spent: int = 0
    path: tuple[HexId, ...] = ()
    #: A reinforcement: it has entered the map and may go on by rail (16.1).
    arrived: bool = False
    #: Extended Movement was announced; the marker is spent with the first point that needs it.
    extended: bool = False
    marked: bool = False
    #: Rail movement was announced.
    by_rail: bool = False
    #: Cavalry has crossed a Major River and has one hex left (4.4A).
    crossed: bool = False
    #: A river Assault marker was placed: the move is over but for a bridge train (18.4).
    aimed: bool = False
    #: A Mobile Assault was made (13.1).
    assaulted: bool = False
    #: Where on the path units were picked up, by the number of hexes gone before.
    picked_up: Mapping[UnitId, int] = {}

    @property
    def unit(self) -> UnitId:
        """The unit that the move began with."""
        return self.units[0]

    @property
    def fresh(self) -> bool:
        """Has the stack done nothing yet in this phase?"""
        return not self.path and not self.assaulted

    def here(self, pos: Pos) -> HexId:
        """Where the stack is."""
        return pos.unit(self.units[0]).at

    def names(self) -> str:
        return listed(self.units)
