"""3 What is remembered for the length of a game turn and of a player turn.

The phases are put in order in `sequence.py`, which imports every module of rules; these
may all import the turns from here.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.engine import Phase, Sequence
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Arrow(Struct, frozen=True):
    """A river Assault marker: where it lies and the hex that it points at (18.1B)."""

    hex: HexId
    target: HexId


class GameTurn(Sequence, tag="game turn"):
    """3 A game turn, and what is remembered for its length."""

    #: Objectives and star hexes that were Soviet when the turn began (R-51).
    soviet_held: frozenset[HexId] = frozenset()


class PlayerTurn(Sequence, tag="player turn"):
    """3.C, 3.D: a player turn, and what is remembered for its length."""

    #: Extended Movement markers used (4.7C), and the units that may not attack for it (R-3);
    #: after First Combat the markers are lifted.
    extended_markers: int = 0
    extended: frozenset[UnitId] = frozenset()
    #: River Assault markers; they count in First Combat only (18.1, R-62).
    arrows: frozenset[Arrow] = frozenset()
    #: Units with an Assault marker for Second Combat (4.9, R-84).
    assault: frozenset[UnitId] = frozenset()
    #: Units put into the Holding Box: they do not come back in this turn (27.3).
    boxed: frozenset[UnitId] = frozenset()
    #: Fortifications begun (19.1), and those of them in an enemy zone (R-27).
    forts_begun: int = 0
    fort_sites: frozenset[HexId] = frozenset()
    #: Seven-hex areas where weather has driven off an enemy DAS unit (25.2-3), by their middle.
    bad_weather: frozenset[HexId] = frozenset()
    #: Air units that fly DAS this turn or nothing (R-48).
    kept_for_das: frozenset[UnitId] = frozenset()
    #: Manstein's attempts this turn (26.2).
    manstein_attempts: int = 0
    manstein_moved: bool = False
    #: Replacement points spent; mechanised ones also before the Movement Phase (R-96).
    mech_spent: int = 0
    foot_spent: int = 0
    #: Brigades rebuilt two for one, by their kind: an odd one may be completed free (16.3D, E).
    half_pairs: tuple[str, ...] = ()
    #: Who has taken one: such a unit has finished (R-16), and takes no second one (16.5F).
    replaced: frozenset[UnitId] = frozenset()
    #: Steps of combat units that have left over the west edge in this turn (30.2C, R-65).
    exited_mech: int = 0
    exited_other: int = 0

    @property
    def enemy(self) -> Side:
        """The side that is not phasing."""
        return AXIS if self.side == SOVIET else SOVIET


class CombatPhase(Phase, tag="combat phase"):
    """8.1 What is remembered for the length of a Combat Phase."""

    #: Units that have attacked, and units that were attacked (8.1-3, R-71).
    fought: frozenset[UnitId] = frozenset()
    attacked: frozenset[UnitId] = frozenset()
    #: Units that had to retreat: they are of no use in a further combat (10.4).
    retreated: frozenset[UnitId] = frozenset()
    #: Zhukov helps one attack in a phase (26.1A).
    zhukov_used: bool = False


@rule("3.C.2-3", "R-3", "R-62")
def lift_markers(turn: PlayerTurn, hand: Deal) -> None:
    """When First Combat is over no Extended Movement or river Assault marker is left."""
    hand.become(turn.but(extended=frozenset(), arrows=frozenset()))


@rule("R-84", "ASOP-4")
def lift_assaults(turn: PlayerTurn, hand: Deal) -> None:
    """After Second Combat no Assault marker is left."""
    hand.become(turn.but(assault=frozenset()))


@rule("3.C.6", "R-84", "ASOP-4")
def has_assault_marker(pos: Pos, unit: UnitId) -> bool:
    """Does a unit have an Assault marker? It is taken off when the unit has fought, or is lost."""
    turn, phase = pos.find(PlayerTurn), pos.find(CombatPhase)
    if turn is None or unit not in turn.assault or pos.unit(unit).at not in pos.board.grid:
        return False
    return phase is None or unit not in phase.fought


@rule("4.9D-1", "4.9D-2", "R-84")
def marked_hexes(pos: Pos) -> set[HexId]:
    """The hexes with an Assault marker: one serves a stack."""
    turn = pos.within(PlayerTurn)
    return {pos.unit(unit).at for unit in turn.assault if has_assault_marker(pos, unit)}
