"""The questions that a computer player may ask of a game.

A player knows Views and this protocol, and no title. Each title answers in its
`appraisal.py`, mostly by calling its own rules on a Position that was made up from a View.
All worths are in victory points of the side that is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from grognard.decisions import Action, Side
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.position import Position
from grognard.view import View

AnyPosition = Position[Any, Any, Any]


class Objective(Struct, frozen=True):
    """A hex that matters to a side: what it is worth, and how much strength should go there."""

    hex: HexId
    kind: Literal["take", "hold", "reach"]
    worth: float
    need: float


class BattleOutcome(Struct, frozen=True):
    """One result of a combat: its probability, steps lost, and whether the hex is given up."""

    chance: float
    attacker: int
    defender: int
    vacated: bool


class Weighed(Struct, frozen=True):
    """An open action, what it is worth, and why in a few words."""

    action: Action
    worth: float
    reason: str = ""


@runtime_checkable
class Appraisal(Protocol):
    """What a title answers."""

    def fill(self, view: View, seed: int) -> AnyPosition:
        """A position that the viewer could be in. Views that look alike give the same one."""

    def objectives(self, pos: AnyPosition, side: Side) -> Sequence[Objective]:
        """What a side is after, the most valuable first."""

    def battle(
        self, pos: AnyPosition, attackers: tuple[UnitId, ...], target: HexId
    ) -> Sequence[BattleOutcome]:
        """Every result of an attack with its exact chance, as far as the attacker can know."""

    def choices(self, pos: AnyPosition, nodes: int) -> Sequence[Weighed]:
        """The open actions that deserve a thought, and their worth to the side that is asked.
        About so many of them are tried out. None at all: any action is as good as another.
        """


def appraisal_of(game: object) -> Appraisal | None:
    """The appraisal of a title; None: computers can only play it at random."""
    found = getattr(game, "appraisal", None)
    return found if isinstance(found, Appraisal) else None
