"""What the page of Ukraine '43 lights up on the map."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from grognard.decisions import Side
from grognard.faces import Arrow, Camp, HexFill, HexLine, Overlay, SideLine
from grognard.games.ukraine43.air import das_radius, patrols
from grognard.games.ukraine43.allowance import points
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.state import AXIS, Pos
from grognard.games.ukraine43.supply import lines_of, shown_line
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.ways import budget, reach_of
from grognard.games.ukraine43.zones import bonds
from grognard.hexes import HexId
from grognard.mechanics.lights import attack_arrows
from grognard.page import OverlayKey
from grognard.pieces import UnitId
from grognard.view import View

KEYS = (
    OverlayKey("reach", "Reach", "R", usual=True),
    OverlayKey("zones", "Zones", "Z"),
    OverlayKey("bonds", "Bonds", "B"),
    OverlayKey("line", "Supply", "S", "unit"),
    OverlayKey("control", "Objectives", "V"),
    OverlayKey("supply", "Supplied area", "A"),
    OverlayKey("air", "Air support", "D"),
    OverlayKey("range", "Range of a unit", "E", "unit"),
    OverlayKey("threat", "Threats to a hex", "T", "hex"),
)

#: Nobody comes from farther away to attack a hex.
_FARTHEST = 13


def make(pos: Pos, view: View, name: str, arg: str) -> tuple[Overlay, ...]:
    """An overlay by its name."""
    return _MAKERS[name](pos, view, arg) if name in _MAKERS else ()


def camp_of(side: Side) -> Camp:
    """Axis colours are cool, Soviet ones warm."""
    return "cool" if side == AXIS else "warm"


# --- the open move and the open attack ---------------------------------------------------


def reach(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """Where the stack on the move can go, and the points that it would have left there: `e` by
    Extended Movement.
    """
    move = pos.find(Moving)
    if move is None:
        return ()
    goals = tuple(move.goals(pos))
    if move.by_rail or not goals:
        return (HexFill("reach", goals),)
    ways, left = pos.keep(reach_of), budget(pos, move)
    after = {hex_: left - ways.cost_of(hex_) for hex_ in goals}
    numbers = {hex_: points(n) if n >= 0 else "e" for hex_, n in after.items()}
    return (HexFill("reach", goals, numbers),)


def attack(pos: Pos, view: View) -> tuple[Overlay, ...]:
    """Arrows from the attackers to their targets, with the odds; and prepared assaults."""
    found: list[Overlay] = []
    turn = pos.find(PlayerTurn)
    if turn is not None:
        arrows = sorted(turn.arrows, key=lambda arrow: (arrow.hex, arrow.target))
        found += [Arrow(arrow.hex, arrow.target, camp_of(turn.side)) for arrow in arrows]
    return (*found, *attack_arrows(pos.board.grid, view, camp_of(view.asked), "Odds"))


# --- zones, bonds, supply, objectives, air ------------------------------------------------


def zones(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The zones of control of both sides."""
    return tuple(
        HexFill(f"zone {camp_of(side)}", pos.columns.zoned(side)) for side in pos.game.sides
    )


def bonds_(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """Hexes and hexsides that the bonds of each side close."""
    found: list[Overlay] = []
    for side in pos.game.sides:
        bars = bonds(pos, side)
        found.append(HexFill(f"zone {camp_of(side)}", bars.hexes))
        found.append(SideLine(f"bond {camp_of(side)}", bars.hexsides))
    return tuple(found)


def supplied(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """All hexes from which the viewer can trace a line of supply."""
    lines = lines_of(pos, view.viewer or AXIS)
    masks = [t.reached() for t in (lines.general, lines.from_hq, lines.from_half_hex)]
    found = np.flatnonzero(np.logical_or.reduce(masks)).tolist()
    return (HexFill("supplied", tuple(pos.board.grid.hexes[i] for i in found)),)


def control(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The objectives, by who holds them, with their points."""
    worth = pos.game.objectives(pos)
    return tuple(
        HexFill(
            f"control {camp_of(side)}",
            tuple(h for h in worth if pos.holder(h) == side),
            {h: str(n) for h, n in worth.items() if pos.holder(h) == side},
        )
        for side in pos.game.sides
    )


def air(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The zones of Defensive Air Support."""
    grid, radius = pos.board.grid, das_radius(pos)
    return tuple(
        HexFill(
            f"zone {camp_of(side)}",
            tuple({h: 0 for u in patrols(pos, side) for h in grid.within(pos.unit(u).at, radius)}),
        )
        for side in pos.game.sides
    )


def line(pos: Pos, view: View, unit: str) -> tuple[Overlay, ...]:
    """The line of supply of a unit, or where it breaks."""
    if unit not in pos.game.index or pos.unit(unit).at not in pos.board.grid:
        return ()
    way, gap = shown_line(pos, unit)
    if way:
        return (HexLine("supply", tuple(link.hex for link in way), way[-1].hex),)
    if gap is None:
        return ()
    reached = (gap.reached, gap.hex) if gap.reached else (gap.hex,)
    return (HexLine("broken", reached, gap.reason),)


# --- what could happen -------------------------------------------------------------------


def range_(pos: Pos, view: View, unit: str) -> tuple[Overlay, ...]:
    """Where a unit could go in a Movement Phase of its own, as things stand."""
    return (HexFill("threat", goals_of(pos, unit)),) if unit in pos.game.index else ()


def threats(pos: Pos, view: View, hex_: HexId) -> tuple[Overlay, ...]:
    """The enemy hexes from which combat units could come to attack this hex."""
    grid, side = pos.board.grid, view.viewer or AXIS
    if hex_ not in grid:
        return ()
    beside = set(grid.neighbours(hex_))
    units = pos.game.of_role.get((pos.game.enemy(side), "combat"), ())
    near = [u for u in units if pos.unit(u).at in grid]
    near = [u for u in near if grid.distance(pos.unit(u).at, hex_) <= _FARTHEST]
    found = {pos.unit(u).at: 0 for u in near
             if pos.unit(u).at in beside or not beside.isdisjoint(goals_of(pos, u))}  # fmt: skip
    return (HexFill("threat", tuple(found)),)


def goals_of(pos: Pos, unit: UnitId) -> tuple[HexId, ...]:
    """Where a unit could go with its allowance."""
    here, side = pos.unit(unit).at, pos.owner(unit)
    if here not in pos.board.grid or pos.game.piece(unit).role == "air" or pos.unit(unit).bound:
        return ()
    outer = pos.game.agenda_for("movement", side, pos)
    move = Moving(side=side, units=(unit,), start=here)
    state = replace(pos.state, agenda=(*outer, move), outcome=None)
    then: Pos = type(pos)(pos.game, state, pos.columns, pos.where)
    return tuple(move.goals(then))


_MAKERS: dict[str, Callable[[Pos, View, str], tuple[Overlay, ...]]] = {
    "reach": reach,
    "zones": zones,
    "bonds": bonds_,
    "line": line,
    "control": control,
    "supply": supplied,
    "air": air,
    "range": range_,
    "threat": threats,
}
