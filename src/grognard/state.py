"""State: everything that a game in progress is, as one immutable value.

Games extend `State` and `Unit` with typed fields of their own. Nothing worked out or
kept for speed is ever in here. Equal states have equal JSON, so the digest of a state is
the digest of its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from grognard.decisions import RuleId, Side
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.engine import Step

    Agenda = tuple[Step, ...]
else:
    # Which steps there are is known to each game only: it decodes them by their tags.
    Agenda = tuple[Any, ...]

Spot = str
"""Where a unit is: a hex by its number or a box by its name."""


class Unit(Struct, frozen=True, gc=False, kw_only=True):
    """One piece in play: where it is and whatever may change about it.

    A status that ends by time holds the moment it ends, never a countdown.
    """

    id: UnitId
    at: Spot


class Options(Struct, frozen=True, kw_only=True):
    """The switches of a game. Games extend it; each default is the binding ruling."""


class Secret(Struct, frozen=True):
    """An answer given by one side that the other must not know yet."""

    owner: Side
    name: str
    value: Any


class Sighting(Struct, frozen=True):
    """What a side saw of an enemy unit, and when."""

    side: Side
    unit: UnitId
    turn: int
    at: Spot


#: The level of a game that somebody has given up.
RESIGNED = "resignation"


class Outcome(Struct, frozen=True):
    """How a game ended. `winner` is empty for a draw."""

    winner: Side
    level: str
    reason: str
    rule: RuleId


class State(Struct, frozen=True, gc=False, kw_only=True):
    """A whole game in progress. `units` holds one entry a piece, always in the same order:
    the dead and the not yet born stand in boxes. `stacks` holds the order of those stacks
    that a player has put into an order; all others lie in the order of the pieces.
    """

    game: str
    scenario: str
    options: Options
    seed: str
    agenda: Agenda
    units: tuple[Unit, ...]
    turn: int = 1
    drawn: int = 0
    paired: bool = False
    luck: tuple[tuple[str, int], ...] = ()
    control: str = ""
    stacks: Mapping[Spot, tuple[UnitId, ...]] = {}
    secrets: tuple[Secret, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    outcome: Outcome | None = None


_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """The one JSON text of a value: sets and maps are written in order."""
    return _encoder.encode(value)


def digest(state: State) -> str:
    """A short hash of a state, the same on every machine and in every run."""
    return blake2b(encode(state), digest_size=12).hexdigest()


def letter_at(control: str, index: int) -> str:
    """The control letter of one hex, by its place on the board."""
    return control[index] if index < len(control) else ""


def with_letter(control: str, index: int, letter: str) -> str:
    """Control with one hex changed."""
    return control[:index] + letter + control[index + 1 :]
