"""R-98 What is remembered for the length of a player-turn, a Movement Phase and a move.

The phases are put in order by `sequence`, which imports every module of rules; these may all
import the turns from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.decisions import Side, rule
from grognard.engine import Phase, Sequence
from grognard.games.kanev43.state import Order, Pos
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId


class PlayerTurn(Sequence, tag="player turn"):
    """The phases of one player."""

    #: Units that were disrupted or demoralised when it began (R-35).
    shaken: Mapping[UnitId, Order] = {}
    #: Units that have moved, or tried to cross: they have not rested (REC-1, R-35).
    stirred: frozenset[UnitId] = frozenset()
    #: Units that moved strategically: neither engineering nor combat (STM-2).
    strategic: frozenset[UnitId] = frozenset()
    #: Guns that bombarded: they give no offensive support (ART-16).
    bombarded: frozenset[UnitId] = frozenset()
    #: Engineers that tried to blow the bridge of Kanev (KNB-3).
    blasters: frozenset[UnitId] = frozenset()
    #: Units that advanced after combat: they may break through (BRK-2).
    advanced: frozenset[UnitId] = frozenset()


class MovementPhase(Sequence, tag="movement phase"):
    """What is remembered for the length of a Movement Phase."""

    #: Units that have finished, and what each has spent, in sixths.
    moved: frozenset[UnitId] = frozenset()
    spent: Mapping[UnitId, int] = {}
    #: Units that have left a hex, and not only changed the state of their guns (NGT-3).
    rolled: frozenset[UnitId] = frozenset()
    #: At night, units that have spent more than half of what they had for their move (NGT-1).
    strained: frozenset[UnitId] = frozenset()
    #: Movement points of leaders' bonuses, fixed as the phase begins (LDR-13).
    bonuses: Mapping[UnitId, int] = {}
    #: Units that began in an enemy zone (INF-1).
    engaged: frozenset[UnitId] = frozenset()
    #: Who controlled each hex as the phase began (STM-3).
    held: str = ""
    #: Units that tried to infiltrate.
    tried: frozenset[UnitId] = frozenset()
    #: How many units have tried to cross out of each hex (XNG-1, XNG-5), and how many battalions
    #: each engineer has helped (XNG-9).
    crossers: Mapping[HexId, int] = {}
    helped: Mapping[UnitId, int] = {}


class CombatPhase(Sequence, tag="combat phase"):
    """What is remembered for the length of a Combat or Breakthrough Phase."""

    #: Hexes that were declared to be attacked, and those whose attack was made or dropped.
    declared: tuple[HexId, ...] = ()
    resolved: frozenset[HexId] = frozenset()
    #: Units that were named for an attack, also those that then failed (R-46, R-49).
    fought: frozenset[UnitId] = frozenset()
    #: Guns of the attacker at the hexes that they support, and who fires twice (SOP-16, R-99).
    guns: Mapping[HexId, tuple[UnitId, ...]] = {}
    doubled: frozenset[UnitId] = frozenset()
    #: Leaders of both sides at the hexes where they try to help (LDR-16, R-57).
    leaders: Mapping[HexId, tuple[UnitId, ...]] = {}
    #: In a Breakthrough Phase only these may attack; a Combat Phase leaves it open.
    breaking: frozenset[UnitId] | None = None
    #: Guns of the defender that support nobody any more: attackers with a zone advanced to them
    #: (ART-15).
    silenced: frozenset[UnitId] = frozenset()
    #: Dispersed paratroopers whom the search has found, by their hexes: they must be attacked there
    #: by the battalions that found them (AIRB-18).
    located: Mapping[HexId, tuple[UnitId, ...]] = {}
    finders: frozenset[UnitId] = frozenset()


class MovePhase(Phase, tag="move phase"):
    """A part of a Movement Phase in which units move one after the other."""

    #: Who may move, found as it opens: nothing that is done in it lets others move. Dispersed
    #: paratroopers are not among them, for their order would tell who is who.
    able: tuple[UnitId, ...] | None = None


class Move(Phase, tag="move"):
    """Units of one hex, or of one box off the map, that move together."""

    units: tuple[UnitId, ...]
    strategic: bool = False
    #: What they have spent, in sixths.
    spent: int = 0
    #: Have they done anything, and have they left a hex?
    acted: bool = False
    rolled: bool = False
    #: Where they come onto the map, if they are not there yet.
    entry: HexId = ""

    @property
    def unit(self) -> UnitId:
        """The unit that was chosen first."""
        return self.units[0]

    def here(self, pos: Pos) -> HexId:
        """Where the units are, or come in."""
        return self.entry or pos.unit(self.units[0]).at


def is_night(pos: Pos) -> bool:
    """Is it a Night turn?"""
    return pos.game.scene(pos).is_night(pos.turn)


def on_map(pos: Pos, side: Side) -> list[UnitId]:
    """The units and leaders of a side on the map."""
    return present(pos, pos.game.numbers[side])


def guns_on_map(pos: Pos, side: Side) -> list[UnitId]:
    """The guns of a side on the map."""
    return present(pos, pos.game.gun_numbers[side])


def present(pos: Pos, numbers: Iterable[int]) -> list[UnitId]:
    """Those on the map of units that are given by their places in the list of all."""
    grid, units = pos.board.grid.index, map(pos.state.units.__getitem__, numbers)
    return [unit.id for unit in units if unit.at in grid]


@rule("R-35", "LDR-1", "AIRB-11")
def in_contact(pos: Pos, side: Side) -> list[UnitId]:
    """The units and leaders of a side on the map with an enemy unit in their hex or next to it.
    Enemy leaders and dispersed paratroopers are none.
    """
    beside, number = near(pos.columns, pos.game.enemy(side), 1), pos.board.grid.index
    return [unit for unit in on_map(pos, side) if beside[number[pos.unit(unit).at]]]
