"""2 What is remembered for the length of a turn, a half of it and a phase.

The phases are put in order by a module that imports every module of rules; these may all
import the turns from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from grognard.decisions import Side, rule
from grognard.engine import Phase, Sequence
from grognard.games.korsun44.scenario import Notes
from grognard.games.korsun44.state import Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: Roads on which one more hex may be gone (T-terrain-2).
Road = Literal["side_road", "railroad"]


class HalfTurn(Sequence, tag="half turn"):
    """2.2 The six phases of one player, and what is remembered for their length."""

    #: Units that carry a Strategic Movement marker (12.1.4, D17).
    marked: frozenset[UnitId] = frozenset()
    #: Units of the phasing side that fought in their Combat Phase (12.1.2, D12).
    fought: frozenset[UnitId] = frozenset()
    #: HQs whose bridge has just been finished: they have no points left (14.3.2).
    builders: frozenset[UnitId] = frozenset()


class MovementPhase(Phase, tag="movement phase"):
    """3 What is remembered for the length of a Movement Phase, or a Strategic one."""

    strategic: ClassVar[bool] = False

    #: Units that have moved or done something else: they are finished.
    moved: frozenset[UnitId] = frozenset()
    #: The columns that have entered by each hex: levels of each, in order (11.1.5).
    columns: Mapping[HexId, tuple[int, ...]] = {}


class Move(Phase, tag="move"):
    """3.1 Units of one hex, or of one box off the map, that move together."""

    units: tuple[UnitId, ...]
    #: What they have spent so far, in sixths.
    spent: int = 0
    #: Have they done anything, and have they left the hex in which they began?
    went: bool = False
    set_out: bool = False
    #: They go with all their points, out of supply though they are (10.2.3).
    pushed: bool = False
    #: They are in an enemy zone, or have done with moving.
    halted: bool = False
    #: The kinds of road that their whole way has kept to (D7).
    roads: frozenset[Road] = frozenset({"side_road", "railroad"})
    #: Where they come onto the map, if they are not there yet, and have they shifted (11.2.1)?
    entry: HexId = ""
    shifted: bool = False

    @property
    def unit(self) -> UnitId:
        """The first of them."""
        return self.units[0]

    def here(self, pos: Pos) -> HexId:
        """Where the units are, or come in."""
        return self.entry or pos.unit(self.units[0]).at


class CombatPhase(Phase, tag="combat phase"):
    """5 What is remembered for the length of a Combat Phase, and seen by both sides."""

    #: Units that have been in a combat of this phase: both sides may look at them (16.1.3).
    shown: frozenset[UnitId] = frozenset()


@rule("2.2", "E25", "E27")
def clock(pos: Pos) -> int:
    """The number of this half-turn: two for each turn, the first is 1."""
    half = pos.find(HalfTurn)
    second = half is not None and half.side != pos.game.scene(pos).first
    return 2 * pos.turn - 1 + second


def notes(pos: Pos) -> Notes:
    """The notes of the scenario that are in force (H6)."""
    scene = pos.game.scene(pos)
    return scene.retreat_notes if pos.state.options.retreat_notes else scene.notes


@rule("K44-3", "D13")
def is_held_back(pos: Pos, unit: UnitId) -> bool:
    """Does a unit belong to a Ukrainian Front that may not act yet? It neither moves, attacks,
    fires nor builds, and never pursues; it defends as always.
    """
    return pos.game.piece(unit).ukrainian_front in pos.keep(held_fronts)


def held_fronts(pos: Pos) -> frozenset[int]:
    """The Ukrainian Fronts that may not act yet."""
    return frozenset(front for front, turn in notes(pos).waits.items() if pos.turn < turn)


def enemy_units(pos: Pos, side: Side, hex_: HexId) -> tuple[UnitId, ...]:
    """The enemies of a side in a hex."""
    there = pos.at(hex_)
    return there if there and pos.owner(there[0]) != side else ()
