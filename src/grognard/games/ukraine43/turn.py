"""3 Sequence of play."""

from __future__ import annotations

from grognard.decisions import Side
from grognard.engine import Sequence, Step
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


class PlayerTurn(Sequence, tag="player turn"):
    """3.C, 3.D: a player turn, and what is remembered for its length."""

    #: Extended Movement markers used (4.7C), and the units that may not attack for it (R-3).
    extended_markers: int = 0
    extended: frozenset[UnitId] = frozenset()
    #: Seven-hex areas where weather has driven off an enemy DAS unit (25.2-3), by their middle.
    bad_weather: frozenset[HexId] = frozenset()
    #: Manstein's attempts this turn (26.2).
    manstein_attempts: int = 0
    manstein_moved: bool = False
    #: Replacement points of the coming Movement Phase already spent (R-96).
    mech_spent: int = 0

    @property
    def enemy(self) -> Side:
        """The side that is not phasing."""
        return AXIS if self.side == SOVIET else SOVIET


class SovietTurn(PlayerTurn, tag="soviet turn"):
    """3.C The Soviet player turn comes first."""

    title = "Soviet Player Turn"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step:
        return cls(side=SOVIET)


class AxisTurn(PlayerTurn, tag="axis turn"):
    """3.D The German player turn has the same phases."""

    title = "German Player Turn"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step:
        return cls(side=AXIS)
