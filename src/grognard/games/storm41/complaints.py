"""What no position of Operation Storm may be; asked after every action of random games."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.storm41.stacking import overstacked
from grognard.games.storm41.state import AXIS, SOVIET, Pos


def complaints(pos: Pos) -> list[str]:
    """Everything that is wrong, in sentences."""
    return [*shared_hexes(pos), *high_stacks(pos), *astray(pos), *wrong_markers(pos)]


def shared_hexes(pos: Pos) -> Iterator[str]:
    """9.4: units of both sides are never in one hex; 3.8: who is in a hex controls it."""
    block, layout = pos.columns.block, pos.columns.layout
    both = (block[layout.row("units", AXIS)] > 0) & (block[layout.row("units", SOVIET)] > 0)
    yield from (f"both sides are in {pos.board.grid.hexes[i]}" for i in both.nonzero()[0])
    if pos.turn:
        hexes = pos.board.grid.index
        for hex_, units in pos.where.items():
            if hex_ in hexes and pos.holder(hex_) != pos.owner(units[0]):
                yield f"{units[0]} is in {hex_} and does not control it"


def high_stacks(pos: Pos) -> Iterator[str]:
    """6.1: stacks are within limits."""
    if pos.turn:
        yield from (f"too many units in {hex_}" for hex_ in overstacked(pos))


def astray(pos: Pos) -> Iterator[str]:
    """Units on the map are on land in play, Hungarians and Romanians in their country (7.1); the
    dead have a turn on which they fell.
    """
    theatre, hexes = pos.game.theatre(pos), pos.board.grid.index
    for unit in pos.state.units:
        if unit.at in hexes:
            piece = pos.game.printed[unit.id]
            home = theatre.homes[piece.nation] if piece.is_allied else theatre.land
            if unit.at not in home:
                yield f"{unit.id} is in {unit.at}, where it may not be"
        if (unit.at == "dead") != (unit.fell > 0):
            yield f"{unit.id} is at {unit.at} and fell on turn {unit.fell}"


def wrong_markers(pos: Pos) -> Iterator[str]:
    """5.3, 11.1: ten markers at most, those of the side with air superiority."""
    state = pos.state
    if len(state.airpower) > pos.game.charts.limits["airpower"].number:
        yield f"{len(state.airpower)} airpower markers are on the map"
    if state.airpower and not state.superior:
        yield "airpower markers lie on the map and nobody has air superiority"
