"""7 Fortifications: field fortifications, improved ones, fixed positions."""

from __future__ import annotations

from typing import Literal

from grognard.decisions import Side, rule
from grognard.games.korsun44.state import GERMAN, Deal, Pos
from grognard.hexes import HexId

Works = Literal["field", "improved", "fixed"]
#: Who lays out improved fortifications (K44-5).
BUILDER: Side = GERMAN


@rule("7.1.1", "7.2.1", "7.3.1")
def works_at(pos: Pos, hex_: HexId) -> frozenset[Works]:
    """The fortifications of a hex that help the units in it."""
    found: set[Works] = set()
    if hex_ in pos.state.field_works:
        found.add("field")
    if hex_ in pos.state.improved_works:
        found.add("improved")
    if hex_ in pos.game.theatre.fixed:
        found.add("fixed")
    return frozenset(found)


@rule("7.1.11", "7.2.1", "7.3.5", "A5")
def is_fortified(pos: Pos, hex_: HexId) -> bool:
    """Are units in this hex fortified?"""
    return bool(works_at(pos, hex_))


@rule("7.1.6", "7.2.1")
def overrun_works(hand: Deal, side: Side, hex_: HexId) -> None:
    """A unit of a side has come into a hex: enemy works there are gone, nobody uses them again."""
    field, improved = hand.field("field_works"), hand.field("improved_works")
    if field.get(hex_, side) != side:
        hand.change(field_works={h: s for h, s in field.items() if h != hex_})
    if hex_ in improved and side != BUILDER:
        hand.change(improved_works=improved - {hex_})


@rule("7.1.5")
def leave_works(hand: Deal) -> None:
    """At the end of a phase field fortifications without a unit are taken away."""
    works = hand.field("field_works")
    kept = {hex_: side for hex_, side in works.items() if hand.at(hex_)}
    if len(kept) < len(works):
        hand.change(field_works=kept)
