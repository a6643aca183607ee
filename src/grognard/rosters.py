"""The counters of a game as its file lists them, and what may be wrong with such a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from msgspec import Struct

from grognard.data import twice
from grognard.decisions import Side
from grognard.pieces import Piece, UnitId

AnyPiece = TypeVar("AnyPiece", bound=Piece)


class Roster(Struct, Generic[AnyPiece], frozen=True, dict=True):
    """Everything that is printed on counters. Pieces stand in the order of the file."""

    pieces: tuple[AnyPiece, ...]

    @cached_property
    def by_id(self) -> Mapping[UnitId, AnyPiece]:
        """The pieces by their ids."""
        return {piece.id: piece for piece in self.pieces}

    def of(self, side: Side = "", **wanted: str) -> tuple[AnyPiece, ...]:
        """The pieces of a side (or both) with these traits: `of("german", kind="armour")`."""
        return tuple(
            piece
            for piece in self.pieces
            if side in ("", piece.side)
            and all(getattr(piece, trait) == value for trait, value in wanted.items())
        )


def naming_faults(
    units: Iterable[str], groups: Iterable[str], formations: Iterable[str] = ()
) -> Iterator[str]:
    """Ids and names that stand twice in a file."""
    yield from (f"unit {name!r}: this id is used twice" for name in twice(units))
    yield from (f"group {name!r}: this name is used twice" for name in twice(groups))
    yield from (f"formation {name!r}: this id is used twice" for name in twice(formations))


def membership_faults(
    units: Iterable[tuple[UnitId, str, Side]], formations: Mapping[str, Side]
) -> Iterator[str]:
    """Units, each with its formation and its side, must belong to formations that there are, and
    that are of their side.
    """
    for unit, formation, side in units:
        if formation and formation not in formations:
            yield f"unit {unit!r}: unknown formation {formation!r}"
        elif formation and formations[formation] != side:
            yield f"unit {unit!r}: formation {formation!r} is not of its side"
