"""What the page of Operation Storm lights up on the map."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.decisions import Side
from grognard.faces import Camp, HexFill, Overlay
from grognard.games.storm41.going import air_range
from grognard.games.storm41.moving import Moving, budget, reach_of
from grognard.games.storm41.sequence import agenda_of
from grognard.games.storm41.state import AXIS, Pos
from grognard.games.storm41.supply import supply_of, traced
from grognard.games.storm41.turn import MovementPhase
from grognard.hexes import HexId
from grognard.mechanics.lights import attack_arrows, supplied_area, supply_line
from grognard.page import OverlayKey
from grognard.pieces import UnitId
from grognard.view import View

KEYS = (
    OverlayKey("reach", "Reach", "R", usual=True),
    OverlayKey("line", "Supply", "S", "unit"),
    OverlayKey("control", "Cities", "V"),
    OverlayKey("supply", "Supplied area", "A"),
    OverlayKey("air", "Air power", "D"),
    OverlayKey("corridors", "Corridors", "C"),
    OverlayKey("range", "Range of a unit", "E", "unit"),
)


def make(pos: Pos, view: View, name: str, arg: str) -> tuple[Overlay, ...]:
    """An overlay by its name."""
    return _MAKERS[name](pos, view, arg) if name in _MAKERS else ()


def camp_of(side: Side) -> Camp:
    """Axis colours are cool, Soviet ones warm."""
    return "cool" if side == AXIS else "warm"


# --- the open move and the open attack ---------------------------------------------------


def reach(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """Where the stack on the move can go, and the points that it would have left there."""
    move = pos.find(Moving)
    if move is None:
        return ()
    found, left = pos.keep(reach_of), budget(pos, move.units)
    numbers = {hex_: str(max(0, left - found.cost_of(hex_))) for hex_ in found}
    return (HexFill("reach", tuple(found), numbers),)


def attack(pos: Pos, view: View) -> tuple[Overlay, ...]:
    """Arrows from the attackers to their target, with the differential."""
    return attack_arrows(pos.board.grid, view, camp_of(view.asked), "Column")


# --- supply, cities, air, corridors -------------------------------------------------------


def supplied(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """All hexes from which the viewer can trace a line of supply."""
    return (supplied_area(traced(pos, view.viewer or AXIS), pos.board.grid),)


def control(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The cities by who holds them, with their control points."""
    counts, cities = pos.game.charts.counts, pos.game.theatre(pos).cities
    return tuple(
        HexFill(
            f"control {camp_of(side)}",
            tuple(h for h in cities if pos.holder(h) == side),
            {h: str(counts[k].number) for h, k in cities.items() if pos.holder(h) == side},
        )
        for side in pos.game.sides
    )


def air(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The range of airpower markers."""
    return tuple(
        HexFill(
            f"zone {camp_of(side)}",
            tuple(h for h in sorted(air_range(pos, side)) if h in pos.board.grid),
        )
        for side in pos.game.sides
    )


def corridors(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The hexes of the transport corridors, by who controls them."""
    hexes = [h for c in pos.game.theatre(pos).corridors.values() for h in c.links]
    return tuple(
        HexFill(f"control {camp_of(side)}", tuple(h for h in hexes if pos.holder(h) == side))
        for side in pos.game.sides
    )


def line(pos: Pos, view: View, unit: str) -> tuple[Overlay, ...]:
    """The line of supply of a unit, if it has one."""
    if unit not in pos.game.index or pos.unit(unit).at not in pos.board.grid:
        return ()
    return (supply_line(traced(pos, pos.owner(unit)), pos.unit(unit).at),)


# --- what could happen -------------------------------------------------------------------


def range_(pos: Pos, view: View, unit: str) -> tuple[Overlay, ...]:
    """Where a unit could go in a movement phase of its own, as things stand."""
    return (HexFill("threat", goals_of(pos, unit)),) if unit in pos.game.index else ()


def goals_of(pos: Pos, unit: UnitId) -> tuple[HexId, ...]:
    """Where a unit could go with its movement factor."""
    here, side = pos.unit(unit).at, pos.owner(unit)
    if here not in pos.board.grid or not pos.game.piece(unit).moves:
        return ()
    *outer, phase = agenda_of("movement", side)
    assert isinstance(phase, MovementPhase)
    phase = phase.but(start=here, supply=supply_of(pos, unit))
    move = Moving(side=side, units=(unit,))
    state = replace(pos.state, agenda=(*outer, phase, move), outcome=None)
    then: Pos = type(pos)(pos.game, state, pos.columns, pos.where)
    return tuple(then.keep(reach_of))


_MAKERS: dict[str, Callable[[Pos, View, str], tuple[Overlay, ...]]] = {
    "reach": reach,
    "line": line,
    "control": control,
    "supply": supplied,
    "air": air,
    "corridors": corridors,
    "range": range_,
}
