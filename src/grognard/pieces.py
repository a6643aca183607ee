"""What is printed on a counter: it never changes during play."""

from __future__ import annotations

from msgspec import Struct

from grognard.data import Source
from grognard.decisions import Side

UnitId = str


class Piece(Struct, frozen=True, kw_only=True):
    """The base of a game's counters. Games add the printed values of their own."""

    id: UnitId
    side: Side
    name: str = ""
    source: Source = "reconstructed"

    @property
    def title(self) -> str:
        """How people speak of it."""
        return self.name or self.id
