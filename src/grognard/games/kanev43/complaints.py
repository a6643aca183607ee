"""What no position of Red Parachutes may be, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.kanev43.state import AXIS, DEAD, OUT, SOVIET, Pos


def complaints(pos: Pos) -> Iterator[str]:
    """Everything that is wrong with a position."""
    yield from _of_hexes(pos)
    yield from _of_units(pos)
    yield from _of_bridgeheads(pos)
    for kind, number in (*pos.state.steps.items(), *pos.state.ammunition.items()):
        if number < 0:
            yield f"{number} of {kind}"


def _of_hexes(pos: Pos) -> Iterator[str]:
    """Both sides in a hex, units in water, works without anybody."""
    count = pos.columns.count
    for spot in pos.where:
        if spot not in pos.board.grid:
            continue
        if count("units", AXIS, spot) and count("units", SOVIET, spot):
            yield f"both sides are in {spot}"
        if spot in pos.game.theatre.water:
            yield f"somebody is in the water of {spot}"


def _of_units(pos: Pos) -> Iterator[str]:
    most = pos.game.charts.own["salvoes"].number
    for unit in pos.state.units:
        piece = pos.game.piece(unit.id)
        gone = unit.at in (DEAD, OUT)
        if not 0 <= unit.lost < piece.steps and not gone:
            yield f"{unit.id} has lost {unit.lost} of {piece.steps} steps"
        if not 0 <= unit.salvoes <= (most if piece.guns else 0):
            yield f"{unit.id} has {unit.salvoes} salvoes"
        if unit.dispersed and (not piece.is_airborne or piece.is_artillery):
            yield f"{unit.id} is dispersed"
        if unit.dismounted and piece.dismounted is None:
            yield f"{unit.id} has dismounted"
        if unit.unassigned and not piece.may_be_unassigned:
            yield f"{unit.id} is unassigned"


def _of_bridgeheads(pos: Pos) -> Iterator[str]:
    """Four pairs in all, each joined straight over the river, none under an Axis unit."""
    pairs, scene = pos.state.bridgeheads, pos.game.scene(pos)
    there = len(pairs) + len(pos.state.spare_bridgeheads)
    if there != len(scene.bridgeheads) + len(scene.later):
        yield f"there are {there} bridgeheads"
    for pair in pairs:
        if pair.west not in {way.far for way in pos.game.theatre.crossings(pair.east)}:
            yield f"the bridgehead {pair.east}-{pair.west} leads nowhere"
        if any(pos.columns.count("units", AXIS, end) for end in (pair.east, pair.west)):
            yield f"an Axis unit is in the bridgehead {pair.east}-{pair.west}"
