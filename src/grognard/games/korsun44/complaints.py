"""What no position of Korsun 1944 may be; asked after every action of random games."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.korsun44.stacking import crowded
from grognard.games.korsun44.state import DEAD, GERMAN, SOVIET, Pos
from grognard.games.korsun44.turn import HalfTurn


def complaints(pos: Pos) -> list[str]:
    """Everything that is wrong, in sentences."""
    return [*shared_hexes(pos), *high_stacks(pos), *wrong_levels(pos), *wrong_works(pos)]


def shared_hexes(pos: Pos) -> Iterator[str]:
    """3.1.8: units of both sides are never in one hex."""
    block, layout = pos.columns.block, pos.columns.layout
    both = (block[layout.row("units", GERMAN)] > 0) & (block[layout.row("units", SOVIET)] > 0)
    yield from (f"both sides are in {pos.board.grid.hexes[i]}" for i in both.nonzero()[0])


def high_stacks(pos: Pos) -> Iterator[str]:
    """3.2.1: stacks are within limits, but for the printed one before its owner has moved (B6)."""
    printed = pos.game.scene(pos).crowded if pos.turn == 1 else ()
    if pos.find(HalfTurn) is not None:
        for side in pos.game.sides:
            yield from (f"too many levels in {h}" for h in crowded(pos, side) if h not in printed)


def wrong_levels(pos: Pos) -> Iterator[str]:
    """1.2: units on the map have a level left, the dead have none; 6.2.2: guns alone limber; no
    level of want is below 0.
    """
    for unit in pos.state.units:
        piece = pos.game.printed[unit.id]
        if (unit.at == DEAD) != (unit.lost >= piece.levels):
            yield f"{unit.id} is at {unit.at} and has lost {unit.lost} of {piece.levels} levels"
        if unit.limbered and not piece.is_artillery:
            yield f"{unit.id} is limbered and no gun"
        if unit.want < 0:
            yield f"{unit.id} has an out-of-supply level of {unit.want}"


def wrong_works(pos: Pos) -> Iterator[str]:
    """7.1.6: field fortifications are those of the side that stands in them; 7.1.8: none lie in a
    swamp.
    """
    for hex_, side in pos.state.field_works.items():
        if any(pos.owner(unit) != side for unit in pos.at(hex_)):
            yield f"field fortifications in {hex_} are not those of the units there"
        if not pos.game.theatre.may_dig(hex_):
            yield f"there are field fortifications in {hex_}"
