"""What is kept of a game, and the small interface behind which it is kept.

A game is the save it began with and the rows since: every action, undo and redo is one row,
kept before it is acknowledged. The head (turn, who is asked, the last state) is a cache of
what the rows lead to, for lists of games and for the day when the rules have changed and
the rows cannot be replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from grognard.decisions import Side
from grognard.server.seats import Seats

Kind = Literal["act", "undo", "redo"]


class Row(Struct, frozen=True):
    """One thing that was done. `memory` is what a computer player wants to remember."""

    kind: Kind
    side: Side
    action: str = ""
    memory: bytes = b""


class Head(Struct, frozen=True):
    """What the rows so far lead to; `state` is the JSON of the last state."""

    revision: int
    turn: int
    asked: Side
    outcome: str
    state: bytes


class Record(Struct, frozen=True):
    """A game as it is kept, without its rows. `start` is a save file; rows up to revision
    `base` are already in it.
    """

    play: str
    game: str
    scenario: str
    seats: Seats
    start: bytes
    base: int
    head: Head
    changed: str = ""


class Entry(NamedTuple):
    """One row more of a game, and the head that it leads to."""

    play: str
    row: Row
    head: Head


class StoreError(RuntimeError):
    """Games cannot be kept, or not be read: says why."""


class Conflict(StoreError):
    """A row with this number is there already: somebody else plays from the same store."""


class Gone(StoreError):
    """The game has been removed."""


class Store(Protocol):
    """Where games are kept. Every method that writes returns when it is safe on disk."""

    def add(self, record: Record) -> None:
        """Keep a new game."""

    def find(self, play: str) -> Record | None:
        """A game by its id."""

    def rows(self, play: str, after: int) -> list[Row]:
        """What was done in a game after a revision, in order."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep one row more of each of these games: all of it or nothing."""

    def rebase(self, play: str, start: bytes, head: Head) -> None:
        """Let a game go on from another save; the rows so far stay as a record."""

    def remove(self, play: str) -> None:
        """Forget a game."""

    def unfinished(self) -> list[Record]:
        """The games that are not over, without their saves and states."""

    def close(self) -> None:
        """Let go of the disk."""
